"""What a labelled sample says of a whole collection: how much is left, and how much of it an attacker can find."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the interval that holds the truth at the stated confidence."""

    low: float
    estimate: float
    high: float

    def times(self, factor: float) -> Interval:
        """The same for a number so many times as large."""
        return Interval(self.low * factor, self.estimate * factor, self.high * factor)


@dataclass(frozen=True, slots=True)
class Counts:
    """Words and hits over the groups of a sample, as the sums that an interval needs."""

    groups: int = 0
    words: int = 0
    hits: int = 0
    words_squared: int = 0
    hits_squared: int = 0
    products: int = 0

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> Counts:
        """The sums over groups, each given as its words and its hits."""
        total = [0] * 6
        for words, hits in pairs:
            for index, value in enumerate((1, words, hits, words * words, hits * hits, words * hits)):
                total[index] += value
        return cls(*total)


def share(counts: Counts, confidence: float = 0.95) -> Interval:
    """The share of hits among words, in the population that the groups were drawn from.

    Words of one group are alike, so the groups are what was drawn: the interval is that of a ratio over groups, and at
    least as wide as Wilson's, which still says something when no hit was drawn.
    """
    if not counts.words:
        return Interval(0.0, 0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    rate = counts.hits / counts.words
    low, high = _wilson(rate, counts.words, z)
    if counts.groups > 1:
        spread = counts.hits_squared - 2 * rate * counts.products + rate * rate * counts.words_squared
        deviation = sqrt(max(0.0, spread) * counts.groups / (counts.groups - 1)) / counts.words
        low, high = min(low, rate - z * deviation), max(high, rate + z * deviation)
    return Interval(max(0.0, low), rate, min(1.0, high))


def _wilson(rate: float, size: int, z: float) -> tuple[float, float]:
    centre = (rate + z * z / (2 * size)) / (1 + z * z / size)
    reach = z * sqrt(rate * (1 - rate) / size + z * z / (4 * size * size)) / (1 + z * z / size)
    return centre - reach, centre + reach


def most_found(leak_cost: float, removal_cost: float, others: float) -> float:
    """Theorem 4.2: the most that the attacker's classifier can find where `others`, (1 - α)n, are not sensitive."""
    return removal_cost / leak_cost * others


@dataclass(frozen=True, slots=True)
class Bounds:
    """A collection of so many words: what is sensitive, what of it is left, and what an attacker finds at most."""

    words: int
    sensitive: Interval
    left: Interval
    found_at_most: float
    confidence: float

    @property
    def statement(self) -> str:
        """The bounds in a sentence."""
        return (
            f"Of {self.words:,} words about {self.sensitive.estimate:,.0f} are sensitive; of these about"
            f" {self.left.estimate:,.0f} are left, at most {self.left.high:,.0f} (an upper bound at"
            f" {self.confidence:.0%} confidence, from the labelled sample), of which the attacker's classifier finds at"
            f" most {self.found_at_most:,.0f}."
        )


def bounds(
    sensitive: Counts,
    left: Counts,
    *,
    words: int,
    leak_cost: float,
    removal_cost: float,
    confidence: float = 0.95,
) -> Bounds:
    """The bounds for a collection of `words` words that the sample was drawn from.

    The attacker finds no more than Theorem 4.2 allows, with the fewest sensitive words that the sample makes
    credible, and no more than there are left.
    """
    alpha = share(sensitive, confidence).times(words)
    remaining = share(left, confidence).times(words)
    theorem = most_found(leak_cost, removal_cost, words - alpha.low)
    return Bounds(words, alpha, remaining, min(theorem, remaining.high), confidence)
