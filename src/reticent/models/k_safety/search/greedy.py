"""Greedy deletion by static frequency (BFreq) and by blocker size (BSize): ERASE, sections 6.1.1 and 6.1.2.

A blocker of a protected entity is what it knows and some other entity does not: C(e) - C(f). Deleting all of a blocker
makes f a companion of e. Blockers are counted with their multiplicity, one for every other entity.

Good K-safe choices found quickly, from which the exact search starts.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from reticent.models.k_safety.search.problem import (
    Bits,
    Choice,
    Counts,
    Ints,
    Problem,
    Sizes,
    blocker_sizes,
    company,
    holders,
    is_safe,
)


def bfreq(problem: Problem) -> Choice:
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
    return Choice(_without(problem, order[:least]), float(problem.weights.sum()))


def bsize(problem: Problem) -> Choice:
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
    return Choice(keep, float(problem.weights.sum()))


def rank_floors(sizes: Sizes, counts: Counts, need: int) -> Ints:
    """The size of the (K + 1)-th smallest blocker of each owner: so many of its terms have to go at least."""
    floors = np.zeros(len(sizes), np.int64)
    while (short := (sizes <= floors.max(initial=0)) @ counts < need).any():
        floors[short] += 1
    return floors


def _without(problem: Problem, terms: NDArray[np.intp]) -> Bits:
    keep = np.ones(problem.size, bool)
    keep[terms] = False
    return keep


MANY = 1000
WIDE = 4
FEW = 48


def delete_nearest(problem: Problem, sizes: Sizes, reach: Ints) -> Bits:
    """Keep by a cheap relative of BSize that looks only at blockers of at most `reach` terms, enough for each owner."""
    owner, entity = _near(sizes, reach)
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


def _near(sizes: Sizes, reach: Ints) -> tuple[Ints, Ints]:
    """The pairs (owner, other) within reach, the smallest MANY of an owner that has more."""
    near = sizes <= reach[:, None]
    for crowded in np.flatnonzero(near.sum(axis=1) > MANY):
        near[crowded] = False
        near[crowded, np.argpartition(sizes[crowded], MANY)[:MANY]] = True
    owner, entity = np.divmod(np.flatnonzero(near), sizes.shape[1])
    return owner, entity


def add_back(problem: Problem, keep: Bits) -> Bits:
    """`keep` and every deleted term that can return without harm, the heaviest first."""
    return _extend_choice(problem, keep, np.argsort(-problem.weights, kind="stable"))


def insert_terms(problem: Problem) -> Bits:
    """What can be kept term by term from nothing, once the least guarded first and once the best known first."""
    guards = problem.guarded.sum(axis=0) / problem.weights
    known = (problem.counts @ problem.known) * problem.weights
    choices = [
        _extend_choice(problem, problem.held, np.argsort(key, kind="stable")) for key in (guards, -known)
    ]
    return max(choices, key=lambda keep: float(problem.weights @ keep))


def _extend_choice(problem: Problem, keep: Bits, order: NDArray[np.intp]) -> Bits:
    keep = keep.copy()
    holding = [holders(problem.knowers, told, problem.entities) for told in problem.guarded & keep]
    for term in order[~keep[order]].tolist():
        told = np.flatnonzero(problem.guarded[:, term]).tolist()
        joined = _join_holders([holding[owner] for owner in told], problem.knowers[term], problem.need)
        if joined is not None:
            keep[term] = True
            for owner, entities in zip(told, joined, strict=True):
                holding[owner] = entities
    return keep


def _join_holders(holding: list[int], knowers: int, need: int) -> list[int] | None:
    joined = []
    for entities in holding:
        joined.append(entities & knowers)
        if joined[-1].bit_count() < need:
            return None
    return joined


def unsafe_rows(problem: Problem, keep: Bits) -> Ints:
    """The rows of `guarded` that are unsafe, those with the least company first."""
    found = company(problem, keep)
    order = np.argsort(found, kind="stable")
    return order[found[order] < problem.need]


def delete_until_safe(problem: Problem, keep: Bits) -> Bits:
    """What is left of `keep` once enough is deleted to be safe for all, some entities at a time."""
    while len(unsafe := unsafe_rows(problem, keep)):
        problem = replace(problem, guarded=problem.guarded[unsafe])  # who is safe now will stay so
        some = replace(problem, guarded=problem.guarded[: 2 * FEW] & keep)
        keep = keep & choose_greedily(some, WIDE)
    return keep


def choose_greedily(problem: Problem, extra: int) -> Bits:
    """A good choice, found among blockers that are up to `extra` terms larger than the floors."""
    sizes = blocker_sizes(problem)
    floors = rank_floors(sizes, problem.counts, problem.need)
    return heaviest(
        problem, add_back(problem, delete_nearest(problem, sizes, floors + extra)), insert_terms(problem)
    )


def heaviest(problem: Problem, *choices: Bits) -> Bits:
    """The choice that weighs most."""
    return max(choices, key=lambda keep: float(problem.weights @ keep))
