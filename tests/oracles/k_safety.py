"""K-safety from its definition (ERASE, Definition 3.1): every subset, every entity, one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations


def companions(
    kept: Iterable[str], contexts: Mapping[str, Collection[str]], protected: Iterable[str]
) -> dict[str, int]:
    """For every protected entity, how many other entities know all that `kept` tells of it: A_T(e) in the paper."""
    published = set(kept)
    counted = {}
    for entity in protected:
        told = published & set(contexts[entity])
        counted[entity] = sum(told <= set(context) for other, context in contexts.items() if other != entity)
    return counted


def unsafe_entities(
    kept: Iterable[str], contexts: Mapping[str, Collection[str]], protected: Iterable[str], k: int
) -> list[str]:
    """The protected entities, in their order, that fewer than `k` others keep company once `kept` is published."""
    return [entity for entity, others in companions(kept, contexts, protected).items() if others < k]


def telling_terms(
    kept: Collection[str], contexts: Mapping[str, Collection[str]], protected: Iterable[str], k: int
) -> set[str]:
    """The terms that tell too much of some protected entity."""
    unsafe = unsafe_entities(kept, contexts, protected, k)
    return {term for term in kept for entity in unsafe if term in contexts[entity]}


def largest_weight(
    terms: Sequence[str],
    contexts: Mapping[str, Collection[str]],
    protected: Sequence[str],
    k: int,
    weights: Mapping[str, float] | None = None,
) -> float:
    """The weight of the heaviest K-safe subset, by trying them all."""
    weigh = weights or {}
    return max(
        sum(weigh.get(term, 1) for term in chosen)
        for size in range(len(terms) + 1)
        for chosen in combinations(terms, size)
        if not unsafe_entities(chosen, contexts, protected, k)
    )


def contradictions(
    shown: Iterable[tuple[frozenset[str], frozenset[str]]],
) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Of views, as the cleared categories and the terms kept: pairs where more clearance shows less."""
    views = list(shown)
    return [
        (more, less) for more, seen in views for less, other in views if more > less and not seen >= other
    ]
