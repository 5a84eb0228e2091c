"""What is installed here and whether it works: extras, the files that ship, parts of other packages, the system."""

from __future__ import annotations

import hashlib
import platform
import re
import stat
import sys
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module, metadata
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from reticent import __version__
from reticent.errors import DocumentError, InputError, ReticentError, install_line
from reticent.executors import Processes, map_in_order
from reticent.files import PRIVATE, one_run, write_whole
from reticent.files.extensions import GROUPS, Extension, list_extensions
from reticent.language import find_language

PACKAGE = "reticent"


def find_problem(act: Callable[[], object]) -> str:
    """What goes wrong when this is done; empty when nothing does."""
    try:
        act()
    except ReticentError as error:
        return str(error)
    except Exception as error:  # a damaged file can break anything
        return f"it can't be used ({type(error).__name__}): install reticent again"
    return ""


@dataclass(frozen=True, slots=True)
class ShippedKnowledge:
    """A file that ships with the package, its size and its hash as they are now; `problem` is empty when it works."""

    name: str
    file: str
    size: int
    sha256: str
    problem: str = ""


def examine_shipped() -> Iterator[ShippedKnowledge]:
    """Every file that ships, read and opened."""
    return (_examine_knowledge(*each) for each in _SHIPPED)


def _open(function: str, *given: str) -> object:
    """What a function of ours makes of a file that ships; its module loads when it is asked for."""
    module, _, name = function.partition(":")
    return getattr(import_module(f"{PACKAGE}.{module}"), name)(*given)


def _open_tagger() -> object:
    from reticent.text import default_tagger

    return default_tagger().tags([["One", "word", "."]])


_open_index = partial(_open, "knowledge:open_knowledge", "none")
_open_taxonomy = partial(_open, "knowledge.taxonomy.packed:load_shipped")
_open_names = partial(_open, "detection.names:names")
_open_conditions = partial(_open, "knowledge.conditions:conditions")
_CORPUS, _TAXONOMY, _NAMES = (
    "reticent.knowledge.corpus",
    "reticent.knowledge.taxonomy",
    "reticent.detection.names",
)
_LANGUAGE = find_language()
_SHIPPED: tuple[tuple[str, str, str, Callable[[], object]], ...] = (
    ("index", _CORPUS, "data/default.index", partial(_open_index, "general")),
    ("medicine texts", _CORPUS, "data/medicine-texts.index", partial(_open_index, "medicine-texts")),
    ("medicine tables", _CORPUS, "data/medicine-tables.index", partial(_open_index, "medicine-facts")),
    ("medicine hints", _CORPUS, "data/medicine-hints.index", partial(_open_index, "medicine-facts")),
    ("conditions", "reticent.knowledge.conditions", "data/conditions.jsonl.gz", _open_conditions),
    ("WordNet", _TAXONOMY, "data/wordnet-nouns.bin", partial(_open_taxonomy, "WordNet")),
    ("medicine taxonomy", _TAXONOMY, "data/medicine.bin", partial(_open_taxonomy, "Medicine")),
    ("names", _NAMES, "data/names.bin", _open_names),
    ("word classes", _NAMES, "data/word-classes.bin", _open_names),
    ("word lists", _NAMES, "data/word-lists.bin", _open_names),
    ("tagger", _LANGUAGE.package, _LANGUAGE.readers["tagger"], _open_tagger),
    ("patterns", "reticent.detection", "data/patterns.toml", partial(_open, "detection.patterns:patterns")),
    ("invented people", "reticent.vault", "data/people.txt.gz", partial(_open, "vault.entries:cultures")),
    (
        "invented places",
        "reticent.vault",
        "data/places.txt.gz",
        partial(_open, "vault.entries:size_class", "london"),
    ),
    (
        "default policy",
        "reticent.policy",
        "data/default.toml",
        partial(_open, "policy.reading:default_policy"),
    ),
)
"""What ships, where it lies, and how it is opened."""


def _examine_knowledge(name: str, package: str, file: str, open_it: Callable[[], object]) -> ShippedKnowledge:
    place = files(package).joinpath(file)
    shown = f"{package.replace('.', '/')}/{file}"
    try:
        data = place.read_bytes()
    except OSError:
        return ShippedKnowledge(name, shown, 0, "", "the file is missing: install reticent again")
    digest = hashlib.sha256(data)
    problem = _compare_with_record(place, digest.digest()) or find_problem(open_it)
    return ShippedKnowledge(name, shown, len(data), digest.hexdigest(), problem)


def _compare_with_record(place: Traversable, digest: bytes) -> str:
    """Empty when the file has the hash that it was installed with, or when nobody wrote that down."""
    try:
        recorded = metadata.files(PACKAGE) or []
    except metadata.PackageNotFoundError:
        return ""
    here = Path(str(place)).resolve()
    for entry in recorded:
        if entry.hash and entry.name == here.name and Path(str(entry.locate())).resolve() == here:
            value = urlsafe_b64encode(digest).rstrip(b"=").decode()
            same = entry.hash.mode == "sha256" and entry.hash.value == value
            return "" if same else "the file is not the one that was installed: install reticent again"
    return ""


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


_NOT_FOR_USERS = frozenset({"all", "dev", "docs", "experiments", "integrations", "training"})
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
        return install_line(self.name)


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
        """What is wrong, one line each; an extra that is not installed is nothing wrong."""
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
