"""Runs that are killed, meet a full disk or each other: the next run gives the same bytes and nothing stands in its way."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.journeys.command import ROOT, reticent

KILLS = 20

KILLED_AT = """
import os, signal, sys
left = int(sys.argv.pop(1))
def count(event, arguments):
    global left
    if event in {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "os.chmod", "sqlite3.connect"}:
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(count)
from reticent.cli import main
try:
    main()
finally:
    print(left, file=sys.stderr)
"""
"""`reticent` that kills itself, by a signal that nobody can catch, at the n-th time that it touches the disk."""

NEVER = 10**9


@dataclass(frozen=True, slots=True)
class Run:
    """A command whose output is `out`; everything that it makes is below `folder`."""

    folder: Path
    arguments: tuple[str | Path, ...]

    def go(self, kill_at: int = NEVER) -> subprocess.CompletedProcess[bytes]:
        program = [sys.executable, "-c", KILLED_AT, str(kill_at)]
        return subprocess.run(
            [*program, *map(str, self.arguments)], capture_output=True, cwd=ROOT, check=False, timeout=120
        )

    def touches(self) -> int:
        """How often a whole run touches the disk."""
        done = self.go()
        assert done.returncode in {0, 4}, done.stderr
        return NEVER - int(done.stderr.split()[-1])

    def made(self) -> dict[str, bytes]:
        """Every file that is there, hidden ones too, but the manifest, whose salt is drawn anew."""
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in files
            if not path.name.endswith("manifest.json")
        }


def write_notes(folder: Path, *, count: int = 80) -> Path:
    (folder / "sub").mkdir(parents=True)
    for number in range(count):
        place = folder / ("sub" if number % 3 else ".") / f"note {number}.txt"
        place.write_text(f"Write to user{number}@example.org about {number}.\n" * 3)
    (folder / "sub" / "bob@example.org.txt").write_text("Nothing.\n")
    return folder


def write_records(file: Path, *, count: int = 1500) -> Path:
    lines = (json.dumps({"id": n, "text": f"Write to user{n}@example.org about {n}."}) for n in range(count))
    bad = ["no JSON at all", '{"id": 7}']
    file.write_text("\n".join([*list(lines), *bad, '{"id": 8, "text": "The end."}']) + "\n")
    return file


def release_folder(notes: Path, folder: Path) -> Run:
    folder.mkdir()
    return Run(folder, ("sanitize", notes, "-o", folder / "out", "-q", "--workers", "1"))


def release_folder_again(notes: Path, folder: Path) -> Run:
    """Over an earlier release, which is replaced."""
    run = release_folder(notes, folder)
    (folder / "out").mkdir()
    assert run.go().returncode == 0
    return run


def release_file(records: Path, folder: Path) -> Run:
    folder.mkdir()
    bad = ("--skip-bad", "--bad", folder / "bad.jsonl")
    return Run(
        folder, ("sanitize", records, "-o", folder / "out.jsonl", "--id", "id", *bad, "-q", "--workers", "1")
    )


CASES: dict[str, tuple[Callable[[Path], Path], Callable[[Path, Path], Run]]] = {
    "a folder": (lambda place: write_notes(place / "notes"), release_folder),
    "a folder over an earlier release": (lambda place: write_notes(place / "notes"), release_folder_again),
    "a file of records": (lambda place: write_records(place / "records.jsonl"), release_file),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_a_run_killed_at_twenty_random_places_gives_the_same_bytes_each_time(
    case: str, tmp_path: Path
) -> None:
    write, prepare = CASES[case]
    original = write(tmp_path)
    whole = prepare(original, tmp_path / "whole")
    touches = whole.touches()
    chance = random.Random(19)  # noqa: S311 - no secret
    for number in range(KILLS):
        run = prepare(original, tmp_path / f"{number}")
        killed = run.go(kill_at=chance.randrange(touches // 3, touches))
        assert killed.returncode == -signal.SIGKILL
        done = run.go()
        assert done.returncode in {0, 4}, done.stderr
        assert run.made() == whole.made(), f"kill {number}"


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_a_run_killed_twenty_times_in_a_row_gives_the_same_bytes(case: str, tmp_path: Path) -> None:
    write, prepare = CASES[case]
    original = write(tmp_path)
    whole = prepare(original, tmp_path / "whole")
    touches = whole.touches()
    run = prepare(original, tmp_path / "again")
    chance = random.Random(20)  # noqa: S311 - no secret
    killed = 0
    for _ in range(KILLS):
        ended = run.go(kill_at=chance.randrange(touches // 3, touches))
        killed += ended.returncode == -signal.SIGKILL
    assert killed > KILLS // 4
    done = run.go()
    assert done.returncode in {0, 4}, done.stderr
    assert run.made() == whole.made()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["folder", "records"])
def test_a_run_of_two_processes_killed_twenty_times_at_random_moments_gives_the_same_bytes(
    kind: str, tmp_path: Path
) -> None:
    if kind == "folder":
        original, out = write_notes(tmp_path / "notes", count=600), "out"
    else:
        original, out = write_records(tmp_path / "records.jsonl", count=20_000), "out.jsonl"
    options = ("-q", "--workers", "2", "--skip-bad")
    runs = {}
    for name in ("whole", "again"):
        (tmp_path / name).mkdir()
        runs[name] = Run(tmp_path / name, ("sanitize", original, "-o", tmp_path / name / out, *options))
    began = time.monotonic()
    assert runs["whole"].go().returncode in {0, 4}
    length = time.monotonic() - began
    chance = random.Random(21)  # noqa: S311 - no secret
    program = [sys.executable, "-c", "from reticent.cli import main; main()"]
    killed = 0
    for _ in range(KILLS):
        with subprocess.Popen([*program, *map(str, runs["again"].arguments)], cwd=ROOT) as running:
            time.sleep(chance.uniform(0.2, 0.6) * length)
            if running.poll() is None:
                running.kill()
                killed += 1
    assert killed > KILLS // 4
    assert runs["again"].go().returncode in {0, 4}
    assert runs["again"].made() == runs["whole"].made()


@pytest.mark.slow
def test_a_stream_that_is_killed_has_written_the_beginning_and_the_next_one_all(tmp_path: Path) -> None:
    records = write_records(tmp_path / "records.jsonl")
    options = ("--format", "jsonl", "--skip-bad", "-q", "--workers", "1")
    whole = reticent("sanitize", *options, stdin=records.read_bytes()).stdout
    program = [sys.executable, "-c", "from reticent.cli import main; main()", "sanitize", *options]
    chance = random.Random(22)  # noqa: S311 - no secret
    for _ in range(KILLS):
        with (
            records.open("rb") as source,
            subprocess.Popen(program, stdin=source, stdout=subprocess.PIPE, cwd=ROOT) as running,
        ):
            assert running.stdout is not None
            begun = running.stdout.read(chance.randrange(1, len(whole) // 2))
            running.kill()
            begun += running.stdout.read()
        assert whole.startswith(begun)
    out = tmp_path / "out.jsonl"
    for again in (False, True):
        with subprocess.Popen([*program, "-o", str(out)], stdin=subprocess.PIPE, cwd=ROOT) as running:
            assert running.stdin is not None
            running.stdin.write(records.read_bytes()[: 20_000 if not again else None])
            running.stdin.flush()
            if not again:
                _await((tmp_path / ".out.jsonl.part").exists)
                running.kill()
            running.stdin.close()
        assert out.exists() == again
    assert out.read_bytes() == whole


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["folder", "records"])
def test_a_disk_that_is_full_in_the_middle_is_told_and_the_next_run_gives_everything(
    kind: str, tmp_path: Path
) -> None:
    run, whole = _runs_on_small_disk(kind, tmp_path)
    assert whole.go().returncode == 0
    full = subprocess.run(
        [sys.executable, "-c", KILLED_AT, str(NEVER), *map(str, run.arguments)],
        capture_output=True,
        cwd=ROOT,
        check=False,
        preexec_fn=_fill_disk,
    )
    assert full.returncode == 2, full.stderr
    assert b"can't be written" in full.stderr
    assert b"Traceback" not in full.stderr
    assert b"@example.org" not in full.stderr
    assert not any((run.folder / name).exists() for name in ("out", "out.jsonl", "out.manifest.json"))
    assert run.go().returncode == 0
    assert run.made() == whole.made()


def _fill_disk() -> None:
    """No file may become longer than 200,000 bytes, which a write meets as it meets a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))


