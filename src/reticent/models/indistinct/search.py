"""The search for the cheapest words to remove: greedy, from two sides, and nothing stays away that need not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reticent.models.indistinct.bound import bound_cost, least_prices
from reticent.models.indistinct.problem import Balance, Cover, Problem, balances_of

Rivals = NDArray[np.intp]
"""The candidates of a demand that are to catch up."""


def choose_words(problem: Problem) -> Cover:
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


def _price(problem: Problem, words: frozenset[int]) -> float:
    return float(sum(problem.costs[word] for word in words))


def _cover(problem: Problem, rivals: Sequence[Rivals] | None) -> tuple[frozenset[int], bool]:
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


@dataclass(slots=True)
class _State:
    """Which words are gone, the balance of every demand, and what each word would take off its margins."""

    problem: Problem
    rivals: Sequence[Rivals] | None
    gone: frozenset[int]
    balances: list[Balance]
    steps: list[NDArray[np.float64]]
    starts: list[float]

    def __init__(self, problem: Problem, rivals: Sequence[Rivals] | None) -> None:
        self.problem = problem
        self.rivals = rivals
        self.gone = frozenset()
        self.balances = balances_of(problem)
        words = range(len(problem.costs))
        self.steps = [
            np.array([balance.step(word, self.gone) for word in words]).reshape(
                len(words), balance.margins.size
            )
            for balance in self.balances
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
