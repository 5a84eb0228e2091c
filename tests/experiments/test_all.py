"""All experiments in one run: what is measured again, what is not, and the stamp that says so."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from experiments.harness import DATA_VARIABLE, FIGURES, write_json
from experiments.needs import Needs
from experiments.results import RESULTS

from experiments import all as every
from experiments import stamps
from reticent import __version__

NAME = "whole_document"
FILE = "whole-document.json"
BY_HAND = {result.json for result in RESULTS if result.by_hand}


def only(folder: Path, *, again: bool = False) -> list[str]:
    jobs, _ = every.choose(folder, [NAME], again=again)
    return [job.result.module for job in jobs]


def test_a_file_of_figures_says_when_and_of_what_it_was_made(tmp_path: Path) -> None:
    write_json(tmp_path / "a.json", {"share": 0.5, "made": "before"}, Needs())
    written = json.loads((tmp_path / "a.json").read_text())
    assert list(written) == ["made", "share"]
    assert set(written["made"]) == {
        "version", "commit", "date", "machine", "processor_hours", "clock_hours", "data",
    }  # fmt: skip
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", written["made"]["date"])


def test_what_was_measured_with_this_code_is_not_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(every, "list_missing", lambda needs, folder: [])
    monkeypatch.setattr(every, "is_of_this_code", lambda made: made["commit"] == "now")
    assert only(tmp_path) == [NAME]
    (tmp_path / FILE).write_text(json.dumps({"made": {"commit": "now"}}))
    assert only(tmp_path) == []
    assert only(tmp_path, again=True) == [NAME]
    (tmp_path / FILE).write_text(json.dumps({"made": {"commit": "before", "clock_hours": 0.5}}))
    jobs, _ = every.choose(tmp_path, [NAME], again=False)
    assert every.describe(jobs) == "1 experiments to run, about 0.5 hours by their last runs"


def test_figures_of_changed_code_are_of_no_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {"rev-parse": "1234abcd", "status": ""}
    monkeypatch.setattr(stamps, "_git", lambda *words: answers[words[0]])
    assert stamps.stamp(Needs(), Path())["commit"] == "1234abcd"
    assert stamps.is_of_this_code({"commit": "1234abcd"})
    answers["status"] = " M src/reticent/api.py"
    assert stamps.stamp(Needs(), Path())["commit"] == "1234abcd+"
    assert not stamps.is_of_this_code({"commit": "1234abcd"})
    answers["status"] = ""
    assert not stamps.is_of_this_code({"commit": "1234abcd+"})
    assert not stamps.is_of_this_code({})


def test_what_lacks_something_is_named_and_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(every, "list_missing", lambda needs, folder: ["package: none"])
    jobs, lines = every.choose(tmp_path, [], again=False)
    assert jobs == []
    assert {line.partition(":")[0] for line in lines} == {
        each.module for each in RESULTS if each.module != "all"
    }


def test_a_run_whose_budget_is_spent_begins_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(DATA_VARIABLE, "elsewhere")
    monkeypatch.setattr(every, "list_missing", lambda needs, folder: [])
    (tmp_path / FILE).write_text(json.dumps({"made": {"commit": "", "clock_hours": 2}}))
    assert every.main(every.NEEDS, ["--json", str(tmp_path), "--only", NAME, "--budget", "1"]) == 1
    assert "1 are left" in capsys.readouterr().out


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parents[2] / FIGURES).glob("*.json")), ids=lambda path: path.stem
)
def test_a_file_of_figures_is_of_this_version(path: Path) -> None:
    """What is run by hand may be older: it needs a cluster, readers or an older version, and its stamp says when it was made."""
    made = every.read_stamp(path)
    if path.name not in BY_HAND and made["version"] != __version__:
        pytest.xfail(f"made with version {made['version']}: run its experiment again")
    assert made["version"]
    assert made["date"]


@pytest.mark.parametrize("name", [result.module for result in RESULTS])
def test_no_experiment_shadows_a_module_of_python(name: str) -> None:
    assert name == every.MODULE or name not in sys.stdlib_module_names


def test_what_each_experiment_lacks_is_said_without_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(DATA_VARIABLE, "elsewhere")
    assert every.main(every.NEEDS, ["--needs", "--only", NAME, "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{NAME}: left out; data: ")
    assert str(tmp_path / "wild/written.jsonl") in said
    assert "to run" not in said
