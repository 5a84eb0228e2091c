"""Release a collection: the records of one file into another, or many files into a directory, each run resumable."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from reticent.errors import DocumentError, ReticentError
from reticent.executors import Executor
from reticent.files import begin_output
from reticent.formats.format import Format, Layout, RecordFormat, Source
from reticent.formats.options import FormatOptions
from reticent.formats.records import RawRecord, open_records
from reticent.formats.registry import HEAD, find_format, require_format
from reticent.pipeline import Outcome, sanitize_many_under
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.text.tokens import token_texts
from reticent.usecases.rereading import require_nothing_left, require_same_texts

_BATCH = 32


@dataclass(frozen=True, slots=True)
class Tally:
    """What has been released so far."""

    documents: int = 0
    words: int = 0
    places: int = 0

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(self.documents + other.documents, self.words + other.words, self.places + other.places)


Progress = Callable[[int, Tally], None]
"""Called with the bytes or files that are done, and the counts so far."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some of a release as bytes, what they come from, and the error that kept the next record from being released."""

    data: bytes = field(repr=False)
    tally: Tally = Tally()
    records: int = 0
    read: int = 0
    error: ReticentError | None = None


def is_collection(path: str, options: FormatOptions) -> bool:
    """Whether a file is one that is released record by record."""
    return Path(path).is_file() and isinstance(_look_at(path, options), RecordFormat)


def find_record_format(path: str, options: FormatOptions) -> RecordFormat:
    """The format of a file of records; a DocumentError when it is none."""
    found = _look_at(path, options)
    if not isinstance(found, RecordFormat):
        raise DocumentError(f"'{path}' is no collection of records: sanitize it as one file")
    return found


def _look_at(path: str, options: FormatOptions) -> Format:
    with _open(Path(path)) as file:
        return find_format(path, file.read(HEAD), options)


def release_records(
    source: Path,
    target: Path,
    recipe: Recipe,
    executor: Executor,
    *,
    options: FormatOptions,
    progress: Progress | None = None,
) -> Tally:
    """Release every record of a file; `target` appears when all are released, and the same whatever stopped on the way."""
    desk = Desk(str(source), find_record_format(str(source), options).name, options, recipe)
    with _open(source) as file, begin_output(target, _name_run(source, recipe, options)) as output:
        tally = Tally(*output.begun.counts)
        read, done = output.begun.read, output.begun.records
        records = open_records(desk.find_format(), desk.name, file, options, read=read, done=done)
        if not output.begun.written:
            output.write(records.layout.head)
        set_up = partial(desk.prepare, records.layout)
        for piece in executor.run(release_batch, _batches(records.left), set_up=set_up):
            output.write(piece.data)
            tally = tally.plus(piece.tally)
            read, done = read + piece.read, done + piece.records
            output.note(read, done, astuple(tally))
            if piece.error:
                raise piece.error
            if progress:
                progress(read, tally)
        output.finish()
    return tally


@dataclass(frozen=True, slots=True)
class Desk:
    """What a worker needs to release records of one file: small, so that it can travel."""

    name: str
    format: str
    options: FormatOptions
    recipe: Recipe

    def find_format(self) -> RecordFormat:
        """The format of the file."""
        found = require_format(self.format)
        if not isinstance(found, RecordFormat):
            raise DocumentError(f"'{self.name}' is no collection of records: sanitize it as one file")
        return found

    def prepare(self, layout: Layout) -> Bench:
        """Everything opened, once for each worker."""
        return Bench(self.name, self.find_format(), layout, self.recipe.assemble())


@dataclass(frozen=True, slots=True)
class Bench:
    """A desk with everything open on it."""

    name: str
    format: RecordFormat
    layout: Layout
    assembly: Assembly


def release_batch(bench: Bench, batch: Sequence[RawRecord]) -> Piece:
    """The release of some records, up to the first that can't be released; what is written is read again."""
    sources, error = _read_batch(bench.layout, batch)
    results = iter(
        sanitize_many_under(bench.assembly, [each for source in sources for each in source.documents])
    )
    written: list[bytes] = []
    outcomes: list[Outcome] = []
    for source in sources:
        try:
            made = [require_outcome(next(results)) for _ in source.documents]
            written.append(source.write([outcome.release.edits for outcome in made]))
        except ReticentError as caught:
            error = caught
            break
        outcomes += made
    data = b"".join(written)
    if outcomes:
        options = replace(sources[0].options, partial=True)
        again = bench.format.read(bench.name, bench.layout.head + data, options).documents
        released = [outcome.document for outcome in outcomes]
        require_same_texts(bench.name, bench.format, again, released)
        require_nothing_left(bench.name, bench.format, bench.layout.head + data, outcomes, bench.assembly)
    read = sum(len(record.data) for record in batch[: len(written)])
    return Piece(data, count_outcomes(outcomes), len(written), read, error)


def _read_batch(layout: Layout, batch: Sequence[RawRecord]) -> tuple[list[Source], ReticentError | None]:
    """The records that can be read, up to the first that can't."""
    sources: list[Source] = []
    for record in batch:
        try:
            sources.append(layout.read(record.data, record.number))
        except ReticentError as error:
            return sources, error
    return sources, None


def require_outcome(result: Outcome | ReticentError) -> Outcome:
    """The outcome, if there is one and it keeps every promise."""
    if isinstance(result, ReticentError):
        raise result
    _ = result.document
    return result


def count_outcomes(outcomes: Iterable[Outcome]) -> Tally:
    """How many documents were released, of how many words, changed at how many places."""
    tally = Tally()
    for outcome in outcomes:
        places = sum(len(decision.spans) for decision in outcome.plan.decisions)
        tally = tally.plus(Tally(1, len(token_texts(outcome.release.original.text)), places))
    return tally


def _batches(records: Iterator[RawRecord]) -> Iterator[list[RawRecord]]:
    """The records, some at a time: as many as travel together."""
    while batch := list(islice(records, _BATCH)):
        yield batch


def _open(source: Path) -> BinaryIO:
    try:
        return source.open("rb")
    except OSError as error:
        raise DocumentError(f"'{source}' can't be read: {error.strerror}") from None


def _name_run(source: Path, recipe: Recipe, options: FormatOptions) -> str:
    """What an output depends on; no hash of the original, which would help to guess what was removed."""
    try:
        state = source.stat()
    except OSError as error:
        raise DocumentError(f"'{source}' can't be read: {error.strerror}") from None
    return f"{state.st_size} {state.st_mtime_ns} {name_rules(recipe, options)}"


def name_rules(recipe: Recipe, options: FormatOptions) -> str:
    """A hash of everything that decides what becomes of a document."""
    return hashlib.sha256(f"{recipe.fingerprint} {options.fingerprint}".encode()).hexdigest()
