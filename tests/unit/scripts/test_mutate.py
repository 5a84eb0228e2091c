"""The script that breaks checks on purpose tells what was noticed from what was not."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[3] / "scripts" / "mutate.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    found = importlib.util.spec_from_file_location("mutate", SCRIPT)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["mutate"] = module  # dataclasses look their module up
    found.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project of one line, with a test that looks at it from one side only."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "rule.py").write_text("def is_large(n):\n    return n > 3\n", "utf-8")
    (tmp_path / "conftest.py").write_text(
        "from hypothesis import settings\nsettings.register_profile('mutate')\n", "utf-8"
    )
    (tmp_path / "test_rule.py").write_text(
        "from rule import is_large\n\ndef test_large():\n    assert is_large(9)\n    assert not is_large(1)\n",
        "utf-8",
    )
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new", "tests", "verdict"),
    [
        ("n > 3", "n < 3", "test_rule.py", "killed"),
        ("n > 3", "n > 4", "test_rule.py", "alive"),
        ("n > 7", "n > 4", "test_rule.py", "stale"),
        ("n", "m", "test_rule.py", "stale"),
        ("n > 3", "n < 3", "test_nothing.py", "broken"),
    ],
)
def test_a_mutant_is_killed_alive_stale_or_broken(
    script: ModuleType, tree: Path, old: str, new: str, tests: str, verdict: str
) -> None:
    mutant = script.Mutant("name", "src/rule.py", old, new, "the rule", (tests,))
    assert script.try_mutant(mutant, tree).verdict == verdict
    assert (tree / "src" / "rule.py").read_text("utf-8") == "def is_large(n):\n    return n > 3\n"


def test_every_mutant_has_a_name_of_its_own_and_tests_that_exist(script: ModuleType) -> None:
    mutants = script.read_mutants(SCRIPT.parent / "mutants")
    assert len(mutants) >= 200
    assert len({mutant.name for mutant in mutants}) == len(mutants)
    root = SCRIPT.parents[1]
    files = [test.partition("::")[0] for mutant in mutants for test in mutant.tests]
    assert [file for file in files if not (root / file).exists()] == []
    assert all(mutant.old != mutant.new and mutant.breaks for mutant in mutants)


def test_anything_but_a_kill_is_counted(script: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    mutant = script.Mutant("name", "file", "old", "new", "the rule", ())
    trials = [script.Trial(mutant, verdict) for verdict in ("killed", "alive", "stale", "broken")]
    assert script.report(trials) == 3
    assert "1 killed, 1 alive, 1 stale, 1 broken" in capsys.readouterr().out


def test_the_text_that_a_mutant_changes_stands_in_its_file_once(script: ModuleType) -> None:
    mutants = script.read_mutants(SCRIPT.parent / "mutants")
    assert [each.name for each in mutants if script.is_stale(each, SCRIPT.parent.parent)] == []
