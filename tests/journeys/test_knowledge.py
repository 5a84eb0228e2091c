"""Whole runs of `reticent knowledge`: build, info, ask, and what goes wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.journeys.command import ROOT, reticent

TEXTS = [
    "HIV is a virus. A blood transfusion can pass it on.",
    "Blood transfusions are tested for HIV.",
    "A computer virus is a program.",
    "Heads of state met in 1984.",
]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("knowledge") / "archive.jsonl"
    source.write_text("\n".join(json.dumps({"text": text}) for text in TEXTS), encoding="utf-8")
    return source


@pytest.fixture(scope="module")
def index(archive: Path) -> Path:
    target = archive.parent / "archive.index"
    done = reticent(
        "knowledge",
        "build",
        archive,
        "-o",
        target,
        "--min-documents",
        "1",
        "--licence",
        "ours",
        "--workers",
        "1",
    )
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"4 documents" in done.stderr
    return target


def test_an_archive_is_built_described_and_asked(index: Path) -> None:
    info = json.loads(reticent("knowledge", "info", index, "--json").stdout)
    assert info["fingerprint"].startswith("sha256:")
    assert (info["files"][0]["licence"], info["files"][0]["documents"]) == ("ours", 4)
    assert b"archive.jsonl (4)" in reticent("knowledge", "info", index).stdout
    asked = reticent("knowledge", "ask", "HIV", "blood transfusions", "-k", "none", "-k", index, "--json")
    answers = {" + ".join(answer["terms"]): answer for answer in json.loads(asked.stdout)["answers"]}
    assert answers["HIV"]["count"] == answers["blood transfusion"]["count"] == 2
    assert answers["HIV + blood transfusion"] == {
        "terms": ["HIV", "blood transfusion"],
        "count": 2,
        "information": 1.0,
        "pmi": 1.0,
        "known": "exact",
    }


def test_a_phrase_without_a_count_of_its_own_is_called_approximate(index: Path) -> None:
    table = reticent(
        "knowledge", "ask", "virus blood", "unicorn", "virus", "-k", "none", "-k", index
    ).stdout.decode()
    assert "approximate" in table
    assert "unseen" in table
    assert "virus blood + unicorn + virus" in table


def test_shards_add_up(index: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.index"
    (tmp_path / "other.txt").write_text("HIV again.", encoding="utf-8")
    reticent(
        "knowledge", "build", tmp_path / "other.txt", "-o", other, "--min-documents", "1", "--workers", "1"
    )
    asked = reticent("knowledge", "ask", "HIV", "-k", "none", "-k", index, "-k", other, "--json")
    answers = json.loads(asked.stdout)
    assert (answers["documents"], answers["answers"][0]["count"]) == (5, 3)


def test_a_file_adds_to_general_and_one_called_medicine_is_written_with_its_folder(
    index: Path, tmp_path: Path
) -> None:
    (tmp_path / "medicine").write_bytes(index.read_bytes())

    def documents(*choices: str) -> int:
        options = [part for each in choices for part in ("-k", each)]
        asked = reticent("knowledge", "ask", "HIV", *options, "--json", cwd=tmp_path)
        return int(json.loads(asked.stdout)["documents"])

    general = documents()
    assert documents("general") == general
    assert documents("./medicine") == general + 4
    assert documents("medicine") > general + 4
    assert documents("none", "./medicine") == 4


def test_what_ships_of_medicine_is_described_with_its_licences() -> None:
    shown = reticent("knowledge", "info", "medicine").stdout.decode()
    assert "Human Phenotype Ontology" in shown
    assert "CC BY 4.0" in shown
    assert re.search(r"^weight +5$", shown, re.MULTILINE)


def test_a_lay_word_is_protected_where_medicine_is_chosen() -> None:
    note = b"A long history of fibro. She lives near the park."
    rules = ("--protect", "fibromyalgia=disorder", "--unseen", "keep", "-q", "-k", "medicine")
    done = reticent("sanitize", *rules, stdin=note)
    assert done.returncode == 0, done.stderr
    assert b"fibro" not in done.stdout
    assert b"near the park" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ask", "the", "-k", "none", "-k", "INDEX"], "only stop words"),
        (["info", "ARCHIVE"], "is no knowledge file"),
        (["ask", "HIV", "-k", "none"], "leaves nothing to count with"),
        (["ask", "HIV", "-k", "medcine"], "choose what ships: general, medicine"),
        (["build", "ARCHIVE", "-o", "x.index", "--phrases", "nowhere.txt"], "check the file of phrases"),
    ],
)
def test_bad_input_is_one_clear_line(index: Path, archive: Path, arguments: list[str], message: str) -> None:
    real = {"INDEX": str(index), "ARCHIVE": str(archive)}
    done = reticent("knowledge", *(real.get(argument, argument) for argument in arguments))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith("reticent: ")
    assert message in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


def test_bad_lines_are_counted_when_asked(archive: Path, tmp_path: Path) -> None:
    source, target = tmp_path / "archive.jsonl", tmp_path / "x.index"
    source.write_text(archive.read_text() + "\nnot JSON")
    build = ("knowledge", "build", source, "-o", target, "--min-documents", "1", "--workers", "1")
    done = reticent(*build, "--skip-bad")
    assert done.returncode == 0
    assert b"1 bad records left out" in done.stderr


@pytest.mark.parametrize("stop", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_a_build_that_is_stopped_leaves_nothing_behind(tmp_path: Path, stop: signal.Signals) -> None:
    source = tmp_path / "archive.jsonl"
    source.write_text((json.dumps({"text": " ".join(TEXTS) * 40}) + "\n") * 4000)
    program = [sys.executable, "-c", "from reticent.cli import main; main()"]
    command = [*program, "knowledge", "build", str(source), "-o", str(tmp_path / "x.index"), "--workers", "2"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stderr=subprocess.PIPE,
        env=os.environ.copy(),
        # Whoever runs the tests in the background of a shell has the interrupt ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - nothing is threaded here
    ) as running:
        while not list(tmp_path.glob(".x.index.*/batch-*")):
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(stop)
        _, complaint = running.communicate(timeout=60)
    assert running.returncode == 2
    assert complaint == b"reticent: stopped before the end; nothing was written\n"
    assert [path.name for path in tmp_path.iterdir()] == ["archive.jsonl"]
