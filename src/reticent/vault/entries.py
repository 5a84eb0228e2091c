"""What stands for a person or thing: a number of its kind, and where asked for an invented name, place or code.

Invented people have names of the culture and sex that the true name lets one think of, invented places are of the same
country and size, and codes have the same shape.
"""

from __future__ import annotations

import gzip
import re
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Literal

from reticent.errors import VaultError
from reticent.kinds import find_kind, linked_kinds
from reticent.vault.identities import fold

_CODE = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9 ./#+()-]{1,60})[A-Za-z0-9]|[+(][A-Za-z0-9 ./#+()-]{2,60}[A-Za-z0-9]"
)
_MOST_TRIED = 100
"""Codes that are tried: even of four digits most are free, until nearly all of them are given away."""


def invent_codes(written: str, seed: int) -> Iterator[str]:
    """Codes of the same shape, in an order that `seed` decides; none where it has too little shape to hide in.

    >>> next(invent_codes("AB-1234", 7)) != "AB-1234", list(invent_codes("7", 7))
    (True, [])
    """
    if not _CODE.fullmatch(written) or sum(map(str.isalnum, written)) < 4:
        return
    # What is drawn needs to be spread, not to be secret: the seed is.
    random = Random(seed)  # noqa: S311
    for _ in range(_MOST_TRIED):
        drawn = "".join(_draw(char, random) for char in written)
        if drawn != written:
            yield drawn


def _draw(char: str, random: Random) -> str:
    if char in string.digits:
        return random.choice("123456789" if char != "0" else string.digits)
    if char in string.ascii_letters:
        letters = string.ascii_uppercase if char.isupper() else string.ascii_lowercase
        return random.choice(letters)
    return char


DEFAULT = "english"
_INITIALS = "ABCDEFGHJKLMNPRSTVW"
_STRIDE = 7919
"""A prime, so that neighbours in the lists don't follow each other."""

_MOST_TRIED_PEOPLE = 3000
"""Names of one culture that are tried; when all are given away, numbers go on."""


@dataclass(frozen=True, slots=True)
class Culture:
    """Names that go together, most common first."""

    given: Mapping[str, tuple[str, ...]]
    family: tuple[str, ...]


@cache
def cultures() -> Mapping[str, Culture]:
    """The cultures that ship with the package, by name."""
    data = gzip.decompress(files("reticent.vault").joinpath("data/people.txt.gz").read_bytes()).decode()
    parts: dict[str, dict[str, tuple[str, ...]]] = {}
    for line in data.splitlines():
        culture, part, names = line.split("\t")
        parts.setdefault(culture, {})[part] = tuple(names.split())
    return {
        name: Culture({"M": each["M"], "F": each["F"]}, each["S"])
        for name, each in parts.items()
        if all(each[part] for part in "MFS")
    }


def guess_origin(words: Sequence[str]) -> tuple[str, str]:
    """The culture and the sex that folded words of a name let one think of; "" for a sex that nobody can tell.

    >>> guess_origin(["maria", "gonzalez"]), guess_origin(["heinz", "gruber"]), guess_origin(["xqz"])
    (('spanish', 'F'), ('german', ''), ('english', ''))
    """
    given, family = words[0] if len(words) > 1 else "", words[-1] if words else ""
    ranks = _ranks()
    of_family = ranks["S"].get(family) or {}
    of_given = {**ranks["M"].get(given, {}), **ranks["F"].get(given, {})}
    likely = of_family or of_given
    culture = min(likely, key=lambda name: likely[name]) if likely else DEFAULT
    best = {sex: min(ranks[sex].get(given, {}).values(), default=None) for sex in "MF"}
    known = {sex: rank for sex, rank in best.items() if rank is not None}
    return culture, min(known, key=lambda sex: known[sex]) if known else ""


