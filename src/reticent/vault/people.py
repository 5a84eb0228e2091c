"""Invented people: names put together from lists, of the culture and sex that the true name lets one think of."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from reticent.vault.identities import fold

DEFAULT = "english"
_INITIALS = "ABCDEFGHJKLMNPRSTVW"
_STRIDE = 7919
"""A prime, so that neighbours in the lists don't follow each other."""

_MOST_TRIED = 3000
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
    for turn in range(_MOST_TRIED):
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
