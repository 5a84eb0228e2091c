"""Readers who pool their views of one document: what they could tell together, and the fewest deletions against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from reticent.models.k_safety.counting import Crowd
from reticent.models.k_safety.views import View

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Entity, EntityDatabase

LARGEST_SEARCHED = 3
"""Coalitions up to this size are tried one by one; a larger one is named without a reader too many, if not the smallest."""


@dataclass(frozen=True, slots=True)
class Collusion:
    """Readers who together could tell an entity that none of them is cleared for, the terms it takes, and whom else they fit."""

    readers: tuple[str, ...]
    entity: Entity
    terms: tuple[str, ...] = field(repr=False)
    companions: int


def collusions(shown: Sequence[View], database: EntityDatabase, k: int) -> list[Collusion]:
    """Every entity that some group of readers could tell by pooling what they see, with a smallest such group.

    The more pool, the more they know. So an entity is safe from every group of readers who are not cleared for its
    category as soon as it is safe from all of them together.
    """
    crowd, entities = _crowd(shown, database)
    found = []
    for number in _told(shown, crowd, entities, k):
        entity = entities[number]
        group = _smallest(
            [view for view in shown if not _cleared(view, entity.category)], crowd, crowd.known[number], k
        )
        pooled = crowd.bits(frozenset[str]().union(*(view.kept for view in group)))
        terms = crowd.known[number] & pooled
        readers = tuple(view.readers[0] for view in group)
        found.append(Collusion(readers, entity, crowd.names(terms), crowd.companions(terms)))
    return sorted(found, key=lambda each: (each.companions, len(each.readers), each.readers, each.entity.id))


def repaired(shown: Sequence[View], database: EntityDatabase, k: int) -> tuple[list[View], frozenset[str]]:
    """The views with the fewest further terms deleted so that no group of readers can tell an entity, and those terms.

    A term goes from the views of all readers who are not cleared for an entity that it endangers, so that readers who
    are cleared keep it, and more clearance still never shows less.
    """
    crowd, entities = _crowd(shown, database)
    told = _told(shown, crowd, entities, k)
    if not told:
        return list(shown), frozenset()
    gone = _fewest(crowd, told.values(), k)
    endangered: dict[str, set[str]] = {}
    for number, bits in told.items():
        endangered.setdefault(entities[number].category, set()).update(gone.intersection(crowd.names(bits)))
    lighter = [
        view.without(
            {term for category, terms in endangered.items() if not _cleared(view, category) for term in terms}
        )
        for view in shown
    ]
    return lighter, gone


def _crowd(shown: Sequence[View], database: EntityDatabase) -> tuple[Crowd, Mapping[int, Entity]]:
    terms = sorted(frozenset[str]().union(*(view.kept for view in shown)))
    knowers = database.knowers(terms)
    crowd = Crowd.of({term: knowers[term].tolist() for term in terms}, database.size)
    return crowd, database.describe(list(crowd.known))


def _told(shown: Sequence[View], crowd: Crowd, entities: Mapping[int, Entity], k: int) -> dict[int, int]:
    """What the readers who may not know an entity are told of it together, where that fits too few others."""
    pooled = {
        category: crowd.bits(
            frozenset[str]().union(*(view.kept for view in shown if not _cleared(view, category)))
        )
        for category in {entity.category for entity in entities.values()}
    }
    told = {number: crowd.known[number] & pooled[entity.category] for number, entity in entities.items()}
    counted = {bits: crowd.companions(bits) for bits in set(told.values())}
    return {number: bits for number, bits in sorted(told.items()) if counted[bits] < k}


def _fewest(crowd: Crowd, told: Iterable[int], k: int) -> frozenset[str]:
    """The fewest terms without which every one of these fits at least `k` others."""
    import numpy as np

    from reticent.models.k_safety.search.problem import chosen_bits, reduce_rows
    from reticent.models.k_safety.search.safe_subset import solve

    width = len(crowd.terms)
    rows = np.array([chosen_bits(known, width) for known in crowd.known.values()], bool)
    guards = np.array([chosen_bits(bits, width) for bits in sorted(set(told))], bool)
    problem = reduce_rows(crowd.terms, np.ones(width), rows, guards, crowd.size, k)
    return solve(problem, "auto").deleted


def _smallest(group: Sequence[View], crowd: Crowd, known: int, k: int) -> tuple[View, ...]:
    """A smallest part of a group of readers who together could tell the entity that knows these terms."""

    def can_tell(part: Sequence[View]) -> bool:
        pooled = crowd.bits(frozenset[str]().union(*(view.kept for view in part)))
        return crowd.companions(known & pooled) < k

    for size in range(1, LARGEST_SEARCHED + 1):
        for part in combinations(group, size):
            if can_tell(part):
                return part
    needed = list(group)
    for view in group:
        rest = [other for other in needed if other is not view]
        if can_tell(rest):
            needed = rest
    return tuple(needed)


def _cleared(view: View, category: str) -> bool:
    return bool(category) and category in view.cleared
