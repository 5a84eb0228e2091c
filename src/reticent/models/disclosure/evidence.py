"""Why a term has to go: the groups behind it, in figures and in words that quote no term of a text."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Protocol, TypeVar


class Told(Protocol):
    """A group of terms and what it tells, with the counts behind it."""

    @property
    def group(self) -> tuple[str, ...]:
        """Its terms."""

    @property
    def bits(self) -> float:
        """How much it tells."""


T = TypeVar("T", bound=Told)


def index_by_unit(found: Iterable[T]) -> dict[str, list[T]]:
    """The groups that each unit is part of."""
    groups: dict[str, list[T]] = {}
    for each in found:
        for unit in each.group:
            groups.setdefault(unit, []).append(each)
    return groups


def plainness(each: Told) -> tuple[int, float, tuple[str, ...]]:
    """The plainest reason is the least by this: few terms that tell much."""
    return len(each.group), -each.bits, each.group


def describe_group(terms: int) -> str:
    """The subject of a sentence about a group.

    >>> describe_group(1), describe_group(2)
    ('this term tells', 'these 2 terms together tell')
    """
    return "this term tells" if terms == 1 else f"these {terms} terms together tell"


def describe_counts(together: int, alone: int, terms: int, named: str) -> str:
    """The counts behind a figure: in how many of the group's documents the other stands too."""
    return f"{together:,} of {alone:,} documents with {'it' if terms == 1 else 'them'} name {named}"


def finite(bits: float) -> float | None:
    """Bits as a value that JSON can carry; what is infinite is None."""
    return round(bits, 3) if isfinite(bits) else None
