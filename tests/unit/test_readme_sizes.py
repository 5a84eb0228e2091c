"""The sizes of the core and of the extras in README are those that were measured."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (none|`[^|]*?) \|[^|]*\| ([\d, ]+?)(?: in all)? \|$", re.MULTILINE)
NEAR = 1
"""Megabytes by which a new version of a dependency may change what was measured."""


def test_the_sizes_in_readme_are_the_measured_ones() -> None:
    measured = json.loads((ROOT / "docs/figures/extras.json").read_text("utf-8"))
    sizes = {"none": measured["core_megabytes"], **measured["extras"]}
    rows = ROW.findall((ROOT / "README.md").read_text("utf-8"))
    told = {
        name.strip("` "): int(size)
        for names, numbers in rows
        for name, size in zip(names.split(","), numbers.split(","), strict=True)
    }
    both = sizes.keys() & told.keys()
    assert both >= {"none", "office", "pdf", "html", "tables", "vault", "serve"}
    assert [(name, told[name], sizes[name]) for name in both if abs(told[name] - sizes[name]) > NEAR] == []
