"""The proven optimum of t-PAT (Definition 3), our own search: the least product of volumes that is at least t.

Two ways lead there, both on integers alone. Counting up from t, a candidate can be tested through its divisors only,
which are few; many words leave hardly a gap between t and the answer. Few words leave wide gaps but few products,
and those meet in the middle: the products of one half of the words against those of the other.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from reticent.models.t_plausibility.cost import Chains, Instance
from reticent.models.t_plausibility.search.chosen_levels import ChosenLevels
from reticent.models.t_plausibility.search.greedy import descend

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
