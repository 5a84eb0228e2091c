"""The script that compares releases with recorded ones tells a changed release from changed words about it."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[3] / "scripts" / "golden.py"
STEPS = [["sanitize", "note.txt", "-o", "released.txt", "--plan", "plan.json", "-q"]]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    found = importlib.util.spec_from_file_location("golden", SCRIPT)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["golden"] = module  # dataclasses look their module up
    found.loader.exec_module(module)
    return module


@pytest.fixture
def record(tmp_path: Path, script: ModuleType) -> Path:
    """A record of one case."""
    (tmp_path / "inputs").mkdir()
    (tmp_path / "inputs" / "note.txt").write_text("Write to ann@example.org today.\n", "utf-8")
    (tmp_path / "index.json").write_text(json.dumps({"one": {"steps": STEPS, "quick": True}}), "utf-8")
    script.accept(tmp_path, only="")
    return tmp_path


def compare(script: ModuleType, record: Path, **options: object) -> int:
    asked = {"quick": False, "only": "", "strict": False, "keep": None, **options}
    return int(script.compare(record, **asked))


def test_a_record_holds_what_was_released_and_what_was_said(record: Path) -> None:
    assert (record / "cases/one/released/released.txt").read_text("utf-8") == "Write to [EMAIL] today.\n"
    (place,) = [json.loads(path.read_text("utf-8")) for path in record.glob("cases/one/released/plan.json")]
    assert "reason" not in place["decisions"][0]
    assert "reason" in json.loads((record / "cases/one/said/plan.json").read_text("utf-8"))["decisions"][0]


def test_the_same_tree_gives_the_same_releases(script: ModuleType, record: Path) -> None:
    assert compare(script, record, strict=True) == 0
    assert compare(script, record, quick=True, only="one") == 0


def test_another_release_fails_and_is_shown_and_kept(
    script: ModuleType, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (record / "inputs" / "note.txt").write_text("Write to ann@example.org now.\n", "utf-8")
    assert compare(script, record, keep=tmp_path / "kept") == 1
    assert "-Write to [EMAIL] today.\n+Write to [EMAIL] now." in capsys.readouterr().out
    assert (tmp_path / "kept/one/released/released.txt").exists()
    script.accept(record, only="one")
    assert compare(script, record) == 0


def test_a_case_that_is_refused_differs_by_its_exit_code(
    script: ModuleType, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (record / "inputs" / "note.txt").write_bytes(b"\x00\x01\x02")
    assert compare(script, record) == 1
    said = capsys.readouterr().out
    assert "exit codes [0] before, [" in said
    assert "released.txt: no longer written" in said


def test_other_words_about_a_release_fail_only_when_that_is_asked(script: ModuleType, record: Path) -> None:
    index = json.loads((record / "index.json").read_text("utf-8"))
    index["one"]["said"]["plan.json"] = "another"
    (record / "index.json").write_text(json.dumps(index), "utf-8")
    assert compare(script, record) == 0
    assert compare(script, record, strict=True) == 1
