"""A whole collection, released: one JSONL file into another, or many files into a directory, each run resumable."""

from __future__ import annotations

import hashlib
import json
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any

from reticent.errors import DocumentError, ReticentError
from reticent.executors import Executor, choose_executor
from reticent.formats import plain
from reticent.formats.files import read_document, write_whole
from reticent.formats.labels import read_record, spans_in
from reticent.formats.unfinished import Unfinished
from reticent.pipeline import Outcome
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.rendering.tracing import Trace
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

_NOTE_EVERY = 2.0
"""Seconds of work that a killed run loses at most."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a collection: how many bytes it takes, and its record unless it is blank."""

    size: int
    where: str
    record: dict[str, Any] | None = field(repr=False)


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
    output = Unfinished(target, _run(source, recipe, keep))
    read, number = output.begun.read, output.begun.lines
    tally = Tally(*output.begun.counts)
    noted = time.monotonic()
    lines = _lines(source, read, number)
    try:
        for line, outcome in _outcomes(lines, recipe, choose_executor(workers)):
            output.write(_written(line, outcome, keep))
            number, read = number + 1, read + line.size
            if outcome:
                tally = tally.plus(Tally.of(outcome))
            if time.monotonic() - noted > _NOTE_EVERY:
                output.note(read, number, astuple(tally))
                noted = time.monotonic()
            if progress:
                progress(read, tally)
    except BaseException:
        output.note(read, number, astuple(tally))
        output.close()
        raise
    output.finish()
    return tally


def _outcomes(
    lines: Iterable[_Line], recipe: Recipe, executor: Executor
) -> Iterator[tuple[_Line, Outcome | None]]:
    """Every line with what became of its text, None for a blank one; the first that can't be released ends it."""
    waiting: deque[_Line] = deque()

    def documents() -> Iterator[Document]:
        for line in lines:
            waiting.append(line)
            if line.record is not None:
                yield Document(line.where, line.record["text"])

    for outcome in stream(documents(), recipe, executor):
        if isinstance(outcome, ReticentError):
            raise outcome
        while waiting[0].record is None:
            yield waiting.popleft(), None
        yield waiting.popleft(), outcome
    while waiting:
        yield waiting.popleft(), None


def _lines(source: Path, start: int, number: int) -> Iterator[_Line]:
    """The lines from a byte on, `number` lines after the first."""
    try:
        with source.open("rb") as file:
            file.seek(start)
            for index, data in enumerate(file, number + 1):
                where = f"'{source.name}', line {index}"
                yield _Line(len(data), where, read_record(data, where) if data.strip() else None)
    except OSError as error:
        raise DocumentError(f"'{source}' can't be read: {error.strerror}") from None


def _written(line: _Line, outcome: Outcome | None, keep: Sequence[str]) -> bytes:
    """The released line; only the text and the keys to keep go out, because any other could hold a name."""
    if line.record is None or outcome is None:
        return b"\n"
    record = line.record
    content: dict[str, Any] = {key: record[key] for key in keep if key in record and key != "label"}
    content["text"] = outcome.text
    if "label" in keep:
        content["label"] = _moved_labels(record, line.where, outcome)
    return (json.dumps(content, ensure_ascii=False) + "\n").encode()


def _moved_labels(record: dict[str, Any], where: str, outcome: Outcome) -> list[list[Any]]:
    """The labels at the places where what they mark stands now; what is gone needs none."""
    trace = Trace.of(outcome.release.edits)
    places = ((trace.to_released(span), kind) for span, kind in spans_in(record, where))
    return [[span.start, span.end, *([kind] if kind else [])] for span, kind in places if span]


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
