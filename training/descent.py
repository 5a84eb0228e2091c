"""Finds the lowest point of a smooth function of many numbers: L-BFGS in single precision, with steps that are halved.

It keeps to single precision and to one order of all sums, so that a fit of millions of weights takes minutes and comes out the
same each time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Loss = Callable[[Floats], tuple[float, Floats]]
"""From a point to the value there and its slopes."""

_REMEMBERED = 6
_ENOUGH = 1e-4
_HALVINGS = 20


def descend(loss: Loss, start: Floats, rounds: int) -> Floats:
    """The point that so many rounds lead to from `start`, or fewer where no step goes further down."""
    point = start
    value, slope = loss(point)
    steps: deque[tuple[Floats, Floats, float]] = deque(maxlen=_REMEMBERED)
    for _ in range(rounds):
        direction = _choose_direction(slope, steps)
        fall = _dot(direction, slope)
        length = 1.0 if steps else 1.0 / max(_dot(slope, slope) ** 0.5, 1e-9)
        for _ in range(_HALVINGS):
            reached = point + np.float32(length) * direction
            new_value, new_slope = loss(reached)
            if new_value <= value + _ENOUGH * length * fall:
                break
            length /= 2
        else:
            return point
        moved, turned = reached - point, new_slope - slope
        bend = _dot(moved, turned)
        if bend > 0:
            steps.append((moved, turned, bend))
        point, value, slope = reached, new_value, new_slope
    return point


def _choose_direction(slope: Floats, steps: deque[tuple[Floats, Floats, float]]) -> Floats:
    """The way down that the last steps tell of."""
    way = -slope
    shares = []
    for moved, turned, bend in reversed(steps):
        share = np.float32(_dot(moved, way) / bend)
        way -= share * turned
        shares.append(share)
    if steps:
        _, turned, bend = steps[-1]
        way *= np.float32(bend / _dot(turned, turned))
    for (moved, turned, bend), share in zip(steps, reversed(shares), strict=True):
        way += (share - np.float32(_dot(turned, way) / bend)) * moved
    return way


def _dot(one: Floats, other: Floats) -> float:
    """The sum of products, of blocks in single precision and of all of them in double."""
    whole = len(one) // _BLOCK * _BLOCK
    blocks = np.einsum("ij,ij->i", one[:whole].reshape(-1, _BLOCK), other[:whole].reshape(-1, _BLOCK))
    return float(blocks.sum(dtype=np.float64)) + float(one[whole:] @ other[whole:])


_BLOCK = 1024
