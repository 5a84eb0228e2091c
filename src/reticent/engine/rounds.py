"""The rounds of a document: every model plans, the audit judges, and those whose promise broke plan again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from reticent.audit.exceptions import exceptions_in_release, is_excepted
from reticent.audit.verification import verify
from reticent.detection.detector import Detector, read_ahead
from reticent.engine.draft import Draft
from reticent.engine.outcome import Outcome
from reticent.errors import InternalError, PromiseError, ReticentError
from reticent.files.extensions import offers
from reticent.models.privacy_model import PrivacyModel, RulesGaps, UsesDetectors, fill_gaps
from reticent.plan import Plan, Violation
from reticent.plan.values import keep_smallest
from reticent.rendering.gaps import Gaps, close_gaps
from reticent.rendering.placeholders import IsStandIn, mark_earlier_release
from reticent.text import Document, Mention

MAX_ROUNDS = 20
"""Every round generalizes or removes something, so that a handful suffices; more means that a model never ends."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What many documents are judged by: models, and every kind that a placeholder may name.

    `gaps` and `invent` say what becomes of removed places.
    """

    models: Sequence[PrivacyModel]
    kinds: frozenset[str]
    gaps: Gaps = "mark"
    invent: bool = False

    @property
    def kinds_to_close(self) -> frozenset[str]:
        """The kinds of gaps that are closed; what a detector found has a name of its own, which says what it is."""
        closing = [
            model
            for model in self.models
            if not offers(model, UsesDetectors)
            and (model.gaps if offers(model, RulesGaps) else self.gaps) == "close"
        ]
        return frozenset().union(*(model.kinds for model in closing))


Rounds = Generator[Document, None, Outcome]
"""A document on its way: which text is read next, and the outcome at last."""


def go_through_rounds(
    document: Document,
    rules: Rules,
    *,
    mentions: Sequence[Mention] = (),
    begun: Plan | None = None,
    progress: Callable[[int], None] | None = None,
) -> Rounds:
    """The rounds of a document; each text is handed out before a model or the audit reads it, and the outcome at the end."""
    original = document if document.placeholders else mark_earlier_release(document, rules.kinds)
    draft = Draft.of(original, _begin(original, rules, begun), mentions, rules.kinds)
    asked: Sequence[PrivacyModel] = rules.models
    violations: list[Violation] = []
    for number in range(1, MAX_ROUNDS + 1):
        if progress:
            progress(number)
        before = draft.plan
        yield draft.release.released
        for model in asked:
            draft = draft.ask(model)
        if number == 1:
            draft = draft.take_whole(rules.models).take_marks()
        draft = _treat_gaps(draft, rules, first=number == 1)
        yield draft.release.released
        violations = judge(draft, rules.models)
        draft = draft.remove_leftovers(violations)
        again = [model for model in rules.models if any(v.model == model.promise.model for v in violations)]
        if not violations or (draft.plan == before and all(model in asked for model in again)):
            break
        asked = again
    return conclude(draft, violations, rounds=number)


def conclude(draft: Draft, violations: Sequence[Violation], *, rounds: int = 1) -> Outcome:
    """The outcome of a draft that was judged."""
    excepted = exceptions_in_release(draft.plan, draft.release)
    return Outcome(draft.plan, draft.release, tuple(keep_smallest(violations)), rounds, excepted)


def judge(
    draft: Draft, models: Sequence[PrivacyModel], is_stand_in: IsStandIn | None = None
) -> list[Violation]:
    """The violations that no person answers for; a text with exceptions is shown to no reader, so it can't pass one."""
    violations = verify(draft.release, models, kinds=draft.kinds, is_stand_in=is_stand_in)
    excepted = exceptions_in_release(draft.plan, draft.release)
    left = [each for each in violations if not is_excepted(each, excepted)] if excepted else violations
    if violations and not left and any(model.needs == "reader" for model in models):
        raise PromiseError(
            f"'{draft.plan.document}' keeps something against a promise, so that it is shown to no reader, and nobody"
            " can tell what would be guessed from it: remove the exceptions, or take the attacker out of the policy"
        )
    return left


def _begin(document: Document, rules: Rules, begun: Plan | None) -> Plan:
    """The plan of the first round: nothing, or what a person began."""
    promises = tuple(model.promise for model in rules.models)
    if begun is None:
        return Plan.for_document(document, (), promises)
    plan = Plan.for_document(document, begun.decisions, promises)
    return replace(plan, exceptions=begun.exceptions, keep=begun.keep)


def _treat_gaps(draft: Draft, rules: Rules, *, first: bool) -> Draft:
    """The draft with gaps filled or closed; only the first round fills, so that none does so for ever."""
    document, decisions = draft.release.original, draft.plan.decisions
    if rules.invent and first:
        decisions = fill_gaps(document, decisions, rules.models)
    if kinds := rules.kinds_to_close:
        decisions = close_gaps(document, decisions, kinds=kinds, kept=draft.plan.kept_places)
    return draft if decisions == draft.plan.decisions else draft.decide(decisions)


def run_together(
    rounds: Sequence[tuple[Document, Rounds]], detectors: Sequence[Detector]
) -> list[Outcome | ReticentError]:
    """The ends of all rounds, in order; whatever texts are to be read next are read ahead together.

    A document on which our own code fails ends with an InternalError, and the others go on.
    """
    ends: dict[int, Outcome | ReticentError] = {}
    while len(ends) < len(rounds):
        texts = []
        for number, (document, each) in enumerate(rounds):
            if number in ends:
                continue
            try:
                texts.append(next(each))
            except StopIteration as end:
                ends[number] = end.value
            except ReticentError as error:
                ends[number] = error
            except MemoryError:
                raise
            except Exception as error:  # its own words could quote the document
                ends[number] = InternalError.about(document.id, error)
        with suppress(Exception):  # the document that it is about meets it again in its own rounds
            read_ahead(detectors, texts)
    return [ends[number] for number in range(len(rounds))]
