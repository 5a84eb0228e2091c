"""A bound on the bits that any plan must lose: at least k candidates have to catch up, each at a price of its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reticent.models.indistinct.problem import Demand, Problem


def bound_cost(problem: Problem) -> float:
    """No cover is cheaper than this; infinite where there is none."""
    return max((bound_demand(problem, demand) for demand in problem.demands), default=0.0)


def bound_demand(problem: Problem, demand: Demand) -> float:
    """The k-th smallest of what each candidate needs at least: whichever k catch up, one of them needs that much."""
    prices = np.maximum(least_prices(problem, demand), _least_prices_of_names(problem, demand))
    if demand.k > len(prices):
        return float("inf")
    return float(np.sort(prices)[demand.k - 1]) if demand.k else 0.0


def least_prices(problem: Problem, demand: Demand) -> NDArray[np.float64]:
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


def _least_prices_of_names(problem: Problem, demand: Demand) -> NDArray[np.float64]:
    """The least cost at which the text doesn't name each candidate: a word of the dearest of its names has to go."""
    prices = np.zeros(demand.pull.shape[1])
    for candidate, names in demand.names.items():
        prices[candidate] = max(
            min((problem.costs[word] for word in name if problem.free[word]), default=np.inf)
            for name in names
        )
    return prices


def _most_falls(problem: Problem, demand: Demand) -> NDArray[np.float64]:
    """The most that each word can take off each margin: what several words hold counts in full for each of them."""
    falls = np.zeros((len(problem.costs), demand.pull.shape[1]))
    for unit, occurrences in enumerate(demand.occurrences):
        holders = frozenset().union(*occurrences)
        own = demand.pull[unit] if len(holders) == 1 else np.maximum(demand.pull[unit], 0.0)
        for word in holders:
            falls[word] += own
    falls[~problem.free] = 0.0
    return falls
