"""`--unlinkable`, `knowledge runs` and `assess` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.commands import Command

NOTES = {
    "a.txt": "The clerk heard the court in the old mill.",
    "b.txt": "The clerk heard the court in the new gate.",
    "c.txt": "The clerk heard the zither in the old house.",
}


@pytest.fixture(autouse=True)
def _notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cases").mkdir()
    for name, text in NOTES.items():
        (tmp_path / "cases" / name).write_text(text, "utf-8")


def test_a_folder_is_its_own_collection(command: Command) -> None:
    done = command("sanitize", "cases", "-o", "out", "--unlinkable", "2")
    assert done.code == 0, done.err
    assert "zither" not in Path("out/c.txt").read_text("utf-8")
    assert "at least 2 of the 3 originals" in done.err
    audit = ("audit", "out", "--unlinkable", "2")
    assert command(*audit, "--original", "cases").code == 0
    assert command(*audit, "--collection", "cases").code == 2


def test_a_file_of_runs_stands_for_the_collection(command: Command) -> None:
    assert command("knowledge", "runs", "cases", "-o", "cases.runs").code == 0
    with_folder = command("sanitize", "cases/c.txt", "--unlinkable", "2", "--collection", "cases")
    with_runs = command("sanitize", "cases/c.txt", "--unlinkable", "2", "--collection", "cases.runs")
    assert with_runs.code == with_folder.code == 0, with_runs.err
    assert with_runs.out == with_folder.out
    assert Path("cases.runs").stat().st_mode & 0o077 == 0


def test_a_plan_remembers_the_collection(command: Command) -> None:
    planned = command("plan", "cases/c.txt", "--unlinkable", "2", "--collection", "cases", "-o", "plan.json")
    assert planned.code == 0, planned.err
    assert command("apply", "plan.json", "cases/c.txt", "-o", "out.txt").code == 0
    plan = json.loads(Path("plan.json").read_text("utf-8"))
    plan["decisions"] = []
    Path("plan.json").write_text(json.dumps(plan), "utf-8")
    done = command("apply", "plan.json", "cases/c.txt", "-o", "again.txt")
    assert done.code == 3, done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("sanitize", "cases/a.txt", "--collection", "cases"), "--collection goes with --unlinkable"),
        (("sanitize", "cases/a.txt", "--unlinkable", "2", "--collection", "none"), "does not exist"),
        (("audit", "cases/a.txt", "--unlinkable", "2"), "--collection"),
        (("knowledge", "runs", "none", "-o", "a.runs"), "does not exist"),
        (("assess", "cases", "-o", "dossier"), "--original"),
        (("assess",), "name a release"),
        (("assess", "--score", "cases/a.txt"), "no column"),
    ],
)
def test_what_is_missing_is_said(command: Command, arguments: tuple[str, ...], said: str) -> None:
    done = command(*arguments)
    assert done.code == 2
    assert said in done.err


def test_a_dossier_is_written_checked_and_compared(command: Command) -> None:
    assert command("sanitize", "cases", "-o", "out").code == 0
    done = command("assess", "out", "--original", "cases", "-o", "dossier", "--for", "three readers")
    assert done.code == 1
    assert "Do not release. Against it" in done.err
    again = ("assess", "out", "--check", "dossier")
    assert command(*again).code == 2
    assert command(*again, "--original", "cases").code == 0
    assert command("assess", "out", "--original", "cases", "-o", "dossier").code == 2
    assert "0 of 0 answers" in command("assess", "--score", "dossier/intruder-answers.csv").out
    assert command("assess", "--compare", "dossier", "dossier").code == 0
