"""The names of states and countries, which the Safe Harbor method lets stand."""

from __future__ import annotations

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
    listed = files("reticent.detection").joinpath("data/regions.txt").read_text("utf-8")
    lines = (line for line in listed.splitlines() if line and not line.startswith("#"))
    return frozenset(tuple(name.casefold().split()) for line in lines for name in line.split(", "))
