"""The least value of a smooth convex function, by the limited-memory method of Broyden, Fletcher, Goldfarb and Shanno."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

_MEMORY = 6
_ENOUGH = 1e-4
_HALVINGS = 20


def minimize(
    function: Callable[[Vector], tuple[float, Vector]],
    start: Vector,
    curvature: Vector,
    *,
    rounds: int,
    tolerance: float,
) -> Vector:
    """Where the function, which gives its value and its gradient, is least.

    `curvature` estimates its second derivative in each direction. It ends after so many rounds, or when a step is
    expected to lower the value by less than this share of it.
    """
    at = start
    value, gradient = function(at)
    memory: deque[tuple[Vector, Vector, float]] = deque(maxlen=_MEMORY)
    for _ in range(rounds):
        direction = _direction(gradient, memory, curvature)
        slope = _dot(gradient, direction)
        if -slope <= tolerance * abs(value):
            break
        length = 1.0
        for _ in range(_HALVINGS):
            new = at + length * direction
            new_value, new_gradient = function(new)
            if new_value <= value + _ENOUGH * length * slope:
                break
            length /= 2
        else:
            break
        step, change = new - at, new_gradient - gradient
        along = _dot(step, change)
        if along > 0:
            memory.append((step, change, along))
        at, value, gradient = new, new_value, new_gradient
    return at


def _direction(gradient: Vector, memory: deque[tuple[Vector, Vector, float]], curvature: Vector) -> Vector:
    rest = -gradient
    shares = []
    for step, change, along in reversed(memory):
        share = _dot(step, rest) / along
        shares.append(share)
        rest -= share * change
    rest /= curvature
    if memory:
        step, change, along = memory[-1]
        rest *= along / _dot(change, change / curvature)
    for (step, change, along), share in zip(memory, reversed(shares), strict=True):
        rest += (share - _dot(change, rest) / along) * step
    return rest


def _dot(a: Vector, b: Vector) -> float:
    """A sum that is taken in the same order however many threads there are."""
    return float(np.einsum("i,i->", a, b))
