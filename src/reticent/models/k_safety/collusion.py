"""Readers who pool their views of one document, and what they could tell together: by counting, without any search."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Protocol

from reticent.models.k_safety.crowd import Crowd

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Entity, EntityDatabase
    from reticent.models.k_safety.places import TermSource

LARGEST_SEARCHED = 3
"""Coalitions up to this size are tried one by one; a larger one is named without a reader too many, if not the smallest."""


class Shown(Protocol):
    """What readers of one clearance see of a document."""

    @property
    def readers(self) -> tuple[str, ...]:
        """Who they are."""

    @property
    def cleared(self) -> frozenset[str]:
        """The categories that they may know of."""

    @property
    def kept(self) -> frozenset[str]:
        """The terms that they read."""


@dataclass(frozen=True, slots=True)
class Collusion:
    """Readers who together could tell an entity that none of them is cleared for, the terms it takes, and whom else they fit."""

    readers: tuple[str, ...]
    entity: Entity
    terms: tuple[str, ...] = field(repr=False)
    companions: int


class Judge(Protocol):
    """What says who knows which terms, who they are, and how many others each must fit."""

    @property
    def source(self) -> TermSource:
        """What knows the terms."""

    @property
    def database(self) -> EntityDatabase:
        """Who the entities are."""

    def least_for(self, categories: Collection[str]) -> int:
        """K of an entity with these categories."""


def collusions(shown: Sequence[Shown], judge: Judge) -> list[Collusion]:
    """Every entity that some group of readers could tell by pooling what they see, with a smallest such group.

    The more pool, the more they know. So an entity is safe from every group of readers who are not cleared for its
    categories as soon as it is safe from all of them together.
    """
    crowd, entities = gather_crowd(shown, judge)
    found = []
    for number in pooled_knowledge(shown, crowd, entities, judge):
        entity = entities[number]
        k = judge.least_for(entity.categories)
        group = _smallest_group(
            [view for view in shown if not is_cleared(view, entity.categories)], crowd, crowd.known[number], k
        )
        pooled = crowd.bits(frozenset[str]().union(*(view.kept for view in group)))
        terms = crowd.known[number] & pooled
        readers = tuple(view.readers[0] for view in group)
        found.append(Collusion(readers, entity, crowd.names(terms), crowd.companions(terms)))
    return sorted(found, key=lambda each: (each.companions, len(each.readers), each.readers, each.entity.id))


def gather_crowd(shown: Sequence[Shown], judge: Judge) -> tuple[Crowd, Mapping[int, Entity]]:
    """Who knows which of the terms that some view shows, and who they are."""
    terms = sorted(frozenset[str]().union(*(view.kept for view in shown)))
    knowers = judge.source.knowers(terms)
    crowd = Crowd.of({term: knowers[term].tolist() for term in terms}, judge.database.size)
    return crowd, judge.database.describe(list(crowd.known))


def pooled_knowledge(
    shown: Sequence[Shown], crowd: Crowd, entities: Mapping[int, Entity], judge: Judge
) -> dict[int, int]:
    """What the readers who may not know an entity are told of it together, where that fits too few others."""
    pooled = {
        categories: crowd.bits(
            frozenset[str]().union(*(view.kept for view in shown if not is_cleared(view, categories)))
        )
        for categories in {entity.categories for entity in entities.values()}
    }
    told = {number: crowd.known[number] & pooled[entity.categories] for number, entity in entities.items()}
    return {
        number: bits
        for number, bits in sorted(told.items())
        if crowd.companions(bits) < judge.least_for(entities[number].categories)
    }


def _smallest_group(group: Sequence[Shown], crowd: Crowd, known: int, k: int) -> tuple[Shown, ...]:
    """A smallest part of a group of readers who together could tell the entity that knows these terms."""

    def can_tell(part: Sequence[Shown]) -> bool:
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


def is_cleared(view: Shown, categories: Sequence[str]) -> bool:
    """Whether the readers of a view may know of an entity with these categories: of all, and of none without one."""
    return bool(categories) and view.cleared.issuperset(categories)
