"""How many entities fit what a text tells: Definition 3.1 of ERASE, by counting, for one document and many questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Crowd:
    """Who knows which of a document's terms; a set of terms is an integer with one bit a term.

    `known` has every entity that knows at least one of the terms; the others, up to `size`, know none. `_holders` has
    for each term the entities that know it, one byte of an integer for each.
    """

    terms: tuple[str, ...] = field(repr=False)
    known: Mapping[int, int] = field(repr=False)
    size: int
    _holders: tuple[int, ...] = field(repr=False)
    _counted: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, knowers: Mapping[str, Iterable[int]], size: int) -> Crowd:
        """The crowd of a document whose terms these entities know."""
        known: dict[int, int] = {}
        seats: dict[int, int] = {}
        holders = []
        for at, entities in enumerate(knowers.values()):
            bit = 1 << at
            taken = bytearray(size)
            for entity in entities:
                known[entity] = known.get(entity, 0) | bit
                taken[seats.setdefault(entity, len(seats))] = 1
            holders.append(int.from_bytes(taken, "little"))
        return cls(tuple(knowers), known, size, tuple(holders))

    def bits(self, terms: Collection[str]) -> int:
        """These terms as a set; those that nobody knows fall out."""
        return sum(1 << at for at, term in enumerate(self.terms) if term in terms)

    def names(self, bits: int) -> tuple[str, ...]:
        """The terms in a set, in the order of the document."""
        return tuple(term for at, term in enumerate(self.terms) if bits >> at & 1)

    def companions(self, told: int) -> int:
        """A_T(e) where `told` is C(e) ∩ T: how many entities other than e know all of it."""
        if not told:
            return self.size - 1
        if told not in self._counted:
            everyone = -1
            for at, holders in enumerate(self._holders):
                if told >> at & 1:
                    everyone &= holders
            self._counted[told] = everyone.bit_count() - 1
        return self._counted[told]
