"""Plans that are made anew for a state: one that makes it green again, one under other rules, and one as each reader would see it.

A repair loses the fewest bits, and leaves alone what people kept, made or accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reticent.engine import Outcome, run_one
from reticent.engine.rules import Rules
from reticent.errors import PromiseError, ReticentError, ReviewError
from reticent.models.k_safety.model import KSafety
from reticent.models.k_safety.views import view_for
from reticent.models.privacy_model import ModelHints
from reticent.plan import Plan
from reticent.review.actions import add, choose_kind, decide, take_plan, take_rung
from reticent.review.ladder import find_ladder
from reticent.review.session import SessionMember, State


def repair_state(state: State, rules: Rules, hints: Sequence[ModelHints] = ()) -> State:
    """The state with a plan that keeps every promise, the one that loses least; a ReviewError where none was found.

    Two plans are made: one that adds to the decisions as they stand, and one that makes anew what nobody has decided on.
    """
    plan = state.plan
    settled = [change.decision.spans for change in state.changes if change.by_hand or change.accepted]
    ours = replace(plan, decisions=tuple(each for each in plan.decisions if each.spans in settled))
    found = [outcome for begun in (plan, ours) if (outcome := _sanitize(state, begun, rules))]
    clean = [outcome for outcome in found if not outcome.violations]
    if not clean:
        raise ReviewError(
            "red",
            "you can't keep all that you kept: remove what leaks by itself, or overrule it with a reason",
        )
    return take_plan(state, min(clean, key=lambda outcome: measure_loss(outcome.plan, state, hints)).plan)


def carry_over(decided: State, plan: Plan, rules: Rules) -> State:
    """What people decided under other rules, in a plan that these rules make around it."""
    mine = [each.decision for each in decided.changes if (each.by_hand or each.accepted) and not each.kept]
    begun = replace(decided.plan, decisions=tuple(mine), promises=plan.promises)
    try:
        made = run_one(decided.document, rules, begun=begun).plan
    except ReticentError:
        made = plan
    return replace(take_plan(decided, made), promises=plan.promises)


def give_up_member(
    state: State, member: SessionMember, rules: Rules, hints: Sequence[ModelHints] = ()
) -> State:
    """The state in which a term of a leak goes: to the first rung of its ladder that is safe, or to a placeholder."""
    if member.change is None:
        return add(state, member.spans, kind=choose_kind(rules))
    rungs = find_ladder(hints, state, member.change).rungs
    safe = next((rung for rung in rungs if not rung.leaks and rung.spans), None)
    if safe is None:
        return decide(state, member.change, None)
    return take_rung(state, member.change, safe)


def measure_loss(plan: Plan, state: State, hints: Sequence[ModelHints]) -> float:
    """The bits that a plan loses; without a model that can tell, the letters that it changes."""
    if hints:
        return sum(each.loss(plan.decisions) for each in hints)
    return sum(len(span) for decision in plan.decisions for span in decision.spans)


def _sanitize(state: State, begun: Plan, rules: Rules) -> Outcome | None:
    try:
        return run_one(state.document, rules, begun=begun)
    except PromiseError:
        return None


def list_readers(rules: Rules) -> list[str]:
    """The readers that the entity databases of a policy know, in order."""
    databases = [model.database for model in rules.models if isinstance(model, KSafety)]
    return sorted({reader for database in databases for reader in database.clearances()})


def view_state(state: State, rules: Rules, reader: str) -> State:
    """The document as a reader would see it: K-safe for that clearance, under all other promises and what people decided."""
    if reader not in list_readers(rules):
        raise ReviewError("unknown", "the policy knows no such reader: choose one of the list")
    models = tuple(
        view_for(state.document, model, reader).model if isinstance(model, KSafety) else model
        for model in rules.models
    )
    by_hand = {change.spans for change in state.changes if change.by_hand and not change.kept}
    begun = replace(
        state.plan, decisions=tuple(each for each in state.plan.decisions if each.spans in by_hand)
    )
    outcome = run_one(state.document, replace(rules, models=models), begun=begun)
    if outcome.violations:
        raise ReviewError("red", "what was decided can't be shown to this reader: it breaks a promise")
    return State.of_plan(state.document, outcome.plan)
