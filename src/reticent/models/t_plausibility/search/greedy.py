"""The paper's heuristics for uniform t-PAT: an even start, then greedy steps around it or down from it.

The paper's exhaustive searches: every combination of levels, cut short where none can be better.

The proven optimum of t-PAT (Definition 3), our own search: the least product of volumes that is at least t.

Two ways lead there, both on integers alone. Counting up from t, a candidate can be tested through its divisors only,
which are few; many words leave hardly a gap between t and the answer. Few words leave wide gaps but few products,
and those meet in the middle: the products of one half of the words against those of the other.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from reticent.models.t_plausibility.cost import CLOSE_CALL, Chains, Instance, root_at_least
from reticent.models.t_plausibility.search.generalization import ChosenLevels

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


# Testing a few candidates one by one takes far less than this many multiplications each.
_MULTIPLICATIONS_A_CANDIDATE = 3000

# Once the proof is lost, this many products of half the words come close enough to t.
_SAMPLE = 5000


def exact_plain(instance: Instance, *, limit: int) -> ChosenLevels:
    """The generalization with the fewest texts that are at least t.

    `limit` is the number of multiplications for each half of the words; a search that would need more looks at a
    sample of their products only and no longer proves its result.
    """
    chains, t = instance.chains, instance.t
    bottom = (0,) * len(chains)
    if instance.reaches(bottom):
        return ChosenLevels(bottom, proven=True)
    few = all(math.prod(map(len, half)) <= limit for half in (chains[::2], chains[1::2]))
    glance = 0 if few else limit // _MULTIPLICATIONS_A_CANDIDATE
    nearest = _first_attainable(chains, range(t, t + glance))
    if nearest is not None:
        return ChosenLevels(nearest, proven=True)
    levels, proven = _meet_in_the_middle(instance, limit)
    texts = instance.texts(levels)
    if proven or texts > t + 10 * glance:
        return ChosenLevels(levels, proven)
    return ChosenLevels(_first_attainable(chains, range(t + glance, texts)) or levels, proven=True)


def _meet_in_the_middle(instance: Instance, limit: int) -> tuple[tuple[int, ...], bool]:
    """The least product of one from either half of the words, and whether `limit` left none out."""
    halves = instance.chains[::2], instance.chains[1::2]
    tops = tuple(len(chain) - 1 for chain in instance.chains)
    known = descend(replace(instance, alpha=1.0), tops)
    most = instance.texts(known)
    ours, theirs = (_products(half, most, limit) for half in halves)
    complete = ours.complete and theirs.complete
    pair = _least_pair(ours.layers[-1], theirs.layers[-1], instance.t, most)
    if pair is None:
        return known, complete
    levels = [0] * len(tops)
    levels[::2] = _trace_levels(halves[0], ours.layers, pair[0])
    levels[1::2] = _trace_levels(halves[1], theirs.layers, pair[1])
    return tuple(levels), complete


def _first_attainable(chains: Chains, candidates: range) -> tuple[int, ...] | None:
    """The levels behind the first candidate that is a product of one volume a word."""
    tried = (levels_of(chains, product) for product in candidates)
    return next((levels for levels in tried if levels is not None), None)


@dataclass(frozen=True, slots=True)
class _Products:
    """What the first 0, 1, 2, … chains multiply to, each layer in order, and whether none was left out."""

    layers: list[list[int]]
    complete: bool


def _products(chains: Chains, most: int, limit: int) -> _Products:
    """Every product up to `most` of one volume a chain; beyond `limit` multiplications an even sample of them."""
    layers, spent = [[1]], 0
    for chain in chains:
        layer = sorted({part * volume for part in layers[-1] for volume in chain if part * volume <= most})
        spent += len(layer) * len(chain)
        layers.append(layer if spent <= limit else layer[:: -(-len(layer) // _SAMPLE)])
    return _Products(layers, complete=spent <= limit)


def _least_pair(left: list[int], right: list[int], t: int, below: int) -> tuple[int, int] | None:
    """One number of each list whose product is the least from t to under `below`."""
    pair, partner = None, len(right)
    for product in left:
        while partner and right[partner - 1] * product >= t:
            partner -= 1
        if partner < len(right) and product * right[partner] < below:
            pair, below = (product, right[partner]), product * right[partner]
    return pair


def levels_of(chains: Chains, product: int) -> tuple[int, ...] | None:
    """Levels whose volumes multiply to exactly `product`, or None: a dynamic program over its divisors.

    >>> levels_of([(1, 4, 32), (1, 2, 6), (1, 2)], 24)
    (1, 2, 0)
    """
    layers = [{1}]
    for chain in chains:
        factors = [volume for volume in chain if product % volume == 0]
        layers.append(
            {part * factor for part in layers[-1] for factor in factors if product % (part * factor) == 0}
        )
        if not layers[-1]:
            return None
    return _trace_levels(chains, layers, product) if product in layers[-1] else None


def _trace_levels(chains: Chains, layers: Sequence[Collection[int]], product: int) -> tuple[int, ...]:
    """The levels that led to `product`, a member of the last layer."""
    levels: list[int] = []
    for chain, layer in zip(reversed(chains), reversed(layers[:-1]), strict=True):
        before = set(layer)
        level = next(
            level
            for level, volume in enumerate(chain)
            if product % volume == 0 and product // volume in before
        )
        levels.append(level)
        product //= chain[level]
    return tuple(reversed(levels))
