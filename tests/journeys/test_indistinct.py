"""Whole runs with `--indistinct`: the option, its plan, its mistakes."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from reticent.knowledge.corpus.build.building import BuildOptions, build
from tests.contracts.reader_worlds import OTHERS, SIGNS
from tests.journeys.command import reticent

NOTE = b"Asthma: wheezing and a cough, an inhaler for the pollen. The bus was late."
HIDE = ("--protect", "asthma=disease", "--indistinct", "2", "--knowledge", "none")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("world")
    texts = [
        f"{name} comes with {one} and {two}."
        for name, signs in SIGNS.items()
        for one, two in combinations(signs, 2)
    ]
    source = folder / "texts.jsonl"
    source.write_text("\n".join(json.dumps({"text": text}) for text in [*texts, *OTHERS]), encoding="utf-8")
    build([source], folder / "world.index", options=BuildOptions(min_documents=1))
    (folder / "illnesses.txt").write_text("\n".join(SIGNS), encoding="utf-8")
    (folder / "others.txt").write_text("gout\nmeasles\ninfluenza\n", encoding="utf-8")
    return folder


def test_a_diagnosis_is_hidden_among_a_list_and_the_promise_says_from_whom(world: Path) -> None:
    rules = (*HIDE, "--knowledge", world / "world.index", "--candidates", world / "illnesses.txt")
    done = reticent("sanitize", *rules, stdin=NOTE)
    assert done.returncode == 0, done.stderr
    assert b"sthma" not in done.stdout
    assert b"The bus was late." in done.stdout
    assert (
        b"at least 2 other candidates, which the text doesn't name, explain the text as well" in done.stderr
    )
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
