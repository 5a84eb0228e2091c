"""What counting over texts shares, one text after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

Text = Collection[str]


def groups(shown: Collection[str], largest: int) -> Iterator[frozenset[str]]:
    """Every group of up to so many words that are shown together."""
    for size in range(1, largest + 1):
        yield from map(frozenset, combinations(sorted(set(shown)), size))


def count(texts: Sequence[Text], *needed: Collection[str]) -> int:
    """The texts that hold a word of each collection."""
    return sum(all(any(word in text for word in names) for names in needed) for text in texts)


def odds(texts: Sequence[Text], *needed: Collection[str]) -> Fraction:
    """The share of texts that hold a word of each collection: p in the papers."""
    return Fraction(count(texts, *needed), len(texts))


def binomial_tail(together: int, alone: int, share: Fraction) -> float:
    """How likely at least so many out of `alone` are where each has that share."""
    chances = [comb(alone, n) * share**n * (1 - share) ** (alone - n) for n in range(together, alone + 1)]
    return float(sum(chances))
