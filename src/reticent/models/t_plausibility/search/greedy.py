"""The paper's heuristics for uniform t-PAT: an even start, then greedy steps around it or down from it."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from reticent.models.t_plausibility.cost import CLOSE_CALL, Instance, root_at_least
from reticent.models.t_plausibility.search.chosen_levels import ChosenLevels

Floats = NDArray[np.float64]


def even_start(instance: Instance) -> tuple[int, ...]:
    """Each word at its lowest level of at least log2(t)/m bits, or at its top: lines 1 to 3 of LUB_Search (Algorithm 4).

    Where a chain ends below the even share the start may fail to reach t, and Theorem 2 does not hold.
    """
    share = root_at_least(instance.t, len(instance.chains))
    return tuple(min(bisect_left(chain, share), len(chain) - 1) for chain in instance.chains)


def multi_step_search(instance: Instance, *, steps: int) -> ChosenLevels:
    """LUB_Search with MStep_Greedy_Search (Algorithms 4 and 5): the best within `steps` (δ) moves of the even start.

    A move takes one word one level up or down. Algorithm 5 meets most deviations many times over; here each is
    looked at once.
    """
    start = even_start(instance)
    best, least = (start, instance.cost(start)) if instance.reaches(start) else (None, math.inf)
    if least == 0:
        return ChosenLevels(best, proven=True)
    entropies = instance.word_entropies(start)
    total, texts = math.fsum(entropies), instance.texts(start)
    local = math.fsum(map(instance.local_cost, entropies))
    for moves in _deviations(instance, start, 0, steps):
        entropy, even, product = total, local, texts
        for word, level in moves:
            bits, chain = instance.entropies[word], instance.chains[word]
            entropy += bits[level] - entropies[word]
            even += instance.local_cost(bits[level]) - instance.local_cost(entropies[word])
            product = product // chain[start[word]] * chain[level]
        if product >= instance.t and instance.global_cost(entropy) + even < least:
            least = instance.global_cost(entropy) + even
            best = _move_levels(start, moves)
    return ChosenLevels(best)


def _deviations(
    instance: Instance, start: tuple[int, ...], first: int, steps: int
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way to move words from `first` on by at most `steps` levels in all, as (word, new level) pairs."""
    for word in range(first, len(start) if steps else 0):
        top = len(instance.chains[word]) - 1
        for level in range(max(0, start[word] - steps), min(top, start[word] + steps) + 1):
            if level == start[word]:
                continue
            yield ((word, level),)
            for more in _deviations(instance, start, word + 1, steps - abs(level - start[word])):
                yield ((word, level), *more)


def _move_levels(start: tuple[int, ...], moves: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    levels = list(start)
    for word, level in moves:
        levels[word] = level
    return tuple(levels)


def top_down_search(instance: Instance) -> ChosenLevels:
    """LUB_Search with Top_Down_Greedy_Search (Algorithms 4 and 6): the even start, then down while that helps."""
    start = even_start(instance)
    return ChosenLevels(descend(instance, start) if instance.reaches(start) else None)


def descend(instance: Instance, start: tuple[int, ...]) -> tuple[int, ...]:
    """The best single step down, again and again, while it lowers the cost and t is still reached (Algorithm 6)."""
    levels, texts = list(start), instance.texts(start)
    bits = np.array(instance.word_entropies(start))
    below = np.array([_bits_below(instance, word, level) for word, level in enumerate(levels)])
    while (word := _best_step(instance, levels, texts, bits, below)) is not None:
        chain, level = instance.chains[word], levels[word]
        texts = texts // chain[level] * chain[level - 1]
        levels[word] = level - 1
        bits[word], below[word] = below[word], _bits_below(instance, word, level - 1)
    return tuple(levels)


def _bits_below(instance: Instance, word: int, level: int) -> float:
    """The entropy one level further down, NaN at the bottom."""
    return instance.entropies[word][level - 1] if level else math.nan


def _best_step(instance: Instance, levels: list[int], texts: int, bits: Floats, below: Floats) -> int | None:
    """The word whose step down lowers the cost most while t is still reached, or None."""
    words, entropy = len(levels), bits.sum()
    after = entropy - bits + below
    local = (
        (1 - instance.alpha)
        / words
        * ((below - instance.fair_share) ** 2 - (bits - instance.fair_share) ** 2)
    )
    overall = instance.alpha / words**2 * ((after - instance.bits) ** 2 - (entropy - instance.bits) ** 2)
    change = np.where(after >= instance.bits - CLOSE_CALL, local + overall, np.inf)
    for word in np.argsort(change, kind="stable"):
        if change[word] >= 0:
            return None
        chain, level = instance.chains[word], levels[word]
        if texts // chain[level] * chain[level - 1] >= instance.t:
            return int(word)
    return None
