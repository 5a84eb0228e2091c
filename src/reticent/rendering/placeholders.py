"""Neutral marks such as `[EMAIL]` or `[PERSON 2]` that stand where words were."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from reticent.kinds import find_kind, is_date
from reticent.plan import Decision
from reticent.text import Document, merge_spans
from reticent.text.document import MASK, Span

_NUMBER = "(?:[1-9][0-9]{0,3}|[1-9][0-9]{1,2},[0-9]{3}|[1-9],[0-9]{3},[0-9]{3})"
"""Up to 9999, and from 10,000 on with commas, as no phone or record number is written."""

_LARGEST = 9999


def label(kind: str) -> str:
    """The kind as a reader sees it."""
    return find_kind(kind).label


def read_label(placeholder: str) -> str:
    """What a placeholder says without its number.

    >>> read_label("[MEDICAL RECORD 2]")
    'MEDICAL RECORD'
    """
    return re.sub(rf" {_NUMBER}$", "", placeholder.strip("[]"))


Knows = Callable[[str], bool]
"""Whether a vault gave away a stand-in; asked about the words between brackets."""


def find_placeholders(text: str, kinds: Iterable[str], knows: Knows | None = None) -> list[Span]:
    """The placeholders of these kinds in a text, in order, told by the text alone.

    Only what we write ourselves counts: a declared kind in capitals and a number of at most four digits that doesn't
    begin with a zero, or a longer one with commas. `[JOHN SMITH]` and `[PHONE 2125550123]` are no placeholders, whoever
    says so; only a vault `knows` whether such words are invented.
    """
    declared = frozenset(kinds)
    found = [Span(*match.span()) for match in _shape(declared).finditer(text)] if declared else []
    if knows is None or "[" not in text:
        return found
    bracketed = [match for match in BRACKETS.finditer(text) if knows(match[1])]
    return merge_spans([*found, *(Span(*match.span()) for match in bracketed)])


BRACKETS = re.compile(r"\[([^\[\]\n]{1,100})\]")
"""Where a stand-in may stand."""


@lru_cache(maxsize=64)
def _shape(kinds: frozenset[str]) -> re.Pattern[str]:
    """What a placeholder of these kinds looks like."""
    labels = "|".join(re.escape(label(kind)) for kind in sorted(kinds))
    return re.compile(rf"\[(?P<label>{labels})(?: (?P<number>{_NUMBER}))?\]")


_JOINT = re.compile(rf"(?<=\n\n){MASK}(?=\n\n)")
"""A joint has empty lines around it: without them the character is the document's own, and parts no words."""


def mark_placeholders(document: Document, kinds: Iterable[str], knows: Knows | None = None) -> Document:
    """The document, which was released or is a part of a release, with all placeholders of these kinds in its text.

    What a format puts between the parts of a record (`MASK`) counts too: it is nobody's word either.
    """
    text = document.text
    return _with_marks(document, find_placeholders(text, kinds, knows) if "[" in text else [])


def mark_earlier_release(document: Document, kinds: Iterable[str]) -> Document:
    """The document with the placeholders of an earlier release, if its text has the form of one.

    In any other text a number in brackets may be anybody's: `[AGE 93]` is text like `(age 93)`. A mark without a number
    says nothing but a kind of the policy and counts wherever it stands.
    """
    text = document.text
    if "[" not in text:
        return _with_marks(document, [])
    declared = frozenset(kinds)
    marks = find_placeholders(text, declared)
    if find_misnumbered(text, declared):
        marks = [span for span in marks if not text[span.end - 2].isdigit()]
    return _with_marks(document, marks)


def _with_marks(document: Document, shown: Sequence[Span]) -> Document:
    text = document.text
    joints = [Span(*match.span()) for match in _JOINT.finditer(text)] if MASK in text else []
    marks = tuple(merge_spans([*shown, *joints]))
    return document if marks == document.placeholders else replace(document, placeholders=marks)


@dataclass(frozen=True, slots=True)
class NumberedMark:
    """A mark with a number that stands in a text, whoever wrote it there."""

    span: Span
    kind: str
    number: int


