"""The story in one function: plan, render, audit, and again until every promise holds."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import cast

from reticent.audit.exceptions import exceptions_in_release, is_excepted
from reticent.audit.soundness import require_sound
from reticent.audit.verification import INTEGRITY, read_afresh, verify
from reticent.audit.verification import NAME as AUDIT
from reticent.detection.batches import read_ahead
from reticent.detection.detector import Detector
from reticent.errors import PromiseError, ReticentError
from reticent.models.filling import fill_gaps
from reticent.models.privacy_model import (
    KeepsSecretsOfTheOriginal,
    PlansAroundPlaces,
    PrivacyModel,
    RulesGaps,
    UsesDetectors,
)
from reticent.plan import Decision, DeclaredException, Plan, Promise, Release, Violation
from reticent.plan.groups import keep_smallest
from reticent.rendering.divided import find_divided
from reticent.rendering.edits import render
from reticent.rendering.gaps import Gaps, close_gaps
from reticent.rendering.placeholders import Knows
from reticent.rendering.tracing import Trace, amend_plan, mentions_left
from reticent.text import Document, Mention, Span
from reticent.text.document import line_and_column

MAX_ROUNDS = 20
"""Every round generalizes or removes something, so that a handful suffices; more means that a model never ends."""

MOST_PLACES = 30
"""Places that an error names: the plan has them all."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a document: its plan, its release and what the audit found in it.

    `exceptions` are places of the released text that a person keeps against a promise.
    """

    plan: Plan
    release: Release = field(repr=False)
    violations: tuple[Violation, ...] = ()
    rounds: int = 1
    exceptions: tuple[DeclaredException, ...] = ()

    @property
    def document(self) -> Document:
        """The released document; a PromiseError when the audit found a violation in it."""
        if self.violations:
            raise PromiseError(f"'{self.plan.document}' is not released: {self.explain()}")
        return self.release.released

    def explain(self) -> str:
        """Why it is not released, and what to do about it; places are those of the original, as line:column."""
        undecided = [each for each in self.violations if each.undecided]
        if len(undecided) < len(self.violations):
            return (
                f"{len(self.violations)} violations were left after {self.rounds} rounds; see Outcome.violations,"
                f" and remove more or promise less; the first: {self.violations[0].reason}"
            )
        trace, place = Trace.of(self.release.edits), line_and_column(self.release.original.text)
        starts = sorted({trace.to_original(span).start for each in undecided for span in each.places})
        listed = ", ".join("{}:{}".format(*place(start)) for start in starts[:MOST_PLACES])
        more = f" and {len(starts) - MOST_PLACES} more" if len(starts) > MOST_PLACES else ""
        return (
            f"it has words that the corpus has never seen, at {listed}{more}; say what becomes of them with"
            ' --unseen keep, remove or ask (unseen = "keep" or "remove" in a policy and in Python)'
        )

    @property
    def text(self) -> str:
        """The released text; a PromiseError when the audit found a violation in it."""
        return self.document.text


@dataclass(frozen=True, slots=True)
class _Rules:
    """What many documents are judged by: models, their promises, and every kind that a placeholder may name.

    `gaps` and `invent` say what becomes of removed places.
    """

    models: Sequence[PrivacyModel]
    promises: tuple[Promise, ...]
    kinds: frozenset[str]
    gaps: Gaps = "mark"
    invent: bool = False

    @property
    def kinds_to_close(self) -> frozenset[str]:
        """The kinds of gaps that are closed; what a detector found has a name of its own, which says what it is."""
        closing = [
            model
            for model in self.models
            if not isinstance(model, UsesDetectors)
            and (model.gaps if isinstance(model, RulesGaps) else self.gaps) == "close"
        ]
        return frozenset().union(*(model.kinds for model in closing))


Rounds = Generator[Document, None, Outcome]
"""A document on its way: which text is read next, and the outcome at last."""


def sanitize(
    document: Document | str,
    *models: PrivacyModel,
    mentions: Sequence[Mention] = (),
    begun: Plan | None = None,
    kinds: Iterable[str] = (),
    gaps: Gaps = "mark",
    invent: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Plan, render and audit `document` under every model, in rounds, until no promise is broken.

    `mentions` are places that a person or another tool points at, `begun` is a plan of theirs that is carried out first:
    what it keeps stays, and something else is given up where a model can do that.
    `kinds` are further kinds of placeholders that a reader of the release knows of. `gaps` says whether removed places are
    marked, or closed where what stands around them tells what stood there; with `invent` they are filled with something
    else of the same sort where a model knows of one. `progress` is called with the number of each round. A plain string is
    a document called "text".

    >>> from reticent import Redaction, patterns
    >>> sanitize("Ask ann@example.org.", Redaction((patterns(["EMAIL"]),))).text
    'Ask [EMAIL].'
    """
    given = Document("text", document) if isinstance(document, str) else document
    decisions = begun.decisions if begun else ()
    declared = frozenset(kinds) | placeholder_kinds(models, mentions, decisions)
    rules = _Rules(models, tuple(model.promise for model in models), declared, gaps, invent)
    rounds = _go_through_rounds(given, rules, mentions=mentions, begun=begun, progress=progress)
    while True:
        try:
            next(rounds)
        except StopIteration as end:
            return cast(Outcome, end.value)


