"""Which words have to go, as plain values: a covering problem in which any k of many constraints must hold.

A word is a number. Removing it costs bits and takes units away from what a reader adds up. A demand says how much each
unit pulls a reader towards the secret rather than towards each other candidate: once the pulls of what is left sum up
to no more than nothing for k candidates, these explain the text as well as the secret does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Occurrence = frozenset[int]
"""The words that a unit takes at one place of the text: without any of them, it is gone there."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What one reader makes of the text: units by candidates, with the words that each unit stands on.

    `pull[u, j]` is the weight of unit u for the secret less that for the candidate j. A unit without occurrences stays
    whatever is removed. At least `k` candidates must come out at zero or below, none of which the text names: `names` has
    the words of each such name, for the candidates that it names.
    """

    pull: NDArray[np.float64] = field(repr=False)
    occurrences: Sequence[tuple[Occurrence, ...]] = field(repr=False)
    k: int
    names: Mapping[int, tuple[Occurrence, ...]] = field(default_factory=dict, repr=False)

    @property
    def nameless(self) -> NDArray[np.bool_]:
        """The candidates that the whole text doesn't name."""
        free = np.ones(self.pull.shape[1], dtype=bool)
        free[list(self.names)] = False
        return free


@dataclass(frozen=True, slots=True)
class Problem:
    """What each word costs, whether it may go at all, and what has to hold."""

    costs: NDArray[np.float64]
    free: NDArray[np.bool_]
    demands: Sequence[Demand]


@dataclass(frozen=True, slots=True)
class Cover:
    """The words to remove, what they cost, a bound that no cover is below, and whether all demands are met."""

    words: frozenset[int]
    cost: float
    bound: float
    is_met: bool


class Balance:
    """What is left of one demand while words go and come back."""

    def __init__(self, demand: Demand, words: int) -> None:
        self.demand = demand
        self._present = np.ones(len(demand.occurrences), dtype=bool)
        self._units: list[list[int]] = [[] for _ in range(words)]
        for unit, occurrences in enumerate(demand.occurrences):
            for word in frozenset().union(*occurrences):
                self._units[word].append(unit)
        self._named: dict[int, list[int]] = {}
        for candidate, names in demand.names.items():
            for word in frozenset().union(*names):
                self._named.setdefault(word, []).append(candidate)
        self._sums: NDArray[np.float64] = demand.pull.sum(axis=0)
        self._counts = demand.nameless

    @property
    def margins(self) -> NDArray[np.float64]:
        """How far the secret is ahead of each candidate; of one that the text names, always."""
        return np.where(self._counts, self._sums, np.inf)

    @property
    def is_met(self) -> bool:
        """Whether enough candidates explain what is left as well."""
        return bool((self.margins <= 0).sum() >= self.demand.k)

    def update(self, word: int, gone: frozenset[int]) -> frozenset[int]:
        """Take a word away, or bring it back, so that `gone` are away now; the words whose steps may differ now."""
        touched: set[int] = set()
        for unit in self._units[word]:
            present = self._is_present(unit, gone)
            if present != self._present[unit]:
                self._present[unit] = present
                self._sums = self._sums + (self.demand.pull[unit] if present else -self.demand.pull[unit])
            touched.update(*self.demand.occurrences[unit])
        for candidate in self._named.get(word, ()):
            self._counts[candidate] = not any(map(gone.isdisjoint, self.demand.names[candidate]))
        return frozenset(touched)

    def step(self, word: int, gone: frozenset[int]) -> NDArray[np.float64]:
        """By how much each margin falls when a word goes too."""
        after = gone | {word}
        lost = [
            unit for unit in self._units[word] if self._present[unit] and not self._is_present(unit, after)
        ]
        fall: NDArray[np.float64] = self.demand.pull[lost].sum(axis=0)
        return fall

    def fits(self, pull: NDArray[np.float64], named: NDArray[np.bool_]) -> bool:
        """Whether enough candidates would be left with a term in the text that pulls so much and names these."""
        return bool((self._counts & ~named & (self._sums + pull <= 0)).sum() >= self.demand.k)

    def add(self, pull: NDArray[np.float64], named: NDArray[np.bool_]) -> None:
        """Have such a term in the text from now on."""
        self._sums, self._counts = self._sums + pull, self._counts & ~named

    def _is_present(self, unit: int, gone: frozenset[int]) -> bool:
        occurrences = self.demand.occurrences[unit]
        return not occurrences or any(gone.isdisjoint(each) for each in occurrences)


def balances_of(problem: Problem, gone: Iterable[int] = ()) -> list[Balance]:
    """The balances of all demands once some words are gone."""
    balances = [Balance(demand, len(problem.costs)) for demand in problem.demands]
    away: frozenset[int] = frozenset()
    for word in gone:
        away |= {word}
        for balance in balances:
            balance.update(word, away)
    return balances
