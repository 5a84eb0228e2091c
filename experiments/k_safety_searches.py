"""The searches of ERASE that `reticent` itself does not use, for comparison: pass them to `solve` as its search.

BFreq and BSize delete by static frequency and by blocker size (sections 6.1.1 and 6.1.2). The naive BTop keeps the counts of
all blockers up to date (section 6.1.3) and deletes the same terms as the fast one. Levelwise makes all K-safe sets of one size, then of the
next (section 5.1). BestFirst is also had with other windows L of its bound UB_L, and with UB_naive.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from reticent.models.k_safety._greedy import best_first, best_term, sum_shares
from reticent.models.k_safety._problem import (
    Bits,
    BoundedChoice,
    Limit,
    SafetyTest,
    SubsetProblem,
    blocker_sizes,
    chosen_bits,
    is_safe,
)
from reticent.models.k_safety.safe_subset import SubsetSearch


# paper: erase, Section 6.1.1
def bfreq(problem: SubsetProblem, limit: Limit) -> BoundedChoice:
    """Delete the terms that are in most blockers until the rest is K-safe."""
    strangers = problem.counts.sum() - problem.counts @ problem.known
    order = np.argsort(-(problem.guarded.sum(axis=0) * strangers), kind="stable")
    least, most = 0, problem.size
    while least < most:  # a subset of a safe set is safe, so the shortest safe prefix can be bisected
        middle = (least + most) // 2
        if is_safe(problem, _without(problem, order[:middle])):
            most = middle
        else:
            least = middle + 1
    return BoundedChoice(_without(problem, order[:least]), float(problem.weights.sum()))


def _without(problem: SubsetProblem, terms: NDArray[np.intp]) -> Bits:
    keep = np.ones(problem.size, bool)
    keep[terms] = False
    return keep


# paper: erase, Section 6.1.2
def bsize(problem: SubsetProblem, limit: Limit) -> BoundedChoice:
    """Delete the term that is in the most and smallest blockers, again and again until the rest is K-safe."""
    unknown = (~problem.known).astype(np.float32)
    guarded = problem.guarded.astype(np.float32)
    keep = np.ones(problem.size, bool)
    sizes = guarded @ unknown.T
    while ((sizes == 0) @ problem.counts < problem.need).any():
        shares = np.divide(problem.counts, sizes, out=np.zeros_like(sizes), where=sizes > 0)
        scores = (guarded * (shares @ unknown)).sum(axis=0)
        term = int(np.argmax(np.where(keep, scores, -1.0)))
        keep[term] = False
        sizes -= np.outer(guarded[:, term], unknown[:, term])
    return BoundedChoice(keep, float(problem.weights.sum()))


# paper: erase, Section 6.2.1
def btop_naive(problem: SubsetProblem, limit: Limit) -> BoundedChoice:
    """BTop with every blocker counted anew after every deletion."""
    unknown, guarded = (~problem.known).astype(np.float32), problem.guarded.copy()
    sizes = blocker_sizes(problem)
    levels = int(sizes.max(initial=0)) + 1
    keep = np.ones(problem.size, bool)
    tally = np.zeros((levels, *guarded.shape), np.float32)
    for level in range(1, levels):
        tally[level] = ((sizes == level) * problem.counts) @ unknown * guarded
    while (unsafe := (sizes == 0) @ problem.counts < problem.need).any():
        shares = sum_shares(np.cumsum(tally[1:, unsafe], axis=0), problem.need - 1)
        term = best_term(shares.sum(axis=0), keep, problem.weights)
        told = np.flatnonzero(guarded[:, term])
        shrinking = sizes[told] * ~problem.known[:, term]
        keep[term] = guarded[:, term] = False
        for level in range(1, levels):
            moved = ((shrinking == level) * problem.counts) @ unknown * guarded[told]
            tally[level, told] -= moved
            tally[level - 1, told] += moved
        tally[:, told, term] = 0
        sizes[told] -= ~problem.known[:, term]
    return BoundedChoice(keep, float(problem.weights.sum()))


# paper: erase, Section 5.1
def levelwise(problem: SubsetProblem, limit: Limit) -> BoundedChoice:
    """A largest K-safe choice, by enumerating all K-safe sets as frequent itemset mining does."""
    test = SafetyTest(problem)
    level, best = {0}, 0
    while level:
        best = min(level)
        grown: set[int] = set()
        for chosen, term in _candidates(level, problem.size):
            if not limit.step():
                return BoundedChoice(chosen_bits(best, problem.size), float(problem.size))
            if test.stays_safe(chosen, term):
                grown.add(chosen)
        level = grown
    return BoundedChoice(chosen_bits(best, problem.size), float(best.bit_count()))


def _candidates(level: set[int], size: int) -> Iterator[tuple[int, int]]:
    """Sets one larger with their last term, all of whose subsets one smaller are in `level`."""
    for smaller in sorted(level):
        for term in range(smaller.bit_length(), size):
            chosen = smaller | 1 << term
            if all(chosen ^ 1 << other in level for other in range(term) if chosen >> other & 1):
                yield chosen, term


def best_first_within(window: int) -> SubsetSearch:
    """BestFirst with so many terms in each window of its bound; 0 asks for UB_naive."""
    return lambda problem, limit: best_first(problem, limit, window)
