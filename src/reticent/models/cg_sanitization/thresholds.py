"""The generalizations of an entity, and how much each of them would allow."""

from __future__ import annotations

from dataclasses import dataclass

from reticent.errors import InputError
from reticent.knowledge import Corpus, Counting
from reticent.models.cg_sanitization.entities import Entity, entity_of
from reticent.taxonomy import Concept, Taxonomy, ancestors


@dataclass(frozen=True, slots=True)
class Threshold:
    """A possible g(c): its name, the documents that it is counted in, and its information content in bits.

    `usable` is False where the corpus makes it no more general than the entity itself.
    """

    general: str
    documents: int
    bits: float
    usable: bool


def thresholds(
    name: str, sense: Concept, *, corpus: Corpus, taxonomy: Taxonomy, counting: Counting = "standard"
) -> list[Threshold]:
    """What is above a sense of an entity, nearest first."""
    found = []
    for concept in ancestors(taxonomy, sense):
        entity = _measured(name, concept.name, corpus=corpus, taxonomy=taxonomy, counting=counting)
        if entity is None:
            found.append(Threshold(concept.name, 0, float("inf"), usable=False))
        else:
            found.append(Threshold(concept.name, entity.general_documents, entity.allowed, usable=True))
    return found


def _measured(
    name: str, general: str, *, corpus: Corpus, taxonomy: Taxonomy, counting: Counting
) -> Entity | None:
    try:
        return entity_of(name, general, corpus=corpus, taxonomy=taxonomy, counting=counting)
    except InputError:
        return None
