"""Figures with a decimal point in the tables of a page stand in the files of figures that it links.

A share may be written as a percentage, seconds as milliseconds, and a cell may hold the difference or the ratio of two others in its row. A table of other
figures says so in a comment before it: `<!-- other figures: why -->`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIGURES = ROOT / "docs/figures"
PAGES = sorted(path for room in ("explanation", "how-to") for path in (ROOT / "docs" / room).glob("*.md"))
LINKED = re.compile(r"figures/([\w-]+\.json)")
NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*\.\d+(?![\w.])|(?<![\w.,])\.\d+(?![\w.])")
OTHER = "<!-- other figures:"


def list_tables(text: str) -> Iterator[list[str]]:
    """The rows of each table that is not said to hold other figures."""
    blocks = re.split(r"\n\s*\n", text)
    for before, block in zip(["", *blocks], blocks, strict=False):
        rows = [line for line in block.splitlines() if line.lstrip().startswith("|")]
        if rows and OTHER not in before and OTHER not in block:
            yield rows


def read_values(name: str) -> list[float]:
    """Every number of a file of figures."""
    waiting, found = [json.loads((FIGURES / name).read_text("utf-8"))], list[float]()
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, int | float) and not isinstance(value, bool):
            found.append(float(value))
    return found


def is_quoted(written: str, values: list[float], row: list[float]) -> bool:
    """Whether one of the values, or two cells of the row, give the number as it is written."""
    number = float(written.replace(",", ""))
    slack = 0.5000001 * 10 ** -len(written.partition(".")[2])
    if any(
        abs(value * unit - number) <= slack for value in values for unit in (1, 100, 1000, 0.001, 0.000001)
    ):
        return True
    pairs = permutations([each for each in row if each != number], 2)
    return any(
        abs(a - b - number) <= 2.1 * slack or (b and abs(unit * a / b - number) <= 2.1 * slack)
        for a, b in pairs
        for unit in (1, 100)
    )


def list_strangers(page: Path) -> list[str]:
    """The numbers of a page that no file of figures has."""
    text = page.read_text("utf-8")
    values = [value for name in LINKED.findall(text) for value in read_values(name)]
    strangers = []
    for rows in list_tables(text):
        for line in rows:
            cells = [float(each.replace(",", "")) for each in re.findall(r"\d[\d,]*(?:\.\d+)?|\.\d+", line)]
            strangers += [
                f"{each} in: {line}" for each in NUMBER.findall(line) if not is_quoted(each, values, cells)
            ]
    return strangers


@pytest.mark.parametrize(
    "page", [page for page in PAGES if LINKED.search(page.read_text("utf-8"))], ids=lambda page: page.stem
)
def test_a_page_quotes_only_figures_that_its_files_have(page: Path) -> None:
    assert list_strangers(page) == []


def test_a_changed_figure_is_noticed(tmp_path: Path) -> None:
    value = next(each for each in read_values("giveaways.json") if 0 < each < 1)
    page = tmp_path / "page.md"
    page.write_text(
        f"[all](../figures/giveaways.json)\n\n| gone |\n| --- |\n| {value:.3f} |\n| {100 * value:.1f} % |\n"
    )
    assert list_strangers(page) == []
    page.write_text(page.read_text().replace(f"{value:.3f}", "0.987654"))
    assert len(list_strangers(page)) == 1