def find_numbered(text: str, kinds: Iterable[str]) -> list[NumberedMark]:
    """The numbered marks of these kinds in a text, in order."""
    declared = frozenset(kinds) if "[" in text else frozenset()
    if not declared:
        return []
    kind_of = _kinds_by_label(declared)
    return [
        NumberedMark(Span(*match.span()), kind_of[match["label"]], int(match["number"].replace(",", "")))
        for match in _shape(declared).finditer(text)
        if match["number"]
    ]


@lru_cache(maxsize=64)
def _kinds_by_label(kinds: frozenset[str]) -> Mapping[str, str]:
    return {label(kind): kind for kind in sorted(kinds)}


def find_misnumbered(text: str, kinds: Iterable[str], knows: Knows | None = None) -> list[NumberedMark]:
    """The marks of a whole document whose numbers rendering would not have given, in order.

    It numbers the things of each kind 1, 2, 3 … as they first appear, dates in the order of time. Marks that a vault `knows`
    are numbered within its collection.

    >>> [mark.number for mark in find_misnumbered("[PERSON 1], [AGE 93], saw [PERSON 2] and [PERSON 1].", ["PERSON", "AGE"])]
    [93]
    """
    marks = find_numbered(text, kinds)
    if knows is not None:
        marks = [mark for mark in marks if not knows(mark.span.of(text)[1:-1])]
    things: dict[str, set[int]] = {}
    for mark in marks:
        things.setdefault(mark.kind, set()).add(mark.number)
    wrong, next_of = [], dict.fromkeys(things, 1)
    for mark in marks:
        expected = len(things[mark.kind]) if is_date(mark.kind) else next_of[mark.kind]
        if mark.number > expected:
            wrong.append(mark)
        elif mark.number == expected:
            next_of[mark.kind] += 1
    return wrong


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers of all things in a release: of decisions by their entity, and of marks that the text held before."""

    decided: Mapping[tuple[str, int], int]
    standing: Mapping[tuple[str, int], int]

    def name(self, decision: Decision) -> str:
        """The placeholder of a decision; one that knows of no entity has no number.

        Numbers end at 9999: whatever comes after shares `[KIND]`, because a longer one would not be known as a placeholder.
        """
        number = 0 if decision.entity is None else self.decided[decision.kind, decision.entity]
        return _write(decision.kind, number)

    def rename(self, mark: NumberedMark) -> str:
        """The placeholder that stands for a mark of the text."""
        return _write(mark.kind, self.standing[mark.kind, mark.number])


_Thing = tuple[str, bool, int]
"""Its kind, whether a decision is about it or a mark of the text, and the entity of the one or the number of the other."""


def number_things(marks: Sequence[NumberedMark], decisions: Sequence[Decision]) -> Numbering:
    """Numbers 1 … n for the things of each kind in the order in which they first appear; different things never share one.

    `marks` are those in the text that no decision takes. Dates are numbered in the order of time that their entities say,
    after those that stand there already.
    """
    first: dict[_Thing, int] = {}
    for mark in marks:
        first.setdefault((mark.kind, False, mark.number), mark.span.start)
    for decision in decisions:
        if is_numbered(decision):
            thing, begin = (decision.kind, True, decision.entity or 0), min(decision.spans).start
            first[thing] = min(first.get(thing, begin), begin)

    def place(thing: _Thing) -> tuple[int, int]:
        kind, decided, own = thing
        return (decided, own) if is_date(kind) else (first[thing], 0)

    things: dict[str, list[_Thing]] = {}
    for thing in sorted(first, key=place):
        things.setdefault(thing[0], []).append(thing)
    numbers = {thing: number for listed in things.values() for number, thing in enumerate(listed, 1)}
    return Numbering(
        {(kind, own): number for (kind, decided, own), number in numbers.items() if decided},
        {(kind, own): number for (kind, decided, own), number in numbers.items() if not decided},
    )


def is_numbered(decision: Decision) -> bool:
    """Whether the placeholder of a decision says which thing of its kind stood there."""
    return decision.entity is not None and decision.becomes is None and decision.stand_in is None


def _write(kind: str, number: int) -> str:
    return f"[{label(kind)} {number}]" if 0 < number <= _LARGEST else f"[{label(kind)}]"
