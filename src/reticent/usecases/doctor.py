"""What is installed here and whether it works: extras, shipped knowledge, parts of other packages, the system.

What the system must be able to do, tried out: locks, file modes, worker processes.
"""

from __future__ import annotations

import platform
import re
import stat
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path

from reticent import __version__
from reticent.errors import DocumentError, InputError
from reticent.executors import Processes, map_in_order
from reticent.files import PRIVATE, one_run, write_whole
from reticent.files.extensions import GROUPS, Extension, list_extensions
from reticent.usecases.problems import find_problem
from reticent.usecases.shipped import PACKAGE, ShippedKnowledge, examine_shipped


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


_NOT_FOR_USERS = frozenset({"dev", "experiments"})
_REQUIREMENT = re.compile(r"([\w.-]+).*;.*extra *== *['\"]([\w-]+)['\"]")
_SUPPORT = {
    "linux": "supported: everything is tested here",
    "darwin": "not tested by the project: locks, file modes and worker processes are those of Linux",
    "win32": "not tested by the project: there are no file modes, so that plans and reports can't be written to files",
}


@dataclass(frozen=True, slots=True)
class Extra:
    """An optional part: the packages of it that are not installed, and the line that mends it."""

    name: str
    missing: tuple[str, ...]

    @property
    def line(self) -> str:
        """What to type to get it."""
        return f"pip install 'reticent[{self.name}]'"


@dataclass(frozen=True, slots=True)
class Offer:
    """A part that another package offers; `problem` is empty when it can be used."""

    group: str
    name: str
    package: str
    version: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Examination:
    """All that was found."""

    version: str
    python: str
    platform: str
    support: str
    extras: tuple[Extra, ...]
    knowledge: tuple[ShippedKnowledge, ...]
    offers: tuple[Offer, ...]
    checks: tuple[Check, ...]

    @property
    def problems(self) -> list[str]:
        """What is wrong, a line each; an extra that is not installed is nothing wrong."""
        found: list[ShippedKnowledge | Offer | Check] = [*self.knowledge, *self.offers, *self.checks]
        return [f"{each.name}: {each.problem}" for each in found if each.problem]


def examine(folder: Path | None = None) -> Examination:
    """Look at everything; the system is tried out in `folder`, or where temporary files go."""
    return Examination(
        __version__,
        platform.python_version(),
        platform.platform(),
        _SUPPORT.get(sys.platform, "not tested by the project: the checks tell what works here"),
        tuple(list_extras()),
        tuple(examine_shipped()),
        tuple(_examine_offer(each) for group in GROUPS for each in list_extensions(group)),
        tuple(run_checks(folder)),
    )


def list_extras() -> Iterator[Extra]:
    """The extras that a user may want, as the installed package declares them."""
    try:
        requirements = metadata.requires(PACKAGE) or []
    except metadata.PackageNotFoundError:  # run from its sources
        return
    wanted: dict[str, list[str]] = {}
    for found in filter(None, map(_REQUIREMENT.match, requirements)):
        wanted.setdefault(found[2], []).append(found[1])
    for name in sorted(wanted.keys() - _NOT_FOR_USERS):
        yield Extra(name, tuple(each for each in wanted[name] if not _is_installed(each)))


def _is_installed(package: str) -> bool:
    if package == PACKAGE:  # an extra that is made of others
        return True
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True


def _examine_offer(extension: Extension) -> Offer:
    from reticent.policy.registry import ATTACKERS, DETECTORS, MODELS

    registries = {registry.group: registry for registry in (DETECTORS, ATTACKERS, MODELS)}
    registry = registries.get(extension.group)
    if registry is None:
        problem = find_problem(extension.load)
    elif extension.name in registry.shipped:
        problem = "reticent has a part of that name, which is used instead: the package must rename its own"
    else:
        problem = find_problem(partial(registry.find, extension.name))
    return Offer(extension.group, extension.name, extension.package, extension.version, problem)
