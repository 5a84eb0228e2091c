"""Many documents through the pipeline on an executor, in order and with bounded memory.

It knows no file format: documents come in, and what became of each goes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reticent.engine import Outcome, text_or_error
from reticent.engine.stand_ins import sanitize_many_under
from reticent.errors import ReticentError
from reticent.executors import Executor, Inline
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.text import Document

MOST_DOCUMENTS = 128
MOST_CHARACTERS = 1 << 16
"""Of a batch: short texts travel together, because each journey costs as much as some of them; a long one alone."""


def stream(
    documents: Iterable[Document], recipe: Recipe, executor: Executor
) -> Iterator[Outcome | ReticentError]:
    """What becomes of each document, in order: an outcome, or the error that kept it from one.

    Documents are taken only as far ahead as keeps the executor busy. An outcome may have violations; its `document`
    raises then.
    """
    runs = _choose(executor, recipe)
    for results in runs.run(sanitize_many_under, batch_documents(documents), set_up=recipe.assemble):
        yield from results


def stream_texts(
    documents: Iterable[Document], recipe: Recipe, executor: Executor
) -> Iterator[str | ReticentError]:
    """The released text of each document, in order, or the error that kept it back.

    Far less travels between processes than with `stream`.
    """
    runs = _choose(executor, recipe)
    for results in runs.run(_release_texts, batch_documents(documents), set_up=recipe.assemble):
        yield from results


def _choose(executor: Executor, recipe: Recipe) -> Executor:
    """Who works: documents that pass once get the stand-ins of a vault from one worker, in order."""
    return executor if recipe.pseudonyms is None else Inline()


def _release_texts(assembly: Assembly, batch: list[Document]) -> list[str | ReticentError]:
    return [text_or_error(result) for result in sanitize_many_under(assembly, batch)]


def batch_documents(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """The documents in order, several short ones at a time."""
    batch: list[Document] = []
    characters = 0
    for document in documents:
        if batch and characters + len(document.text) > MOST_CHARACTERS:
            yield batch
            batch, characters = [], 0
        batch.append(document)
        characters += len(document.text)
        if len(batch) == MOST_DOCUMENTS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch
