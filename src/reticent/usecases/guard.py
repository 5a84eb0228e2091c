"""Guard what another tool masked, or Presidio's analyzer found: which words left in clear give the masked ones away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path

from reticent.detection.detector import Detector
from reticent.engine import Outcome, sanitize
from reticent.errors import DocumentError, InputError, PromiseError
from reticent.formats.masks import (
    AnalyzedText,
    Mask,
    PresidioResults,
    fit_masks,
    key_of,
    read_masks,
    read_presidio_results,
    write_masks,
)
from reticent.formats.seam.options import FormatOptions
from reticent.knowledge.taxonomy import open_chosen
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.correlation_guard.risk import CorrelationReport
from reticent.models.correlation_guard.settings import CorrelationGuardSettings
from reticent.models.settings import Parts
from reticent.plan import Decision, Plan, Release
from reticent.rendering.edits import render
from reticent.text import Document, Mention, Span
from reticent.usecases.release import InputFile, read_input, read_single
from reticent.usecases.unseen import Decide, UnseenWord, decide_on_outcome, unseen_of_outcome

KIND = "MASKED"
MODEL = "masks"


def build_guard(section: CorrelationGuardSettings, detectors: tuple[Detector, ...] = ()) -> CorrelationGuard:
    """The guard of a section, over what these detectors find, with the taxonomies that go with its knowledge.

    Another tool writes its masks itself, so that none says what stood there.
    """
    section = section.model_copy(update={"marks": False})
    return section.build(Parts(detectors=detectors, taxonomy=open_chosen(None, section.knowledge, Path())))


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
    given: InputFile,
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
    documents = read_input(given, {KIND}, options or FormatOptions()).documents
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
    own = model.without_documents(document)
    own = own.asking() if decide else own
    judge = partial(sanitize, document, mentions=mentions, begun=begun, languages=languages)
    outcome = judge(own)
    if decide and (choices := decide_on_outcome(outcome, own, decide)):
        own = own.with_choices(choices)
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
    given: InputFile,
    model: CorrelationGuard,
    *,
    masks: Sequence[Mask] | None = None,
    at_least: float | None = None,
    options: FormatOptions | None = None,
) -> tuple[Document, CorrelationReport]:
    """What the words in clear say about each masked word, or about each word that the model's detectors find."""
    document = read_single(given, {KIND}, options)
    release = Release(document, document)
    if masks is not None:
        mentions, plan = read_masks_as_plan(document, masks)
        release = render(document, plan, mentions)
    return document, model.without_documents(document).finding(release, at_least=at_least)


def count_unknown(finding: CorrelationReport) -> int:
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


@dataclass(frozen=True, slots=True)
class GuardedFile:
    """The file of another tool with what was added to it, and what came of each text."""

    data: bytes = field(repr=False)
    texts: tuple[Guarded, ...]


def guard_results(
    results: InputFile,
    files: Sequence[InputFile],
    model: CorrelationGuard,
    *,
    options: FormatOptions | None = None,
    decide: Decide | None = None,
    languages: Collection[str] = (),
) -> GuardedFile:
    """Add to the findings of another tool what gives them away, in the shape that they have.

    `decide` is asked about words that the corpus has never seen, where the model says so. `languages` are allowed although
    the guard can't read them.
    """
    chosen = options or FormatOptions()
    presidio = read_presidio_results(results.data, results.name)
    if presidio is not None:
        judge = partial(guard_document, model=model, decide=decide, languages=languages)
        return _guard_presidio(presidio, files, model, chosen, judge)
    masks = read_masks(results.data, results.name)
    _require_files(files, results.name)
    guarded: dict[str, Guarded] = {}
    for each in files:
        guarded |= guard(each, masks, model, options=chosen, decide=decide, languages=languages)
    return GuardedFile(
        write_masks({key: each.masks for key, each in guarded.items()}), tuple(guarded.values())
    )


def read_masks_for(results: InputFile, path: str) -> tuple[Mask, ...]:
    """What another tool masked in the file at this path."""
    presidio = read_presidio_results(results.data, results.name)
    if presidio is None:
        masks = read_masks(results.data, results.name)
        return masks[key_of(masks, path)]
    if presidio.shape == "by document":
        named = {each.name: each.masks for each in presidio.texts}
        return named[key_of(named, path)]
    if len(presidio.texts) != 1:
        raise DocumentError(
            f"'{results.name}' has results for {len(presidio.texts)} texts, but only one is read here"
        )
    return presidio.texts[0].masks


def _guard_presidio(
    results: PresidioResults,
    files: Sequence[InputFile],
    model: CorrelationGuard,
    options: FormatOptions,
    judge: Callable[[Document, Sequence[Mask]], Guarded],
) -> GuardedFile:
    if model.taxonomy is not None:
        raise InputError("Presidio's results have no place for a more general term: leave --generalize out")
    pairs = _pair_texts(results, files, options)
    guarded = [(each, judge(document, each.masks)) for each, document in pairs]
    return GuardedFile(
        results.write_with({each.place: done.added for each, done in guarded if done.added}),
        tuple(done for _, done in guarded),
    )


def _pair_texts(
    results: PresidioResults, files: Sequence[InputFile], options: FormatOptions
) -> list[tuple[AnalyzedText, Document]]:
    """Each text that has results, with the document that they are for."""
    if results.shape == "values":
        if files:
            raise DocumentError(f"'{results.name}' holds the texts itself: name no other file")
        return [(each, Document(each.name, each.text or "")) for each in results.texts]
    _require_files(files, results.name)
    if results.shape == "by document":
        named = {each.name: each for each in results.texts}
        keys = {each.name: each.masks for each in results.texts}
        return [(named[key_of(keys, each.name)], read_single(each, {KIND}, options)) for each in files]
    documents = [document for each in files for document in read_input(each, {KIND}, options).documents]
    if len(documents) != len(results.texts):
        raise DocumentError(
            f"'{results.name}' has results for {len(results.texts)} texts, but {len(documents)} were given:"
            " give the texts that were analyzed, in the same order"
        )
    return list(zip(results.texts, documents, strict=True))


def _require_files(files: Sequence[InputFile], name: str) -> None:
    if not files:
        raise DocumentError(f"'{name}' holds no text: name the files that it was made for as well")
