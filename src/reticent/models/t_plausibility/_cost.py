"""What a generalization costs, and whether it hides the original among t texts.

The paper: Anandan, Clifton, Jiang, Murugesan, Pastrana-Camacho, Si, *t-Plausibility: Generalizing Words to
Desensitize Text*. A word's chain lists, from the word itself up to the root of its taxonomy, how many base words
lie below (the volume); a generalization picks one level per word. Entropies are in bits.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal

from reticent.errors import InputError, PromiseError

Chains = Sequence[Sequence[int]]
Levels = Sequence[int]

# Costs are sums of rounded logarithms: two costs that differ by less than this count as equal.
COST_TOLERANCE = 1e-10

# An entropy this close to log2 t decides nothing: there the integer product of the volumes does.
CLOSE_CALL = 1e-9


@dataclass(frozen=True)
class Instance:
    """Chains of strictly increasing volumes, the t that their product must reach, and the weight of evenness.

    `alpha` weighs the whole text's entropy against the evenness of its words (α in equation 1).
    """

    chains: tuple[tuple[int, ...], ...] = field(repr=False)
    t: int
    alpha: float

    @cached_property
    def bits(self) -> float:
        """What the text as a whole must reach: log2 t."""
        return math.log2(self.t)

    @cached_property
    def fair_share(self) -> float:
        """What each word contributes when all are protected alike: log2(t) / m."""
        return self.bits / len(self.chains)

    # paper: t-plausibility, Lemma 1
    @cached_property
    def entropies(self) -> tuple[tuple[float, ...], ...]:
        """log2 of every volume: equation 2 with base words that are equally likely."""
        return tuple(tuple(math.log2(volume) for volume in chain) for chain in self.chains)

    def texts(self, levels: Levels) -> int:
        """How many texts could have been the original, |D(d̄)|."""
        return math.prod(chain[level] for chain, level in zip(self.chains, levels, strict=True))

    # paper: t-plausibility, Definition 2; Equation 3; Lemma 2
    def reaches(self, levels: Levels) -> bool:
        """Whether at least t texts could have been the original: Definition 2, decided on integers."""
        return self.texts(levels) >= self.t

    def word_entropies(self, levels: Levels) -> list[float]:
        """The bits that each word contributes."""
        return [chain[level] for chain, level in zip(self.entropies, levels, strict=True)]

    # paper: t-plausibility, Equation 1
    def cost(self, levels: Levels) -> float:
        """Equation 1 of the paper."""
        entropies = self.word_entropies(levels)
        return self.global_cost(math.fsum(entropies)) + math.fsum(map(self.local_cost, entropies))

    def global_cost(self, entropy: float) -> float:
        """The first term of equation 1, for a text of this entropy."""
        return self.alpha * ((entropy - self.bits) / len(self.chains)) ** 2

    def local_cost(self, entropy: float) -> float:
        """One word's part of the second term of equation 1."""
        return (1 - self.alpha) / len(self.chains) * (entropy - self.fair_share) ** 2


@dataclass(frozen=True, slots=True)
class ChosenLevels:
    """The levels that a search chose, None if it found none that reach t, and whether it proved them best."""

    levels: tuple[int, ...] | None
    proven: bool = False


def cost(volumes: Chains, levels: Levels, t: int, alpha: float = 0.5) -> float:
    """Equation 1: how far `levels` is from t texts in all, and from an even share per word.

    >>> cost([(1, 4, 32), (1, 2, 6), (1, 2), (1, 2)], (2, 0, 0, 0), t=32)
    2.34375
    """
    chains = check_chains(volumes)
    instance = Instance(chains, check_t(t), check_alpha(alpha))
    fits = len(levels) == len(chains) and all(
        0 <= level < len(chain) for chain, level in zip(chains, levels, strict=True)
    )
    if not fits:
        raise InputError("levels must hold one index into each word's chain of volumes")
    return instance.cost(levels) if chains else 0.0


def check_chains(volumes: Chains) -> tuple[tuple[int, ...], ...]:
    """The chains as tuples of integers, or an InputError that numbers the first word whose chain is none."""
    return tuple(_check_chain(number, chain) for number, chain in enumerate(volumes, start=1))


def _check_chain(number: int, chain: Sequence[int]) -> tuple[int, ...]:
    try:
        whole = tuple(map(operator.index, chain))
    except TypeError:
        raise InputError(f"the volumes of word {number} must be integers: count base words") from None
    if not whole:
        raise InputError(f"word {number} has an empty chain of volumes; give at least its own volume")
    if whole[0] < 1 or any(higher < lower for lower, higher in pairwise(whole)):
        raise InputError(
            f"the volumes of word {number} must start at 1 or more and never decrease towards the root"
        )
    return whole


def check_t(t: int, name: str = "t", meaning: str = "the number of texts that could be the original") -> int:
    """t as an integer, or an InputError unless it is a whole number of texts."""
    try:
        whole = operator.index(t)
    except TypeError:
        whole = 0
    if whole < 1:
        raise InputError(f"{name} must be an integer of at least 1: {meaning}")
    return whole


def check_alpha(alpha: float) -> float:
    """α, or an InputError unless it lies in [0, 1]; NaN does not."""
    if not 0 <= alpha <= 1:
        raise InputError(f"alpha must lie between 0 and 1, not {alpha}")
    return alpha


def check_reach(volumes: Chains, t: int) -> None:
    """A PromiseError that names the largest reachable t when t lies beyond it."""
    largest = math.prod(chain[-1] for chain in volumes)
    if largest < t:
        raise PromiseError(
            f"no generalization of these {len(volumes)} words leaves {write_number(t)} plausible texts; the largest t "
            f"that they reach is {write_number(largest)}: lower t, or remove words so that fewer must share it"
        )


def write_number(number: int) -> str:
    """The number itself, or the power of two below it when its digits would fill a line."""
    return str(number) if number.bit_length() <= 128 else f"2**{number.bit_length() - 1} and a little more"


WordT = int | Literal["changed", "even", "paper"]
"""How many words each sensitive word must leave open: a number, 2 so that none stands as it was, an even share of t, or nothing beyond t."""


def least_words(word_t: WordT, t: int, words: int) -> int:
    """How many words each of so many sensitive words must leave open; t = 1 asks for nothing.

    >>> [least_words(word_t, 1000, 3) for word_t in (7, "changed", "even", "paper")], least_words("even", 1000, 50)
    ([7, 2, 10, 1], 2)
    """
    if isinstance(word_t, int):
        return word_t
    if t == 1 or word_t == "paper":
        return 1
    return 2 if word_t == "changed" else max(2, root_at_least(t, words))


def root_at_least(t: int, m: int) -> int:
    """The smallest integer whose m-th power is at least t: the volume of an even share.

    >>> root_at_least(1000, 3), root_at_least(1001, 3), root_at_least(10**30, 1)
    (10, 11, 1000000000000000000000000000000)
    """
    low, high = 1, 1 << -(-t.bit_length() // m)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if middle**m >= t else (middle + 1, high)
    return low
