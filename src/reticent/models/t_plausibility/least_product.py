"""The proven optimum of t-PAT (Definition 3), our own search: the least product of volumes that is at least t.

Two ways lead there, both on integers alone. Counting up from t, a candidate can be tested through its divisors only,
which are few; many words leave hardly a gap between t and the answer. Few words leave wide gaps but few products,
and those meet in the middle: the products of one half of the words against those of the other.
"""

from __future__ import annotations

import math
from dataclasses import replace

from reticent.models.t_plausibility.cost import Chains, Instance
from reticent.models.t_plausibility.found import Found
from reticent.models.t_plausibility.greedy import descend

# Testing one candidate costs about as much as holding this many products of half the words.
_PRODUCTS_A_CANDIDATE = 20


def exact_plain(instance: Instance, *, limit: int) -> Found:
    """The generalization with the fewest texts that are at least t.

    `limit` is the number of products to hold for each half of the words; a search that would need more looks at some
    of them only and no longer proves its result, unless counting up from t does.
    """
    chains, t = instance.chains, instance.t
    bottom = (0,) * len(chains)
    if instance.reaches(bottom):
        return Found(bottom, proven=True)
    halves = chains[::2], chains[1::2]
    few = all(math.prod(map(len, half)) <= limit for half in halves)
    budget = t + limit // _PRODUCTS_A_CANDIDATE
    glance = t if few else t + limit // _PRODUCTS_A_CANDIDATE // 10
    nearest = _first_attainable(chains, range(t, glance))
    if nearest is not None:
        return Found(nearest, proven=True)
    known = descend(replace(instance, alpha=1.0), tuple(len(chain) - 1 for chain in chains))
    product, complete = _meeting(*halves, t=t, known=instance.texts(known), limit=limit)
    if complete:
        return Found(levels_of(chains, product), proven=True)
    nearest = _first_attainable(chains, range(glance, min(product, budget)))
    return Found(nearest or levels_of(chains, product), proven=nearest is not None or product <= budget)


def _first_attainable(chains: Chains, candidates: range) -> tuple[int, ...] | None:
    """The levels behind the first candidate that is a product of one volume a word."""
    tried = (levels_of(chains, product) for product in candidates)
    return next((levels for levels in tried if levels is not None), None)


def _meeting(ours: Chains, theirs: Chains, *, t: int, known: int, limit: int) -> tuple[int, bool]:
    """The least product from t to `known` of both halves of the words, and whether no product was left out."""
    left, left_complete = _products(ours, known, limit)
    right, right_complete = _products(theirs, known, limit)
    least, partner = known, len(right)
    for product in left:
        while partner and right[partner - 1] * product >= t:
            partner -= 1
        if partner < len(right):
            least = min(least, product * right[partner])
    return least, left_complete and right_complete


def _products(chains: Chains, most: int, limit: int) -> tuple[list[int], bool]:
    """Every product up to `most` of one volume a chain, in order; evenly thinned out, and False, beyond `limit`."""
    products, complete = [1], True
    for chain in chains:
        products = sorted({part * volume for part in products for volume in chain if part * volume <= most})
        if len(products) > limit:
            products, complete = products[:: -(-len(products) // limit)], False
    return products, complete


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
    if product not in layers[-1]:
        return None
    levels: list[int] = []
    for chain, layer in zip(reversed(chains), reversed(layers[:-1]), strict=True):
        level = next(
            level
            for level, volume in enumerate(chain)
            if product % volume == 0 and product // volume in layer
        )
        levels.append(level)
        product //= chain[level]
    return tuple(reversed(levels))
