"""Gaps that keep every promise and give themselves away by the words beside them: "I am [REMOVED] positive"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reticent.engine.rules import Rules
from reticent.kinds import SILENT, judged_kinds
from reticent.language import find_language
from reticent.review.session import State
from reticent.text import Span

_REACH = 40
"""Characters beside a gap that are looked at, more than the longest of the words has twice: chosen by hand."""

_NEXT = re.compile(r"[ \t]{0,3}[-–‐‑]?[ \t]{0,3}([^\W\d_]+)")
_LAST = re.compile(r"(?<!\w)([^\W\d_]+)[ \t]{1,3}\Z")

_MOST_LINKS = 2
"""Words between a gap and one that tells of it: a link and an article."""


@dataclass(frozen=True, slots=True)
class GapHint:
    """A place of a change that nothing shows but a gap, and the same with the words that tell what went."""

    change: str
    nth: int
    gap: Span
    wide: Span

    @property
    def id(self) -> str:
        """What it is called by in its document."""
        return f"g{self.gap.start}"


def find_gap_hints(state: State, rules: Rules) -> list[GapHint]:
    """The gaps of a state in fixed phrases, in order.

    Marks of detectors name a kind and stand for a name or a number; only what models remove themselves leaves such a gap.
    """
    kinds = judged_kinds().union({SILENT}, *(model.own_kinds for model in rules.models))
    taken = [span for each in state.changes for span in each.spans]
    found = []
    for change in state.changes:
        decision = change.decision
        if change.kept or decision.becomes is not None or decision.stand_in or decision.kind not in kinds:
            continue
        for nth, gap in enumerate(sorted(change.spans)):
            wide = _widen(state, gap)
            if wide != gap and not any(wide.overlaps(each) for each in taken if each != gap):
                found.append(GapHint(change.id, nth, gap, wide))
    return sorted(found, key=lambda each: each.gap)


def _widen(state: State, gap: Span) -> Span:
    """The gap with the words after it that tell of it, or with one before it and what links them: "infected with […]"."""
    text, nouns = state.document.text, find_language(state.document.language).nouns
    end = gap.end
    while (after := _NEXT.match(text, end)) and after[1].lower() in nouns.beside_gaps:
        end = after.end()
    links = nouns.cause_links | nouns.gap_links
    begins = max(0, gap.start - _REACH)
    before = text[begins : gap.start]
    for _ in range(_MOST_LINKS + 1):
        if not (last := _LAST.search(before)):
            break
        if last[1].lower() in nouns.beside_gaps:
            return Span(begins + last.start(), end)
        if last[1].lower() not in links:
            break
        before = before[: last.end(1)].removesuffix(last[1])
    return Span(gap.start, end)
