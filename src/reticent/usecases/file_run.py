"""A run over many files: what comes of each waits in a store, and the log of the run says how far it came.

What is done with a file is a function of a module or a small value, so that it can travel to a worker.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from reticent.audit.inference import InferenceRisk
from reticent.engine import Outcome
from reticent.engine.labels import LabelJudge
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, InternalError, PromiseError, ReticentError, WithheldError
from reticent.executors import Executor
from reticent.formats.seam.options import FormatOptions
from reticent.policy.recipe import Recipe
from reticent.usecases.placing import place_in_store, split_path
from reticent.usecases.release import InputFile, plan_documents, read_file, read_input, release
from reticent.usecases.run import NOTHING, BatchRun, Progress, Totals, count_outcomes, survey_outcomes
from reticent.usecases.run_log import FileRow, RunLog
from reticent.vault.identities import NamedEntity


@dataclass(frozen=True, slots=True)
class FileResult:
    """What came of one file, whatever was done with it."""

    data: bytes = field(repr=False)
    outcomes: Sequence[Outcome] = field(repr=False)
    dropped: Mapping[str, int] = field(default_factory=dict)
    risks: Sequence[Sequence[InferenceRisk]] = field(default=(), repr=False)


class Work(Protocol):
    """What is done with a file: a function of a module or a small frozen value, so that it can travel."""

    def __call__(self, given: InputFile, path: str, rules: Rules, options: FormatOptions) -> FileResult:
        """What comes of a file; `path` is its path in the folder."""
        ...


def sanitize_file(given: InputFile, path: str, rules: Rules, options: FormatOptions) -> FileResult:
    """The work of `reticent sanitize`."""
    released = release(given, rules, options=options)
    return FileResult(released.data, released.outcomes, released.dropped, released.risks)


_BATCH = 16
"""Files that travel together at most; chosen by hand, half as many as records."""

_MOST_BYTES = 1 << 18
"""Of the files that travel together: small ones share a journey, a large one goes alone. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class FileRun:
    """Which files are worked on and how; paths are those in `source`, and `names` says whether theirs are judged.

    `plans` says whether the work makes plans, which may need new stand-ins.
    """

    source: Path
    recipe: Recipe
    options: FormatOptions
    work: Work = sanitize_file
    names: bool = True
    plans: bool = True


def process_pending(
    run: FileRun, executor: Executor, log: RunLog, store: Path, *, progress: Progress | None = None
) -> None:
    """Work on every file that no earlier run is done with; what comes of it waits in the store."""
    for row in log.rows("released"):
        if not place_in_store(store, row).exists():
            log.note_todo(row)
    log.save()
    done, total = log.count("released"), log.count("released") + log.count("todo")
    totals = log.sum_up()
    work: BatchRun[FileRow, _FileContext, list[_WorkerReport]] = BatchRun(
        run.recipe,
        lambda: _cut(log.rows("todo")),
        partial(_prepare, run, log.salt),
        _work_on_batch,
        _survey_batch if run.plans else None,
    )
    for batch in work.run(executor):
        for each in batch:
            _take_down(each, log, store)
            totals = totals.plus(each.totals)
        log.save()
        done += len(batch)
        if progress:
            progress(done, total, totals)


@dataclass(frozen=True, slots=True)
class _FileContext:
    run: FileRun
    salt: bytes = field(repr=False)
    rules: Rules
    names: LabelJudge

    def read(self, row: FileRow) -> InputFile:
        return read_file(str(self.run.source / row.path), within=row.path if self.run.names else "")


def _prepare(run: FileRun, salt: bytes, recipe: Recipe) -> _FileContext:
    rules = recipe.make_rules()
    return _FileContext(run, salt, rules, LabelJudge(rules))


def _survey_batch(
    kinds: frozenset[str], context: _FileContext, batch: Sequence[FileRow]
) -> list[NamedEntity]:
    """What the files name; one that can't be read is reported when it is worked on."""
    found: list[NamedEntity] = []
    for row in batch:
        try:
            opened = read_input(context.read(row), context.rules.kinds, context.run.options)
            found += survey_outcomes(plan_documents(opened.documents, context.rules), kinds)
        except Exception:  # noqa: S112 - the same happens again when the file is worked on, and is reported then
            continue
    return found


@dataclass(frozen=True, slots=True)
class _WorkerReport:
    """What a worker says of one file; `revealing` are the paths whose last name gives something away."""

    row: FileRow
    data: bytes = field(default=b"", repr=False)
    original: str = ""
    totals: Totals = NOTHING
    dropped: Mapping[str, int] = field(default_factory=dict)
    revealing: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    inferred: tuple[Mapping[str, Any], ...] = ()
    error: ReticentError | None = None


def _work_on_batch(context: _FileContext, batch: Sequence[FileRow]) -> list[_WorkerReport]:
    return [_work_on_one(context, row) for row in batch]


def _work_on_one(context: _FileContext, row: FileRow) -> _WorkerReport:
    path = context.run.source / row.path
    try:
        given = context.read(row)
        made = context.run.work(given, row.path, context.rules, context.run.options)
        return _describe(context, row, given, made)
    except ReticentError as error:
        return _WorkerReport(row, error=error)
    except Exception as error:  # its words could quote the document; the other files go on
        return _WorkerReport(row, error=InternalError.about(str(path), error))


def _describe(context: _FileContext, row: FileRow, given: InputFile, made: FileResult) -> _WorkerReport:
    original = hashlib.sha256(context.salt + given.data).hexdigest()
    revealing = _find_revealing(row.path, context.names, made.outcomes) if context.run.names else ()
    totals = count_outcomes(made.outcomes, context.rules, made.risks or [()] * len(made.outcomes))
    languages = tuple(sorted({each.language for each in made.outcomes} - {""}))
    inferred = tuple(risk.as_json() for own in made.risks for risk in own)
    return _WorkerReport(row, made.data, original, totals, made.dropped, revealing, languages, inferred)


def _find_revealing(path: str, names: LabelJudge, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    parts = path.split("/")
    judged = enumerate(split_path(path), 1)
    return tuple("/".join(parts[:depth]) for depth, name in judged if names.tells(name, outcomes))


def _take_down(result: _WorkerReport, log: RunLog, store: Path) -> None:
    """Put what came of a file into the store, then say so in the log."""
    if result.error:
        withheld = result.error.reason if isinstance(result.error, WithheldError) else None
        broken = isinstance(result.error, PromiseError)
        log.note_refusal(result.row, str(result.error), promise=broken, withheld=withheld)
        return
    place = place_in_store(store, result.row)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(result.data)
    except OSError as error:
        raise DocumentError(
            f"'{place}' can't be written: {error.strerror}; make room and run again, what was done is kept"
        ) from None
    for path in result.revealing:
        log.note_revealing(path)
    released = hashlib.sha256(result.data).hexdigest()
    log.note_release(
        result.row,
        original=result.original,
        released=released,
        totals=result.totals,
        dropped=result.dropped,
        languages=result.languages,
        inferred=result.inferred,
    )


def _cut(rows: Iterable[FileRow]) -> Iterator[list[FileRow]]:
    """The files in order, several small ones at a time."""
    batch: list[FileRow] = []
    size = 0
    for row in rows:
        if batch and (len(batch) == _BATCH or size + row.size > _MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += row.size
    if batch:
        yield batch
