"""A chance fitted to readings: a logistic regression over what was known about each release beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
PENALTIES = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
"""Of the weights' squares, tried by leaving out a tenth of the chosen-on half's texts at a time."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What two readers made of one release: whether each named the condition first, and all that was known beforehand."""

    text: str
    sort: str
    kind: str
    condition: str
    half: int
    kept: float
    first: tuple[bool, ...]
    guesses: tuple[tuple[str, ...], ...]
    place: int | None
    factors: Mapping[str, float]
    batch: int = 1


@dataclass(frozen=True, slots=True)
class Regression:
    """A logistic regression over named factors."""

    intercept: float
    weights: Mapping[str, float]

    def predict(self, readings: Sequence[Reading]) -> Floats:
        """The chance of each."""
        rows = np.array([[each.factors[name] for name in self.weights] for each in readings])
        chances: Floats = 1 / (1 + np.exp(-(self.intercept + rows @ np.array([*self.weights.values()]))))
        return chances


def fit(readings: Sequence[Reading], penalty: float) -> Regression:
    """The regression with the penalty on the squares of standardized weights, by Newton's method."""
    names = sorted(readings[0].factors)
    rows = np.array([[each.factors[name] for name in names] for each in readings])
    means, spreads = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    x = np.c_[np.ones(len(rows)), (rows - means) / spreads]
    y = np.array([np.mean(each.first) for each in readings])
    ridge = np.diag([0.0, *[penalty] * len(names)])
    beta = np.zeros(x.shape[1])
    for _ in range(50):  # Newton's steps: some ten suffice
        chances = 1 / (1 + np.exp(-x @ beta))
        gradient = x.T @ (chances - y) + ridge @ beta
        hessian = (x * (chances * (1 - chances))[:, None]).T @ x + ridge + 1e-9 * np.eye(len(beta))
        step = np.linalg.solve(hessian, gradient)
        beta = beta - step
        if np.abs(step).max() < 1e-9:
            break
    weights = beta[1:] / spreads
    return Regression(float(beta[0] - weights @ means), dict(zip(names, weights.tolist(), strict=True)))


def choose(readings: Sequence[Reading]) -> tuple[Regression, float]:
    """The regression with the penalty under which texts that were left out are predicted best."""
    texts = sorted({each.text for each in readings})
    losses = {}
    for penalty in PENALTIES:
        loss = 0.0
        for part in range(10):
            left_out = set(texts[part::10])
            learned = fit([each for each in readings if each.text not in left_out], penalty)
            held = [each for each in readings if each.text in left_out]
            chances = np.clip(learned.predict(held), 1e-6, 1 - 1e-6)
            y = np.array([np.mean(each.first) for each in held])
            loss -= float((y * np.log(chances) + (1 - y) * np.log(1 - chances)).sum())
        losses[penalty] = loss
    best = min(losses, key=lambda each: losses[each])
    return fit(readings, best), best


def measure_area(chances: Floats, named: NDArray[np.bool_]) -> float | None:
    """The area under the curve: how often a reading in which it was named has the higher chance."""
    yes, no = chances[named], chances[~named]
    if not len(yes) or not len(no):
        return None
    wins = (yes[:, None] > no[None, :]).mean() + 0.5 * (yes[:, None] == no[None, :]).mean()
    return round(float(wins), 3)
