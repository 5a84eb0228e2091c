"""Release a collection: the records of a file or a stream, one after another; a run into a file is resumable."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from reticent.detection.columns import ROWS
from reticent.errors import DocumentError, ReticentError
from reticent.executors import Executor, Inline
from reticent.files import Unfinished, begin_output
from reticent.formats.registry import HEAD, find_format
from reticent.formats.seam.format import FileFormat, RecordLayout
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import RawRecord, Records, open_records
from reticent.policy.recipe import Recipe
from reticent.usecases.records import (
    NOTHING,
    BadRecords,
    Piece,
    RecordsJob,
    Tally,
    collect_bad,
    release_batch,
    require_records,
    survey_batch,
)
from reticent.usecases.surveys import assign_stand_ins, needs_survey

_BATCH = 32

_MOST_TOLD = 20
"""Bad records that are told one by one."""


def is_collection(path: str, options: FormatOptions) -> bool:
    """Whether a file is one that is released record by record."""
    return Path(path).is_file() and _look_at(path, options).reads_records


def find_record_format(path: str, options: FormatOptions) -> FileFormat:
    """The format of a file of records; a DocumentError when it is none."""
    return require_records(path, _look_at(path, options))


def _look_at(path: str, options: FormatOptions) -> FileFormat:
    with _open(Path(path)) as file:
        return find_format(path, file.read(HEAD), options)


Progress = Callable[[int, int, Tally], None]
"""Called with the bytes or files that are done, of how many (0 where nobody knows), and the counts so far."""


@dataclass(frozen=True, slots=True)
class Run:
    """How far a run came: bytes and records that were read, what was released, and what was bad."""

    read: int = 0
    records: int = 0
    tally: Tally = NOTHING
    bad: int = 0
    errors: tuple[ReticentError, ...] = ()

    def plus(self, piece: Piece) -> Run:
        """The same after one more piece."""
        errors = (*self.errors, *(each.error for each in piece.bad))[:_MOST_TOLD]
        bad = self.bad + len(piece.bad)
        return Run(
            self.read + piece.read, self.records + piece.records, self.tally.plus(piece.tally), bad, errors
        )


def release_records(
    source: Path, target: Path, job: RecordsJob, executor: Executor, *, progress: Progress | None = None
) -> Run:
    """Release every record of a file; `target` appears when all are released, and the same whatever stopped on the way."""
    name = _name_run(source, job)
    with (
        _open(source) as file,
        begin_output(target, name) as output,
        collect_bad(job.bad, name) as bad,
    ):
        begun = _continue(output)
        job, layout = _look_at_first(source, job)
        job = _survey_rest(source, job, layout, executor, begun)
        records = open_records(
            job.find_format(), job.name, file, job.options, read=begun.read, done=begun.records
        )
        records = replace(records, layout=layout)
        if output.begun.written:
            bad.go_back(output.begun.counts[-1])
        else:
            output.write(records.layout.head)
            bad.begin(records.begins)
        size = source.stat().st_size
        run = begun
        for run in _release_each(job, records, executor, output.write, bad, begun):
            output.note(run.read, run.records, (*astuple(run.tally), run.bad, bad.written))
            if progress:
                progress(run.read, size, run.tally)
        bad.finish(run.bad)
        output.finish()
    return run


def stream_records(
    source: BinaryIO,
    write: Callable[[bytes], object],
    job: RecordsJob,
    executor: Executor,
    *,
    progress: Progress | None = None,
) -> Run:
    """Release every record of a stream into another, in order; a stream can't be gone on with.

    Nor can it be looked at twice: where there are stand-ins to give, one worker gives them as the records come.
    """
    if job.recipe.pseudonyms is not None:
        executor = Inline()
    with collect_bad(job.bad, secrets.token_hex()) as bad:
        records = open_records(job.find_format(), job.name, source, job.options)
        first = list(islice(records.left, ROWS))
        job, layout = job.learn(records.layout, first)
        records = replace(records, layout=layout, left=chain(first, records.left))
        write(records.layout.head)
        bad.begin(records.begins)
        run = begun = Run()
        for run in _release_each(job, records, executor, write, bad, begun):
            if progress:
                progress(run.read, 0, run.tally)
        bad.finish(run.bad)
    return run


def _look_at_first(source: Path, job: RecordsJob) -> tuple[RecordsJob, RecordLayout]:
    """What `RecordsJob.learn` gives for a file, by its first records, wherever a run goes on from."""
    with _open(source) as file:
        records = open_records(job.find_format(), job.name, file, job.options)
        return job.learn(records.layout, list(islice(records.left, ROWS)))


def _survey_rest(
    source: Path, job: RecordsJob, layout: RecordLayout, executor: Executor, begun: Run
) -> RecordsJob:
    """Where several workers need stand-ins, look at all records first, so that these are given in their order."""
    if not needs_survey(job.recipe, executor):
        return job
    plain = replace(job, recipe=replace(job.recipe, pseudonyms=None), skip_bad=True)
    look = partial(survey_batch, job.recipe.style_of_stand_ins().kinds)
    with _open(source) as file:
        records = open_records(
            job.find_format(), job.name, file, job.options, read=begun.read, done=begun.records
        )
        surveyed = executor.run(look, _batches(records.left), set_up=partial(plain.prepare, layout))
        return replace(job, recipe=assign_stand_ins(job.recipe, surveyed))


def _continue(output: Unfinished) -> Run:
    """How far an earlier run came that was stopped."""
    if not output.begun.counts:
        return Run()
    *counts, bad, _ = output.begun.counts
    return Run(output.begun.read, output.begun.records, Tally(*counts), bad)


def _release_each(
    job: RecordsJob,
    records: Records,
    executor: Executor,
    write: Callable[[bytes], object],
    bad: BadRecords,
    begun: Run,
) -> Iterator[Run]:
    """Write one piece after another; unless bad records are to be skipped, the first one ends it after what precedes."""
    run = begun
    set_up = partial(job.prepare, records.layout)
    for piece in executor.run(release_batch, _batches(records.left), set_up=set_up):
        write(piece.data)
        if piece.bad and not job.skip_bad:
            raise piece.bad[0].error
        bad.add(each.data for each in piece.bad)
        run = run.plus(piece)
        yield run


def _batches(records: Iterator[RawRecord]) -> Iterator[list[RawRecord]]:
    """The records, some at a time: as many as travel together."""
    while batch := list(islice(records, _BATCH)):
        yield batch


def _open(source: Path) -> BinaryIO:
    try:
        return source.open("rb")
    except OSError as error:
        raise DocumentError(f"'{source}' can't be read: {error.strerror}") from None


def _name_run(source: Path, job: RecordsJob) -> str:
    """What an output depends on; no hash of the original, which would help to guess what was removed."""
    try:
        state = source.stat()
    except OSError as error:
        raise DocumentError(f"'{source}' can't be read: {error.strerror}") from None
    return (
        f"{state.st_size} {state.st_mtime_ns} {name_rules(job.recipe, job.options)} {job.skip_bad} {job.bad}"
    )


def name_rules(recipe: Recipe, options: FormatOptions) -> str:
    """A hash of everything that decides what becomes of a document."""
    return hashlib.sha256(f"{recipe.fingerprint} {options.fingerprint}".encode()).hexdigest()
