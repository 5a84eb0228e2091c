"""Who is asked about words that the corpus has never seen, and what their answers come to."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.commands import Command

from reticent.cli._output import ask_about, choose_asking, may_ask, show_unseen
from reticent.text import Document, Span
from reticent.usecases.unseen import UnseenWord

TEXT = Document("d", "Qqzzx and\nwwyyk.")
WORDS = [UnseenWord("qqzzx", TEXT, (Span(0, 5),)), UnseenWord("wwyyk", TEXT, (Span(10, 15),))]


def answers(*given: str) -> Callable[[str], str]:
    waiting: Iterator[str] = iter(given)

    def read(question: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return read


@pytest.mark.parametrize(
    ("given", "choices"),
    [
        (["k"], {"qqzzx": "keep", "wwyyk": "keep"}),
        (["Remove"], {"qqzzx": "remove", "wwyyk": "remove"}),
        (["?", "", "o", "k", "x", "r"], {"qqzzx": "keep", "wwyyk": "remove"}),
        (["o", "k", "s"], {}),
        (["s"], {}),
        ([], {}),
        (["o", "r"], {}),
    ],
)
def test_answers_are_for_all_or_one_by_one_and_to_stop_decides_nothing(
    given: list[str], choices: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask_about(WORDS, ask=answers(*given)) == choices
    told = capsys.readouterr()
    assert "Qqzzx  at 1:1" in told.err
    assert "wwyyk  at 2:1" in told.err
    assert told.out == ""


COMPOUND = [
    UnseenWord("wwyyk", TEXT, (Span(10, 15),)),
    UnseenWord("zzx", TEXT, (Span(0, 5),)),
    UnseenWord("qq zzx", TEXT, (Span(0, 5),)),
]


def test_two_readings_of_the_same_place_are_one_question() -> None:
    assert ask_about(COMPOUND, ask=answers("o", "r", "k")) == {
        "zzx": "remove",
        "qq zzx": "remove",
        "wwyyk": "keep",
    }


def test_the_table_has_each_place_once_in_the_order_of_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    show_unseen("d", COMPOUND)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if line and line[-1] in ("1:1", "2:1")] == [
        ["Qqzzx", "1:1"],
        ["wwyyk", "2:1"],
    ]


@pytest.mark.parametrize(
    ("path", "input_is", "error_is", "expected"),
    [
        ("note.txt", True, True, True),
        ("-", True, True, False),
        ("note.txt", False, True, False),
        ("note.txt", True, False, False),
    ],
)
def test_a_person_is_asked_at_a_terminal_about_a_file_alone(
    path: str, input_is: bool, error_is: bool, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: input_is, raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: error_is, raising=False)
    assert may_ask(path) is expected
    assert (choose_asking(path) is not None) is expected


OPEN = b"Seen on 03/04/2024.\n"
SWAPPED = "1 document with dates whose day and month can be swapped"


def test_dates_that_can_be_read_in_two_ways_are_told_at_every_door(command: Command, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "one.txt").write_bytes(OPEN)
    (tmp_path / "two.csv").write_bytes(b"id,note\n7,Seen on 03/04/2024.\n")
    rules = ("--dates", "month", "-q")
    told = {
        "a text": command("sanitize", *rules, "--report", "report.json", stdin=OPEN),
        "a folder": command("sanitize", "notes", "-o", "out", *rules),
        "a folder's plans": command("plan", "notes", "-o", "plans", *rules),
        "records": command("sanitize", "two.csv", "-o", "three.csv", "--numbers", "keep", *rules),
        "JSON": command("sanitize", "--json", *rules, stdin=OPEN),
    }
    assert {name: (done.code, SWAPPED in done.err) for name, done in told.items()} == dict.fromkeys(
        told, (0, True)
    )
    (said,) = json.loads(told["JSON"].out)["warnings"]
    assert said.startswith(SWAPPED)
    assert json.loads((tmp_path / "report.json").read_text())["warnings"] == [said]
    assert json.loads((tmp_path / "out.manifest.json").read_text())["counts"]["unsettled"] == 1


def test_nothing_is_told_of_dates_that_have_one_reading(command: Command) -> None:
    done = command("sanitize", "--json", "--dates", "month", "-q", stdin=b"Seen on 23/04/2024.\n")
    assert (done.err, json.loads(done.out)["warnings"]) == ("", [])
