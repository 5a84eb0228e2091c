"""After the last round: what one model changed and another made needless comes back.

A model changes as little as its own promise needs. What other models change afterwards may end a group of which it had changed
one term, and nobody looks at that term again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from reticent.engine.draft import Draft
from reticent.engine.rules import Rules
from reticent.models.privacy_model import CompleteModel
from reticent.plan import Decision, Violation

MOST_TRIALS = 24
"""Trials per document: each is a reading of the whole text, some hundredths of a second. Chosen by hand: of the changes of a
page few are about groups, and of these about one in thirty comes back."""

Judge = Callable[[Draft], Sequence[Violation]]
"""The whole audit of a draft."""


def give_back(draft: Draft, rules: Rules, judge: Judge, *, rounds: int) -> Draft:
    """The draft, which breaks no promise, without single decisions that no promise needs.

    Removals are tried before words, and either in the order of the text, until a pass over all of them restores nothing or there
    were `MOST_TRIALS`. Each is judged first by the model that made it, then by the whole audit. Where a decision is needed, but not for
    the group that its model named, it says what it is needed for now. What a person began, what detectors find, what an audit
    removed, and all that a model gives back never by itself stays as it is; so does everything that one model alone changed in
    one round.
    """
    models = {model.promise.model: model for model in rules.models}
    if len({each.model for each in draft.plan.decisions}) < 2 and rounds < 2:
        return draft
    if any(model.needs == "reader" for model in rules.models):  # who may answer otherwise next time
        return draft
    left = MOST_TRIALS
    restored = True
    while restored and left:
        restored = False
        for each in sorted(_candidates(draft, rules, models), key=_turn)[:left]:
            left -= 1
            other = draft.decide([own for own in draft.plan.decisions if own is not each])
            found = models[each.model].violations(other.release) or judge(other)
            if not found:
                draft, restored = other, True
            else:
                draft = _explain_anew(draft, each, found)
    return draft


def _turn(decision: Decision) -> tuple[bool, tuple[int, int]]:
    return decision.becomes is not None, (decision.spans[0].start, decision.spans[0].end)


def _candidates(draft: Draft, rules: Rules, models: Mapping[str, CompleteModel]) -> Iterator[Decision]:
    """The decisions that may be needless now: those of models that change what others find, about more than one term."""
    for each in draft.plan.decisions:
        model = models.get(each.model)
        if model is None or not model.gives_back or each.kind in rules.kinds_to_close:
            continue
        own = each.becomes is not None or each.kind in model.own_kinds
        if (
            own and len(each.evidence.get("group", ())) != 1
        ):  # a term that tells too much alone does so whatever else stands
            yield each


def _explain_anew(draft: Draft, decision: Decision, found: Sequence[Violation]) -> Draft:
    """The draft with the reason of a decision that is needed for another group than the one that it names."""
    named = tuple(decision.evidence.get("group", ()))
    groups = [each for each in found if each.model == decision.model and each.group]
    if not named or not groups or any(each.group == named for each in groups):
        return draft
    first = min(groups, key=lambda each: (len(each.group), each.group))
    evidence = {"entity": first.about, "group": list(first.group), **first.evidence}
    explained = replace(decision, reason=first.reason, evidence=evidence)
    decisions = tuple(explained if own is decision else own for own in draft.plan.decisions)
    return replace(draft, plan=replace(draft.plan, decisions=decisions))
