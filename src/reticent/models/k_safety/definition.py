"""K-safety as ERASE defines it (Definition 3.1), by counting; shares nothing with the searches."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping


def companions(
    kept: Iterable[str], contexts: Mapping[str, Collection[str]], protected: Iterable[str]
) -> dict[str, int]:
    """For every protected entity, how many other entities know all that `kept` tells of it: A_T(e) in the paper.

    >>> companions({"cough"}, {"flu": {"cough", "fever"}, "cold": {"cough"}, "gout": {"pain"}}, ["flu", "gout"])
    {'flu': 1, 'gout': 2}
    """
    knowers: dict[str, set[str]] = {term: set() for term in kept}
    for entity, context in contexts.items():
        for term in knowers.keys() & set(context):
            knowers[term].add(entity)
    everyone = set(contexts)
    told = {entity: knowers.keys() & set(contexts[entity]) for entity in protected}
    return {
        entity: len(everyone.intersection(*(knowers[term] for term in shared))) - 1
        for entity, shared in told.items()
    }


def unsafe_entities(
    kept: Iterable[str], contexts: Mapping[str, Collection[str]], protected: Iterable[str], k: int
) -> list[str]:
    """The protected entities, in their order, that fewer than `k` others keep company once `kept` is published."""
    return [entity for entity, others in companions(kept, contexts, protected).items() if others < k]
