"""The generalizations of an entity, and how much each of them would allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reticent.errors import InputError
from reticent.knowledge import Corpus, Counting, as_term, bits
from reticent.models.cg_sanitization.entities import entity_of
from reticent.models.disclosure.familiarity import is_vague
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
    name: str,
    sense: Concept,
    *,
    corpus: Corpus,
    taxonomy: Taxonomy,
    aliases: Sequence[str] = (),
    counting: Counting = "standard",
) -> list[Threshold]:
    """What is above a sense of an entity and tells a reader something, nearest first."""
    found = []
    above = list(ancestors(taxonomy, sense))
    for concept in above:
        if is_vague(concept, above, taxonomy) or concept not in taxonomy.concepts(concept.name):
            continue
        try:
            entity = entity_of(
                name, concept.name, corpus=corpus, taxonomy=taxonomy, aliases=aliases, counting=counting
            )
            found.append(Threshold(concept.name, entity.general_documents, entity.allowed, usable=True))
        except InputError:
            count = corpus.count([frozenset({as_term(concept.name)})])[0]
            found.append(Threshold(concept.name, count, bits(count, corpus.size), usable=False))
    return found
