"""How `reticent sanitize` releases a collection: a progress bar, what went wrong, and the bounds at the end."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BufferedReader
from pathlib import Path
from typing import Annotated, cast

from reticent.cli._declared import option
from reticent.cli._output import show_progress, tell_columns, tell_doubts, tell_promises
from reticent.cli._reading import require_use
from reticent.cli.app import Exit, complain, exit_for, say
from reticent.errors import DocumentError, InputError
from reticent.executors import choose_executor
from reticent.formats.registry import HEAD, STANDARD_INPUT, find_format, name_of, require_format
from reticent.formats.seam.options import FormatOptions
from reticent.models.greedy_sanitize.settings import open_trained_model
from reticent.policy.recipe import Recipe
from reticent.usecases.collection import (
    RecordsReleased,
    find_record_format,
    is_collection,
    release_records,
    stream_records,
)
from reticent.usecases.folder import release_files
from reticent.usecases.records import RecordsJob
from reticent.usecases.run import Totals

_FILES_PER_WORKER = 4
"""So few files that a new process would take longer to start than to read them."""


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """What the records of a collection are called by, and where bad ones go."""

    id_key: Annotated[
        str | None,
        option(
            "--id",
            "KEY",
            "The key that identifies a JSON record: it is released unchanged; a record without it can't be released.",
        ),
    ] = None
    bad: Annotated[
        Path | None,
        option(
            "--bad",
            "FILE",
            "With --skip-bad: a file for the records that can't be released, unchanged; protect it like the original.",
        ),
    ] = None


RECORD_OPTIONS = RecordOptions()
"""What there is when nothing is said."""


def name_records(options: FormatOptions, records: RecordOptions, paths: Sequence[str]) -> FormatOptions:
    """The options with the key that names records, which is released with them; an InputError where there are none."""
    key = records.id_key
    require_use({"--id": key, "--bad": records.bad}, paths, options)
    if key is None:
        return options
    return replace(options, id=key, keep=options.keep if key in options.keep else (*options.keep, key))


def is_stream(path: str, output: Path | None, options: FormatOptions, *, skip_bad: bool) -> bool:
    """Whether a path is released record by record: a file into another, or standard input in a format of records."""
    if path == STANDARD_INPUT:
        return options.format is not None and require_format(options.format).reads_records
    return (output is not None or skip_bad) and is_collection(path, options)


def build_records_job(
    path: str, recipe: Recipe, options: FormatOptions, bad: Path | None, *, skip_bad: bool
) -> RecordsJob:
    """The collection at `path`, or on standard input, and what becomes of its bad records."""
    if bad is not None and not skip_bad:
        raise InputError("--bad collects what --skip-bad passes over: add --skip-bad")
    if path == STANDARD_INPUT:
        if sys.stdin.isatty():
            raise DocumentError("nothing to read: name a file, or pipe records in")
        head = cast(BufferedReader, sys.stdin.buffer).peek(HEAD)[:HEAD]
        found = find_format(name_of(path), head, options)
        return RecordsJob(name_of(path), found.name, recipe, options, skip_bad, bad)
    return RecordsJob(path, find_record_format(path, options).name, recipe, options, skip_bad, bad)


def release_collection(path: str, output: Path | None, job: RecordsJob, *, workers: int, quiet: bool) -> Exit:
    """Release a file or a stream of records, one after the other."""
    executor = choose_executor(workers)
    if path == STANDARD_INPUT or output is None:
        run = _pass_through(path, output, job, workers=workers, quiet=quiet)
        return _conclude_records(str(output or "standard output"), run, job, quiet=quiet)
    source = Path(path)
    target = output / source.name if output.is_dir() else output
    if target.resolve() == source.resolve():
        raise InputError(f"'{target}' is the original and would be overwritten: choose another -o")
    with show_progress("documents", quiet=quiet) as progress:
        run = release_records(source, target, job, executor, progress=progress)
    return _conclude_records(str(target), run, job, quiet=quiet)


def _pass_through(
    path: str, output: Path | None, job: RecordsJob, *, workers: int, quiet: bool
) -> RecordsReleased:
    """Release a stream, or a file to standard output."""
    executor = choose_executor(workers)
    with (
        sys.stdin.buffer if path == STANDARD_INPUT else Path(path).open("rb") as source,
        show_progress("documents", quiet=quiet) as progress,
    ):
        run = stream_records(source, output or sys.stdout.buffer.write, job, executor, progress=progress)
        if output is None:
            sys.stdout.buffer.flush()
        return run


def _conclude_records(where: str, run: RecordsReleased, job: RecordsJob, *, quiet: bool) -> Exit:
    for error in run.errors:
        complain(str(error))
    if run.totals.documents or not run.bad:
        _conclude(where, run.totals, job.recipe, quiet=quiet)
    if not run.bad:
        return Exit.FINE
    kept = f"; they are in '{job.bad}'" if job.bad else ""
    complain(f"released in part: {run.bad:,} records can't be released and stay out{kept}")
    return Exit.RELEASED_IN_PART if run.totals.documents else max(map(exit_for, run.errors))


def stream_files(
    paths: Sequence[str],
    places: Sequence[Path],
    recipe: Recipe,
    options: FormatOptions,
    *,
    workers: int,
    quiet: bool,
) -> Exit:
    """Release many files, each whole; what goes wrong with one is reported and leaves the others alone."""
    executor = choose_executor(max(1, min(workers, len(paths) // _FILES_PER_WORKER)))
    with show_progress("documents", quiet=quiet) as progress:
        result = release_files(paths, places, recipe, executor, options=options, progress=progress)
    for error in result.errors:
        complain(str(error))
    if result.released:
        _conclude(str(places[0].parent), result.totals, recipe, quiet=quiet)
    if not result.errors:
        return Exit.FINE
    if not result.released:
        return max(map(exit_for, result.errors))
    complain(f"released in part: {result.released} of {len(paths)} files; the others stay out")
    return Exit.RELEASED_IN_PART


def _conclude(where: str, totals: Totals, recipe: Recipe, *, quiet: bool) -> None:
    tell_doubts(where, totals.warnings)
    if quiet:
        return
    say(
        f"{where}: {totals.documents:,} documents, {totals.words:,} words, changed at {totals.places:,} places; audit: no violation."
    )
    tell_columns(where, totals.cells)
    tell_promises([model.promise for model in recipe.make_rules().models])
    if recipe.model is not None and totals.words:
        for part in open_trained_model(recipe.model).parts:
            say(f"{part.kind}: {part.bounds(totals.words).statement}")
