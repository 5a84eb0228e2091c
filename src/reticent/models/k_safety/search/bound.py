"""A lower bound on the weight of the deletions, from what each protected entity needs for itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reticent.models.k_safety.search.problem import Bits, Floats, Ints

STALL = 4
SHORTEN = 0.6


@dataclass(frozen=True, slots=True)
class Bound:
    """No deletion that meets every floor weighs less than `value`; `reduced` is what each term adds to it.

    Deleting a term of positive reduced weight, or keeping one of negative, raises the bound by its absolute value.
    """

    value: float
    duals: Floats
    reduced: Floats


def lagrangian(rows: Bits, floors: Ints, weights: Floats, duals: Floats, goal: float, rounds: int) -> Bound:
    """The bound of: at least `floors[e]` of the terms in `rows[e]` go, at the least weight; improved from `duals` on.

    Relaxing those rows with multipliers y leaves y·floors plus the negative part of weights - rows'y, which is a bound
    for every y >= 0. Subgradient steps raise it until it passes `goal` or the rounds are over.
    """
    matrix, transposed = rows.astype(float), np.ascontiguousarray(rows.T.astype(float))
    best = Bound(-np.inf, duals, weights)
    pace, stalled = 1.0, 0
    for _ in range(rounds):
        reduced = weights - transposed @ duals
        value = float(duals @ floors + np.minimum(reduced, 0).sum())
        stalled = 0 if value > best.value + 0.01 * abs(best.value) else stalled + 1
        if value > best.value:
            best = Bound(value, duals, reduced)
        slope = floors - matrix @ (reduced < 0)
        slope[(duals <= 0) & (slope < 0)] = 0
        steepness = float(slope @ slope)
        if value > goal or steepness == 0:
            break
        if stalled >= STALL:
            pace, stalled = pace * SHORTEN, 0
        length = pace * max(goal + 0.5 - value, 0.05) / steepness
        duals = np.maximum(duals + length * slope, 0)
    return best
