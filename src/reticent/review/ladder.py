"""What could stand in place of a term under review, and what would happen if it stayed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reticent.errors import ReviewError
from reticent.models.privacy_model import CompleteModel, ModelHints, Reason, Rung
from reticent.plan import Decision
from reticent.review.actions import require_change
from reticent.review.session import PlanChange, State
from reticent.text import Document, Span


@dataclass(frozen=True, slots=True)
class ReviewLadder:
    """All rungs of a term, the most telling first, and the reasons why the term itself can't stay."""

    rungs: tuple[Rung, ...]
    reasons: tuple[Reason, ...]
    bits: float | None = None


def alternatives(
    document: Document, decision: Decision, *models: CompleteModel, others: Sequence[Decision] = ()
) -> list[Rung]:
    """What else the term of a decision could become, by every model that knows, after the `others` are carried out.

    Each rung has its bits, and the groups that it would complete: it leaks if there are any.
    """
    hints = _hints_of(models, document)
    return [rung for each in hints for rung in each.after(others).alternatives(decision.spans)]


def all_reasons(
    document: Document, decision: Decision, *models: CompleteModel, others: Sequence[Decision] = ()
) -> list[Reason]:
    """All smallest groups that the term of a decision would complete if it stayed, after the `others` are carried out."""
    hints = _hints_of(models, document)
    return [reason for each in hints for reason in each.after(others).reasons(decision.spans)]


def _hints_of(models: Sequence[CompleteModel], document: Document) -> list[ModelHints]:
    return [each for model in models if (each := model.hints(document)) is not None]


def find_ladder(hints: Sequence[ModelHints], state: State, name: str) -> ReviewLadder:
    """The ladder of a change; without hints, the reason that its model gave is all there is."""
    change = require_change(state, name)
    prospects = [each.after(other_decisions(state, change)) for each in hints]
    taken = sorted(span for each in state.changes if each is not change for span in each.spans)
    rungs = [
        replace(rung, spans=_leave_taken(rung.spans, taken))
        for each in prospects
        for rung in each.alternatives(change.spans)
    ]
    reasons = [reason for each in prospects for reason in each.reasons(change.spans)]
    weighed = change.by_hand or "bits" in change.decision.evidence
    bits = [each.bits(change.spans) for each in hints] if weighed else []
    if not reasons and change.decision.reason and not change.kept:
        reasons = [Reason((), "", change.decision.reason)]
    return ReviewLadder(tuple(rungs), tuple(reasons), bits[0] if bits else None)


def find_rung(hints: Sequence[ModelHints], state: State, name: str, number: int) -> Rung:
    """The rung of that number, counted from 1."""
    rungs = find_ladder(hints, state, name).rungs
    if not 1 <= number <= len(rungs):
        raise ReviewError("unknown", "the ladder of this term has no such rung: look at it again")
    return rungs[number - 1]


def other_decisions(state: State, change: PlanChange) -> list[Decision]:
    """What is carried out besides a change."""
    return [each.decision for each in state.changes if not each.kept and each is not change]


def _leave_taken(spans: Sequence[Span], taken: Sequence[Span]) -> tuple[Span, ...]:
    """The places that no other change takes; `taken` are in order and apart."""

    def is_free(span: Span) -> bool:
        at = bisect_right(taken, Span(span.end, span.end)) - 1
        return at < 0 or not taken[at].overlaps(span)

    return tuple(filter(is_free, spans))
