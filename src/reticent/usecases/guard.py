"""Guard what another tool masked: which words left in clear give the masked ones away."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf

from reticent.errors import DocumentError, PromiseError
from reticent.formats.masks import Mask, fit_masks, key_of
from reticent.formats.options import FormatOptions
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.correlation_guard.explanation import Finding
from reticent.pipeline import Outcome, sanitize
from reticent.plan import Decision, Plan, Release
from reticent.rendering.edits import render
from reticent.text import Document, Mention, Span
from reticent.usecases.given import Given, open_given, read_single
from reticent.usecases.unseen import Decide, UnseenWord, decide_on_outcome, unseen_of_outcome

KIND = "MASKED"
MODEL = "masks"


@dataclass(frozen=True, slots=True)
class Guarded:
    """The masks of a document with those added; how many were given, and how many terms at how many places came."""

    document: Document
    masks: tuple[Mask, ...] = field(repr=False)
    given: int
    terms: int = 0
    places: int = 0
    secrets: int = 0
    unknown: int = 0
    added: tuple[tuple[Span, str], ...] = field(default=(), repr=False)
    unseen: tuple[UnseenWord, ...] = field(default=(), repr=False)


def guard(
    given: Given,
    masks: Mapping[str, Sequence[Mask]],
    model: CorrelationGuard,
    *,
    options: FormatOptions | None = None,
    decide: Decide | None = None,
    languages: Collection[str] = (),
) -> dict[str, Guarded]:
    """Guard what the masks name of a file: its one document by the file's name, one of several by its own.

    `languages` are allowed although the guard can't read them.
    """
    documents = open_given(given, {KIND}, options or FormatOptions()).documents
    if len(documents) == 1:
        key = key_of(masks, given.name)
        return {key: guard_document(documents[0], masks[key], model, decide=decide, languages=languages)}
    own = [document for document in documents if document.id in masks]
    if not own:
        example = f", such as '{documents[0].id}'" if documents else ""
        raise DocumentError(
            f"'{given.name}' holds {len(documents)} documents, and the masks have no entry for one of them:"
            f" call them by their ids{example}"
        )
    return {
        document.id: guard_document(document, masks[document.id], model, decide=decide, languages=languages)
        for document in own
    }


def guard_document(
    document: Document,
    masks: Sequence[Mask],
    model: CorrelationGuard,
    *,
    decide: Decide | None = None,
    languages: Collection[str] = (),
) -> Guarded:
    """Add to the masks of a text what gives away the masked terms; a PromiseError when some of it would be left."""
    mentions, begun = read_masks_as_plan(document, masks)
    if not mentions:
        return Guarded(document, (), 0)
    own = model.excluding(document)
    judge = partial(sanitize, document, mentions=mentions, begun=begun, languages=languages)
    outcome = judge(own)
    if decide and (choices := decide_on_outcome(outcome, own, decide)):
        own = own.choosing(choices)
        outcome = judge(own)
    if outcome.violations:
        raise PromiseError(f"'{document.id}' is not guarded, and nothing was written: {outcome.explain()}")
    finding = own.finding(Release(document, document, (), tuple(mentions)))
    added = [each for each in outcome.plan.decisions if each.model != MODEL]
    return Guarded(
        document,
        _masks_of(outcome, masks),
        given=len(mentions),
        terms=len(added),
        places=sum(len(each.spans) for each in added),
        secrets=len(finding.removed),
        unknown=count_unknown(finding),
        added=tuple(sorted((span, each.kind) for each in added for span in each.spans)),
        unseen=tuple(unseen_of_outcome(outcome, own)),
    )


def find_correlations(
    given: Given,
    model: CorrelationGuard,
    *,
    masks: Sequence[Mask] | None = None,
    at_least: float | None = None,
    options: FormatOptions | None = None,
) -> tuple[Document, Finding]:
    """What the words in clear say about each masked word, or about each word that the model's detectors find."""
    document = read_single(given, {KIND}, options)
    release = Release(document, document)
    if masks is not None:
        mentions, plan = read_masks_as_plan(document, masks)
        release = render(document, plan, mentions)
    return document, model.excluding(document).finding(release, at_least=at_least)


def count_unknown(finding: Finding) -> int:
    """How many of the sensitive terms the corpus has never seen."""
    return sum(each.bits == inf for each in finding.removed)


def read_masks_as_plan(document: Document, masks: Sequence[Mask]) -> tuple[list[Mention], Plan]:
    """The masks as places that a tool points at, and as the plan that it has carried out already."""
    found = fit_masks(masks, document)
    decisions = [
        Decision((mask.span,), KIND, mask.generalization, "masked by another tool", MODEL) for mask in found
    ]
    return [Mention(mask.span, KIND) for mask in found], Plan.for_document(document, tuple(decisions))


def _masks_of(outcome: Outcome, given: Sequence[Mask]) -> tuple[Mask, ...]:
    """All places that the plan changes, with the replacements of both."""
    replaced = {mask.span: mask.replacement for mask in given}
    texts = {edit.span: None if edit.placeholder else edit.text for edit in outcome.release.edits}
    masks = [
        Mask(span, replaced.get(span) if each.model == MODEL else texts[span])
        for each in outcome.plan.decisions
        for span in each.spans
    ]
    return tuple(sorted(masks, key=lambda mask: mask.span))
