"""BTop and BestFirst of ERASE, and good K-safe choices found quickly, from which the exact search starts.

A blocker of a protected entity is what it knows and some other entity does not: C(e) - C(f). Deleting all of a blocker
makes f a companion of e. Blockers are counted with their multiplicity, one for every other entity.

BTop looks only at the K smallest blockers (sections 6.1.3 and 6.2): it counts B'(e, t, i), the blockers of e with i terms of which t is one,
and only those of at most `reach[e]` terms: the K-th smallest blocker that contains a term never grows while terms are deleted, so larger ones
can be left alone. BestFirst goes term by term in document order, the most promising prefix first (section 5.2).
"""

from __future__ import annotations

import heapq
import itertools
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from reticent.models.k_safety._problem import (
    Bits,
    BoundedChoice,
    Counts,
    Floats,
    Ints,
    Limit,
    SafetyTest,
    Sizes,
    SubsetProblem,
    blocker_sizes,
    chosen_bits,
    company,
    holders,
)


def rank_floors(sizes: Sizes, counts: Counts, need: int) -> Ints:
    """The size of the (K + 1)-th smallest blocker of each owner: so many of its terms have to go at least."""
    floors = np.zeros(len(sizes), np.int64)
    while (short := (sizes <= floors.max(initial=0)) @ counts < need).any():
        floors[short] += 1
    return floors


MANY = 1000  # blockers per owner are enough for a start, and bound its memory; chosen by hand
WIDE = 4  # terms above the floors, for the second, better start; chosen by hand
FEW = 48  # entities asked at first: they nearly always decide; chosen by hand


def delete_nearest(problem: SubsetProblem, sizes: Sizes, reach: Ints) -> Bits:
    """Keep by a cheap relative of BSize that looks only at blockers of at most `reach` terms, enough for each owner."""
    owner, entity = _pairs_within(sizes, reach)
    blockers = (problem.guarded[owner] & ~problem.known[entity]).astype(np.float32)
    counts, left = problem.counts[entity], blockers.sum(axis=1)
    keep = np.ones(problem.size, bool)
    while (unsafe := np.bincount(owner, counts * (left == 0), len(sizes)) < problem.need).any():
        matters = unsafe[owner] & (left > 0)
        pull = np.divide(counts, left**2, out=np.zeros_like(left), where=matters, casting="unsafe")
        term = int(np.argmax(np.where(keep, (pull @ blockers) / problem.weights, -1.0)))
        keep[term] = False
        left -= blockers[:, term]
        blockers[:, term] = 0
    return keep


def _pairs_within(sizes: Sizes, reach: Ints) -> tuple[Ints, Ints]:
    """The pairs (owner, other) within reach, the smallest MANY of an owner that has more."""
    near = sizes <= reach[:, None]
    for crowded in np.flatnonzero(near.sum(axis=1) > MANY):
        near[crowded] = False
        near[crowded, np.argpartition(sizes[crowded], MANY)[:MANY]] = True
    owner, entity = np.divmod(np.flatnonzero(near), sizes.shape[1])
    return owner, entity


def add_back(problem: SubsetProblem, keep: Bits) -> Bits:
    """`keep` and every deleted term that can return without harm, the heaviest first."""
    return _extend_choice(problem, keep, np.argsort(-problem.weights, kind="stable"))


def insert_terms(problem: SubsetProblem) -> Bits:
    """What can be kept term by term from nothing, once the least guarded first and once the best known first."""
    guards = problem.guarded.sum(axis=0) / problem.weights
    known = (problem.counts @ problem.known) * problem.weights
    orders = (np.argsort(key, kind="stable") for key in (guards, -known))
    return heaviest(problem, *(_extend_choice(problem, problem.held, order) for order in orders))


def _extend_choice(problem: SubsetProblem, keep: Bits, order: NDArray[np.intp]) -> Bits:
    keep = keep.copy()
    holding = [holders(problem.knowers, told, problem.entities) for told in problem.guarded & keep]
    for term in order[~keep[order]].tolist():
        joined: dict[int, int] = {}
        for owner in np.flatnonzero(problem.guarded[:, term]).tolist():
            joined[owner] = holding[owner] & problem.knowers[term]
            if joined[owner].bit_count() < problem.need:
                break
        else:
            keep[term] = True
            for owner, entities in joined.items():
                holding[owner] = entities
    return keep


def unsafe_rows(problem: SubsetProblem, keep: Bits) -> Ints:
    """The rows of `guarded` that are unsafe, those with the least company first."""
    found = company(problem, keep)
    order = np.argsort(found, kind="stable")
    return order[found[order] < problem.need]


def delete_until_safe(problem: SubsetProblem, keep: Bits) -> Bits:
    """What is left of `keep` once enough is deleted to be safe for all, some entities at a time."""
    while len(unsafe := unsafe_rows(problem, keep)):
        problem = replace(problem, guarded=problem.guarded[unsafe])  # who is safe now will stay so
        some = replace(problem, guarded=problem.guarded[: 2 * FEW] & keep)
        keep = keep & choose_greedily(some, WIDE)
    return keep


