"""A run over many files on an executor: what each comes to waits in a store, and a ledger says how far the run came.

What is done with each file of many: whatever it is, it is a function of a module or a small value that can travel.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from reticent.engine import Outcome
from reticent.engine.labels import LabelJudge
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, InternalError, PromiseError, ReticentError
from reticent.executors import Executor
from reticent.formats.seam.options import FormatOptions
from reticent.policy.recipe import Recipe
from reticent.usecases.collection import Progress
from reticent.usecases.file_names import split_path
from reticent.usecases.placing import place_in_store
from reticent.usecases.records import NOTHING, Tally, count_outcomes
from reticent.usecases.release import InputFile, read_file, release
from reticent.usecases.run_log import Ledger, Line
from reticent.usecases.surveys import assign_stand_ins, needs_survey, survey_file
from reticent.vault.identities import Named


@dataclass(frozen=True, slots=True)
class Made:
    """What came of one file, whatever was done with it."""

    data: bytes = field(repr=False)
    outcomes: Sequence[Outcome] = field(repr=False)
    dropped: Mapping[str, int] = field(default_factory=dict)


class Work(Protocol):
    """What is done with a file: a function of a module or a small frozen value, so that it can travel."""

    def __call__(self, given: InputFile, path: str, rules: Rules, options: FormatOptions) -> Made:
        """What comes of a file; `path` is its path in the folder."""
        ...


def sanitize_file(given: InputFile, path: str, rules: Rules, options: FormatOptions) -> Made:
    """The work of `reticent sanitize`."""
    released = release(given, rules, options=options)
    return Made(released.data, released.outcomes, released.dropped)


_BATCH = 16
_MOST_BYTES = 1 << 18
"""Of the files that travel together: small ones share a journey, a large one goes alone."""


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
    run: FileRun, executor: Executor, ledger: Ledger, store: Path, *, progress: Progress | None = None
) -> None:
    """Work on every file that no earlier run is done with; what comes of it waits in the store."""
    for line in ledger.lines("released"):
        if not place_in_store(store, line).exists():
            ledger.note_todo(line)
    ledger.save()
    done, total = ledger.count("released"), ledger.count("released") + ledger.count("todo")
    tally = ledger.sum_up()
    run = _survey_first(run, executor, ledger)
    context = partial(_prepare, run, ledger.salt)
    for batch in executor.run(_work_on_batch, _batches(ledger.lines("todo")), set_up=context):
        for each in batch:
            _take_down(each, ledger, store)
            tally = tally.plus(each.tally)
        ledger.save()
        done += len(batch)
        if progress:
            progress(done, total, tally)


def _survey_first(run: FileRun, executor: Executor, ledger: Ledger) -> FileRun:
    """Where several workers need stand-ins, look at all files first, so that these are given in the files' order."""
    if not run.plans or not needs_survey(run.recipe, executor):
        return run
    plain = partial(_prepare, replace(run, recipe=replace(run.recipe, pseudonyms=None)), ledger.salt)
    kinds = run.recipe.style_of_stand_ins().kinds
    surveyed = executor.run(partial(_survey_batch, kinds), _batches(ledger.lines("todo")), set_up=plain)
    return replace(run, recipe=assign_stand_ins(run.recipe, surveyed))


@dataclass(frozen=True, slots=True)
class _FileContext:
    run: FileRun
    salt: bytes = field(repr=False)
    rules: Rules
    names: LabelJudge

    def read(self, line: Line) -> InputFile:
        return read_file(str(self.run.source / line.path), within=line.path if self.run.names else "")


def _prepare(run: FileRun, salt: bytes) -> _FileContext:
    rules = run.recipe.make_rules()
    return _FileContext(run, salt, rules, LabelJudge(rules))


def _survey_batch(kinds: frozenset[str], context: _FileContext, batch: Sequence[Line]) -> list[Named]:
    """What the files name; one that can't be read is told when it is worked on."""
    found: list[Named] = []
    for line in batch:
        try:
            found += survey_file(context.read(line), context.rules, context.run.options, kinds)
        except Exception:  # noqa: S112 - the same happens again when the file is worked on, and is told then
            continue
    return found


@dataclass(frozen=True, slots=True)
class _Result:
    """What a worker says of one file; `telling` are the paths whose last name tells something."""

    line: Line
    data: bytes = field(default=b"", repr=False)
    original: str = ""
    tally: Tally = NOTHING
    dropped: Mapping[str, int] = field(default_factory=dict)
    telling: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    error: ReticentError | None = None


def _work_on_batch(context: _FileContext, batch: Sequence[Line]) -> list[_Result]:
    return [_work_on_one(context, line) for line in batch]


def _work_on_one(context: _FileContext, line: Line) -> _Result:
    path = context.run.source / line.path
    try:
        given = context.read(line)
        made = context.run.work(given, line.path, context.rules, context.run.options)
        return _describe(context, line, given, made)
    except ReticentError as error:
        return _Result(line, error=error)
    except Exception as error:  # its words could quote the document; the other files go on
        return _Result(line, error=InternalError.about(str(path), error))


def _describe(context: _FileContext, line: Line, given: InputFile, made: Made) -> _Result:
    original = hashlib.sha256(context.salt + given.data).hexdigest()
    telling = _find_telling(line.path, context.names, made.outcomes) if context.run.names else ()
    tally = count_outcomes(made.outcomes, context.rules)
    languages = tuple(sorted({each.language for each in made.outcomes} - {""}))
    return _Result(line, made.data, original, tally, made.dropped, telling, languages)


def _find_telling(path: str, names: LabelJudge, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    parts = path.split("/")
    judged = enumerate(split_path(path), 1)
    return tuple("/".join(parts[:depth]) for depth, name in judged if names.tells(name, outcomes))


def _take_down(result: _Result, ledger: Ledger, store: Path) -> None:
    """Put what came of a file into the store, then say so in the ledger."""
    if result.error:
        ledger.note_refusal(result.line, str(result.error), promise=isinstance(result.error, PromiseError))
        return
    place = place_in_store(store, result.line)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(result.data)
    except OSError as error:
        raise DocumentError(
            f"'{place}' can't be written: {error.strerror}; make room and run again, what was done is kept"
        ) from None
    for path in result.telling:
        ledger.note_telling(path)
    released = hashlib.sha256(result.data).hexdigest()
    ledger.note_release(
        result.line,
        original=result.original,
        released=released,
        tally=result.tally,
        dropped=result.dropped,
        languages=result.languages,
    )


def _batches(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The files in order, several small ones at a time."""
    batch: list[Line] = []
    size = 0
    for line in lines:
        if batch and (len(batch) == _BATCH or size + line.size > _MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(line)
        size += line.size
    if batch:
        yield batch
