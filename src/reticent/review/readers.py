"""What each reader would see of a document under review, where the policy knows readers."""

from __future__ import annotations

from dataclasses import replace

from reticent.engine import run_one
from reticent.engine.rules import Rules
from reticent.errors import ReviewError
from reticent.models.k_safety.model import KSafety
from reticent.models.k_safety.views import view_for
from reticent.review.session import State


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
