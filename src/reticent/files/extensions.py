"""What other installed packages offer to reticent, by the entry points that they declare."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeGuard, TypeVar, cast

from reticent.errors import InputError, ReticentError

Offered = TypeVar("Offered")

GROUPS = (
    "reticent.detectors",
    "reticent.attackers",
    "reticent.models",
    "reticent.formats",
    "reticent.corpora",
    "reticent.taxonomies",
)
"""Where packages register their parts; the name of an entry point is how a policy or a command calls the part."""


@dataclass(frozen=True, slots=True)
class Extension:
    """A part that a package offers, not loaded yet."""

    group: str
    name: str
    package: str
    version: str
    _entry: EntryPoint = field(repr=False)

    def load(self) -> Any:
        """The part itself; an InputError names the package when it can't be imported."""
        try:
            return self._entry.load()
        except ReticentError:
            raise
        except Exception as error:  # whatever breaks there, a user needs to know where
            raise InputError(
                f"'{self.name}' of the package {self.package} can't be loaded ({type(error).__name__}):"
                " update or uninstall that package"
            ) from error


def list_extensions(group: str) -> list[Extension]:
    """All parts that installed packages offer to a group, by name."""
    found = {
        Extension(
            group,
            entry.name,
            entry.dist.name if entry.dist else "without a name",
            entry.dist.version if entry.dist else "",
            entry,
        )
        for entry in entry_points(group=group)
    }
    return sorted(found, key=lambda each: (each.name, each.package))


def find_extension(group: str, name: str) -> Extension | None:
    """The part of that name; an InputError when two packages offer one."""
    found = [each for each in list_extensions(group) if each.name == name]
    if len(found) > 1:
        packages = " and ".join(each.package for each in found)
        raise InputError(f"'{name}' is offered by {packages}: uninstall all but one")
    return found[0] if found else None


@dataclass(frozen=True, slots=True)
class Opening(Generic[Offered]):
    """A function that opens a store, and the place that it opens: a file, an address, or nothing."""

    name: str
    place: str
    _open: Callable[[str], Offered] = field(repr=False)

    def anchored(self, folder: Path) -> str:
        """The place from anywhere: a file relative to the folder by its full name."""
        return str(folder.resolve() / self.place) if self.place and "://" not in self.place else self.place

    def open(self, protocol: Callable[..., Offered], folder: Path) -> Offered:
        """What is there; an InputError names the part when it gives something else."""
        found = self._open(self.anchored(folder))
        if not offers(found, protocol):
            wanted = cast(type, protocol).__name__
            raise InputError(
                f"'{self.name}' opens nothing with the members of {wanted}: update or uninstall its package"
            )
        return found


def find_opening(
    group: str, choice: str, ours: Mapping[str, Callable[[str], Offered]]
) -> Opening[Offered] | None:
    """What opens a choice that is written NAME or NAME:PLACE; None when no part has that name.

    Parts of other packages are functions that take a place; ours need one after the colon.
    """
    name, _, place = choice.partition(":")
    if name in ours:
        return Opening(name, place, ours[name]) if place else None
    extension = find_extension(group, name)
    return Opening(name, place, extension.load()) if extension else None


def offers(thing: object, protocol: Callable[..., Offered]) -> TypeGuard[Offered]:
    """As isinstance for a protocol, which lists the protocol's members anew each time: a document may ask many parts.

    The thing itself is asked each time: of two that pass on what others offer, one may offer more.
    """
    values, methods = _members_of(protocol)
    return all(hasattr(thing, name) for name in values) and all(
        getattr(thing, name, None) is not None for name in methods
    )


@cache
def _members_of(protocol: Callable[..., object]) -> tuple[list[str], list[str]]:
    """The values and the methods that a protocol asks for, with those of the protocols that it extends."""
    bases = [base for base in inspect.getmro(cast(type, protocol)) if base not in (object, Generic, Protocol)]
    members = {name for base in bases for name in (*vars(base), *inspect.get_annotations(base))}
    public = sorted(name for name in members if not name.startswith("_"))
    methods = [name for name in public if callable(getattr(protocol, name, None))]
    return [name for name in public if name not in methods], methods


def find_misspelt(
    made: type,
    base: type,
    known: Collection[str],
    *,
    what: str,
    renamed: Mapping[str, str] = MappingProxyType({}),
) -> str | None:
    """What is wrong with a class that has a public member which looks like a capability of `what` it is; None where none does.

    `known` are the capabilities. A capability that the class has as well is not misspelt. `renamed` are names that once were
    capabilities. The members of `base` are its own; a class derived from it may list others that merely look like one in
    `_own_names`.
    """
    classes = [each for each in made.__mro__ if each not in (object, Generic, Protocol)]
    derived = base in classes
    own = classes[: classes.index(base)] if derived else classes
    besides: Collection[str] = getattr(made, "_own_names", ()) if derived else ()
    names = {name for each in own for name in (*vars(each), *inspect.get_annotations(each))}
    lacking = sorted(set(known) - names)
    for name in sorted(name for name in names.difference(known, besides) if not name.startswith("_")):
        meant = renamed.get(name) or next((each for each in lacking if _looks_like(name, each)), None)
        if meant:
            return (
                f"{made.__name__}.{name} is nothing that {what} is asked for: call it {meant}; if it is meant as something"
                f" else, give it another name, or list it in _own_names of a class derived from {base.__name__}"
            )
    return None


_ALIKE = 0.8
"""From which share of equal letters on a name is taken for a capability: one slip of the pen in "hints" gives 0.8."""


def _looks_like(name: str, capability: str) -> bool:
    """Whether one may be the other with a letter too few or too many, another one, or two swapped."""
    if abs(len(name) - len(capability)) > 2:
        return False
    return SequenceMatcher(None, name, capability).ratio() >= _ALIKE
