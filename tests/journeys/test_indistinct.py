"""Whole runs with `--indistinct`: the option, its plan, its mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contracts.reader_worlds import NAMES_NEARLY_ALL, write_policy
from tests.journeys.command import reticent
from tests.journeys.serving import client, serving

NOTE = b"Asthma: wheezing and a cough, an inhaler for the pollen. The bus was late."
HIDE = ("--protect", "asthma=disease", "--indistinct", "2", "--knowledge", "none")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("world")
    write_policy(folder)
    (folder / "others.txt").write_text("gout\nmeasles\ninfluenza\n", encoding="utf-8")
    return folder


def test_a_diagnosis_is_hidden_among_a_list_and_the_promise_says_from_whom(world: Path) -> None:
    rules = (*HIDE, "--knowledge", world / "world.index", "--candidates", world / "illnesses.txt")
    done = reticent("sanitize", *rules, stdin=NOTE)
    assert done.returncode == 0, done.stderr
    assert b"sthma" not in done.stdout
    assert b"The bus was late." in done.stdout
    assert b"at least 2 other candidates explain the text as well" in done.stderr
    shown = reticent("plan", *rules, stdin=NOTE)
    assert b"% of what bayes had for asthma" in b" ".join(shown.stdout.split())
    assert b"no plan can lose fewer than" in shown.stderr


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--indistinct", "3"), b"--indistinct goes with --protect"),
        (("--protect", "asthma=disease", "--candidates", "list.txt"), b"--candidates goes with --indistinct"),
        (
            ("--protect", "asthma=disease", "--protect", "asthma=illness", "--indistinct", "3"),
            b"give it one --protect only",
        ),
    ],
)
def test_options_that_do_not_fit_are_named_and_nothing_is_written(
    options: tuple[str, ...], line: bytes, tmp_path: Path
) -> None:
    done = reticent("sanitize", *options, "-o", tmp_path / "out.txt", stdin=NOTE)
    assert (done.returncode, line in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "out.txt").exists()


def test_a_list_without_what_is_hidden_is_refused(world: Path) -> None:
    rules = (*HIDE, "--knowledge", world / "world.index", "--candidates", world / "others.txt")
    done = reticent("sanitize", *rules, stdin=NOTE)
    assert done.returncode == 2
    assert b"'asthma' is not among the candidates" in done.stderr
    assert done.stdout == b""


def test_a_note_that_names_nearly_all_candidates_is_not_released_and_the_line_says_what_to_do(
    world: Path,
) -> None:
    done = reticent("sanitize", "--policy", world / "ward.toml", stdin=NAMES_NEARLY_ALL.encode())
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"7 others are named in the text and don't count" in done.stderr
    assert b"take a smaller k or a longer list of candidates" in done.stderr


def test_unseen_words_are_kept_removed_or_refused_as_the_option_says(world: Path) -> None:
    note = NOTE + b" She takes zorblatin."
    rules = ("--policy", world / "ward.toml")
    assert b"zorblatin" in reticent("sanitize", *rules, stdin=note).stdout
    removed = reticent("sanitize", *rules, "--unseen", "remove", stdin=note)
    assert (removed.returncode, b"zorblatin" in removed.stdout) == (0, False), removed.stderr
    refused = reticent("sanitize", *rules, "--unseen", "refuse", stdin=note)
    assert (refused.returncode, refused.stdout) == (3, b"")
    assert b"--unseen keep, remove or ask" in refused.stderr


def test_the_service_keeps_the_promise_or_answers_409(world: Path, tmp_path: Path) -> None:
    with serving(tmp_path, "--policies", world) as running, client(running) as web:
        released = web.post("/v1/sanitize?policy=ward", json={"text": NOTE.decode()})
        assert released.status_code == 200
        assert "sthma" not in released.json()["text"]
        assert released.json()["promises"][0]["model"] == "indistinct"
        plan = web.post("/v1/plan?policy=ward", json={"text": NOTE.decode()}).json()
        assert any("% of what bayes had for asthma" in each["reason"] for each in plan["decisions"])
        refused = web.post("/v1/sanitize?policy=ward", json={"text": NAMES_NEARLY_ALL})
        audited = web.post("/v1/audit?policy=ward", json={"text": "Her inhaler, wheezing and pollen."})
    assert (refused.status_code, audited.status_code) == (409, 409)
    assert {each["model"] for each in refused.json()["violations"]} == {"indistinct"}
    assert "bus" not in refused.text
    assert {each["model"] for each in audited.json()["violations"]} == {"indistinct"}
