"""Collections in a stream: a line or a file at a time, on several cores, and on from where a killed run stopped.

It stands above the pipeline, because each worker runs the pipeline, and below the command line, which only names files.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from reticent import pipeline
from reticent.errors import ReticentError
from reticent.formats import plain
from reticent.formats.files import read_document
from reticent.formats.format import Layout
from reticent.formats.objects.lines import JSON_LINES
from reticent.formats.options import FormatOptions
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.rendering.placeholders import marked
from reticent.text import Document
from reticent.text.tokens import token_texts

Given = TypeVar("Given")
Made = TypeVar("Made")

_BATCH = 32
_AHEAD = 3
"""Batches that each worker may have waiting: enough to keep it busy, few enough to bound memory."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What has been released so far."""

    documents: int = 0
    words: int = 0
    places: int = 0

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(self.documents + other.documents, self.words + other.words, self.places + other.places)


@dataclass(frozen=True, slots=True)
class Piece:
    """A released line or file as bytes, or the error that kept it from being released."""

    data: bytes = field(repr=False)
    tally: Tally = Tally()
    error: ReticentError | None = None


def released_lines(
    lines: Iterable[tuple[int, bytes]], recipe: Recipe, *, name: str, keep: Sequence[str], workers: int
) -> Iterator[list[Piece]]:
    """The release of each JSON line, in order and in batches; the first line that can't be released ends it."""
    jobs = ((name, tuple(keep), batch) for batch in batched(lines, _BATCH))
    for pieces in _worked(_release_lines, jobs, recipe, workers):
        for piece in pieces:
            if piece.error:
                raise piece.error
        yield pieces


def released_files(paths: Iterable[str], recipe: Recipe, *, workers: int) -> Iterator[Piece]:
    """The release of each file, in order; a file that can't be released leaves the others alone."""
    return _worked(_release_file, paths, recipe, workers)


def batched(values: Iterable[Given], size: int) -> Iterator[list[Given]]:
    """The values in lists of this size; the last may be shorter."""
    rest = iter(values)
    while batch := list(islice(rest, size)):
        yield batch


def _worked(
    work: Callable[[Given], Made], jobs: Iterable[Given], recipe: Recipe, workers: int
) -> Iterator[Made]:
    """The results of `work` in the order of `jobs`, which are only taken as far ahead as keeps the workers busy."""
    if workers == 1:
        _prepare(recipe)
        yield from map(work, jobs)
        return
    with _pool(recipe, workers) as pool:
        waiting: deque[Future[Made]] = deque()
        for job in jobs:
            waiting.append(pool.submit(work, job))
            if len(waiting) >= workers * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


@contextmanager
def _pool(recipe: Recipe, workers: int) -> Iterator[ProcessPoolExecutor]:
    pool = ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_prepare, initargs=(recipe,)
    )
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


_ready: list[Assembly] = []
"""What this process releases by: set once before its first job."""


def _prepare(recipe: Recipe) -> None:
    _ready[:] = [recipe.assembled()]


def _release_lines(job: tuple[str, tuple[str, ...], list[tuple[int, bytes]]]) -> list[Piece]:
    name, keep, lines = job
    layout = JSON_LINES.lay_out(name, b"", FormatOptions(keep=keep), whole=True)
    pieces = []
    for number, line in lines:
        pieces.append(_release_line(layout, number, line))
        if pieces[-1].error:
            break
    return pieces


def _release_line(layout: Layout, number: int, line: bytes) -> Piece:
    """One JSON line; only the text and the keys to keep go out, because any other could hold a name."""
    try:
        source = layout.read(line, number)
        outcomes = [_sanitized(document) for document in source.documents]
        data = source.write([outcome.release.edits for outcome, _ in outcomes])
    except ReticentError as error:
        return Piece(b"", error=error)
    return Piece(data, outcomes[0][1] if outcomes else Tally())


def _release_file(path: str) -> Piece:
    try:
        outcome, tally = _sanitized(read_document(path))
        return Piece(plain.write(outcome.document), tally)
    except ReticentError as error:
        return Piece(b"", error=error)


def _sanitized(document: Document) -> tuple[pipeline.Outcome, Tally]:
    assembly = _ready[0]
    outcome = pipeline.sanitize(marked(document, assembly.kinds), *assembly.models_for(document))
    places = sum(len(decision.spans) for decision in outcome.plan.decisions)
    return outcome, Tally(1, len(token_texts(document.text)), places)
