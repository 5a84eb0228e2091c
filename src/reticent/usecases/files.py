"""Release many files into a directory, each whole; what goes wrong with one leaves the others alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from reticent.errors import ReticentError
from reticent.executors import Executor
from reticent.files import one_run, write_whole
from reticent.formats.options import FormatOptions
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.usecases.collection import Progress, name_rules
from reticent.usecases.given import read_file
from reticent.usecases.records import NOTHING, Tally, count_outcomes
from reticent.usecases.release import release


@dataclass(frozen=True, slots=True)
class ManyReleased:
    """How a run over many files went: the counts, how many files are released now, and what went wrong with others."""

    tally: Tally
    released: int
    errors: tuple[ReticentError, ...]


def release_files(
    paths: Sequence[str],
    places: Sequence[Path],
    recipe: Recipe,
    executor: Executor,
    *,
    options: FormatOptions,
    progress: Progress | None = None,
) -> ManyReleased:
    """Release every file to its place; those that an earlier run with the same rules released are left as they are."""
    folder = places[0].parent
    notes = folder / ".reticent.progress"
    run = name_rules(recipe, options)
    with one_run(folder):
        done = _read_notes(notes, run)
        todo = [
            (path, place)
            for path, place in zip(paths, places, strict=True)
            if done.get(place.name) != _state(path, place)
        ]
        tally, errors = Tally(), []
        jobs = [path for path, _ in todo]
        pieces = executor.run(partial(_release_file, options), jobs, set_up=recipe.assemble)
        with notes.open("a", encoding="utf-8") as log:
            for count, ((path, place), piece) in enumerate(zip(todo, pieces, strict=True), 1):
                if piece.error:
                    errors.append(piece.error)
                else:
                    write_whole(place, piece.data)
                    log.write(json.dumps([run, place.name, _state(path, place)]) + "\n")
                    log.flush()
                tally = tally.plus(piece.tally)
                if progress:
                    progress(count, len(todo), tally)
        notes.unlink(missing_ok=True)
    return ManyReleased(tally, len(paths) - len(errors), tuple(errors))


@dataclass(frozen=True, slots=True)
class _FileReleased:
    data: bytes = field(default=b"", repr=False)
    tally: Tally = NOTHING
    error: ReticentError | None = None


def _release_file(options: FormatOptions, assembly: Assembly, path: str) -> _FileReleased:
    try:
        released = release(read_file(path), assembly, options=options)
        return _FileReleased(released.data, count_outcomes(released.outcomes))
    except ReticentError as error:
        return _FileReleased(error=error)


def _state(path: str, place: Path) -> list[str | int]:
    """What a file is known by; no hash of the original, which would help to guess what was removed."""
    try:
        original, released = Path(path).stat(), place.read_bytes()
    except OSError:
        return []
    return [original.st_size, original.st_mtime_ns, hashlib.sha256(released).hexdigest()]


def _read_notes(notes: Path, run: str) -> dict[str, list[str | int]]:
    """The files that an earlier run with these rules released, each with its state then."""
    if not notes.exists():
        return {}
    done = {}
    for line in notes.read_text("utf-8").splitlines():
        try:
            of_run, name, state = json.loads(line)
        except ValueError:  # the run was killed while it wrote this line
            continue
        if of_run == run:
            done[name] = state
    return done
