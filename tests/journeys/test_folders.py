"""Folders and streams as users release them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.journeys.command import ROOT, reticent


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "2024").mkdir(parents=True)
    (folder / "letter.txt").write_text("Write to ann@example.org.\n")
    (folder / "2024" / "call.md").write_text("Call 212-555-0123.\n")
    return folder


def test_a_folder_is_released_audited_planned_and_applied(notes: Path, tmp_path: Path) -> None:
    done = reticent("sanitize", notes, "-o", tmp_path / "out", "--workers", "2")
    assert done.returncode == 0, done.stderr
    assert done.stdout == b""
    assert b"files done" in done.stderr
    assert done.stderr.count(b"redaction: nothing") == 1
    assert (tmp_path / "out" / "letter.txt").read_text() == "Write to [EMAIL].\n"
    assert reticent("audit", tmp_path / "out").returncode == 0
    judged = reticent("audit", notes, "--json")
    assert judged.returncode == 1
    assert len(json.loads(judged.stdout)["documents"]) >= 2
    assert reticent("plan", notes, "-o", tmp_path / "plans", "-q").returncode == 0
    applied = reticent("apply", tmp_path / "plans", notes, "-o", tmp_path / "again", "-q")
    assert (applied.returncode, applied.stderr) == (0, b"")
    assert (tmp_path / "again" / "letter.txt").read_bytes() == (tmp_path / "out" / "letter.txt").read_bytes()


def test_a_folder_with_bad_files_is_released_in_part_only_when_asked(notes: Path, tmp_path: Path) -> None:
    (notes / "what.xyz").write_text("x")
    done = reticent("sanitize", notes, "-o", tmp_path / "out")
    assert done.returncode == 2
    assert b"what.xyz" in done.stderr
    assert not (tmp_path / "out").exists()
    part = reticent("sanitize", notes, "-o", tmp_path / "out", "--skip-bad", "-q")
    assert part.returncode == 4, part.stderr
    assert b"released in part, without 1 file that" in part.stderr
    assert len(list((tmp_path / "out").rglob("*.*"))) == 2
    without = reticent("sanitize", notes, "-o", tmp_path / "other", "--exclude", "*.xyz", "-q")
    assert (without.returncode, without.stderr) == (0, b"")


def test_what_folders_can_not_be_used_for_is_told(notes: Path, tmp_path: Path) -> None:
    assert b"name one with -o" in reticent("sanitize", notes).stderr
    assert b"one folder alone" in reticent("sanitize", notes, notes, "-o", tmp_path / "o").stderr
    assert b"go with files" in reticent("sanitize", notes, "-o", tmp_path / "o", "--json").stderr
    assert b"overlap: choose an -o outside" in reticent("sanitize", notes, "-o", notes / "o").stderr
    assert b"add --skip-bad" in reticent("sanitize", "--format", "jsonl", "--bad", tmp_path / "b").stderr


def test_json_lines_pass_from_standard_input_to_standard_output(tmp_path: Path) -> None:
    lines = b'{"id": 1, "text": "Write to ann@example.org"}\nbad\n{"id": 3, "text": "Nothing."}\n'
    options = (
        "--format",
        "jsonl",
        "--id",
        "id",
        "--skip-bad",
        "--bad",
        tmp_path / "bad.jsonl",
        "--workers",
        "1",
    )
    done = reticent("sanitize", *options, stdin=lines)
    assert done.returncode == 4, done.stderr
    assert done.stdout == b'{"id": 1, "text": "Write to [EMAIL]"}\n{"id": 3, "text": "Nothing."}\n'
    assert b"line 2" in done.stderr
    assert (tmp_path / "bad.jsonl").read_bytes() == b"bad\n"
    strict = reticent("sanitize", "--format", "jsonl", "--workers", "1", stdin=lines)
    assert strict.returncode == 2
    other = reticent("sanitize", "--format", "jsonl", stdin=b"%PDF-1.7 and more")
    assert (other.returncode, other.stdout) == (2, b"")
    into = reticent("sanitize", *options[:5], "-o", tmp_path / "out.jsonl", "--workers", "1", stdin=lines)
    assert into.returncode == 4
    assert (tmp_path / "out.jsonl").read_bytes() == done.stdout


@pytest.mark.slow
def test_a_folder_killed_twenty_times_gives_the_same_bytes(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    for number in range(400):
        (notes / f"{number}.txt").write_text(f"Write to user{number}@example.org about {number}.\n")
    assert reticent("sanitize", notes, "-o", tmp_path / "whole", "-q").returncode == 0
    program = [sys.executable, "-c", "from reticent.cli import main; main()"]
    command = [*program, "sanitize", str(notes), "-o", str(tmp_path / "out"), "-q", "--workers", "1"]
    for number in range(20):
        with subprocess.Popen(command, cwd=ROOT) as running:
            time.sleep(0.2 + 0.1 * number)
            if running.poll() is None:
                os.kill(running.pid, signal.SIGKILL)
    assert reticent("sanitize", notes, "-o", tmp_path / "out", "-q").returncode == 0
    for path in (tmp_path / "whole").iterdir():
        assert (tmp_path / "out" / path.name).read_bytes() == path.read_bytes()
    assert len(list((tmp_path / "out").iterdir())) == 400
