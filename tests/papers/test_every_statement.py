"""Every statement of the papers is shown by a test or an experiment, and the page that says so is up to date."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/reference/papers.md"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    found = importlib.util.spec_from_file_location("build_papers", ROOT / "scripts/build_papers.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["build_papers"] = module  # dataclasses look their module up
    found.loader.exec_module(module)
    return module


def test_no_mark_points_nowhere_and_no_statement_is_left_without_a_test(script: ModuleType) -> None:
    assert script.find_faults(script.read_papers(), script.find_marks()) == []


def test_the_page_is_up_to_date(script: ModuleType) -> None:
    assert PAGE.read_text("utf-8") == script.write_page(script.read_papers(), script.find_marks()), (
        "run scripts/build_papers.py"
    )


def test_the_figures_beside_the_papers_are_those_of_the_experiments() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/build_evaluations.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_marks_are_read_from_comments_and_from_decorators(script: ModuleType) -> None:
    source = """
import pytest


class Model:
    # paper: erase, Definition 3.1; Example 1
    @property
    def promise(self): ...


@pytest.mark.paper("erase", "Example 2")
def test_it(): ...
"""
    assert list(script.marks_of(source, "src/a.py")) == [
        script.Mark("erase", "Definition 3.1", script.Place("src/a.py", "Model.promise")),
        script.Mark("erase", "Example 1", script.Place("src/a.py", "Model.promise")),
        script.Mark("erase", "Example 2", script.Place("src/a.py", "test_it")),
    ]


def test_what_hangs_in_the_air_is_named(script: ModuleType) -> None:
    papers = {"a": script.Paper("A", "B", "c.md", {"One": "", "Two": ""}, {"Three": ""})}
    marks = [
        script.Mark("a", "One", script.Place("src/x.py", "x")),
        script.Mark("a", "Four", script.Place("tests/y.py", "y")),
        script.Mark("a", "Two", script.Place("tests/y.py", "")),
    ]
    assert script.find_faults(papers, marks) == [
        "tests/y.py: a states no Four",
        "tests/y.py: the mark of Two stands before nothing",
        "no test or experiment shows a, One",
        "a differs in Three, which it does not state",
    ]
