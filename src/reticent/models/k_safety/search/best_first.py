"""BestFirst: term by term in document order, the most promising prefix first (ERASE, section 5.2)."""

from __future__ import annotations

import heapq
import itertools

import numpy as np

from reticent.models.k_safety.search.limit import Limit
from reticent.models.k_safety.search.problem import Bits, Choice, Floats, Ints, Problem, chosen_bits
from reticent.models.k_safety.search.tester import SafetyTest


def best_first(problem: Problem, limit: Limit, window: int) -> Choice:
    """A largest K-safe choice; `window` is L of the bound UB_L, and 0 asks for UB_naive."""
    test = SafetyTest(problem)
    size = problem.size
    room = suffix_bounds(problem, window) if window else list(range(size, -1, -1))
    serial = itertools.count()
    queue = [(-room[0], 0, next(serial), 0)]  # bound and depth, both negative; what is chosen
    best = 0
    while queue and -queue[0][0] > best.bit_count() and limit.step():
        _, depth, _, chosen = heapq.heappop(queue)
        grown = chosen | 1 << -depth
        options = [chosen, grown] if test.stays_safe(grown, -depth) else [chosen]
        best = max(best, options[-1], key=int.bit_count)
        for option in options:
            bound = option.bit_count() + room[1 - depth]
            heapq.heappush(queue, (-bound, depth - 1, next(serial), option))
    bound = max([best.bit_count(), *(-entry[0] for entry in queue[:1])])
    return Choice(chosen_bits(best, size), float(bound))


def suffix_bounds(problem: Problem, window: int) -> list[int]:
    """A*_L of every suffix: the size of its largest set that is K-safe within each window of L consecutive terms.

    Entry r belongs to the terms from index r on, and the last entry to the empty suffix.
    """
    size, width = problem.size, min(window, problem.size)
    subsets = np.arange(1 << width)
    sizes = _bit_counts(width)
    last = size - width
    values = np.where(_safe_subsets(problem, last, width), sizes, -np.inf)
    bounds = [int(values[subsets & ((1 << skip) - 1) == 0].max()) for skip in range(width + 1)]
    for start in range(last - 1, -1, -1):
        shifted = (
            subsets >> 1
        )  # without the first term; the next window may also take the term that enters it
        onward = np.maximum(values[shifted], values[shifted | 1 << (width - 1)])
        values = np.where(_safe_subsets(problem, start, width), (subsets & 1) + onward, -np.inf)
        bounds.insert(0, int(values.max()))
    return bounds


def _safe_subsets(problem: Problem, start: int, width: int) -> Bits:
    """Which of all subsets of the window are K-safe, subset x at index x.

    A subset is unsafe exactly when it contains a set that some protected entity knows and too few entities know.
    """
    columns = slice(start, start + width)
    bits = 1 << np.arange(width)
    support = np.bincount(problem.known[:, columns] @ bits, problem.counts, 1 << width).astype(float)
    told = np.bincount(problem.guarded[:, columns] @ bits, minlength=1 << width).astype(float)
    revealing = (_upward(told, width) > 0) & (_upward(support, width) < problem.need)
    return ~(_downward(revealing.astype(float), width) > 0)


def _upward(values: Floats, width: int) -> Floats:
    """For every subset the sum over its supersets."""
    sums = values.copy()
    for bit in range(width):
        pairs = sums.reshape(-1, 2, 1 << bit)
        pairs[:, 0] += pairs[:, 1]
    return sums


def _downward(values: Floats, width: int) -> Floats:
    """For every subset the sum over its own subsets."""
    sums = values.copy()
    for bit in range(width):
        pairs = sums.reshape(-1, 2, 1 << bit)
        pairs[:, 1] += pairs[:, 0]
    return sums


def _bit_counts(width: int) -> Ints:
    counts = np.zeros(1, np.int64)
    for _ in range(width):
        counts = np.concatenate([counts, counts + 1])
    return counts
