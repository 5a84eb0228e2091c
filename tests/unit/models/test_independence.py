"""What checks never imports what searches, not even through others; and oracles import neither."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import grimp
import pytest

MODELS = "reticent.models"
SEARCHES = {
    f"{MODELS}.k_safety._greedy",
    f"{MODELS}.k_safety._problem",
    f"{MODELS}.k_safety.safe_subset",
    f"{MODELS}.t_plausibility._search",
    f"{MODELS}.greedy_sanitize.loop",
    f"{MODELS}.greedy_sanitize.training",
}
CHECKS = [
    f"{MODELS}.k_safety._check",
    f"{MODELS}.k_safety.closure",
    f"{MODELS}.t_plausibility._check",
    f"{MODELS}.t_plausibility._cost",
    f"{MODELS}.t_plausibility._tally",
    f"{MODELS}.t_plausibility._words",
    f"{MODELS}.greedy_sanitize._check",
    "reticent.audit.attacks",
]
ORACLES = sorted((Path(__file__).parents[2] / "oracles").glob("*.py"))


@cache
def house() -> grimp.ImportGraph:
    return grimp.build_graph("reticent")


@pytest.mark.parametrize("check", CHECKS)
def test_a_check_never_reaches_a_search(check: str) -> None:
    reached = house().find_upstream_modules(check)
    assert [name for name in reached if any(f"{name}.".startswith(f"{each}.") for each in SEARCHES)] == []


def test_the_searches_are_where_this_test_looks() -> None:
    assert house().modules >= {*SEARCHES, *CHECKS}


@pytest.mark.parametrize("oracle", ORACLES, ids=lambda path: path.stem)
def test_an_oracle_takes_nothing_from_a_model(oracle: Path) -> None:
    imported = [
        getattr(node, "module", None) or node.names[0].name
        for node in ast.walk(ast.parse(oracle.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    ours = [name for name in imported if name.startswith("reticent")]
    assert all(name in ("reticent.text", "reticent.plan") for name in ours)
