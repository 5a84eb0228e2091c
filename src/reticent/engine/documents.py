"""One document, many of them, or a plan that somebody made: what goes through the rounds, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from reticent.audit.exceptions import require_sound
from reticent.detection.detector import Detector
from reticent.engine.draft import Draft
from reticent.engine.languages import Languages
from reticent.engine.outcome import Outcome
from reticent.engine.rounds import Rules, conclude, go_through_rounds, judge, run_together
from reticent.errors import InternalError, PlanError, ReticentError
from reticent.files.extensions import offers
from reticent.models.privacy_model import PrivacyModel, ReadsDates
from reticent.plan import Decision, Plan, find_unheld
from reticent.rendering.gaps import Gaps
from reticent.rendering.placeholders import IsStandIn
from reticent.text import Document, Mention

Done = TypeVar("Done")


def sanitize(
    document: Document | str,
    *models: PrivacyModel,
    mentions: Sequence[Mention] = (),
    begun: Plan | None = None,
    kinds: Iterable[str] = (),
    gaps: Gaps = "mark",
    invent: bool = False,
    languages: Iterable[str] = (),
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Plan, render and audit `document` under every model, in rounds, until no promise is broken.

    `mentions` are places that a person or another tool points at, `begun` is a plan of theirs that is carried out first:
    what it keeps stays, and something else is given up where a model can do that.
    `kinds` are further kinds of placeholders that a reader of the release knows of. `gaps` says whether removed places are
    marked, or closed where what stands around them tells what stood there; with `invent` they are filled with something
    else of the same sort where a model knows of one. `languages` are allowed although no model reads them, by their codes
    or "any"; a document in any other that none reads is a LanguageError. `progress` is called with the number of each round. A plain string is
    a document called "text".

    >>> from reticent import Redaction, patterns
    >>> sanitize("Ask ann@example.org.", Redaction((patterns(["EMAIL"]),))).text
    'Ask [EMAIL].'
    """
    given = Document("text", document) if isinstance(document, str) else document
    unread = Languages.of(models, languages).require(given)
    decisions = begun.decisions if begun else ()
    declared = frozenset(kinds) | placeholder_kinds(models, mentions, decisions)
    rules = Rules(models, declared, gaps, invent)
    rounds = go_through_rounds(given, rules, mentions=mentions, begun=begun, progress=progress)
    while True:
        try:
            next(rounds)
        except StopIteration as end:
            return _note(cast(Outcome, end.value), unread, models)


def sanitize_many(
    documents: Sequence[Document],
    *models: PrivacyModel,
    mentions: Sequence[Sequence[Mention]] = (),
    kinds: Iterable[str] = (),
    detectors: Sequence[Detector] = (),
    gaps: Gaps = "mark",
    invent: bool = False,
    languages: Iterable[str] = (),
) -> list[Outcome | ReticentError]:
    """What `sanitize` makes of each document of a file, or the error that kept it from it.

    A text that is too short to tell its language has that of the others. All go through the rounds together, so that those
    `detectors` which can read many short texts at once do so, the released ones included. `mentions`, if there are any,
    are those of each document.
    """
    pointed = mentions or [()] * len(documents)
    declared = frozenset(kinds) | placeholder_kinds(models, (each for own in pointed for each in own))
    rules = Rules(models, declared, gaps, invent)
    unread = keep_apart(Languages.of(models, languages).judge, documents)
    rounds = [
        (document, go_through_rounds(document, rules, mentions=own))
        for document, own, found in zip(documents, pointed, unread, strict=True)
        if not isinstance(found, ReticentError)
    ]
    ends = iter(run_together(rounds, detectors))
    return [
        found
        if isinstance(found, ReticentError)
        else _note(end, found, models)
        if isinstance(end := next(ends), Outcome)
        else end
        for found in unread
    ]


def keep_apart(
    work: Callable[[Sequence[Document]], Sequence[Done]], documents: Sequence[Document]
) -> list[Done | ReticentError]:
    """What our code makes of many documents at once; where it fails, without those on which it fails alone.

    Should it fail on none of them alone, all are refused.
    """
    try:
        return list(work(documents))
    except (ReticentError, MemoryError):
        raise
    except Exception as error:  # its own words could quote a document
        failed = {number for number, each in enumerate(documents) if _fails(work, each)}
        blamed = failed or range(len(documents))
        others = [each for number, each in enumerate(documents) if number not in blamed]
        rest = iter(keep_apart(work, others) if others else ())
        return [
            InternalError.about(each.id, error) if number in blamed else next(rest)
            for number, each in enumerate(documents)
        ]


def _fails(work: Callable[[Sequence[Document]], object], document: Document) -> bool:
    try:
        work([document])
    except (ReticentError, MemoryError):
        raise
    except Exception:
        return True
    return False


def _note(outcome: Outcome, language: str, models: Sequence[PrivacyModel]) -> Outcome:
    """The outcome with what a person should know about the original: a language that nobody reads, dates that leave it open."""
    original = outcome.release.original
    unsettled = any(offers(each, ReadsDates) and each.leaves_dates_open(original) for each in models)
    return replace(outcome, language=language, unsettled=unsettled) if language or unsettled else outcome


def execute(
    document: Document,
    plan: Plan,
    *models: PrivacyModel,
    mentions: Sequence[Mention] = (),
    kinds: Iterable[str] = (),
    is_stand_in: IsStandIn | None = None,
    languages: Iterable[str] = (),
) -> Outcome:
    """Carry out a plan that somebody may have changed, and audit what comes of it.

    Placeholders are made anew from the kinds, which must be declared; what a detector finds goes whole or is judged.
    A stand-in must be one of a vault. `languages` are those of `sanitize`. A PlanError where the plan promises
    what no model holds.
    """
    unread = Languages.of(models, languages).require(document)
    declared = frozenset(kinds) | placeholder_kinds(models, mentions)
    plan = _hold_to_promises(plan, models)
    require_sound(document, plan, models, declared, is_stand_in)
    draft = Draft.of(document, plan, mentions, declared, is_stand_in)
    return _note(conclude(draft, judge(draft, models, is_stand_in)), unread, models)


def _hold_to_promises(plan: Plan, models: Sequence[PrivacyModel]) -> Plan:
    """The plan with all that the models promise, which is judged; a PlanError where it promises more than that."""
    promises = tuple(model.promise for model in models)
    if unheld := find_unheld(plan.promises, promises):
        raise PlanError(
            f"the plan for '{plan.document}' promises what none of the models holds"
            f" ({', '.join(each.model for each in unheld)}): carry it out under the policy that it was made under"
        )
    return replace(plan, promises=promises)


def placeholder_kinds(
    models: Iterable[PrivacyModel], mentions: Iterable[Mention] = (), decisions: Iterable[Decision] = ()
) -> frozenset[str]:
    """Every kind that a placeholder of the release may name."""
    pointed = {mention.kind for mention in mentions} | {decision.kind for decision in decisions}
    return frozenset(pointed).union(*(model.kinds for model in models))
