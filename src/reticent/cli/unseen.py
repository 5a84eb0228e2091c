"""Words that the corpus has never seen: told on standard error, and asked about where a person sits at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from reticent.cli.exits import say
from reticent.cli.output import print_table
from reticent.formats.files import STANDARD_INPUT
from reticent.text import Span
from reticent.text.document import line_and_column
from reticent.usecases.unseen import Decide, UnseenWord

if TYPE_CHECKING:
    from reticent.models.disclosure.unseen import Choice

_ALL: Mapping[str, Choice] = {"k": "keep", "r": "remove"}
_QUESTION = "keep all (k), remove all (r), one by one (o), or stop (s)? "


def may_ask(path: str) -> bool:
    """Whether a person can be asked: the document is a file, and both ends of the talk are a terminal."""
    return path != STANDARD_INPUT and sys.stdin.isatty() and sys.stderr.isatty()


def choose_asking(path: str) -> Decide | None:
    """How to ask about a file, or None where nobody can be asked."""
    return ask_about if may_ask(path) else None


def ask_about(words: Sequence[UnseenWord], *, ask: Callable[[str], str] | None = None) -> dict[str, Choice]:
    """What a person says of each word; nothing where they stop, which leaves the document unreleased."""
    read = ask or _read_line
    say("The corpus has never seen these words, so that nothing can be said about them:")
    alike = _group_by_place(words)
    for each, *_ in alike:
        say(f"  {each.written}  at {list_lines(each)}")
    answer = _answer(read, _QUESTION, "kros")
    if answer in _ALL:
        return {each.word: _ALL[answer] for each in words}
    if answer != "o":
        return {}
    choices: dict[str, Choice] = {}
    for group in alike:
        answer = _answer(read, f"{group[0].written}: keep (k), remove (r) or stop (s)? ", "krs")
        if answer not in _ALL:
            return {}
        choices |= {each.word: _ALL[answer] for each in group}
    return choices


def list_lines(word: UnseenWord) -> str:
    """The places of a word as line:column."""
    place = line_and_column(word.document.text)
    return ", ".join("{}:{}".format(*place(span.start)) for span in word.places)


def tell_doubts(name: str, warnings: Sequence[str]) -> None:
    """Say what can't be told of a release; this is never kept quiet."""
    for each in warnings:
        say(f"{name}: {each}.")


def show_unseen(name: str, words: Sequence[UnseenWord]) -> None:
    """A table of the words, where there are any."""
    if words:
        rows = [(each.written, list_lines(each)) for each, *_ in _group_by_place(words)]
        print_table(f"Words in {name} that the corpus has never seen", ["word", "where"], rows)


def _group_by_place(words: Sequence[UnseenWord]) -> list[list[UnseenWord]]:
    """The words in the order of the text; those of the same places together, such as "co-trimoxazole" and a part of it."""
    groups: dict[tuple[Span, ...], list[UnseenWord]] = {}
    for each in words:
        groups.setdefault(each.places, []).append(each)
    return [groups[places] for places in sorted(groups)]


def _answer(read: Callable[[str], str], question: str, allowed: str) -> str:
    """The first letter of an answer, asked again until it is one of those allowed; to end the input is to stop."""
    while True:
        try:
            answer = read(question).strip().lower()[:1]
        except EOFError:
            return "s"
        if answer and answer in allowed:
            return answer


def _read_line(question: str) -> str:
    """A line of standard input; the question goes to standard error, because the release may go to standard output."""
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