def sanitize_many(
    documents: Sequence[Document],
    *models: PrivacyModel,
    kinds: Iterable[str] = (),
    detectors: Sequence[Detector] = (),
    gaps: Gaps = "mark",
    invent: bool = False,
) -> list[Outcome | ReticentError]:
    """What `sanitize` makes of each document, or the error that kept it from it.

    All go through the rounds together, so that those `detectors` which can read many short texts at once do so, the
    released ones included.
    """
    declared = frozenset(kinds) | placeholder_kinds(models)
    rules = _Rules(models, tuple(model.promise for model in models), declared, gaps, invent)
    rounds = [_go_through_rounds(document, rules) for document in documents]
    return _run_together(rounds, detectors)


def _go_through_rounds(
    document: Document,
    rules: _Rules,
    *,
    mentions: Sequence[Mention] = (),
    begun: Plan | None = None,
    progress: Callable[[int], None] | None = None,
) -> Rounds:
    """The rounds of `sanitize`; before a text is read, by a model or the audit, it is told, and the outcome at the end."""
    models, declared = rules.models, rules.kinds
    plan = Plan.for_document(document, begun.decisions if begun else (), rules.promises)
    if begun:
        plan = replace(plan, exceptions=begun.exceptions, keep=begun.keep)
    release = _render(document, plan, mentions, declared)
    asked: Sequence[PrivacyModel] = models
    violations: list[Violation] = []
    for number in range(1, MAX_ROUNDS + 1):
        if progress:
            progress(number)
        before = plan
        yield release.released
        for model in asked:
            plan, release = _plan_further(model, plan, release, declared)
        if number == 1:
            plan, release = _take_whole(plan, release, rules)
        plan, release = _treat_gaps(plan, release, rules, first=number == 1)
        yield release.released
        violations = _leave_excepted(plan, release, verify(release, models, kinds=declared), models)
        plan, release = _join(plan, release, _plan_leftovers(release, violations), declared)
        again = [model for model in models if any(v.model == model.promise.model for v in violations)]
        if not violations or (plan == before and all(model in asked for model in again)):
            break
        asked = again
    left = tuple(keep_smallest(violations))
    return Outcome(plan, release, left, number, exceptions_in_release(plan, release))


def _take_whole(plan: Plan, release: Release, rules: _Rules) -> tuple[Plan, Release]:
    """The plan and its release with whole places where a model took a part of what another's detectors find.

    Half of a bank account's number is nothing that a detector knows any more.
    """
    finding = [model for model in rules.models if isinstance(model, UsesDetectors)]
    names = {model.promise.model for model in finding}
    strangers = {number for number, each in enumerate(plan.decisions) if each.model not in names}
    if not finding or not any(edit.decision in strangers for edit in release.edits):
        return plan, release
    document = release.original
    whole = [each for model in finding for each in model.plan(document, release.mentions).decisions]
    divided = Plan.for_document(document, tuple(find_divided(whole, release.edits, strangers)))
    wanted = _leave_places(divided, plan.kept_places)
    if not wanted.decisions:
        return plan, release
    amended = amend_plan(plan, Release(document, document), wanted)
    joined = replace(amended, promises=plan.promises, exceptions=plan.exceptions, keep=plan.keep)
    return joined, _render(document, joined, release.mentions, rules.kinds)


def _treat_gaps(plan: Plan, release: Release, rules: _Rules, *, first: bool) -> tuple[Plan, Release]:
    """The plan and its release with gaps filled or closed; only the first round fills, so that none does so for ever."""
    document, decisions = release.original, plan.decisions
    if rules.invent and first:
        decisions = fill_gaps(document, decisions, rules.models)
    if kinds := rules.kinds_to_close:
        decisions = close_gaps(document, decisions, kinds=kinds, kept=plan.kept_places)
    if decisions == plan.decisions:
        return plan, release
    changed = replace(
        Plan.for_document(document, decisions, plan.promises), exceptions=plan.exceptions, keep=plan.keep
    )
    return changed, _render(document, changed, release.mentions, rules.kinds)


def text_or_error(result: Outcome | ReticentError) -> str | ReticentError:
    """The released text, or the error that kept it back."""
    if isinstance(result, ReticentError):
        return result
    try:
        return result.text
    except PromiseError as error:
        return error


def _run_together(rounds: Sequence[Rounds], detectors: Sequence[Detector]) -> list[Outcome | ReticentError]:
    """The ends of all rounds, in order; whatever texts are to be read next are read ahead together."""
    ends: dict[int, Outcome | ReticentError] = {}
    while len(ends) < len(rounds):
        texts = []
        for number, each in enumerate(rounds):
            if number not in ends:
                try:
                    texts.append(next(each))
                except StopIteration as end:
                    ends[number] = end.value
                except ReticentError as error:
                    ends[number] = error
        read_ahead(detectors, texts)
    return [ends[number] for number in range(len(rounds))]


