"""What could stand in place of a term under review, and what would happen if it stayed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reticent.errors import ReviewError
from reticent.models.disclosure.ladder import Hints, Reason, Rung
from reticent.plan import Decision
from reticent.review.actions import require_change
from reticent.review.state import Change, State
from reticent.text import Span


@dataclass(frozen=True, slots=True)
class Ladder:
    """All rungs of a term, the most telling first, and the reasons why the term itself can't stay."""

    rungs: tuple[Rung, ...]
    reasons: tuple[Reason, ...]
    bits: float | None = None


def find_ladder(hints: Sequence[Hints], state: State, name: str) -> Ladder:
    """The ladder of a change; without hints, the reason that its model gave is all there is."""
    change = require_change(state, name)
    others = other_decisions(state, change)
    taken = sorted(span for each in state.changes if each is not change for span in each.spans)
    rungs = [
        replace(rung, spans=_leave_taken(rung.spans, taken))
        for each in hints
        for rung in each.alternatives(change.spans, others)
    ]
    reasons = [reason for each in hints for reason in each.reasons(change.spans, others)]
    bits = [each.bits(change.spans) for each in hints]
    if not reasons and change.decision.reason and not change.kept:
        reasons = [Reason((), "", change.decision.reason)]
    return Ladder(tuple(rungs), tuple(reasons), bits[0] if bits else None)


def find_rung(hints: Sequence[Hints], state: State, name: str, number: int) -> Rung:
    """The rung of that number, counted from 1."""
    rungs = find_ladder(hints, state, name).rungs
    if not 1 <= number <= len(rungs):
        raise ReviewError("unknown", "the ladder of this term has no such rung: look at it again")
    return rungs[number - 1]


def other_decisions(state: State, change: Change) -> list[Decision]:
    """What is carried out besides a change."""
    return [each.decision for each in state.changes if not each.kept and each is not change]


def _leave_taken(spans: Sequence[Span], taken: Sequence[Span]) -> tuple[Span, ...]:
    """The places that no other change takes; `taken` are in order and apart."""

    def is_free(span: Span) -> bool:
        at = bisect_right(taken, Span(span.end, span.end)) - 1
        return at < 0 or not taken[at].overlaps(span)

    return tuple(filter(is_free, spans))
