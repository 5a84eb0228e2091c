"""What is more general than what: the protocol that every taxonomy speaks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Concept:
    """One node of one taxonomy: a sense, whatever it is called.

    `id` is unique in its taxonomy and `taxonomy` is that taxonomy's fingerprint; two concepts are equal when both
    agree. `name` is how a reader would call it ("soft drug"), `names` are all its synonyms, `name` first.
    """

    id: str
    name: str = field(compare=False)
    names: tuple[str, ...] = field(compare=False)
    taxonomy: str = field(repr=False)


class Taxonomy(Protocol):
    """Concepts, and which of them are more general; everything else is a function over these five.

    No concept is above itself. Instances count as children: Sacramento is one of a state capital. A concept of
    another taxonomy is a TaxonomyError.
    """

    @property
    def fingerprint(self) -> str:
        """The "sha256:…" of what the taxonomy was made from, so that a promise can name it."""

    def concepts(self, term: str) -> list[Concept]:
        """The senses of a term in any case and number, likeliest first, or none."""

    def parents(self, concept: Concept) -> list[Concept]:
        """What is one step more general."""

    def children(self, concept: Concept) -> list[Concept]:
        """What is one step more specific."""

    def volume(self, concept: Concept) -> int:
        """The number of distinct leaves at or below the concept: 1 for a leaf, never less than a child's."""
