"""Which words have to go, as plain values: a covering problem in which any k of many constraints must hold.

A word is a number. Removing it costs bits and takes units away from what a reader adds up. A demand says how much each
unit pulls a reader towards the secret rather than towards each other candidate: once the pulls of what is left sum up
to no more than nothing for k candidates, these explain the text as well as the secret does. The search is greedy, from two sides, and
nothing stays away that need not. At least k candidates have to catch up, each at a price of its own: that bounds what any plan must lose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Occurrence = frozenset[int]
"""The words that a unit takes at one place of the text: without any of them, it is gone there."""


@dataclass(frozen=True, slots=True)
class ReaderDemand:
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
class RemovalProblem:
    """What each word costs, whether it may go at all, and what has to hold."""

    costs: NDArray[np.float64]
    free: NDArray[np.bool_]
    demands: Sequence[ReaderDemand]


@dataclass(frozen=True, slots=True)
class Cover:
    """The words to remove, what they cost, a bound that no cover is below, and whether all demands are met."""

    words: frozenset[int]
    cost: float
    bound: float
    is_met: bool


class Balance:
    """What is left of one demand while words go and come back."""

    def __init__(self, demand: ReaderDemand, words: int) -> None:
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


def balances_of(problem: RemovalProblem, gone: Iterable[int] = ()) -> list[Balance]:
    """The balances of all demands once some words are gone."""
    balances = [Balance(demand, len(problem.costs)) for demand in problem.demands]
    away: frozenset[int] = frozenset()
    for word in gone:
        away |= {word}
        for balance in balances:
            balance.update(word, away)
    return balances


def bound_cost(problem: RemovalProblem) -> float:
    """No cover is cheaper than this; infinite where there is none."""
    return max((bound_demand(problem, demand) for demand in problem.demands), default=0.0)


def bound_demand(problem: RemovalProblem, demand: ReaderDemand) -> float:
    """The k-th smallest of what each candidate needs at least: whichever k catch up, one of them needs that much."""
    prices = np.maximum(least_prices(problem, demand), _least_prices_of_names(problem, demand))
    if demand.k > len(prices):
        return float("inf")
    return float(np.sort(prices)[demand.k - 1]) if demand.k else 0.0


def least_prices(problem: RemovalProblem, demand: ReaderDemand) -> NDArray[np.float64]:
    """The least cost at which each candidate catches up if words could go in part: the cheapest pulls first."""
    margins = demand.pull.sum(axis=0)
    falls = _most_falls(problem, demand)
    with np.errstate(divide="ignore"):
        rates = np.where(falls > 0, falls / problem.costs[:, None], 0.0)
    order = np.argsort(-rates, axis=0, kind="stable")
    falls = np.take_along_axis(np.maximum(falls, 0.0), order, axis=0)
    costs = problem.costs[order]
    before = np.cumsum(falls, axis=0) - falls
    needed = np.clip(margins - before, 0.0, falls)  # what is still needed of each word's fall
    share = np.divide(needed, falls, out=np.zeros_like(falls), where=falls > 0)
    prices: NDArray[np.float64] = (share * costs).sum(axis=0)
    prices[falls.sum(axis=0) < margins] = np.inf
    return prices


def _least_prices_of_names(problem: RemovalProblem, demand: ReaderDemand) -> NDArray[np.float64]:
    """The least cost at which the text doesn't name each candidate: a word of the dearest of its names has to go."""
    prices = np.zeros(demand.pull.shape[1])
    for candidate, names in demand.names.items():
        prices[candidate] = max(
            min((problem.costs[word] for word in name if problem.free[word]), default=np.inf)
            for name in names
        )
    return prices


def _most_falls(problem: RemovalProblem, demand: ReaderDemand) -> NDArray[np.float64]:
    """The most that each word can take off each margin: what several words hold counts in full for each of them."""
    falls = np.zeros((len(problem.costs), demand.pull.shape[1]))
    for unit, occurrences in enumerate(demand.occurrences):
        holders = frozenset().union(*occurrences)
        own = demand.pull[unit] if len(holders) == 1 else np.maximum(demand.pull[unit], 0.0)
        for word in holders:
            falls[word] += own
    falls[~problem.free] = 0.0
    return falls


Rivals = NDArray[np.intp]
"""The candidates of a demand that are to catch up."""


