"""Release a collection: the records of one file into another, or many files into a directory, each run resumable."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from reticent.errors import DocumentError, ReticentError
from reticent.executors import Executor
from reticent.files import begin_output
from reticent.formats.format import Layout, RecordFormat
from reticent.formats.options import FormatOptions
from reticent.formats.registry import find_format
from reticent.pipeline import Outcome, sanitize_under
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.rendering.placeholders import mark_placeholders
from reticent.text.tokens import token_texts

_BLOCK = 1 << 20
_HEAD = 4096
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
    source = Path(path)
    if not source.is_file():
        return False
    with _open(source) as file:
        return isinstance(find_format(path, file.read(_HEAD), options), RecordFormat)


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
    with _open(source) as file, begin_output(target, _name_run(source, recipe, options)) as output:
        block = file.read(_BLOCK)
        whole = len(block) < _BLOCK
        desk = Desk(str(source), block if whole else block[:_BLOCK], whole, options, recipe)
        layout = desk.lay_out()
        tally = Tally(*output.begun.counts)
        read, number = output.begun.read, output.begun.records
        if not output.begun.written:
            output.write(layout.head)
            read, number = layout.size, layout.first
        file.seek(read)
        for piece in executor.run(release_batch, _batches(layout, file, number), set_up=desk.prepare):
            output.write(piece.data)
            tally = tally.plus(piece.tally)
            read, number = read + piece.read, number + piece.records
            output.note(read, number, astuple(tally))
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
    block: bytes = field(repr=False)
    whole: bool
    options: FormatOptions
    recipe: Recipe

    def find_format(self) -> RecordFormat:
        """The format of the file."""
        found = find_format(self.name, self.block[:_HEAD], self.options)
        if not isinstance(found, RecordFormat):
            raise DocumentError(f"'{self.name}' is no collection of records: sanitize it as one file")
        return found

    def lay_out(self) -> Layout:
        """How its records are read."""
        return self.find_format().lay_out(self.name, self.block, self.options, whole=self.whole)

    def prepare(self) -> Bench:
        """Everything opened, once for each worker."""
        return Bench(self.name, self.find_format(), self.lay_out(), self.recipe.assemble())


@dataclass(frozen=True, slots=True)
class Bench:
    """A desk with everything open on it."""

    name: str
    format: RecordFormat
    layout: Layout
    assembly: Assembly


def release_batch(bench: Bench, batch: Sequence[tuple[int, bytes]]) -> Piece:
    """The release of some records, up to the first that can't be released; what is written is read again."""
    written: list[bytes] = []
    outcomes: list[Outcome] = []
    read = 0
    error: ReticentError | None = None
    options = FormatOptions()
    for number, record in batch:
        try:
            source = bench.layout.read(record, number)
            documents = [mark_placeholders(each, bench.assembly.kinds) for each in source.documents]
            made = [sanitize_under(bench.assembly, document) for document in documents]
            _ = [outcome.document for outcome in made]
            written.append(source.write([outcome.release.edits for outcome in made]))
        except ReticentError as caught:
            error = caught
            break
        options = source.options
        outcomes += made
        read += len(record)
    data = b"".join(written)
    if outcomes:
        _require_same(bench, data, options, outcomes)
    return Piece(data, count_outcomes(outcomes), len(written), read, error)


def count_outcomes(outcomes: Iterable[Outcome]) -> Tally:
    """How many documents were released, of how many words, changed at how many places."""
    tally = Tally()
    for outcome in outcomes:
        places = sum(len(decision.spans) for decision in outcome.plan.decisions)
        tally = tally.plus(Tally(1, len(token_texts(outcome.release.original.text)), places))
    return tally


def _require_same(bench: Bench, data: bytes, options: FormatOptions, outcomes: Sequence[Outcome]) -> None:
    again = bench.format.read(bench.name, bench.layout.head + data, options).documents
    if [each.text for each in again] != [each.document.text for each in outcomes]:
        raise DocumentError(
            f"'{bench.name}' does not read back as what was judged, so nothing was written: please report this"
        )


def _batches(layout: Layout, file: BinaryIO, number: int) -> Iterator[list[tuple[int, bytes]]]:
    """The numbered records from where the file stands, some at a time."""
    records = enumerate(layout.cut(file), number)
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
