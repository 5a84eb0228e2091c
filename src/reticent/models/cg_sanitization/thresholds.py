"""The generalizations of an entity, and how much each of them would allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reticent.errors import InputError
from reticent.knowledge import Corpus, Counting, Groups, as_term, bits, is_countable
from reticent.knowledge.corpus.terms import words_of
from reticent.languages.en.common_words import common_words
from reticent.models.cg_sanitization.entities import Entity, entity_of
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


MOST_CHOICES = 12
_OFTEN, _BEYOND_CHANCE = 0.1, 3


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


def thresholds_by_counts(entity: Entity, *, corpus: Corpus, taxonomy: Taxonomy) -> list[Threshold]:
    """Common nouns that stand beside an entity far more often than by chance, the likeliest kinds of thing first.

    Each has something below it in the taxonomy, or it would be no kind of thing, and more documents than the entity.
    """
    own = {word for name in entity.names for word in words_of(name)}
    nouns = [word for word in sorted(common_words() - own) if is_countable(word) and _is_kind(word, taxonomy)]
    (sizes,) = corpus.groups([entity.counted.entity], nouns, max_group=1)
    found = []
    for (number,), together, alone in zip(*_columns(sizes[0]), strict=True):
        by_chance = entity.documents * alone / corpus.size
        if alone > entity.documents and together > max(_OFTEN * entity.documents, _BEYOND_CHANCE * by_chance):
            found.append((together, Threshold(nouns[number], alone, bits(alone, corpus.size), usable=True)))
    likeliest = sorted(found, key=lambda each: (-each[0], each[1].general))[:MOST_CHOICES]
    return sorted((threshold for _, threshold in likeliest), key=lambda each: -each.bits)


def _is_kind(word: str, taxonomy: Taxonomy) -> bool:
    senses = taxonomy.concepts(word)
    return bool(senses) and senses[0].name.casefold() == word and bool(taxonomy.children(senses[0]))


def _columns(groups: Groups) -> tuple[list[list[int]], list[int], list[int]]:
    return groups.members.tolist(), groups.together.tolist(), groups.alone.tolist()