def execute(
    document: Document,
    plan: Plan,
    *models: PrivacyModel,
    mentions: Sequence[Mention] = (),
    kinds: Iterable[str] = (),
    knows: Knows | None = None,
) -> Outcome:
    """Carry out a plan that somebody may have changed, and audit what comes of it.

    Placeholders are made anew from the kinds, which must be declared; what a detector finds goes whole or is judged.
    A stand-in must be one that a vault `knows`.
    """
    declared = frozenset(kinds) | placeholder_kinds(models, mentions)
    require_sound(document, plan, models, declared, knows)
    release = _render(document, plan, mentions, declared, knows)
    left = _leave_excepted(plan, release, verify(release, models, kinds=declared, knows=knows), models)
    return Outcome(plan, release, tuple(keep_smallest(left)), exceptions=exceptions_in_release(plan, release))


def _leave_excepted(
    plan: Plan, release: Release, violations: list[Violation], models: Sequence[PrivacyModel]
) -> list[Violation]:
    """The violations that no person answers for; a text with exceptions is shown to no reader, so it can't pass one."""
    excepted = exceptions_in_release(plan, release)
    left = [each for each in violations if not is_excepted(each, excepted)] if excepted else violations
    if violations and not left and any(model.needs == "reader" for model in models):
        raise PromiseError(
            f"'{plan.document}' keeps something against a promise, so that it is shown to no reader, and nobody can tell"
            " what would be guessed from it: remove the exceptions, or take the attacker out of the policy"
        )
    return left


def placeholder_kinds(
    models: Iterable[PrivacyModel], mentions: Iterable[Mention] = (), decisions: Iterable[Decision] = ()
) -> frozenset[str]:
    """Every kind that a placeholder of the release may name."""
    pointed = {mention.kind for mention in mentions} | {decision.kind for decision in decisions}
    return frozenset(pointed).union(*(model.kinds for model in models))


def _render(
    document: Document,
    plan: Plan,
    mentions: Sequence[Mention],
    kinds: Iterable[str],
    knows: Knows | None = None,
) -> Release:
    """The release of a plan, its placeholders known as every reader knows them."""
    release = render(document, plan, mentions)
    return replace(release, released=read_afresh(release.released, kinds, knows))


def _plan_further(
    model: PrivacyModel, plan: Plan, release: Release, kinds: Iterable[str]
) -> tuple[Plan, Release]:
    """The plan and its release after one more model had its say about the text as it stands."""
    kept = _kept_in_release(plan, release)
    if kept and isinstance(model, PlansAroundPlaces):
        further = model.plan_around(release, kept)
    elif _keeps_secrets(type(model)) and isinstance(model, KeepsSecretsOfTheOriginal):
        further = model.plan_further(release)
    else:
        further = model.plan(release.released, mentions_left(release))
    return _join(plan, release, further, kinds)


@cache
def _keeps_secrets(kind: type[PrivacyModel]) -> bool:
    """Whether models of a class are asked about the original; asking each of them again for each text takes its time."""
    return issubclass(kind, KeepsSecretsOfTheOriginal)


def _kept_in_release(plan: Plan, release: Release) -> list[Span]:
    """Where the places stand now that a person wants to stay."""
    if not plan.kept_places:
        return []
    trace = Trace.of(release.edits)
    return [place for span in plan.kept_places if (place := trace.to_released(span))]


def _leave_places(further: Plan, kept: Sequence[Span]) -> Plan:
    """The plan without what it would do to places that a person wants to stay."""
    if not kept:
        return further
    decisions = [
        replace(each, spans=spans)
        for each in further.decisions
        if (spans := tuple(span for span in each.spans if not any(span.overlaps(place) for place in kept)))
    ]
    return replace(further, decisions=tuple(decisions))


def _plan_leftovers(release: Release, violations: Sequence[Violation]) -> Plan:
    """Decisions for the strings that the audit found although they were removed elsewhere."""
    spans: dict[str, list[Span]] = {}
    for violation in violations:
        if violation.model == AUDIT and violation.kind != INTEGRITY:
            spans.setdefault(violation.kind, []).append(violation.span)
    decisions = [
        Decision(tuple(places), kind, reason="removed elsewhere too", model=AUDIT)
        for kind, places in spans.items()
    ]
    return Plan.for_document(release.released, tuple(decisions))


def _join(plan: Plan, release: Release, further: Plan, kinds: Iterable[str]) -> tuple[Plan, Release]:
    """The plan and its release with what a further plan for the release adds."""
    wanted = _leave_places(further, _kept_in_release(plan, release))
    if not wanted.decisions:
        return plan, release
    amended = amend_plan(plan, release, wanted)
    joined = replace(amended, promises=plan.promises, exceptions=plan.exceptions, keep=plan.keep)
    return joined, _render(release.original, joined, release.mentions, kinds)
