"""Guard what another tool masked, in the file that it wrote: masks, or what Presidio's analyzer found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial

from reticent.errors import DocumentError, InputError
from reticent.formats.masks import Mask, key_of, read_masks, write_masks
from reticent.formats.options import FormatOptions
from reticent.formats.presidio_results import AnalyzedText, PresidioResults, read_presidio_results
from reticent.models.correlation_guard import CorrelationGuard
from reticent.text import Document
from reticent.usecases.given import Given, open_given, read_single
from reticent.usecases.guard import KIND, Guarded, guard, guard_document
from reticent.usecases.unseen import Decide


@dataclass(frozen=True, slots=True)
class GuardedFile:
    """The file of another tool with what was added to it, and what came of each text."""

    data: bytes = field(repr=False)
    texts: tuple[Guarded, ...]


def guard_results(
    results: Given,
    files: Sequence[Given],
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


def read_masks_for(results: Given, path: str) -> tuple[Mask, ...]:
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
            f"'{results.name}' has results for {len(presidio.texts)} texts, and one is looked at here"
        )
    return presidio.texts[0].masks


def _guard_presidio(
    results: PresidioResults,
    files: Sequence[Given],
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
    results: PresidioResults, files: Sequence[Given], options: FormatOptions
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
    documents = [document for each in files for document in open_given(each, {KIND}, options).documents]
    if len(documents) != len(results.texts):
        raise DocumentError(
            f"'{results.name}' has results for {len(results.texts)} texts, but {len(documents)} were given:"
            " give the texts that were analyzed, in the same order"
        )
    return list(zip(results.texts, documents, strict=True))


def _require_files(files: Sequence[Given], name: str) -> None:
    if not files:
        raise DocumentError(f"'{name}' holds no text: name the files that it was made for as well")
