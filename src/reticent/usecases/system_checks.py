"""What the system must be able to do, tried out: locks, file modes, worker processes."""

from __future__ import annotations

import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from reticent.errors import DocumentError, InputError
from reticent.executors import Processes, map_in_order
from reticent.files import PRIVATE, one_run, write_whole
from reticent.usecases.problems import find_problem


@dataclass(frozen=True, slots=True)
class Check:
    """Something that the system must be able to do; `problem` is empty when it is."""

    name: str
    problem: str = ""


def run_checks(folder: Path | None) -> Iterator[Check]:
    """All checks, in this folder or where temporary files go."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        yield Check("locks", find_problem(partial(_check_locks, Path(place) / "output")))
        yield Check("file modes", find_problem(partial(_check_modes, Path(place) / "private")))
    yield Check("worker processes", find_problem(_check_workers))


def _check_locks(target: Path) -> None:
    """Two runs can't write one output at a time."""
    with one_run(target):
        try:
            with one_run(target):
                pass
        except DocumentError:
            return
    raise InputError("two runs could write one output: choose another folder for the output")


def _check_modes(target: Path) -> None:
    """A file can be kept from other users."""
    write_whole(target, b"", mode=PRIVATE)
    if stat.S_IMODE(target.stat().st_mode) != PRIVATE:
        raise InputError("files can't be kept from other users here: choose another folder for plans")


def _check_workers() -> None:
    """Work can be done in other processes."""
    if list(map_in_order(Processes(1), abs, [-1])) != [1]:
        raise InputError("other processes don't answer: use --workers 1")
