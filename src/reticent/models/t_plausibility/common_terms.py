"""One ancestor for several senses: the paper's way to keep the meaning of a word whose sense is not known."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

ConceptT = TypeVar("ConceptT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class CommonTerm(Generic[ConceptT]):
    """A concept that lies above several senses of a word; `coverage` is their share of all its senses."""

    concept: ConceptT
    coverage: float


def common_terms_search(
    senses: Sequence[Sequence[ConceptT]], volumes: Mapping[ConceptT, int], volume: int
) -> CommonTerm[ConceptT] | None:
    """Common_Terms_Search (Algorithm 2): the concept of at least this volume that covers the most senses, or None.

    `senses` holds for each sense its concept and the ancestors of it up to the root. A concept counts for a sense when
    it lies in the lower half of that sense's ancestors, and at all only when it lies above another sense too. Among
    equals the first wins: likelier senses first, then lower concepts.

    >>> senses = [("resident", "inhabitant", "person", "entity"), ("physician", "doctor", "person", "entity")]
    >>> common_terms_search(senses, {"inhabitant": 3, "doctor": 9, "person": 30, "entity": 99}, volume=5)
    CommonTerm(concept='person', coverage=1.0)
    """
    covered: dict[ConceptT, int] = {}
    for number, path in enumerate(senses):
        elsewhere = {concept for other in (*senses[:number], *senses[number + 1 :]) for concept in other}
        for concept in dict.fromkeys(path[1 : len(path) // 2 + 1]):
            if concept in elsewhere and volumes[concept] >= volume:
                covered[concept] = covered.get(concept, 0) + 1
    if not covered:
        return None
    concept = max(covered, key=lambda concept: covered[concept])
    return CommonTerm(concept, covered[concept] / len(senses))
