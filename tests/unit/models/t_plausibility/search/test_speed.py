from __future__ import annotations

import random
import time

import pytest

from reticent.models.t_plausibility import generalize


def chains(words: int, seed: int) -> list[list[int]]:
    """Chains shaped like WordNet's: one word, a few below its parent, tens of thousands below the root."""
    rng = random.Random(seed)  # noqa: S311
    return [
        sorted({1, 64_958, *(int(2 ** rng.uniform(1, 15)) for _ in range(rng.randint(4, 9)))})
        for _ in range(words)
    ]


def seconds(words: int, t: int, alpha: float) -> float:
    volumes, best = chains(words, seed=words), float("inf")
    for _ in range(3):
        start = time.process_time()
        assert generalize(volumes, t, alpha).proven
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.parametrize("alpha", [0.25, 0.5, 0.75])
def test_fifty_words_are_proven_in_under_50_milliseconds(alpha: float) -> None:
    assert seconds(50, 16384, alpha) < 0.05


@pytest.mark.slow
@pytest.mark.parametrize("alpha", [0.25, 0.5, 0.75])
def test_a_thousand_words_are_proven_in_under_a_second(alpha: float) -> None:
    assert seconds(1000, 2**1000, alpha) < 1


@pytest.mark.parametrize("t", [10**3, 10**6, 2**27])
def test_the_fewest_texts_of_fifty_words_are_proven_for_large_t(t: int) -> None:
    found = generalize(chains(50, seed=1), t, problem="plain")
    assert found.proven
    assert t <= found.texts < 1.01 * t
