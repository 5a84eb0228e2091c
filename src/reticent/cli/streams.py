"""How `reticent sanitize` releases a collection: a progress bar, what went wrong, and the bounds at the end."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from reticent.cli.exits import Exit, complain, say
from reticent.collection import Progress, Tally, release_files, release_lines
from reticent.errors import InputError, PromiseError
from reticent.policy.recipe import Recipe
from reticent.policy.stores import open_trained_model


def stream_lines(
    path: str, output: Path | None, recipe: Recipe, *, keep: Sequence[str], workers: int, quiet: bool
) -> Exit:
    """Release a JSONL file line by line."""
    if output is None or output.is_dir():
        raise InputError(
            "a JSONL collection needs a file to go to: name it with -o, for example -o released.jsonl"
        )
    source = Path(path)
    if output.resolve() == source.resolve():
        raise InputError(f"'{output}' is the original and would be overwritten: choose another -o")
    total = source.stat().st_size if source.exists() else 0
    with _bar(total, quiet=quiet) as progress:
        tally = release_lines(source, output, recipe, keep=keep, workers=workers, progress=progress)
    _conclude(str(output), tally, recipe, quiet=quiet)
    return Exit.FINE


def stream_files(
    paths: Sequence[str], places: Sequence[Path], recipe: Recipe, *, workers: int, quiet: bool
) -> Exit:
    """Release many files, each whole; what goes wrong with one is told and leaves the others alone."""
    with _bar(len(paths), quiet=quiet) as progress:
        tally, errors = release_files(paths, places, recipe, workers=workers, progress=progress)
    for error in errors:
        complain(str(error))
    _conclude(str(places[0].parent), tally, recipe, quiet=quiet)
    if any(isinstance(error, PromiseError) for error in errors):
        return Exit.PROMISE_NOT_REACHED
    return Exit.BAD_INPUT if errors else Exit.FINE


def default_workers() -> int:
    """As many as there are processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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
