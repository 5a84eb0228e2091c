"""The notebooks run from top to bottom, and no document is saved in them."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.command import ROOT

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def run_cell(source: str, names: dict[str, Any]) -> object:
    """Run a cell as a notebook does, and give what its last line is."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)  # noqa: S102
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_draws(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    cells = json.loads(path.read_text("utf-8"))["cells"]
    names: dict[str, Any] = {}
    results = [run_cell("".join(each["source"]), names) for each in cells if each["cell_type"] == "code"]
    assert any(hasattr(result, "_repr_html_") for result in results)


def test_there_are_two_and_neither_holds_an_output() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["figure-of-a-paper", "first-release"]
    for path in NOTEBOOKS:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        assert not any(each.get("outputs") or each.get("execution_count") for each in cells)
