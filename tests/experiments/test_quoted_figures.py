"""Figures with a decimal point in the tables of a page stand in the files of figures that it links.

A share may be written as a percentage, seconds as milliseconds, and a cell may hold the difference or the ratio of two others in its row. A table of other
figures says so in a comment before it: `<!-- other figures: why -->`. Marked figures are rewritten by scripts/build_figures.py.
"""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
FIGURES = ROOT / "docs/figures"
PAGES = sorted(path for room in ("explanation", "how-to") for path in (ROOT / "docs" / room).glob("*.md"))
LINKED = re.compile(r"figures/([\w-]+\.json)")
NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*\.\d+(?![\w.])|(?<![\w.,])\.\d+(?![\w.])")
OTHER = "<!-- other figures:"
MARK = re.compile(r"<!--=.+?-->")
SCRIPT = ROOT / "scripts/build_figures.py"


@pytest.fixture(name="builder")
def load_builder(tmp_path: Path) -> ModuleType:
    """The script, reading one small file of figures."""
    spec = importlib.util.spec_from_file_location("build_figures", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    figures = {
        "court cases": {"f1": 0.8125, "a/b": 2, "words": 1234567},
        "rows": [{"k": 2, "n": 3, "share": 0.25}, {"k": 2, "n": 5, "share": 0.5}],
        "readers": {"one (used)": 0.125, "two (used)": 0.375, "three": 0.875},
        "slower": -0.0625,
    }
    (tmp_path / "names.json").write_text(json.dumps(figures))
    module.FIGURES = tmp_path  # type: ignore[attr-defined]
    return module


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
    text = MARK.sub("", page.read_text("utf-8"))
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


def test_no_page_is_stale() -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"run scripts/build_figures.py\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize(
    ("line", "filled"),
    [
        ("F1 <!--=names/court_cases/f1-->.6 is", "F1 <!--=names/court_cases/f1-->.8 is"),
        ("F1 <!--=names/court_cases/f1-->0.600.", "F1 <!--=names/court_cases/f1-->0.813."),
        ("| <!--=names/court_cases:a/b;words-->1 | 5,000 |", "| <!--=names/court_cases:a/b;words-->2 | 1,234,567 |"),
        ("<p><!--=names/rows/k=2&n=5/share×100-->9 %", "<p><!--=names/rows/k=2&n=5/share×100-->50 %"),
        ("in <!--=names/rows×100:0/share;1/share-->1.0 and 2.0", "in <!--=names/rows×100:0/share;1/share-->25.0 and 50.0"),
        ("at most <!--=names/readers/*_(used)/max×100-->0 %", "at most <!--=names/readers/*_(used)/max×100-->38 %"),
        ("of <!--=names/rows/count-->9 rows", "of <!--=names/rows/count-->2 rows"),
        ("by <!--=names/slower×100-->+1.0 %", "by <!--=names/slower×100-->−6.3 %"),
        ("a <!--=names/rows/1/share÷names/rows/0/share−1×100-->+3 %", "a <!--=names/rows/1/share÷names/rows/0/share−1×100-->+100 %"),
    ],
)  # fmt: skip
def test_a_figure_keeps_the_form_that_it_has_on_the_page(builder: ModuleType, line: str, filled: str) -> None:
    assert builder.fill(line) == filled
    assert builder.fill(filled) == filled


@pytest.mark.parametrize(
    "line",
    [
        "a <!--=names/court_cases/recall-->.5",
        "a <!--=none/f1-->.5",
        "a <!--=names/court_cases-->.5",
        "two <!--=names/court_cases:f1;words-->.5",
        "none <!--=names/court_cases/f1--> here",
        "<!--=names/court_cases/f1-->.5 begins the line",
        "both <!--=names/rows/k=2/share-->.5",
    ],
)
def test_a_mark_without_a_figure_or_a_number_is_an_error(builder: ModuleType, line: str) -> None:
    with pytest.raises(builder.MarkError, match=r"^1: "):
        builder.fill(line)