def invent_people(form: str, seed: int) -> Iterator[str]:
    """Names that may stand for the one of this form, in an order that `seed` decides; none shares a word with it."""
    words = form.split()
    culture, sex = guess_origin(words)
    chosen = cultures()[culture]
    given = chosen.given[sex or "MF"[seed % 2]]
    taken = frozenset(words)
    for turn in range(_MOST_TRIED_PEOPLE):
        place = seed // 2 + turn * _STRIDE
        first, last = given[place % len(given)], chosen.family[place // len(given) % len(chosen.family)]
        if taken.isdisjoint((fold(first), fold(last))) and first != last:
            enough = turn >= len(given) * len(chosen.family)
            initial = _INITIALS[turn // max(1, len(given) * len(chosen.family)) % len(_INITIALS)]
            yield f"{first} {initial}. {last}" if enough else f"{first} {last}"


@cache
def _ranks() -> Mapping[str, Mapping[str, Mapping[str, int]]]:
    """For M, F and S: for each folded name, its rank in every culture that has it."""
    ranks: dict[str, dict[str, dict[str, int]]] = {"M": {}, "F": {}, "S": {}}
    for name, culture in cultures().items():
        for part, listed in (*culture.given.items(), ("S", culture.family)):
            for rank, each in enumerate(listed):
                ranks[part].setdefault(fold(each), {}).setdefault(name, rank)
    return ranks


Class = tuple[str, int]
"""A country and a size: under 50,000 people, under 250,000, under a million, or more."""

_STRIDE_PLACES = 104729
"""A prime larger than any list of places, so that every one of a list is met once."""


def invent_places(form: str, seed: int) -> Iterator[str]:
    """Places that may stand for the one of this folded name, in an order that `seed` decides; none where nobody knows it."""
    found = _classes().get(form)
    if found is None:
        return
    names = _places()[found]
    for turn in range(len(names)):
        name = names[(seed + turn * _STRIDE_PLACES) % len(names)]
        if fold(name) != form:
            yield name


def size_class(form: str) -> Class | None:
    """The country and size of the largest place of this folded name.

    >>> size_class("sacramento"), size_class("nowhere at all")
    (('US', 2), None)
    """
    return _classes().get(form)


@cache
def _places() -> Mapping[Class, tuple[str, ...]]:
    data = gzip.decompress(files("reticent.vault").joinpath("data/places.txt.gz").read_bytes()).decode()
    found = {}
    for line in data.splitlines():
        country, size, names = line.split("\t")
        found[country, int(size)] = tuple(names.split("|"))
    return found


@cache
def _classes() -> Mapping[str, Class]:
    classes: dict[str, Class] = {}
    for (country, size), names in sorted(_places().items(), key=lambda each: -each[0][1]):
        for name in names:
            classes.setdefault(fold(name), (country, size))
    return classes


MOST = 9_999_999
"""The highest number of a stand-in: longer ones are not known as placeholders."""

StyleName = Literal["number", "invented"]


@dataclass(frozen=True, slots=True)
class VaultEntry:
    """Something by the form that all documents know it by, as it was first written, and what stands for it."""

    kind: str
    form: str = field(repr=False)
    original: str = field(repr=False)
    number: int
    invented: str | None = None
    tried: bool = False

    @property
    def numbered(self) -> str:
        """The number that stands for it, as it reads between brackets: PERSON 7, PERSON 12,345."""
        shown = f"{self.number:,}" if self.number > 9999 else str(self.number)
        return f"{find_kind(self.kind).label} {shown}"

    @property
    def shown(self) -> tuple[str, ...]:
        """Everything that may stand for it."""
        return (self.numbered, *([self.invented] if self.invented else []))

    def as_json(self) -> dict[str, Any]:
        """The entry as values that JSON can carry."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Style:
    """What stand-ins are like: numbers, or invented where something can be invented; places of the same size if asked."""

    name: StyleName = "number"
    same_size: bool = False
    kinds: frozenset[str] = field(default_factory=linked_kinds)

    def is_met(self, entry: VaultEntry) -> bool:
        """Whether an entry has what this style shows."""
        return entry.tried or not self.invents(entry.kind)

    def invents(self, kind: str) -> bool:
        """Whether something is invented for this kind."""
        if self.name == "number":
            return False
        invented = find_kind(kind).invented
        return invented is not None and (invented != "place" or self.same_size)

    def choose(self, entry: VaultEntry) -> str:
        """What stands for an entry, between brackets."""
        return entry.invented if entry.invented and self.invents(entry.kind) else entry.numbered


def invent(
    entry: VaultEntry, style: Style, *, is_free: Callable[[str, str, str], bool], draw: Callable[..., int]
) -> VaultEntry:
    """The entry with an invented stand-in, if its style asks for one and one is free; the seed is drawn from its form."""
    if entry.number > MOST:
        raise VaultError(
            f"the vault holds {MOST:,} of the kind {entry.kind} and can number no more: begin another collection"
        )
    if not style.invents(entry.kind):
        return entry
    seed = draw(entry.kind, entry.form)
    free = (each for each in _candidates(entry, seed) if is_free(entry.kind, each, fold(each)))
    return VaultEntry(entry.kind, entry.form, entry.original, entry.number, next(free, None), tried=True)


def _candidates(entry: VaultEntry, seed: int) -> Iterator[str]:
    match find_kind(entry.kind).invented:
        case "name":
            return invent_people(entry.form, seed)
        case "place":
            return invent_places(entry.form, seed)
        case _:
            return invent_codes(entry.original, seed)
