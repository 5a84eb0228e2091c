"""Where a place of the released text comes from, where a place of the original went, and how two plans join."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, count

from reticent.kinds import is_date
from reticent.plan import Decision, Edit, Plan, Release
from reticent.text import Mention, Span


@dataclass(frozen=True, slots=True)
class Trace:
    """Edits in order, with where each begins and ends in the original and in the released text."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    new_starts: tuple[int, ...]
    new_ends: tuple[int, ...]

    @classmethod
    def of(cls, edits: Sequence[Edit]) -> Trace:
        """The trace of edits that are in order and disjoint."""
        growth = accumulate((len(edit.text) - len(edit.span) for edit in edits), initial=0)
        new_starts = tuple(edit.span.start + grown for edit, grown in zip(edits, growth, strict=False))
        return cls(
            tuple(edit.span.start for edit in edits),
            tuple(edit.span.end for edit in edits),
            new_starts,
            tuple(start + len(edit.text) for start, edit in zip(new_starts, edits, strict=True)),
        )

    def to_original(self, span: Span) -> Span:
        """The place of the original that became `span`; an edit that `span` touches counts whole."""
        first = bisect_right(self.new_starts, span.start) - 1
        last = bisect_left(self.new_starts, span.end) - 1
        start = span.start if first < 0 else span.start - self.new_ends[first] + self.ends[first]
        end = span.end if last < 0 else span.end - self.new_ends[last] + self.ends[last]
        if first >= 0 and span.start < self.new_ends[first]:
            start = self.starts[first]
        if last >= 0 and span.end < self.new_ends[last]:
            end = self.ends[last]
        return Span(start, max(start, end))

    def to_released(self, span: Span) -> Span | None:
        """Where the untouched part of `span` stands now; None when the edits took all of it."""
        first = bisect_right(self.ends, span.start)
        last = bisect_left(self.starts, span.end)
        start, end = span.start, span.end
        while first < last and self.starts[first] <= start:
            start, first = max(start, self.ends[first]), first + 1
        while first < last and self.ends[last - 1] >= end:
            end, last = min(end, self.starts[last - 1]), last - 1
        if start >= end:
            return None
        return Span(start + self._shift(start), end + self._shift(end - 1))

    def touches(self, span: Span) -> bool:
        """Whether an edit changed anything of `span`, a place in the original."""
        return bisect_right(self.ends, span.start) < bisect_left(self.starts, span.end)

    def _shift(self, position: int) -> int:
        before = bisect_right(self.ends, position) - 1
        return self.new_ends[before] - self.ends[before] if before >= 0 else 0


def mentions_left(release: Release) -> list[Mention]:
    """The mentions of the original that still stand in the released text, at their new places."""
    if not release.mentions:
        return []
    trace = Trace.of(release.edits)
    places = [(mention, trace.to_released(mention.span)) for mention in release.mentions]
    return [replace(mention, span=span) for mention, span in places if span]


def amend_plan(plan: Plan, release: Release, further: Plan) -> Plan:
    """One plan for the original that does what `plan` did and then what `further` did to its release.

    Where the two meet, the later decision stands for the whole place; later decisions that meet each other in the
    original become one removal. The same thing has the same entity in both, and no other thing has it.
    """
    trace = Trace.of(release.edits)
    lifted = [
        replace(decision, spans=tuple(trace.to_original(span) for span in decision.spans))
        for decision in further.decisions
    ]
    later = _separate(_number_anew(plan.decisions, lifted, release.original.text))
    taken = Trace.of([Edit(span, "", 0) for span in sorted(span for each in later for span in each.spans)])
    earlier = [
        replace(decision, spans=tuple(span for span in decision.spans if not taken.touches(span)))
        for decision in plan.decisions
    ]
    promises = [*plan.promises, *(promise for promise in further.promises if promise not in plan.promises)]
    decisions = [decision for decision in [*earlier, *later] if decision.spans]
    return Plan.for_document(release.original, tuple(decisions), tuple(promises))


def _number_anew(earlier: Sequence[Decision], later: Sequence[Decision], text: str) -> list[Decision]:
    """The later decisions with entities that agree with the earlier ones.

    Who has the number and a word of an earlier one, or is written like one, is the same; a number that an earlier decision
    has for something else is changed. The entity of a date is its place in time, whoever found it.
    """
    words: dict[_Entity, set[str]] = {}
    alike: dict[tuple[str, str], int] = {}
    for decision in earlier:
        for form in _write_plainly(decision, text) if decision.entity is not None else ():
            words.setdefault((decision.kind, decision.entity), set()).update(form.split())
            alike.setdefault((decision.kind, form), decision.entity or 0)
    if not words:
        return list(later)
    fresh = count(1 + max(each.entity or 0 for each in (*earlier, *later)))
    chosen: dict[_Entity, int] = {}
    numbered = []
    for decision in later:
        own = decision.kind, decision.entity
        written = _write_plainly(decision, text)
        same = {alike.get((decision.kind, each)) for each in written}
        if is_date(decision.kind) or own in chosen:
            entity = chosen.get(own, decision.entity)
        elif decision.entity is None:
            entity = same.pop() if len(same) == 1 else None
        elif any(words.get(own, set()).intersection(each.split()) for each in written):
            entity = decision.entity
        else:
            known = min((each for each in same if each is not None), default=None)
            entity = known if known is not None else next(fresh) if own in words else decision.entity
            chosen[own] = entity
        numbered.append(replace(decision, entity=entity))
    return numbered


_Entity = tuple[str, int | None]
"""A kind and the entity of a decision of that kind."""


def _write_plainly(decision: Decision, text: str) -> set[str]:
    """How the places of a decision are written, whatever their case and signs."""
    return {" ".join(re.findall(r"\w+", span.of(text).casefold())) for span in decision.spans}


def _separate(decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions with no two places in common: where some meet, one removal takes the hull of their places."""
    places = sorted(
        ((span, index) for index, decision in enumerate(decisions) for span in set(decision.spans)),
        key=lambda place: place[0],
    )
    clusters: list[tuple[Span, set[int]]] = []
    for span, index in places:
        if clusters and clusters[-1][0].overlaps(span):
            hull, members = clusters[-1]
            clusters[-1] = (hull.hull(span), members | {index})
        else:
            clusters.append((span, {index}))
    spans: dict[int, list[Span]] = {}
    joint: list[Decision] = []
    for span, members in clusters:
        if len(members) == 1:
            spans.setdefault(min(members), []).append(span)
        else:
            joint.append(replace(decisions[min(members)], spans=(span,), becomes=None))
    single = [replace(decisions[index], spans=tuple(places)) for index, places in sorted(spans.items())]
    return [*single, *joint]
