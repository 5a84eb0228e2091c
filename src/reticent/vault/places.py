"""Other places of the same country and size."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from reticent.vault.identities import fold

Class = tuple[str, int]
"""A country and a size: under 50,000 people, under 250,000, under a million, or more."""

_STRIDE = 104729


def invent_places(form: str, seed: int) -> Iterator[str]:
    """Places that may stand for the one of this folded name, in an order that `seed` decides; none where nobody knows it."""
    found = _classes().get(form)
    if found is None:
        return
    names = _places()[found]
    for turn in range(len(names)):
        name = names[(seed + turn * _STRIDE) % len(names)]
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
