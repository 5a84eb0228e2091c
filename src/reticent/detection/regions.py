"""The names of states and countries, which the Safe Harbor method lets stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Literal

Places = Literal["all", "state"]


@cache
def large_regions() -> frozenset[tuple[str, ...]]:
    """The names of countries and of their largest parts, each as its words in small letters.

    >>> ("new", "york") in large_regions(), ("austin",) in large_regions()
    (True, False)
    """
    return frozenset(_read(_listed()))


@cache
def states() -> frozenset[tuple[str, ...]]:
    """Those of the large regions that are parts of a country, in full and in short."""
    return frozenset(_read(_listed().partition("# Countries")[0]))


def _listed() -> str:
    return files("reticent.detection").joinpath("data/regions.txt").read_text("utf-8")


def _read(listed: str) -> Iterator[tuple[str, ...]]:
    lines = (line for line in listed.splitlines() if line and not line.startswith("#"))
    return (tuple(name.casefold().split()) for line in lines for name in line.split(", "))
