"""Greedy deletion by static frequency (BFreq) and by blocker size (BSize): ERASE, sections 6.1.1 and 6.1.2.

A blocker of a protected entity is what it knows and some other entity does not: C(e) - C(f). Deleting all of a blocker
makes f a companion of e. Blockers are counted with their multiplicity, one for every other entity.
"""

from __future__ import annotations

import numpy as np

from reticent.models.k_safety.problem import Bits, Choice, Problem, blocker_sizes, is_safe, supporters


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


def nearest(problem: Problem) -> Bits:
    """Keep by a cheap relative of BTop: score by the K + 1 smallest blockers of an entity, whatever they contain."""
    sizes = blocker_sizes(problem)
    width = min(problem.need, sizes.shape[1])
    keep = np.ones(problem.size, bool)
    shares = np.zeros(problem.guarded.shape)
    changed = np.arange(len(sizes))
    while True:
        unsafe = changed[(sizes[changed] == 0) @ problem.counts < problem.need]
        shares[changed] = 0
        near = np.argpartition(sizes[unsafe], width - 1, axis=1)[:, :width]
        left = np.take_along_axis(sizes[unsafe], near, axis=1)
        pull = np.where(left > 0, problem.counts[near] / np.maximum(left, 1), 0)
        hits = np.einsum("ej,ejt->et", pull, ~problem.known[near])
        shares[unsafe] = hits * (problem.guarded[unsafe] & keep)
        if not shares.any():
            return keep
        term = int(np.argmax(np.where(keep, shares.sum(axis=0) / problem.weights, -1.0)))
        keep[term] = False
        changed = np.flatnonzero(problem.guarded[:, term] & shares.any(axis=1))
        sizes[changed] -= ~problem.known[:, term]


def add_back(problem: Problem, keep: Bits) -> Bits:
    """`keep` and every deleted term that can return without harm, the heaviest first."""
    keep, holding = keep.copy(), supporters(problem, keep)
    deleted = np.flatnonzero(~keep)
    for term in deleted[np.argsort(-problem.weights[deleted], kind="stable")]:
        told = np.flatnonzero(problem.guarded[:, term])
        remaining = holding[told] & problem.known[:, term]
        if (remaining @ problem.counts >= problem.need).all():
            keep[term] = True
            holding[told] = remaining
    return keep


def _without(problem: Problem, terms: np.ndarray[tuple[int], np.dtype[np.intp]]) -> Bits:
    keep = np.ones(problem.size, bool)
    keep[terms] = False
    return keep
