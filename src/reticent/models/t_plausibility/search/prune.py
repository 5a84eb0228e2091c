"""The paper's exhaustive searches: every combination of levels, cut short where none can be better."""

from __future__ import annotations

import math

from reticent.models.t_plausibility.cost import Instance
from reticent.models.t_plausibility.search.chosen_levels import ChosenLevels


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
