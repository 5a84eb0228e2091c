"""What a person can do to a state: every action gives a new one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from reticent.engine.rules import Rules
from reticent.errors import ReviewError
from reticent.kinds import SILENT, judged_kinds
from reticent.models.privacy_model import Rung
from reticent.plan import Decision, DeclaredException, Plan
from reticent.review.session import PlanChange, State, sort_changes
from reticent.text import Span

BY_HAND = "by hand"


def decide(
    state: State, name: str, becomes: str | None, *, spans: Sequence[Span] = (), kind: str | None = None
) -> State:
    """A change made into words, or into a placeholder for None; `spans` are given where it takes a part of its places.

    A placeholder says what stood there only where its `kind` is given: what is removed by hand is gone.
    """
    change = require_change(state, name)
    own = change.decision
    silent = becomes is None and kind is None and own.kind in judged_kinds()
    decision = replace(
        own,
        becomes=becomes,
        kind=SILENT if silent else kind or own.kind,
        entity=None if silent or kind not in (None, own.kind) else own.entity,
        spans=tuple(spans) or change.spans,
        what=(),
    )
    put = replace(change, decision=decision, kept=False, accepted=True, by_hand=True)
    return _drop_exceptions(_exchange(state, change, put), change.spans)


def choose_kind(rules: Rules, asked: object = None) -> str:
    """The kind of what a person marks: what they ask for, else the one that says least; a ReviewError for an unknown one."""
    kinds = rules.kinds
    chosen = asked if isinstance(asked, str) else SILENT if SILENT in kinds else min(kinds, default=SILENT)
    if isinstance(asked, str) and chosen not in kinds:
        raise ReviewError("bad", f"the policy declares no such kind: use one of {', '.join(sorted(kinds))}")
    return chosen


def take_rung(state: State, name: str, rung: Rung) -> State:
    """A change made into what a rung of its ladder says."""
    return decide(state, name, rung.becomes, spans=rung.spans, kind=rung.kind or None)


def keep(state: State, name: str) -> State:
    """A change taken back: its term stays, and repairs give up something else."""
    change = require_change(state, name)
    return _exchange(state, change, replace(change, kept=True, accepted=True, by_hand=True))


def override(state: State, name: str, *, reason: str, by: str) -> State:
    """A change taken back against the promises, on somebody's word."""
    change = require_change(state, name)
    return except_places(keep(state, name), change.spans, reason=reason, by=by)


def except_places(state: State, spans: Iterable[Span], *, reason: str, by: str) -> State:
    """Places that stay against the promises, on somebody's word; whoever does so gives a name and a reason."""
    if not reason.strip() or not by.strip():
        raise ReviewError("incomplete", "to keep something against a promise, give a name and a reason")
    places = tuple(sorted(set(spans)))
    without = _drop_exceptions(state, places)
    return replace(
        without, exceptions=(*without.exceptions, DeclaredException(places, reason.strip(), by.strip()))
    )


def add(state: State, spans: Iterable[Span], *, kind: str, becomes: str | None = None) -> State:
    """A new change at these places; what was decided there before gives way."""
    places = tuple(sorted(set(spans)))
    if not places:
        raise ReviewError("unknown", "these words stand nowhere in the document: select them again")
    decision = Decision(places, kind, becomes, reason="marked by hand", model=BY_HAND)
    left = _without_places(state.changes, places)
    added = PlanChange(decision, accepted=True, by_hand=True)
    return _drop_exceptions(replace(state, changes=sort_changes([*left, added])), places)


def accept(state: State, names: Collection[str] | None = None) -> State:
    """The changes of these ids agreed to; all of them where none are named."""
    for name in names or ():
        require_change(state, name)
    return replace(
        state,
        changes=tuple(
            replace(each, accepted=True) if names is None or each.id in names else each
            for each in state.changes
        ),
    )


def annotate(state: State, name: str, *, code: str, note: str, printed: bool = False) -> State:
    """A change with the rule under which it is withheld and the reason, for the log; `printed` puts the rule on its mark.

    The log goes to those who get the release: a reason that quotes what is withheld is refused.
    """
    change = require_change(state, name)
    said = note.casefold()
    for each in state.changes:
        for words in {span.of(state.document.text).casefold().strip() for span in each.spans}:
            if not each.kept and len(words) >= _TELLING and words in said:
                raise ReviewError(
                    "incomplete",
                    "the reason quotes what is withheld, and the log shows it: say it in other words",
                )
    return _exchange(state, change, replace(change, code=code, note=note.strip(), printed=printed))


_TELLING = 3  # letters from which on words in a reason are taken for a quotation; chosen by hand


def widen(state: State, name: str, gap: Span, wide: Span) -> State:
    """One place of a change taken with the words around it that say what stood there; its other places stay as they are."""
    change = require_change(state, name)
    if gap not in change.spans or not wide.covers(gap):
        raise ReviewError("stale", "these words are not at that place any longer: look at the document again")
    left = _without_places(state.changes, [wide])
    decision = replace(change.decision, spans=(wide,), what=())
    widened = replace(change, decision=decision, accepted=True, by_hand=True)
    return _drop_exceptions(replace(state, changes=sort_changes([*left, widened])), [wide])


def take_plan(state: State, plan: Plan) -> State:
    """The state with the decisions of a repaired plan; what people kept, made or accepted is known as such again."""
    known = {(each.spans, each.decision.becomes): each for each in state.changes if not each.kept}
    made = [
        replace(before, decision=replace(decision, kind=before.decision.kind) if before.printed else decision)
        if (before := known.get((decision.spans, decision.becomes)))
        else PlanChange(decision)
        for decision in plan.decisions
    ]
    kept = [each for each in state.changes if each.kept]
    return replace(state, changes=sort_changes([*made, *kept]))


def require_change(state: State, name: str) -> PlanChange:
    """The change of that id; a ReviewError where there is none."""
    change = state.change(name)
    if change is None:
        raise ReviewError("unknown", "there is no such change in the document: load it again")
    return change


def _exchange(state: State, old: PlanChange, new: PlanChange) -> State:
    changes = [new if each is old else each for each in state.changes]
    return replace(state, changes=sort_changes(changes))


def _drop_exceptions(state: State, spans: Iterable[Span]) -> State:
    """The state without exceptions at these places: somebody decides on them anew."""
    gone = tuple(spans)
    left = [
        replace(each, spans=places, what=())
        for each in state.exceptions
        if (places := tuple(span for span in each.spans if not any(span.overlaps(other) for other in gone)))
    ]
    return replace(state, exceptions=tuple(left))


def _without_places(changes: Iterable[PlanChange], taken: Sequence[Span]) -> list[PlanChange]:
    """The changes at those of their places that nobody takes."""
    left = []
    for change in changes:
        spans = tuple(span for span in change.spans if not any(span.overlaps(other) for other in taken))
        if spans == change.spans:
            left.append(change)
        elif spans:
            left.append(replace(change, decision=replace(change.decision, spans=spans, what=())))
    return left
