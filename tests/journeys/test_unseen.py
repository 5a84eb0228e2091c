"""Whole runs with words that the corpus has never seen: what each answer to `--unseen` comes to, and silence too."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from tests.contracts.cg_worlds import TEXTS
from tests.journeys.command import reticent

NOTE = b"PLAN\nFor zidovudine and a test.\nThen the zidovudine again."


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("index")
    source = folder / "texts.jsonl"
    lines = [json.dumps({"title": "", "text": text}) for text in [*TEXTS] * 3]
    source.write_text("\n".join(lines), encoding="utf-8")
    build([source], folder / "world.index", options=BuildOptions(min_documents=1))
    return folder / "world.index"


@pytest.fixture
def rules(index: Path) -> tuple[str | Path, ...]:
    return ("--protect", "HIV=virus", "--knowledge", "none", "--knowledge", index)


REMOVED = b"PLAN\nFor [DRUG 1] and a test.\nThen the [DRUG 1] again."
LONG = b" ".join(
    [b"A test. A virus in blood."] * 3 + [b"Then zidovudine, stavudine, didanosine and nevirapine."]
)


def test_with_nothing_said_and_nobody_to_ask_they_are_removed_and_counted(
    rules: tuple[str | Path, ...], tmp_path: Path
) -> None:
    for more in ((), ("--unseen", "ask"), ("--quiet",)):
        done = reticent("sanitize", *rules, *more, stdin=NOTE)
        assert (done.returncode, done.stdout) == (0, REMOVED)
        assert b"words that the corpus has never seen were removed at 2 places" in done.stderr
        assert reticent("audit", *rules, stdin=done.stdout).returncode == 0
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_bytes(NOTE)
    folder = reticent("sanitize", tmp_path / "notes", "-o", tmp_path / "out", *rules, "--workers", "1")
    assert (folder.returncode, (tmp_path / "out" / "a.txt").read_bytes()) == (0, REMOVED)
    assert b"removed at 2 places" in folder.stderr
    assert json.loads((tmp_path / "out.manifest.json").read_text())["counts"]["gone"] == 2


def test_a_text_with_too_many_of_them_is_not_released_unless_more_are_allowed(
    rules: tuple[str | Path, ...],
) -> None:
    refused = reticent("sanitize", *rules, stdin=LONG)
    assert (refused.returncode, refused.stdout) == (3, b"")
    assert b"--unseen keep, remove or ask" in refused.stderr
    allowed = reticent("sanitize", *rules, "--set", "cg-sanitization.unseen_limit=0.2", stdin=LONG)
    assert allowed.returncode == 0
    assert b"vudine" not in allowed.stdout


def test_to_refuse_releases_nothing(rules: tuple[str | Path, ...], tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_bytes(NOTE)
    for more in (("--unseen", "refuse"), ("--unseen", "refuse", "--quiet")):
        out = tmp_path / "out.txt"
        done = reticent("sanitize", tmp_path / "note.txt", *rules, *more, "-o", out)
        assert done.returncode == 3
        assert not out.exists()
        assert b"2:5, 3:10" in done.stderr
        assert b"--unseen keep, remove or ask" in done.stderr
        assert b"zidovudine" not in done.stderr


def test_they_are_kept_or_removed_as_is_said_and_that_some_are_kept_is_never_hidden(
    rules: tuple[str | Path, ...],
) -> None:
    kept = reticent("sanitize", *rules, "--unseen", "keep", "--quiet", stdin=NOTE)
    assert (kept.returncode, kept.stdout) == (0, NOTE)
    assert b"words that the corpus has never seen were kept at 2 places" in kept.stderr
    gone = reticent("sanitize", *rules, "--unseen", "remove", "--quiet", stdin=NOTE)
    assert (gone.returncode, gone.stdout) == (0, REMOVED)
    assert b"removed at 2 places" in gone.stderr


def test_an_audit_lists_them_and_cannot_tell(rules: tuple[str | Path, ...]) -> None:
    done = reticent("audit", *rules, "--quiet", stdin=NOTE)
    assert done.returncode == 2
    assert b"zidovudine" in done.stdout
    assert b"2:5, 3:10" in done.stdout
    assert b"cannot tell of 1 word " in done.stderr
    kept = reticent("audit", *rules, "--unseen", "keep", "--json", stdin=NOTE)
    assert kept.returncode == 0
    assert json.loads(kept.stdout)["documents"][0]["unseen"] == [[9, 19], [41, 51]]
    assert b"1 word that the corpus has never seen" in kept.stderr
    assert reticent("audit", *rules, "--unseen", "remove", stdin=NOTE).returncode == 1


def test_a_plan_lists_them(rules: tuple[str | Path, ...]) -> None:
    assert b"never seen" in reticent("plan", *rules, stdin=NOTE).stdout
    done = reticent("plan", *rules, "--unseen", "refuse", stdin=NOTE)
    assert done.returncode == 3
    assert b"zidovudine" in done.stdout
    assert b"2:5, 3:10" in done.stderr
    assert reticent("plan", *rules, "--unseen", "keep", stdin=NOTE).returncode == 0


def test_a_row_of_a_table_with_such_a_word_is_refused_and_the_others_go_out(
    rules: tuple[str | Path, ...], tmp_path: Path
) -> None:
    (tmp_path / "notes.csv").write_text("id,note\n1,A test.\n2,For zidovudine.\n")
    out, bad = tmp_path / "out.csv", tmp_path / "bad.csv"
    more = ("--column", "id=keep", "--skip-bad", "--bad", bad, "-o", out, "--unseen", "refuse")
    done = reticent("sanitize", tmp_path / "notes.csv", *rules, *more)
    assert done.returncode == 4, done.stderr
    assert "A test." in out.read_text()
    assert "zidovudine" not in out.read_text()
    assert b"never seen" in done.stderr + bad.read_bytes()


def test_a_policy_says_it_and_the_command_line_says_it_louder(index: Path, tmp_path: Path) -> None:
    policy = tmp_path / "hiv.toml"
    model = f'[[models]]\ntype = "cg-sanitization"\nprotect = {{ HIV = "virus" }}\nknowledge = ["none", "{index}"]\n'
    policy.write_text(f'{model}unseen = "keep"\n')
    assert reticent("sanitize", "-p", policy, stdin=NOTE).stdout == NOTE
    assert reticent("sanitize", "-p", policy, "--unseen", "refuse", stdin=NOTE).returncode == 3
    policy.write_text(f'{model}unseen = "sometimes"\n')
    assert reticent("sanitize", "-p", policy, stdin=NOTE).returncode == 2
    done = reticent("sanitize", "--unseen", "keep", stdin=NOTE)
    assert (done.returncode, b"add --protect" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("typed", "code", "released"),
    [
        (b"r\n", 0, b"PLAN\nFor [DRUG 1] and a test.\nThen the [DRUG 1] again."),
        (b"o\nk\n", 0, NOTE),
        (b"s\n", 3, None),
    ],
)
def test_at_a_terminal_a_person_is_asked(
    typed: bytes, code: int, released: bytes | None, rules: tuple[str | Path, ...], tmp_path: Path
) -> None:
    (tmp_path / "note.txt").write_bytes(NOTE)
    out = tmp_path / "out.txt"
    person, terminal = pty.openpty()
    program = [sys.executable, "-c", "from reticent.cli import main; main()"]
    command = [*program, "sanitize", str(tmp_path / "note.txt"), "-o", str(out)]
    try:
        run = subprocess.Popen(
            [*command, *map(str, rules)], stdin=terminal, stderr=terminal, stdout=subprocess.DEVNULL
        )
        os.write(person, typed)
        assert run.wait(timeout=120) == code
        told = os.read(person, 1 << 16)
    finally:
        os.close(person)
        os.close(terminal)
    assert b"zidovudine  at 2:5, 3:10" in told
    assert (out.read_bytes() if out.exists() else None) == released


def test_quiet_runs_over_folders_records_and_many_files_say_that_some_were_kept(
    rules: tuple[str | Path, ...], tmp_path: Path
) -> None:
    notes, many = tmp_path / "notes", tmp_path / "many"
    notes.mkdir()
    many.mkdir()
    for name in ("a.txt", "b.txt"):
        (notes / name).write_bytes(NOTE)
    (tmp_path / "notes.jsonl").write_text('{"text": "For zidovudine."}\n')
    quiet = (*rules, "--unseen", "keep", "--quiet", "--workers", "1")
    folder = reticent("sanitize", notes, *quiet, "-o", tmp_path / "released")
    files = reticent("sanitize", notes / "a.txt", notes / "b.txt", *quiet, "-o", many)
    records = reticent("sanitize", tmp_path / "notes.jsonl", *quiet, "-o", tmp_path / "released.jsonl")
    assert [each.returncode for each in (folder, files, records)] == [0, 0, 0]
    told = [each.stderr.decode().splitlines() for each in (folder, files, records)]
    assert [lines[0].partition(" kept at ")[2] for lines in told] == ["4 places.", "4 places.", "1 place."]


def test_a_quiet_apply_says_that_some_were_kept(rules: tuple[str | Path, ...], tmp_path: Path) -> None:
    note, plan = tmp_path / "note.txt", tmp_path / "plan.json"
    note.write_bytes(NOTE)
    keeping = (*rules, "--unseen", "keep", "--quiet")
    assert reticent("plan", note, *keeping, "--json", "-o", plan).returncode == 0
    done = reticent("apply", plan, note, *keeping)
    assert (done.returncode, done.stdout) == (0, NOTE)
    assert b"words that the corpus has never seen were kept at 2 places" in done.stderr


def test_names_of_columns_tell_nothing_of_what_is_protected(
    rules: tuple[str | Path, ...], tmp_path: Path
) -> None:
    (tmp_path / "named.csv").write_text("note,HIV result\nFor a test.,a test\n")
    out = tmp_path / "released.csv"
    done = reticent("sanitize", tmp_path / "named.csv", *rules, "--unseen", "keep", "-o", out)
    assert done.returncode == 0
    assert out.read_text() == "note,[REMOVED]\nFor a test.,a test\n"
    assert b"HIV result" not in done.stderr
    (tmp_path / "unseen.csv").write_text("note,zidovudine\nFor a test.,a test\n")
    audits = [reticent("audit", tmp_path / name, *rules) for name in ("named.csv", "unseen.csv")]
    assert [each.returncode for each in audits] == [1, 2]
    assert b"names of its parts" in b" ".join(audits[0].stdout.split())
