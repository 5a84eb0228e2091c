"""The best price of a bit: a lower bound on equation 1, and what every other choice of level adds to it.

Equation 1 is a multiple-choice knapsack with a convex objective: with a_ij the entropy of word i at level j and
w_ij its local cost, minimize Σ w_ij + f(Σ a_ij), where f(S) = α/m² (S − log2 t)² for S >= log2 t. For every price λ

    Σ_i min_j (w_ij + λ a_ij) − f*(λ)      with f*(λ) = sup_S (λS − f(S))

is a lower bound. The cost of any generalization is this bound, plus a reduced cost r_ij >= 0 for every word, plus
g(S) = f(S) − λS + f*(λ) >= 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reticent.models.t_plausibility.cost import CLOSE_CALL, Instance

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Priced:
    """An instance at its best price; arrays hold a row a word, and short rows are filled with infinite reduced costs.

    `cheapest` are the levels of reduced cost zero.
    """

    bits: Floats
    reduced: Floats
    cheapest: Integers
    price: float
    curvature: float
    target: float

    def overshoot(self, entropy: Floats) -> Floats:
        """g(S): what a text of this entropy adds to the bound; a text below log2 t counts as if it just reached it."""
        beyond = np.maximum(entropy - self.target, 0.0)
        conjugate = self.price**2 / (4 * self.curvature) if self.price > 0 else 0.0
        return self.curvature * beyond**2 - self.price * beyond + conjugate

    def entropy_at_slope(self, slope: float) -> float:
        """Where g, looked at from log2 t on, begins to rise by `slope` a bit."""
        if self.price + slope <= 0:
            return self.target
        return self.target + (self.price + slope) / (2 * self.curvature) if self.curvature else math.inf

    def slope_within(self, excess: float) -> float:
        """The steepest that g gets while it stays at or below `excess`."""
        return math.sqrt(min(self.price, 0.0) ** 2 + 4 * self.curvature * max(excess, 0.0))


def find_price(instance: Instance) -> Priced:
    """The instance at the price with the highest lower bound."""
    words = len(instance.chains)
    bits, missing = _rows(instance)
    local = (1 - instance.alpha) / words * (bits - instance.fair_share) ** 2
    local[missing] = np.inf
    price, curvature = _best_price(instance, bits, local), instance.alpha / words**2
    costs = local + price * bits
    cheapest = np.argmin(costs, axis=1)
    reduced = costs - np.take_along_axis(costs, cheapest[:, None], axis=1)
    return Priced(bits, reduced, cheapest, price, curvature, instance.bits)


def _rows(instance: Instance) -> tuple[Floats, NDArray[np.bool_]]:
    """The entropies as a rectangle, and which of its cells belong to no level."""
    lengths = np.array([len(chain) for chain in instance.entropies])
    missing = np.arange(lengths.max()) >= lengths[:, None]
    bits = np.zeros(missing.shape)
    bits[~missing] = np.concatenate(instance.entropies)
    return bits, missing


def _best_price(instance: Instance, bits: Floats, local: Floats) -> float:
    """The price where the cheapest levels stop to overshoot: the bound is concave in it, so halving finds it.

    The end that is kept is the one whose cheapest levels reach log2 t.
    """
    curvature = instance.alpha / len(bits) ** 2

    def reaches(price: float) -> bool:
        cheapest = np.argmin(local + price * bits, axis=1)
        wanted = instance.bits + (price / (2 * curvature) if price > 0 else 0.0)
        entropy = np.take_along_axis(bits, cheapest[:, None], axis=1).sum()
        return bool(entropy >= wanted - CLOSE_CALL)

    high = 2 * curvature * max(0.0, float(bits.max(axis=1).sum()) - instance.bits)
    if reaches(high):
        return high
    low = -1.0 / len(bits)
    while not reaches(low):
        low, high = 2 * low, low
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if reaches(middle) else (low, middle)
    return low
