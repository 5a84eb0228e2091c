"""Names of accounts, machines, folders and files that are made of somebody's name: "mfinch", "finch_m", "marionfinch"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reticent.detection.names.made_words import MadeWords, Named, read_people
from reticent.detection.names.word_classes import WordClasses
from reticent.detection.names.word_lists import WordLists, plain_word
from reticent.text import Mention, Span

_REASON = "names: a word made of a name"
_RARE = 1
_SHORTEST_ALONE = 5
_WORD = re.compile(r"[^\W_]+")
_BEFORE = re.compile(r"([^\W_]+)[._-]\Z")
_BEHIND = re.compile(r"[._-]([^\W_]+)")
_JOINTS = frozenset("._-/\\~$@=")
_LONGEST = 40


def find_user_names(
    text: str, mentions: Sequence[Mention], classes: WordClasses, lists: WordLists
) -> Iterator[Mention]:
    """Further places of the people among the mentions, which are words that are made of their names.

    What a mention covers is told only where it covers no more, so that it is known whose it is.
    """
    people = read_people(text, mentions)
    if not people:
        return
    kinds = {mention.span: mention.kind for mention in mentions}
    covered = bytearray(len(text))
    for mention in mentions:
        covered[mention.span.start : mention.span.end] = b"\1" * len(mention.span)
    for span, person in _find_places(text, MadeWords(people, classes, lists)):
        if not all(covered[span.start : span.end]) or kinds.get(span) == "PERSON":
            yield replace(person.mention, span=span, reason=_REASON)


def _find_places(text: str, made: MadeWords) -> Iterator[tuple[Span, Named]]:
    known: dict[str, tuple[Named | None, Sequence[Named]]] = {}
    for match in _WORD.finditer(text):
        word = match[0]
        if word not in known:
            plain = plain_word(word)
            known[word] = made.read(plain), made.bearers(plain)
        whole, bearers = known[word]
        if whole is not None:
            yield Span(*match.span()), whole
        elif bearers and _stands_joined(text, *match.span()):
            if found := _join(text, *match.span(), bearers):
                yield found
            elif _is_rare(word, made.classes):
                yield Span(*match.span()), bearers[-1]


def _join(text: str, start: int, end: int, bearers: Sequence[Named]) -> tuple[Span, Named] | None:
    """A surname with the given names or initials of its bearer that a dot, a hyphen or an underscore joins to it."""
    for person in reversed(bearers):
        first, last = start, end
        while (part := _BEFORE.search(text, max(0, first - _LONGEST), first)) and person.goes_by(part[1]):
            first = part.start()
        while (part := _BEHIND.match(text, last)) and person.goes_by(part[1]):
            last = part.end()
        if (first, last) != (start, end):
            return Span(first, last), person
    return None


def _stands_joined(text: str, start: int, end: int) -> bool:
    """Whether a word is a part of a path, a file's name or a host's."""
    before, behind = text[max(0, start - 2) : start], text[end : end + 2]
    return (before[-1:] in _JOINTS and before[:1].isalnum() and len(before) > 1) or (
        behind[:1] in _JOINTS and behind[1:].isalnum()
    )


def _is_rare(word: str, classes: WordClasses) -> bool:
    return len(word) >= _SHORTEST_ALONE and classes.of(word.lower()).frequency <= _RARE
