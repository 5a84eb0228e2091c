"""The examples of other people's tools do what their first lines say, in those tools."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.journeys.command import ROOT

pytestmark = pytest.mark.integrations
EXAMPLES = ROOT / "examples" / "integrations"
NEEDS = "pip install -e '.[dev,integrations]' brings what this test needs"


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "DAGSTER_HOME": str(folder),
        "DAGSTER_DISABLE_TELEMETRY": "yes",
    }
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300
    )


def read_notes(path: Path) -> list[str]:
    with path.open(newline="", encoding="utf-8") as file:
        return [row["note"] for row in csv.DictReader(file)]


def assert_released(notes: Sequence[str]) -> None:
    assert len(notes) == 3
    assert not any(word in " ".join(notes) for word in ("Lopez", "0123", "Hale", "93"))
    assert notes[2] == "No complaints."


@pytest.mark.parametrize("tool", ["pandas", "polars", "duckdb"])
def test_a_column_is_released(tool: str, tmp_path: Path) -> None:
    pytest.importorskip(tool, reason=NEEDS)
    script = str(EXAMPLES / f"{tool}_notes.py")
    done = run(tmp_path, sys.executable, script, str(EXAMPLES / "notes.csv"), "released.csv")
    assert done.returncode == 0, done.stderr
    assert_released(read_notes(tmp_path / "released.csv"))


def test_a_task_releases_what_can_be_released(tmp_path: Path) -> None:
    pytest.importorskip("dagster", reason=NEEDS)
    for name in ("dagster_notes.py", "notes.csv"):
        shutil.copy(EXAMPLES / name, tmp_path)
    (tmp_path / "dagster.yaml").write_text("telemetry:\n  enabled: false\n")
    done = run(
        tmp_path, "dagster", "asset", "materialize", "-f", "dagster_notes.py", "--select", "released_notes"
    )
    assert done.returncode == 0, done.stderr
    assert_released(read_notes(tmp_path / "released.csv"))


def test_a_commit_with_a_name_in_a_released_file_fails(tmp_path: Path) -> None:
    pytest.importorskip("pre_commit", reason=NEEDS)
    shutil.copy(EXAMPLES / "pre-commit-config.yaml", tmp_path / ".pre-commit-config.yaml")
    released = tmp_path / "released" / "note.txt"
    released.parent.mkdir()
    run(tmp_path, "git", "init", "--quiet")
    for text, code in (("No complaints.\n", 0), ("Write to ann@example.org.\n", 1)):
        released.write_text(text)
        run(tmp_path, "git", "add", "--all")
        done = run(tmp_path, "pre-commit", "run", "--all-files")
        assert done.returncode == code, done.stdout + done.stderr
        assert "ann@example.org" not in done.stdout + done.stderr


def test_the_container_file_and_the_action_are_sound(tmp_path: Path) -> None:
    pytest.importorskip("check_jsonschema", reason=NEEDS)
    schema = ["--builtin-schema", "vendor.github-workflows"]
    done = run(tmp_path, "check-jsonschema", *schema, str(EXAMPLES / "github-action.yml"))
    assert done.returncode == 0, done.stdout
    done = run(tmp_path, "hadolint", str(EXAMPLES / "Containerfile"))
    assert (done.returncode, done.stdout) == (0, "")
