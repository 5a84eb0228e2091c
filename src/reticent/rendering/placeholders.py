"""Neutral marks such as `[EMAIL]` or `[PERSON 2]` that stand where words were."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from reticent.plan import Decision
from reticent.text import Document, merge_spans
from reticent.text.span import Span

_NUMBER = "(?:[1-9][0-9]{0,3}|[1-9][0-9]{1,2},[0-9]{3}|[1-9],[0-9]{3},[0-9]{3})"
"""Up to 9999, and from 10,000 on with commas, as no phone or record number is written."""

_LARGEST = 9999


@lru_cache(maxsize=1024)
def label(kind: str) -> str:
    """The kind as a reader sees it: capitals, with spaces for underscores."""
    return kind.replace("_", " ").upper()


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
    return re.compile(rf"\[(?:{labels})(?: {_NUMBER})?\]")


def mark_placeholders(document: Document, kinds: Iterable[str], knows: Knows | None = None) -> Document:
    """The document with the placeholders of these kinds that its text shows, and no others.

    What a format puts between the parts of a record (U+FFFC) counts too: it is nobody's word either.
    """
    text = document.text
    joints = [Span(*match.span()) for match in re.finditer("\ufffc+", text)] if "\ufffc" in text else []
    shown = find_placeholders(text, kinds, knows) if "[" in text else []
    marks = tuple(merge_spans([*shown, *joints]))
    return document if marks == document.placeholders else replace(document, placeholders=marks)


def namer(text: str, decisions: Sequence[Decision]) -> Callable[[Decision], str]:
    """A function that names the placeholder of a decision so that it can't be mistaken for anything in `text`.

    Decisions without an entity share `[KIND]`; entities are numbered within their kind in their own order. Where
    the text already holds such a mark, numbers above all that stand there are used, up to 9999: whatever comes after
    shares `[KIND]`, because a longer number would not be known as a placeholder again.
    """
    entities: dict[str, set[int]] = {}
    for decision in decisions:
        if decision.entity is not None:
            entities.setdefault(decision.kind, set()).add(decision.entity)
    numbers = {
        kind: {each: number for number, each in enumerate(sorted(known), 1)}
        for kind, known in entities.items()
    }
    taken = {kind: _highest(text, kind) for kind in {decision.kind for decision in decisions}}

    def name(decision: Decision) -> str:
        base = taken[decision.kind]
        number = (
            base + 1 if decision.entity is None else max(base, 0) + numbers[decision.kind][decision.entity]
        )
        shown = f" {number}" if 0 < number <= _LARGEST else ""
        return f"[{label(decision.kind)}{shown}]"

    return name


def _highest(text: str, kind: str) -> int:
    """The highest number of a mark of this kind in the text, in any case; 0 for a mark without one, -1 for none."""
    marks = re.findall(rf"\[{re.escape(label(kind))}(?: ({_NUMBER}))?\]", text, re.IGNORECASE)
    return max((int((number or "0").replace(",", "")) for number in marks), default=-1)
