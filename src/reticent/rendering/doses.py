"""Doses that go with their drug: how much of it was taken and how often would say which drug it was."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from reticent.language import find_language
from reticent.language.language import CommonWords
from reticent.plan import Decision
from reticent.rendering.gaps import CLOSED, meet
from reticent.text import Document, Span

_DOSE_WORD = re.compile(
    r"[ \t,]{0,3}(?:(\d+(?:[.,/-]\d+)*)([A-Za-z]+|%)?|(q\d{1,2}[a-z]+|[A-Za-z]+(?:(?:\.[A-Za-z]+)+\.?)?))"
)
_EVERY = re.compile(r"q\d{0,2}(?:h|hr|hrs|am|pm|wk|week)")
_AMOUNT_BEFORE = re.compile(r"(?<![\w.,/])\d+(?:[.,/-]\d+)*[ \t]?([A-Za-z]+)[ \t](?:of[ \t])?\Z")
_BESIDE = re.compile(r"[ \t]{1,3}(?:of[ \t]{1,3})?")
"""What stands between an amount and the thing that it is an amount of."""
_AMOUNT_REACH = 24
"""Characters before a drug in which an amount of it stands, such as "1,000 mg of"; chosen by hand."""


def take_doses(
    document: Document, decisions: Sequence[Decision], drugs: Collection[int], *, kept: Sequence[Span] = ()
) -> tuple[Decision, ...]:
    """The decisions, of which those with these numbers hide drugs, with the dose and the schedule of each drug taken along.

    They would say which drug it was. Another decision about a part of them has that part no more; what is `kept` stays.

    >>> note = Document("note", "Meds: Flixotide 200/6 1 inh BD, rest.")
    >>> taken = take_doses(note, [Decision((Span(6, 15),), "DRUG")], [0])
    >>> taken[0].spans[0].of(note.text)
    'Flixotide 200/6 1 inh BD'
    """
    taken = sorted(
        (span, wide)
        for number in drugs
        for span in decisions[number].spans
        if (wide := _with_dose(document, span)) != span and not meet([wide], kept)
    )
    wider: dict[Span, Span] = {}
    for span, wide in taken:
        others = (each for number, every in enumerate(decisions) for each in every.spans if each != span)
        whole = all(wide.covers(each) and each not in wider for each in others if each.overlaps(wide))
        if whole and not meet([wide], tuple(wider.values())):
            wider[span] = wide
    gone = frozenset(
        each
        for every in decisions
        for each in every.spans
        if each not in wider and any(map(each.overlaps, wider.values()))
    )
    decided = (part for each in decisions for part in _take_along(each, wider, gone))
    return tuple(each for each in decided if each.spans)


def _take_along(decision: Decision, wider: Mapping[Span, Span], gone: frozenset[Span]) -> Iterator[Decision]:
    """The decision with its wider places and without those that are gone; beside a word, what is taken along leaves no mark."""
    if not gone.union(wider).intersection(decision.spans):
        yield decision
        return
    spans = [span for span in decision.spans if span not in gone]
    if decision.becomes is None:
        yield replace(decision, spans=tuple(wider.get(span, span) for span in spans), what=())
        return
    yield replace(decision, spans=tuple(spans), what=())
    taken = [
        part
        for span in spans
        for part in (Span(wider.get(span, span).start, span.start), Span(span.end, wider.get(span, span).end))
        if len(part)
    ]
    if taken:
        evidence = {**decision.evidence, CLOSED: True}
        yield replace(decision, spans=tuple(taken), becomes="", what=(), evidence=evidence)


def _with_dose(document: Document, drug: Span) -> Span:
    """A drug with the amount before it, and with numbers, units and words of the schedule after it."""
    text, common = document.text, find_language(document.language).common
    before = _AMOUNT_BEFORE.search(text, max(0, drug.start - _AMOUNT_REACH), drug.start)
    is_amount = before is not None and (
        before[1].lower() in common.measures or before[1].lower() in common.units
    )
    start = before.start() if before and is_amount else drug.start
    return Span(start, len(text[: _end_of_dose(text, drug.end, common)].rstrip(" ,\t")))


def _end_of_dose(text: str, end: int, common: CommonWords) -> int:
    """Where the numbers, units and words of the schedule after a drug end.

    An amount after a comma or "and" is of the word that follows it, if one does.
    """
    at, before_loose = end, None
    counted, linked = False, False
    while found := _DOSE_WORD.match(text, at):
        number, unit, word = found.groups()
        small = (word or unit or "").lower().rstrip(".")
        is_unit = small in common.measures or small in common.units or small == "%"
        says_when = small in common.schedules or (linked and small in common.schedule_times)
        if number:
            is_loose = linked or "," in text[at : found.start(1)]
            before_loose = end if is_loose and before_loose is None else before_loose
            counted = True
            end = found.end() if unit and (is_unit or small in common.schedules) else end
        elif (counted and is_unit) or says_when or is_interval(small):
            before_loose = before_loose if counted and is_unit else None
            end, linked = found.end(), False
        elif small in common.schedule_links:
            linked = True
        else:
            beside = before_loose is not None and _BESIDE.fullmatch(text, end, found.start(3))
            return before_loose if before_loose is not None and beside else end
        at = found.end()
    return end


def is_interval(word: str) -> bool:
    """Whether a word says after how many hours a drug is given again, such as "q4h"."""
    return _EVERY.fullmatch(word) is not None