def choose_words(problem: RemovalProblem) -> Cover:
    """The cheaper of two greedy covers: rivals that change with every step, and those that are cheapest beforehand.

    Where the text names so many candidates that k others are not left, no word goes: the list is too short for it.
    """
    if any(demand.nameless.sum() < demand.k for demand in problem.demands):
        return Cover(frozenset(), 0.0, bound_cost(problem), is_met=False)
    fixed = [
        np.argsort(np.where(demand.nameless, least_prices(problem, demand), np.inf), kind="stable")[
            : demand.k
        ]
        for demand in problem.demands
    ]
    found = [_cover(problem, None), _cover(problem, fixed)]
    words, is_met = min(found, key=lambda each: (not each[1], _price(problem, each[0]), sorted(each[0])))
    return Cover(words, _price(problem, words), bound_cost(problem), is_met)


def _price(problem: RemovalProblem, words: frozenset[int]) -> float:
    return float(sum(problem.costs[word] for word in words))


def _cover(problem: RemovalProblem, rivals: Sequence[Rivals] | None) -> tuple[frozenset[int], bool]:
    state = _State(problem, rivals)
    while not state.is_met and (word := state.best_word()) is not None:
        state.remove(word)
    is_met = state.is_met
    if is_met:
        _restore(state)
    return state.gone, is_met


def _restore(state: _State) -> None:
    """Bring back what is not needed after all, the dearest first, until nothing is."""
    found = True
    while found:
        found = False
        for word in sorted(state.gone, key=lambda each: (-state.problem.costs[each], each)):
            state.bring_back(word)
            if state.is_met:
                found = True
            else:
                state.remove(word)


class _State:
    """Which words are gone, the balance of every demand, and what each word would take off its margins."""

    def __init__(self, problem: RemovalProblem, rivals: Sequence[Rivals] | None) -> None:
        self.problem = problem
        self.rivals = rivals
        self.gone: frozenset[int] = frozenset()
        self.balances = balances_of(problem)
        words = len(problem.costs)
        steps = ([balance.step(word, self.gone) for word in range(words)] for balance in self.balances)
        self.steps = [
            np.array(rows).reshape(words, balance.margins.size)
            for rows, balance in zip(steps, self.balances, strict=True)
        ]
        self.starts = [max(self._lead(number), 1e-9) for number in range(len(self.balances))]

    @property
    def is_met(self) -> bool:
        return all(balance.is_met for balance in self.balances)

    def best_word(self) -> int | None:
        """The word that brings most rivals nearest for its price; where none does, the one that tells most."""
        free = self.problem.free.copy()
        free[list(self.gone)] = False
        if not free.any():
            return None
        open_ = [number for number, balance in enumerate(self.balances) if not balance.is_met]
        gains = sum((self._gains(number) / self.starts[number] for number in open_), np.zeros(len(free)))
        if (gains[free] <= 0).all():
            gains = sum((self.steps[number].max(axis=1) for number in open_), np.zeros(len(free)))
        rates = np.where(free, gains / self.problem.costs, -np.inf)
        return int(np.argmax(rates))

    def remove(self, word: int) -> None:
        self._move(word, self.gone | {word})

    def bring_back(self, word: int) -> None:
        self._move(word, self.gone - {word})

    def _move(self, word: int, gone: frozenset[int]) -> None:
        self.gone = gone
        for balance, steps in zip(self.balances, self.steps, strict=True):
            for other in balance.update(word, gone):
                steps[other] = balance.step(other, gone)

    def _rivals_of(self, number: int) -> Rivals:
        if self.rivals is not None:
            return self.rivals[number]
        balance = self.balances[number]
        return np.argsort(balance.margins, kind="stable")[: balance.demand.k]

    def _lead(self, number: int) -> float:
        return float(np.maximum(self.balances[number].margins[self._rivals_of(number)], 0.0).sum())

    def _gains(self, number: int) -> NDArray[np.float64]:
        """By how much each word shortens the lead of the secret over its rivals."""
        rivals = self._rivals_of(number)
        ahead = self.balances[number].margins[rivals]
        after = np.maximum(ahead - self.steps[number][:, rivals], 0.0)
        gains: NDArray[np.float64] = np.maximum(ahead, 0.0).sum() - after.sum(axis=1)
        return gains
