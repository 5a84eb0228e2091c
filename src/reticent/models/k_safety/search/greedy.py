"""Greedy deletion by static frequency (BFreq) and by blocker size (BSize): ERASE, sections 6.1.1 and 6.1.2.

A blocker of a protected entity is what it knows and some other entity does not: C(e) - C(f). Deleting all of a blocker
makes f a companion of e. Blockers are counted with their multiplicity, one for every other entity.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reticent.models.k_safety.search.problem import (
    Bits,
    Choice,
    Counts,
    Ints,
    Problem,
    Sizes,
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
