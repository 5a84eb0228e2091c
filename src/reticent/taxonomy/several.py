"""Several taxonomies asked in order."""

from __future__ import annotations

import hashlib

from reticent.errors import TaxonomyError
from reticent.taxonomy.taxonomy import Concept, Taxonomy


class _InOrder:
    def __init__(self, members: tuple[Taxonomy, ...]) -> None:
        self._members = members
        self._of = {member.fingerprint: member for member in reversed(members)}
        joined = "\n".join(member.fingerprint for member in members)
        self.fingerprint = "sha256:" + hashlib.sha256(joined.encode()).hexdigest()

    def __repr__(self) -> str:
        return f"in_order({', '.join(map(repr, self._members))})"

    @property
    def members(self) -> tuple[Taxonomy, ...]:
        return self._members

    def concepts(self, term: str) -> list[Concept]:
        return next((found for member in self._members if (found := member.concepts(term))), [])

    def parents(self, concept: Concept) -> list[Concept]:
        return self._member(concept).parents(concept)

    def children(self, concept: Concept) -> list[Concept]:
        return self._member(concept).children(concept)

    def volume(self, concept: Concept) -> int:
        return self._member(concept).volume(concept)

    def _member(self, concept: Concept) -> Taxonomy:
        if concept.taxonomy not in self._of:
            raise TaxonomyError("this concept is of another taxonomy: ask the one that it came from")
        return self._of[concept.taxonomy]


def in_order(*taxonomies: Taxonomy) -> Taxonomy:
    """One taxonomy out of several: the first that knows a term answers for it.

    Its concepts are those of its members, so they stay apart where members share a name or an id, and what is
    above, below or inside a concept is what its own taxonomy says. The fingerprint covers members and order.
    """
    if not taxonomies:
        raise TaxonomyError("in_order needs at least one taxonomy")
    flat: list[Taxonomy] = []
    for taxonomy in taxonomies:
        flat += taxonomy.members if isinstance(taxonomy, _InOrder) else [taxonomy]
    return _InOrder(tuple(flat))