def _runs_on_small_disk(kind: str, place: Path) -> tuple[Run, Run]:
    if kind == "folder":
        original = write_notes(place / "notes", count=5)
        (original / "zz long.txt").write_text("Write to user@example.org about it.\n" * 10_000)
        return release_folder(original, place / "one"), release_folder(original, place / "two")
    original = place / "long.jsonl"
    original.write_text('{"text": "Write to user@example.org about it."}\n' * 6000)
    runs = []
    for name in ("one", "two"):
        (place / name).mkdir()
        out = place / name / "out.jsonl"
        runs.append(Run(place / name, ("sanitize", original, "-o", out, "-q", "--workers", "1")))
    return runs[0], runs[1]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["folder", "records"])
def test_a_second_run_on_one_output_is_told_to_wait_and_harms_nothing(kind: str, tmp_path: Path) -> None:
    """The first run waits in the middle, for the end of its input or stopped by a signal."""
    program = [sys.executable, "-c", "from reticent.cli import main; main()"]
    if kind == "folder":
        notes = write_notes(tmp_path / "notes", count=300)
        arguments = ["sanitize", str(notes), "-o", str(tmp_path / "out"), "-q", "--workers", "1"]
        part = tmp_path / ".out.part" / "store"
    else:
        arguments = ["sanitize", "--format", "jsonl", "-o", str(tmp_path / "out"), "-q", "--workers", "1"]
        part = tmp_path / ".out.part"
    with subprocess.Popen([*program, *arguments], stdin=subprocess.PIPE, cwd=ROOT) as first:
        assert first.stdin is not None
        if kind == "records":
            first.stdin.write(b'{"text": "One."}\n')
            first.stdin.flush()
        _await(part.exists)
        os.kill(first.pid, signal.SIGSTOP)
        second = reticent(*arguments, stdin=b'{"text": "Two."}\n')
        os.kill(first.pid, signal.SIGCONT)
        first.stdin.close()
    assert second.returncode == 2
    assert b"another run is writing" in second.stderr
    assert first.returncode == 0
    assert (tmp_path / "out").exists()
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def _await(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)
