"""The levelwise algorithm: all K-safe sets of one size, then of the next (ERASE, section 5.1)."""

from __future__ import annotations

from collections.abc import Iterator

from reticent.models.k_safety.search.limit import Limit
from reticent.models.k_safety.search.problem import Choice, Problem, chosen_bits
from reticent.models.k_safety.search.tester import SafetyTest


def levelwise(problem: Problem, limit: Limit) -> Choice:
    """A largest K-safe choice, by enumerating all K-safe sets as frequent itemset mining does."""
    test = SafetyTest(problem)
    level, best = {0}, 0
    while level:
        best = min(level)
        grown: set[int] = set()
        for chosen, term in _candidates(level, problem.size):
            if not limit.step():
                return Choice(chosen_bits(best, problem.size), float(problem.size))
            if test.stays_safe(chosen, term):
                grown.add(chosen)
        level = grown
    return Choice(chosen_bits(best, problem.size), float(best.bit_count()))


def _candidates(level: set[int], size: int) -> Iterator[tuple[int, int]]:
    """Sets one larger with their last term, all of whose subsets one smaller are in `level`."""
    for smaller in sorted(level):
        for term in range(smaller.bit_length(), size):
            chosen = smaller | 1 << term
            if all(chosen ^ 1 << other in level for other in range(term) if chosen >> other & 1):
                yield chosen, term
