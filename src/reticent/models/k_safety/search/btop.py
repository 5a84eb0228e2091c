"""BTop: greedy deletion that looks only at the K smallest blockers (ERASE, sections 6.1.3 and 6.2).

Both versions delete the same terms. They count B'(e, t, i), the blockers of e with i terms of which t is one. The naive
version keeps these counts up to date for all blockers. The fast one counts only blockers of at most `reach[e]` terms:
the K-th smallest blocker that contains a term never grows while terms are deleted, so larger ones can be left alone.
"""

from __future__ import annotations

import numpy as np

from reticent.models.k_safety.search.problem import (
    Bits,
    Choice,
    Counts,
    Floats,
    Ints,
    Problem,
    Sizes,
    blocker_sizes,
)

FIRST_LOOK = 4


def btop_naive(problem: Problem) -> Choice:
    """BTop with every blocker counted anew after every deletion."""
    unknown, guarded = (~problem.known).astype(np.float32), problem.guarded.copy()
    sizes = blocker_sizes(problem)
    levels = int(sizes.max(initial=0)) + 1
    keep = np.ones(problem.size, bool)
    tally = np.zeros((levels, *guarded.shape), np.float32)
    for level in range(1, levels):
        tally[level] = ((sizes == level) * problem.counts) @ unknown * guarded
    while (unsafe := (sizes == 0) @ problem.counts < problem.need).any():
        shares = _shares(np.cumsum(tally[1:, unsafe], axis=0), problem.need - 1)
        term = _best(shares.sum(axis=0), keep, problem.weights)
        told = np.flatnonzero(guarded[:, term])
        shrinking = sizes[told] * ~problem.known[:, term]
        keep[term] = guarded[:, term] = False
        for level in range(1, levels):
            moved = ((shrinking == level) * problem.counts) @ unknown * guarded[told]
            tally[level, told] -= moved
            tally[level - 1, told] += moved
        tally[:, told, term] = 0
        sizes[told] -= ~problem.known[:, term]
    return Choice(keep, float(problem.weights.sum()))


def btop(problem: Problem) -> Choice:
    """BTop that leaves large blockers alone: Fast-BTop."""
    sizes = blocker_sizes(problem)
    keep = np.ones(problem.size, bool)
    reach = np.minimum(_nth_smallest(sizes, FIRST_LOOK * problem.need), np.int16(problem.size))
    shares = np.zeros(problem.guarded.shape)
    changed = np.arange(len(sizes))
    while True:
        shares[changed] = _near_shares(problem, sizes, reach, keep, changed)
        if not shares.any():
            return Choice(keep, float(problem.weights.sum()))
        term = _best(shares.sum(axis=0), keep, problem.weights)
        keep[term] = False
        changed = np.flatnonzero(problem.guarded[:, term] & shares.any(axis=1))
        sizes[changed] -= ~problem.known[:, term]


def _nth_smallest(sizes: Sizes, n: int) -> Sizes:
    column = min(n, sizes.shape[1]) - 1
    return np.partition(sizes, column, axis=1)[:, column]


def _near_shares(problem: Problem, sizes: Sizes, reach: Sizes, keep: Bits, owners: Ints) -> Floats:
    """What each owner's K smallest blockers say for each term, nothing for safe owners; fits `reach` to what it saw."""
    shares = np.zeros((len(owners), problem.size))
    waiting = np.flatnonzero((sizes[owners] == 0) @ problem.counts < problem.need)
    while len(waiting):
        rows = owners[waiting]
        seen = np.cumsum(_near(problem, sizes[rows], reach[rows], keep, rows), axis=0)
        enough = seen >= problem.need - 1
        wanted = problem.guarded[rows] & keep & ~problem.held
        blind = (wanted & ~enough[-1]).any(axis=1) & (reach[rows] < wanted.sum(axis=1))
        shares[waiting[~blind]] = _shares(seen[:, ~blind], problem.need - 1)
        farthest = np.where(wanted, 1 + (~enough).sum(axis=0), 0).max(axis=1)
        reach[rows] = np.where(blind, reach[rows] + 1, np.minimum(farthest, reach[rows]))
        waiting = waiting[blind]
    return shares


def _near(problem: Problem, sizes: Sizes, reach: Sizes, keep: Bits, rows: Ints) -> Counts:
    """B'(e, t, i) as [i - 1, e, t], of the blockers within reach."""
    owner, entity = np.nonzero((sizes <= reach[:, None]) & (sizes > 0))
    blocker, term = np.nonzero(problem.guarded[rows[owner]] & ~problem.known[entity] & keep)
    shape = (max(1, int(reach.max(initial=1))), len(rows), problem.size)
    places = ((sizes[owner, entity].astype(np.int64) - 1) * shape[1] + owner) * shape[2]
    tally = np.bincount(places[blocker] + term, problem.counts[entity[blocker]], int(np.prod(shape)))
    return tally.astype(np.float32).reshape(shape)


def _shares(seen: Counts, k: int) -> Floats:
    """Sum of 1 / size over the K smallest blockers that contain each term; `seen[i - 1]` has those of up to i terms."""
    sizes = np.arange(1, len(seen) + 1)
    falls = 1 / sizes - 1 / (sizes + 1)  # summation by parts: the sum of (c_i - c_(i-1)) / i
    falls[-1:] = 1 / sizes[-1:]
    levels = np.minimum(seen, k).astype(float).reshape(len(seen), -1)
    shares: Floats = falls @ levels
    return shares.reshape(seen.shape[1:])


def _best(scores: Floats, keep: Bits, weights: Floats) -> int:
    return int(np.argmax(np.where(keep, np.round(scores / weights, 9), -1.0)))
