"""A whole collection, released: one JSONL file into another, or many files into a directory, each run resumable."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple
from pathlib import Path

from reticent.errors import DocumentError, ReticentError
from reticent.files import begin_output, write_whole
from reticent.policy.recipe import Recipe
from reticent.streaming import Tally, released_files, released_lines

Progress = Callable[[int, Tally], None]
"""Called with the bytes or files that are done, and the counts so far."""


def release_lines(
    source: Path,
    target: Path,
    recipe: Recipe,
    *,
    keep: Sequence[str] = (),
    workers: int = 1,
    progress: Progress | None = None,
) -> Tally:
    """Release every line of a JSONL file; `target` appears when all are released, and the same whatever stopped on the way."""
    sizes: list[int] = []
    with begin_output(target, _run(source, recipe, keep)) as output:
        read, number = output.begun.read, output.begun.records
        tally = Tally(*output.begun.counts)
        lines = _lines(source, read, number, sizes)
        for pieces in released_lines(lines, recipe, name=source.name, keep=keep, workers=workers):
            output.write(b"".join(piece.data for piece in pieces))
            number += len(pieces)
            read += sum(sizes[: len(pieces)])
            del sizes[: len(pieces)]
            for piece in pieces:
                tally = tally.plus(piece.tally)
            output.note(read, number, astuple(tally))
            if progress:
                progress(read, tally)
        output.finish()
    return tally


def _lines(source: Path, start: int, number: int, sizes: list[int]) -> Iterator[tuple[int, bytes]]:
    """The numbered lines from a byte on; the length of each is added to `sizes`."""
    try:
        with source.open("rb") as file:
            file.seek(start)
            for index, line in enumerate(file, number + 1):
                sizes.append(len(line))
                yield index, line
    except OSError as error:
        raise DocumentError(f"'{source}' can't be read: {error.strerror}") from None


def release_files(
    paths: Sequence[str],
    places: Sequence[Path],
    recipe: Recipe,
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> tuple[Tally, list[ReticentError]]:
    """Release every file to its place; those that an earlier run with the same rules released are left as they are."""
    notes = places[0].parent / ".reticent.progress"
    run = _rules(recipe, ())
    done = _done(notes, run)
    todo = [
        (path, place)
        for path, place in zip(paths, places, strict=True)
        if done.get(place.name) != _state(path, place)
    ]
    tally, errors = Tally(), []
    pieces = released_files([path for path, _ in todo], recipe, workers=workers)
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
                progress(count, tally)
    notes.unlink(missing_ok=True)
    return tally, errors


def _state(path: str, place: Path) -> list[str | int]:
    """What a file is known by; no hash of the original, which would help to guess what was removed."""
    try:
        original, released = Path(path).stat(), place.read_bytes()
    except OSError:
        return []
    return [original.st_size, original.st_mtime_ns, hashlib.sha256(released).hexdigest()]


def _done(notes: Path, run: str) -> dict[str, list[str | int]]:
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


def _run(source: Path, recipe: Recipe, keep: Sequence[str]) -> str:
    try:
        state = source.stat()
    except OSError as error:
        raise DocumentError(f"'{source}' can't be read: {error.strerror}") from None
    return f"{state.st_size} {state.st_mtime_ns} {_rules(recipe, keep)}"


def _rules(recipe: Recipe, keep: Sequence[str]) -> str:
    return hashlib.sha256(f"{recipe.fingerprint} {sorted(keep)}".encode()).hexdigest()
