"""Release many files into a directory, each whole; what goes wrong with one leaves the others alone."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from reticent.errors import ReticentError
from reticent.executors import Executor
from reticent.files import one_run, write_whole
from reticent.formats.seam.options import FormatOptions
from reticent.policy.recipe import Recipe
from reticent.usecases.collection import Progress, name_rules
from reticent.usecases.file_run import FileRun, process_pending
from reticent.usecases.folder import MOST_TOLD, tell_refusal
from reticent.usecases.placing import read_stored
from reticent.usecases.records import Tally
from reticent.usecases.run_log import describe_path, open_ledger

_STAGING = ".reticent.part"
"""The hidden folder where released files wait until all are done."""


@dataclass(frozen=True, slots=True)
class ManyReleased:
    """How a run over many files went: the counts, how many files are released now, and what went wrong with others."""

    tally: Tally
    released: int
    errors: tuple[ReticentError, ...]


def is_under_way(places: Sequence[Path | None]) -> bool:
    """Whether a run that was stopped has begun to write these files: the same command goes on with them."""
    return len(places) > 1 and all(
        place is not None and (place.parent / _STAGING).exists() for place in places
    )


def release_files(
    paths: Sequence[str],
    places: Sequence[Path],
    recipe: Recipe,
    executor: Executor,
    *,
    options: FormatOptions,
    progress: Progress | None = None,
) -> ManyReleased:
    """Release every file to its place when all are done; a run that was stopped goes on where it was."""
    folder = places[0].parent
    staging = folder / _STAGING
    targets = dict(zip(paths, places, strict=True))
    with one_run(folder):
        staging.mkdir(mode=0o700, exist_ok=True)
        with open_ledger(staging / "ledger.db", f"{name_rules(recipe, options)} files") as ledger:
            ledger.list_files(map(describe_path, targets))
            run = FileRun(Path(), recipe, options, names=False)
            process_pending(run, executor, ledger, staging, progress=progress)
            errors = tuple(map(tell_refusal, islice(ledger.lines("refused"), MOST_TOLD)))
            released = ledger.count("released")
            for line in ledger.lines("released"):
                write_whole(targets[line.path], read_stored(staging, line))
            tally = ledger.sum_up()
        shutil.rmtree(staging, ignore_errors=True)
    return ManyReleased(tally, released, errors)
