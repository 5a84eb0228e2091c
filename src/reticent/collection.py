"""A whole collection, released: one JSONL file into another, or many files into a directory, each run resumable."""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, field
from pathlib import Path

from reticent.errors import DocumentError, ReticentError
from reticent.executors import Executor, choose_executor
from reticent.files import begin_output, write_whole
from reticent.formats import FormatOptions, Source, open_records, plain
from reticent.formats.files import read_document
from reticent.formats.objects.lines import JSON_LINES
from reticent.pipeline import Outcome
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.streaming import sanitize_document, stream
from reticent.text import Document
from reticent.text.tokens import token_texts


@dataclass(frozen=True, slots=True)
class Tally:
    """What has been released so far."""

    documents: int = 0
    words: int = 0
    places: int = 0

    @classmethod
    def of(cls, outcome: Outcome) -> Tally:
        """What one document adds."""
        places = sum(len(decision.spans) for decision in outcome.plan.decisions)
        return cls(1, len(token_texts(outcome.release.original.text)), places)

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(self.documents + other.documents, self.words + other.words, self.places + other.places)


Progress = Callable[[int, Tally], None]
"""Called with the bytes or files that are done, and the counts so far."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a collection: how many bytes it takes, and what was read of it."""

    size: int
    source: Source


def release_lines(
    source: Path,
    target: Path,
    recipe: Recipe,
    *,
    keep: Sequence[str] = (),
    workers: int = 1,
    progress: Progress | None = None,
) -> Tally:
    """Release every line of a JSONL file; `target` appears when all are released, and the same whatever stopped on the way."""
    with begin_output(target, _run(source, recipe, keep)) as output:
        read, number = output.begun.read, output.begun.records
        tally = Tally(*output.begun.counts)
        lines = _lines(source, read, number, FormatOptions(keep=tuple(keep)))
        for line, outcomes in _outcomes(lines, recipe, choose_executor(workers)):
            output.write(line.source.write([outcome.release.edits for outcome in outcomes]))
            number, read = number + 1, read + line.size
            for outcome in outcomes:
                tally = tally.plus(Tally.of(outcome))
            output.note(read, number, astuple(tally))
            if progress:
                progress(read, tally)
        output.finish()
    return tally


def _outcomes(
    lines: Iterable[_Line], recipe: Recipe, executor: Executor
) -> Iterator[tuple[_Line, list[Outcome]]]:
    """Every line with what became of its document, nothing for a blank one; the first that can't be released ends it."""
    waiting: deque[_Line] = deque()

    def documents() -> Iterator[Document]:
        for line in lines:
            waiting.append(line)
            yield from line.source.documents

    for outcome in stream(documents(), recipe, executor):
        if isinstance(outcome, ReticentError):
            raise outcome
        outcome.document  # noqa: B018 - raises when a promise is broken
        while not waiting[0].source.documents:
            yield waiting.popleft(), []
        yield waiting.popleft(), [outcome]
    while waiting:
        yield waiting.popleft(), []


def _lines(source: Path, read: int, done: int, options: FormatOptions) -> Iterator[_Line]:
    """The lines from a byte on, `done` lines after the first."""
    try:
        with source.open("rb") as file:
            records = open_records(JSON_LINES, source.name, file, options, read=read, done=done)
            for raw in records.left:
                yield _Line(len(raw.data), records.layout.read(raw.data, raw.number))
    except OSError as error:
        raise DocumentError(f"'{source}' can't be read: {error.strerror}") from None


def release_files(
    paths: Sequence[str],
    places: Sequence[Path],
    recipe: Recipe,
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> tuple[Tally, list[ReticentError]]:
    """Release every file to its place; those that an earlier run with the same rules released are left as they are."""
    notes = places[0].parent / ".reticent.progress"
    run = _rules(recipe, ())
    done = _done(notes, run)
    todo = [
        (path, place)
        for path, place in zip(paths, places, strict=True)
        if done.get(place.name) != _state(path, place)
    ]
    tally, errors = Tally(), []
    executor = choose_executor(workers)
    pieces = executor.run(_release_file, [path for path, _ in todo], set_up=recipe.assemble)
    with notes.open("a", encoding="utf-8") as log:
        for count, ((path, place), piece) in enumerate(zip(todo, pieces, strict=True), 1):
            if isinstance(piece, ReticentError):
                errors.append(piece)
            else:
                write_whole(place, piece.data)
                log.write(json.dumps([run, place.name, _state(path, place)]) + "\n")
                log.flush()
                tally = tally.plus(piece.tally)
            if progress:
                progress(count, tally)
    notes.unlink(missing_ok=True)
    return tally, errors


@dataclass(frozen=True, slots=True)
class _Piece:
    """A released file as bytes."""

    data: bytes = field(repr=False)
    tally: Tally


def _release_file(assembly: Assembly, path: str) -> _Piece | ReticentError:
    try:
        outcome = sanitize_document(read_document(path), assembly)
        return _Piece(plain.write(outcome.document), Tally.of(outcome))
    except ReticentError as error:
        return error


def _state(path: str, place: Path) -> list[str | int]:
    """What a file is known by; no hash of the original, which would help to guess what was removed."""
    try:
        original, released = Path(path).stat(), place.read_bytes()
    except OSError:
        return []
    return [original.st_size, original.st_mtime_ns, hashlib.sha256(released).hexdigest()]


def _done(notes: Path, run: str) -> dict[str, list[str | int]]:
    if not notes.exists():
        return {}
    done = {}
    for line in notes.read_text("utf-8").splitlines():
        try:
            of_run, name, state = json.loads(line)
        except ValueError:  # the run was killed while it wrote this line
            continue
        if of_run == run:
            done[name] = state
    return done


def _run(source: Path, recipe: Recipe, keep: Sequence[str]) -> str:
    try:
        state = source.stat()
    except OSError as error:
        raise DocumentError(f"'{source}' can't be read: {error.strerror}") from None
    return f"{state.st_size} {state.st_mtime_ns} {_rules(recipe, keep)}"


def _rules(recipe: Recipe, keep: Sequence[str]) -> str:
    return hashlib.sha256(f"{recipe.fingerprint} {sorted(keep)}".encode()).hexdigest()