def choose_greedily(problem: SubsetProblem, extra: int) -> Bits:
    """A good choice, found among blockers that are up to `extra` terms larger than the floors."""
    sizes = blocker_sizes(problem)
    floors = rank_floors(sizes, problem.counts, problem.need)
    return heaviest(
        problem, add_back(problem, delete_nearest(problem, sizes, floors + extra)), insert_terms(problem)
    )


def heaviest(problem: SubsetProblem, *choices: Bits) -> Bits:
    """The choice that weighs most."""
    return max(choices, key=lambda keep: float(problem.weights @ keep))


# paper: erase, Figure 3; Theorem 5.1
def best_first(problem: SubsetProblem, limit: Limit, window: int) -> BoundedChoice:
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
    return BoundedChoice(chosen_bits(best, size), float(bound))


# paper: erase, Section 5.2.1, naive bound; Section 5.2.1, window bound
def suffix_bounds(problem: SubsetProblem, window: int) -> list[int]:
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
        # Without the first term; the next window may also take the term that enters it.
        shifted = subsets >> 1
        onward = np.maximum(values[shifted], values[shifted | 1 << (width - 1)])
        values = np.where(_safe_subsets(problem, start, width), (subsets & 1) + onward, -np.inf)
        bounds.insert(0, int(values.max()))
    return bounds


def _safe_subsets(problem: SubsetProblem, start: int, width: int) -> Bits:
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


FIRST_LOOK = 4  # times K blockers are counted at first: with fewer most are counted again; chosen by hand


# paper: erase, Section 6.1.3; Section 6.2.2
def btop(problem: SubsetProblem) -> BoundedChoice:
    """BTop that leaves large blockers alone: Fast-BTop."""
    sizes = blocker_sizes(problem)
    keep = np.ones(problem.size, bool)
    column = min(FIRST_LOOK * problem.need, sizes.shape[1]) - 1
    reach = np.minimum(np.partition(sizes, column, axis=1)[:, column], np.int16(problem.size))
    shares = np.zeros(problem.guarded.shape)
    changed = np.arange(len(sizes))
    while True:
        shares[changed] = _near_shares(problem, sizes, reach, keep, changed)
        if not shares.any():
            return BoundedChoice(keep, float(problem.weights.sum()))
        term = best_term(shares.sum(axis=0), keep, problem.weights)
        keep[term] = False
        changed = np.flatnonzero(problem.guarded[:, term] & shares.any(axis=1))
        sizes[changed] -= ~problem.known[:, term]


def _near_shares(problem: SubsetProblem, sizes: Sizes, reach: Sizes, keep: Bits, owners: Ints) -> Floats:
    """What each owner's K smallest blockers say for each term, nothing for safe owners; fits `reach` to what it saw."""
    shares = np.zeros((len(owners), problem.size))
    waiting = np.flatnonzero((sizes[owners] == 0) @ problem.counts < problem.need)
    while len(waiting):
        rows = owners[waiting]
        seen = np.cumsum(_near(problem, sizes[rows], reach[rows], keep, rows), axis=0)
        enough = seen >= problem.need - 1
        wanted = problem.guarded[rows] & keep & ~problem.held
        blind = (wanted & ~enough[-1]).any(axis=1) & (reach[rows] < wanted.sum(axis=1))
        shares[waiting[~blind]] = sum_shares(seen[:, ~blind], problem.need - 1)
        farthest = np.where(wanted, 1 + (~enough).sum(axis=0), 0).max(axis=1)
        reach[rows] = np.where(blind, reach[rows] + 1, np.minimum(farthest, reach[rows]))
        waiting = waiting[blind]
    return shares


def _near(problem: SubsetProblem, sizes: Sizes, reach: Sizes, keep: Bits, rows: Ints) -> Counts:
    """B'(e, t, i) as [i - 1, e, t], of the blockers within reach."""
    owner, entity = np.nonzero((sizes <= reach[:, None]) & (sizes > 0))
    blocker, term = np.nonzero(problem.guarded[rows[owner]] & ~problem.known[entity] & keep)
    shape = (max(1, int(reach.max(initial=1))), len(rows), problem.size)
    places = ((sizes[owner, entity].astype(np.int64) - 1) * shape[1] + owner) * shape[2]
    tally = np.bincount(places[blocker] + term, problem.counts[entity[blocker]], int(np.prod(shape)))
    return tally.astype(np.float32).reshape(shape)


def sum_shares(seen: Counts, k: int) -> Floats:
    """Sum of 1 / size over the K smallest blockers that contain each term; `seen[i - 1]` has those of up to i terms."""
    sizes = np.arange(1, len(seen) + 1)
    falls = 1 / sizes - 1 / (sizes + 1)  # summation by parts: the sum of (c_i - c_(i-1)) / i
    falls[-1:] = 1 / sizes[-1:]
    levels = np.minimum(seen, k).astype(float).reshape(len(seen), -1)
    shares: Floats = falls @ levels
    return shares.reshape(seen.shape[1:])


def best_term(scores: Floats, keep: Bits, weights: Floats) -> int:
    """The term to delete next: the one with the highest score for its weight."""
    return int(np.argmax(np.where(keep, np.round(scores / weights, 9), -1.0)))
