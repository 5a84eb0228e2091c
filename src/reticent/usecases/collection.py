"""Release a collection: the records of a file or a stream, one after another; a run from file to file can go on later."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from reticent.detection.columns import ROWS
from reticent.errors import DocumentError, ReticentError
from reticent.executors import Executor, Inline
from reticent.files import PRIVATE, GrowingFile, grow_file, hide_name
from reticent.formats.registry import HEAD, find_format
from reticent.formats.seam.format import FileFormat
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import RawRecord, Records, open_records
from reticent.usecases.records import (
    Piece,
    RecordsJob,
    WorkerContext,
    release_batch,
    require_records,
    survey_batch,
)
from reticent.usecases.run import MOST_NAMED, NOTHING, BatchRun, Progress, Totals, name_rules
from reticent.usecases.run_log import BEGINNING, RunLog, RunPosition, open_run_log

_BATCH = 32
"""Records that travel together; chosen by hand: few enough that a stopped run loses little."""

_SAVE_EVERY = 2.0
"""Seconds of work that a killed run loses at most."""


def is_collection(path: str, options: FormatOptions) -> bool:
    """Whether a file is one that is released record by record."""
    return Path(path).is_file() and _look_at(path, options).reads_records


def find_record_format(path: str, options: FormatOptions) -> FileFormat:
    """The format of a file of records; a DocumentError when it is none."""
    return require_records(path, _look_at(path, options))


def _look_at(path: str, options: FormatOptions) -> FileFormat:
    with _open(Path(path)) as file:
        return find_format(path, file.read(HEAD), options)


@dataclass(frozen=True, slots=True)
class RecordsReleased:
    """How a run went so far: bytes and records that were read, what was released, and what was bad."""

    read: int = 0
    records: int = 0
    totals: Totals = NOTHING
    bad: int = 0
    errors: tuple[ReticentError, ...] = ()

    def plus(self, piece: Piece) -> RecordsReleased:
        """The same after one more piece."""
        return RecordsReleased(
            self.read + piece.read,
            self.records + piece.records,
            self.totals.plus(piece.totals),
            self.bad + len(piece.bad),
            (*self.errors, *(each.error for each in piece.bad))[:MOST_NAMED],
        )


def release_records(
    source: Path, target: Path, job: RecordsJob, executor: Executor, *, progress: Progress | None = None
) -> RecordsReleased:
    """Release every record of a file; `target` appears when all are released, and the same whatever stopped on the way."""
    name, size = _name_run(source, job)
    with _resume(target, job.bad, name) as output:
        begun = output.begun
        job, records = _learn_from_first(source, job)
        if begun == BEGINNING:
            output.begin(records)
        released = RecordsReleased(begun.read, begun.records, begun.totals, begun.bad)
        batches = partial(_read_batches, source, job, begun)
        for piece in _release_batches(job, records, executor, batches):
            output.add(piece, skip_bad=job.skip_bad)
            released = released.plus(piece)
            output.note(released)
            if progress:
                progress(released.read, size, released.totals)
        output.finish(released.bad)
    return released


def stream_records(
    source: BinaryIO,
    target: Path | Callable[[bytes], object],
    job: RecordsJob,
    executor: Executor,
    *,
    progress: Progress | None = None,
) -> RecordsReleased:
    """Release every record of a stream, in order, into another stream or a file; such a run can't go on later.

    Nor can a stream be looked at twice: where there are stand-ins to give, one worker gives them as the records come.
    """
    if job.recipe.pseudonyms is not None:
        executor = Inline()
    with _begin_stream(target, job.bad) as output:
        records = open_records(job.find_format(), job.name, source, job.options)
        first = list(islice(records.left, ROWS))
        job, records = _learn(job, records, first)
        output.begin(records)
        released = RecordsReleased()
        batches = partial(_cut, chain(first, records.left))
        for piece in _release_batches(job, records, executor, batches):
            output.add(piece, skip_bad=job.skip_bad)
            released = released.plus(piece)
            if progress:
                progress(released.read, 0, released.totals)
        output.finish(released.bad)
    return released


@dataclass(slots=True)
class _Output:
    """Where the released records and the bad ones go; only the owner may read the latter."""

    write: Callable[[bytes], object]
    file: GrowingFile | None = None
    bad: GrowingFile | None = None
    log: RunLog | None = None
    begun: RunPosition = BEGINNING
    _noted: RunPosition = BEGINNING
    _saved: float = field(default_factory=time.monotonic)

    def go_on(self) -> None:
        """Go on where an earlier run was stopped, if what it wrote is still there."""
        noted = self.log.read_position() if self.log else None
        if noted and self.file and self.file.size >= noted.written:
            self.begun = self._noted = noted
        if self.file:
            self.file.go_back(self.begun.written)
        if self.bad:
            self.bad.go_back(self.begun.bad_written)

    def begin(self, records: Records) -> None:
        """Begin as the collection does, such as with the names of the columns."""
        self.write(records.layout.head)
        if self.bad:
            self.bad.write(records.begins)

    def add(self, piece: Piece, *, skip_bad: bool) -> None:
        """Write a piece; unless bad records are to be skipped, the first one ends the run after what precedes."""
        self.write(piece.data)
        if piece.bad and not skip_bad:
            raise piece.bad[0].error
        if self.bad:
            self.bad.write(b"".join(each.data for each in piece.bad))

    def note(self, released: RecordsReleased) -> None:
        """Remember that everything up to here is written, on disk every few seconds."""
        self._noted = RunPosition(
            released.read,
            released.records,
            self.file.written if self.file else 0,
            released.bad,
            self.bad.written if self.bad else 0,
            released.totals,
        )
        if time.monotonic() - self._saved > _SAVE_EVERY:
            self.save()

    def save(self) -> None:
        """Put on disk what was noted last, after the records that it speaks of."""
        for file in (self.bad, self.file):
            if file:
                file.sync()
        if self.log:
            self.log.save_position(self._noted)
        self._saved = time.monotonic()

    def finish(self, bad: int) -> None:
        """Give the files their names, that of bad records if there are any."""
        if self.bad:
            (self.bad.finish if bad else self.bad.discard)()
        if self.file:
            self.file.finish()


@contextmanager
def _resume(target: Path, bad: Path | None, name: str) -> Iterator[_Output]:
    """The output of a run with a log beside it, which is kept when the run is stopped and by no error of ours."""
    with grow_file(target) as file, _collect_bad(bad) as collected:
        place = hide_name(target, "progress") if file.part else None
        stopped = False
        try:
            with open_run_log(place, name) as log:
                output = _Output(file.write, file, collected, log)
                output.go_on()
                try:
                    yield output
                except Exception as error:
                    stopped = not isinstance(error, ReticentError)
                    raise
                except BaseException:
                    stopped = True
                    raise
                finally:
                    if stopped:
                        output.save()
        finally:
            if place and not stopped:
                place.unlink(missing_ok=True)


@contextmanager
def _begin_stream(target: Path | Callable[[bytes], object], bad: Path | None) -> Iterator[_Output]:
    with _collect_bad(bad) as collected:
        if not isinstance(target, Path):
            output = _Output(target, bad=collected)
            output.go_on()
            yield output
            return
        with grow_file(target) as file:
            output = _Output(file.write, file, collected)
            output.go_on()
            yield output


@contextmanager
def _collect_bad(place: Path | None) -> Iterator[GrowingFile | None]:
    """Where the bad records of a run go, as they are, so that somebody can mend them; nowhere without a place."""
    if place is None:
        yield None
        return
    with grow_file(place, mode=PRIVATE) as file:
        yield file


def _learn_from_first(source: Path, job: RecordsJob) -> tuple[RecordsJob, Records]:
    """What the first records of a file say of all, wherever a run goes on from."""
    with _open(source) as file:
        records = open_records(job.find_format(), job.name, file, job.options)
        return _learn(job, records, list(islice(records.left, ROWS)))


def _learn(job: RecordsJob, records: Records, first: list[RawRecord]) -> tuple[RecordsJob, Records]:
    job, layout = job.learn(records.layout, first)
    return job, replace(records, layout=layout)


def _release_batches(
    job: RecordsJob,
    records: Records,
    executor: Executor,
    batches: Callable[[], Iterator[list[RawRecord]]],
) -> Iterator[Piece]:
    prepare = partial(job.prepare, records.layout)
    run: BatchRun[RawRecord, WorkerContext, Piece] = BatchRun(
        job.recipe, batches, prepare, release_batch, survey_batch
    )
    return run.run(executor)


def _read_batches(source: Path, job: RecordsJob, begun: RunPosition) -> Iterator[list[RawRecord]]:
    """The records of a file that no earlier run is done with."""
    with _open(source) as file:
        records = open_records(
            job.find_format(), job.name, file, job.options, read=begun.read, done=begun.records
        )
        yield from _cut(records.left)


def _cut(records: Iterator[RawRecord]) -> Iterator[list[RawRecord]]:
    """The records, as many at a time as travel together."""
    while batch := list(islice(records, _BATCH)):
        yield batch


def _open(source: Path) -> BinaryIO:
    try:
        return source.open("rb")
    except OSError as error:
        raise DocumentError(f"'{source}' can't be read: {error.strerror}") from None


def _name_run(source: Path, job: RecordsJob) -> tuple[str, int]:
    """What an output depends on, without a hash of the original, which would help to guess what was removed; and its size."""
    try:
        state = source.stat()
    except OSError as error:
        raise DocumentError(f"'{source}' can't be read: {error.strerror}") from None
    rules = name_rules(job.recipe, job.options)
    return f"{state.st_size} {state.st_mtime_ns} {rules} {job.skip_bad} {job.bad}", state.st_size
