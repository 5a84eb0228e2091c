"""The paper's searches that `reticent` itself does not use, for comparison: pass them to `generalize` as its search."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from reticent.models.t_plausibility._cost import ChosenLevels, Instance
from reticent.models.t_plausibility._search import LevelSearch, Problem, even_start

LIMIT = 5_000_000
"""Partial generalizations that an exhaustive search looks at: a few seconds. Chosen by hand."""


def within_steps(steps: int) -> LevelSearch:
    """MStep_Greedy_Search with so many steps (δ)."""
    return partial(multi_step, steps=steps)


def prune(problem: Problem, limit: int = LIMIT) -> LevelSearch:
    """The exhaustive search for a problem, given up after so many partial generalizations."""
    return partial(search_prune if problem == "plain" else uniform_search_prune, limit=limit)


# paper: t-plausibility, Algorithm 5
def multi_step(instance: Instance, *, steps: int = 1) -> ChosenLevels:
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


# paper: t-plausibility, Algorithm 1
def search_prune(instance: Instance, *, limit: int) -> ChosenLevels:
    """Definition 3 by ESearch_Prune (Algorithm 1): the fewest texts that are at least t.

    `limit` is the number of partial generalizations to look at before giving up the proof.
    """
    levels = [0] * len(instance.chains)
    best: tuple[int, ...] | None = None
    fewest: float = math.inf
    stack = [(0, 0, 1)]
    for _ in range(limit):
        if not stack or fewest == instance.t:
            return ChosenLevels(best, proven=True)
        word, level, texts = stack.pop()
        levels[word - 1] = level
        if texts >= fewest:
            continue
        if word < len(levels):
            chain = instance.chains[word]
            stack += [(word + 1, above, texts * chain[above]) for above in reversed(range(len(chain)))]
        elif texts >= instance.t:
            best, fewest = tuple(levels), texts
    return ChosenLevels(best, proven=not stack)


# paper: t-plausibility, Algorithm 3; Observation 1; Observation 2
def uniform_search_prune(instance: Instance, *, limit: int) -> ChosenLevels:
    """Definition 4 by Uniform_ESearch_Prune (Algorithm 3): the least cost by equation 1 of those that reach t.

    A partial generalization is given up when its local cost alone is no better than the best cost (Observation 1),
    or when it reaches t already and its whole cost is not (Observation 2).
    """
    levels = [0] * len(instance.chains)
    best: tuple[int, ...] | None = None
    least = math.inf
    stack = [(0, 0, 0.0, 0.0)]
    for _ in range(limit):
        if not stack:
            break
        word, level, entropy, local = stack.pop()
        levels[word - 1] = level
        if local + instance.global_cost(max(entropy, instance.bits)) >= least:
            continue
        if word < len(levels):
            bits = instance.entropies[word]
            stack += [
                (word + 1, above, entropy + bits[above], local + instance.local_cost(bits[above]))
                for above in reversed(range(len(bits)))
            ]
        elif instance.reaches(levels):
            best, least = tuple(levels), instance.cost(levels)
    return ChosenLevels(best, proven=not stack)
