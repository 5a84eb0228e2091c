"""The rounds of a document: every model plans, the audit judges, and those whose promise broke plan again; then needless changes go."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

from reticent.audit.exceptions import exceptions_in_release, is_excepted
from reticent.audit.verification import verify
from reticent.engine.draft import Draft
from reticent.engine.giving_back import give_back
from reticent.engine.outcome import Outcome
from reticent.engine.rules import Rules
from reticent.errors import PromiseError
from reticent.models.privacy_model import CompleteModel, fill_gaps
from reticent.plan import Plan, Violation
from reticent.plan.values import keep_smallest
from reticent.rendering.gaps import close_gaps
from reticent.rendering.placeholders import IsStandIn
from reticent.text import Document, Mention

MAX_ROUNDS = 20
"""Every round generalizes or removes something, so that a handful suffices; more means that a model never ends."""


Rounds = Generator[Document, None, Outcome]
"""A document on its way: which text is read next, and the outcome at last."""


def go_through_rounds(
    document: Document,
    rules: Rules,
    mentions: Sequence[Mention] = (),
    *,
    begun: Plan | None = None,
    progress: Callable[[int], None] | None = None,
) -> Rounds:
    """The rounds of a document; each text is handed out before a model or the audit reads it, and the outcome at the end."""
    plan = _begin(document, rules, begun)
    draft = Draft.of(document, plan, mentions, rules.kinds_with(mentions, plan.decisions))
    asked: Sequence[CompleteModel] = rules.models
    violations: list[Violation] = []
    for number in range(1, MAX_ROUNDS + 1):
        if progress:
            progress(number)
        before = draft.plan
        yield draft.release.released
        for model in asked:
            kept = draft.find_kept()
            said = model.plan_around(draft.release, kept) if kept else model.plan_further(draft.release)
            draft = draft.join(said)
        if number == 1:
            draft = draft.widen_to_findings(rules.models).take_marks()
        draft = _treat_gaps(draft, rules, first=number == 1)
        yield draft.release.released
        violations = judge(draft, rules.models)
        draft = draft.remove_leftovers(violations)
        again = [model for model in rules.models if any(v.model == model.promise.model for v in violations)]
        if not violations or (draft.plan == before and all(model in asked for model in again)):
            break
        asked = again
    if not violations and begun is None:
        draft = give_back(draft, rules, lambda other: judge(other, rules.models), rounds=number)
    return conclude(draft, violations, rounds=number)


def conclude(draft: Draft, violations: Sequence[Violation], *, rounds: int = 1) -> Outcome:
    """The outcome of a draft that was judged."""
    excepted = exceptions_in_release(draft.plan, draft.release)
    return Outcome(draft.plan, draft.release, tuple(keep_smallest(violations)), rounds, excepted)


def judge(
    draft: Draft, models: Sequence[CompleteModel], is_stand_in: IsStandIn | None = None
) -> list[Violation]:
    """The violations that no person answers for; a text with exceptions is shown to no reader, so it can't pass one."""
    violations = verify(draft.release, models, kinds=draft.kinds, is_stand_in=is_stand_in)
    excepted = exceptions_in_release(draft.plan, draft.release)
    left = [each for each in violations if not is_excepted(each, excepted)] if excepted else violations
    if violations and not left and any(model.needs == "reader" for model in models):
        raise PromiseError(
            f"'{draft.plan.document}' keeps something against a promise, so no reader may see it, and nobody can tell what"
            " would be guessed from it: remove the exceptions, or take the attacker out of the policy"
        )
    return left


def _begin(document: Document, rules: Rules, begun: Plan | None) -> Plan:
    """The plan of the first round: nothing, or what a person began."""
    if begun is None:
        return Plan.for_document(document, (), rules.promises)
    # The stand-ins of a vault are put at the end, for what was begun as for all else.
    linked = rules.pseudonyms is not None
    decisions = [replace(each, stand_in=None) if linked else each for each in begun.decisions]
    plan = Plan.for_document(document, tuple(decisions), rules.promises)
    return replace(plan, exceptions=begun.exceptions, keep=begun.keep)


def _treat_gaps(draft: Draft, rules: Rules, *, first: bool) -> Draft:
    """The draft with gaps filled or closed; only the first round fills, so that none does so for ever."""
    document, decisions = draft.release.original, draft.plan.decisions
    if rules.invent and first:
        decisions = fill_gaps(document, decisions, rules.models)
    if kinds := rules.kinds_to_close:
        decisions = close_gaps(document, decisions, kinds=kinds, kept=draft.plan.kept_places)
    return draft if decisions == draft.plan.decisions else draft.decide(decisions)
