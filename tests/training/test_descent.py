"""The descent finds the lowest point, and the same one each time."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from training.descent import Floats, descend


def bowl(size: int, seed: int) -> tuple[Floats, Floats]:
    """How steep a bowl is in each direction, and where its lowest point lies."""
    random = np.random.default_rng(seed)
    return random.uniform(0.5, 20, size).astype(np.float32), random.normal(size=size).astype(np.float32)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 3000), st.integers(0, 100))
def test_the_lowest_point_of_a_bowl_is_found(size: int, seed: int) -> None:
    steep, lowest = bowl(size, seed)

    def loss(point: Floats) -> tuple[float, Floats]:
        away = point - lowest
        return float((steep * away**2).sum(dtype=np.float64)) / 2, steep * away

    found = descend(loss, np.zeros(size, np.float32), 60)
    np.testing.assert_allclose(found, lowest, atol=2e-3)
    assert descend(loss, np.zeros(size, np.float32), 60).tobytes() == found.tobytes()


def test_it_stays_where_no_step_goes_down() -> None:
    start = np.ones(3, np.float32)
    assert descend(lambda point: (0.0, np.zeros(3, np.float32)), start, 5).tolist() == start.tolist()
