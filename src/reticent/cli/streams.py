"""How `reticent sanitize` releases a collection: a progress bar, what went wrong, and the bounds at the end."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from reticent.cli.exits import Exit, complain, exit_for, say
from reticent.errors import InputError
from reticent.executors import choose_executor
from reticent.formats.options import FormatOptions
from reticent.policy.recipe import Recipe
from reticent.policy.stores import open_trained_model
from reticent.usecases.collection import Progress, Tally, release_records
from reticent.usecases.files import release_files

_FILES_A_WORKER = 4
"""So few files that a new process would take longer to start than to read them."""


def stream_records(
    path: str, output: Path, recipe: Recipe, options: FormatOptions, *, workers: int, quiet: bool
) -> Exit:
    """Release a file of records, one after the other."""
    source = Path(path)
    target = output / source.name if output.is_dir() else output
    if target.resolve() == source.resolve():
        raise InputError(f"'{target}' is the original and would be overwritten: choose another -o")
    with _bar(source.stat().st_size, quiet=quiet) as progress:
        tally = release_records(
            source, target, recipe, choose_executor(workers), options=options, progress=progress
        )
    _conclude(str(target), tally, recipe, quiet=quiet)
    return Exit.FINE


def stream_files(
    paths: Sequence[str],
    places: Sequence[Path],
    recipe: Recipe,
    options: FormatOptions,
    *,
    workers: int,
    quiet: bool,
) -> Exit:
    """Release many files, each whole; what goes wrong with one is told and leaves the others alone."""
    executor = choose_executor(max(1, min(workers, len(paths) // _FILES_A_WORKER)))
    with _bar(len(paths), quiet=quiet) as progress:
        result = release_files(paths, places, recipe, executor, options=options, progress=progress)
    for error in result.errors:
        complain(str(error))
    if result.released:
        _conclude(str(places[0].parent), result.tally, recipe, quiet=quiet)
    if not result.errors:
        return Exit.FINE
    if not result.released:
        return max(map(exit_for, result.errors))
    complain(f"released in part: {result.released} of {len(paths)} files; the others stay out")
    return Exit.RELEASED_IN_PART


def _conclude(where: str, tally: Tally, recipe: Recipe, *, quiet: bool) -> None:
    if quiet:
        return
    say(
        f"{where}: {tally.documents:,} documents, {tally.words:,} words, changed at {tally.places:,} places; audit: no violation."
    )
    for model in recipe.assemble().models:
        say(f"{model.promise.model}: {model.promise.statement}")
    if recipe.model is not None and tally.words:
        say(open_trained_model(recipe.model).bounds(tally.words).statement)


@contextmanager
def _bar(total: int, *, quiet: bool) -> Iterator[Progress | None]:
    """A bar with documents a second and the time left, where somebody watches."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("sanitizing"),
        BarColumn(),
        TextColumn("{task.fields[count]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=total, count="")

        def show(done: int, tally: Tally) -> None:
            bar.update(task, completed=done, count=f"{tally.documents:,} documents")

        yield show
