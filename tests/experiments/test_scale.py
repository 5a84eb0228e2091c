"""The page on scale shows the figures that stand in its file."""

from __future__ import annotations

from pathlib import Path

from experiments.scale import CORES, page_rows, read_figures

ROOT = Path(__file__).parents[2]


def test_the_table_on_the_page_is_that_of_the_figures() -> None:
    rows = page_rows(read_figures(ROOT / "docs/figures/scale.json"))
    page = (ROOT / "docs/explanation/scale.md").read_text("utf-8")
    assert [
        line for line in page.splitlines() if line.startswith(tuple(f"| {name} |" for name in CORES))
    ] == rows


def test_every_setting_released_the_same_texts() -> None:
    figures = read_figures(ROOT / "docs/figures/scale.json")
    for size in {size for name in CORES for size in figures.get(name, {})}:
        assert len({figures[name][size]["digest"] for name in CORES if size in figures.get(name, {})}) == 1
