"""What a more general concept is called: by a plain word that people use for such things, or not at all."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.languages import ENGLISH
from reticent.models.disclosure.familiarity import is_vague
from reticent.models.disclosure.positions import is_superlative
from reticent.models.disclosure.senses import SURE, sure_ancestors, weigh_senses
from reticent.taxonomy import Concept, Taxonomy, ancestors, is_a

_SMALL = 1000
"""The leaves up to which somebody chose every name of a taxonomy."""
_USUAL_SENSES = 2
"""The first senses of a noun, of which it may stand for the one with most below it."""
_THINGS = ("person", "animal", "plant", "artifact", "food", "illness", "medicine")
"""What people picture by a noun alone."""
_TRUE_HEADS = frozenset(
    "cancer disease disorder illness infection pain surgery syndrome therapy treatment tumor".split()
)
"""Nouns that a longer name never ends in without being such a thing."""


def plain_names_above(
    form: str, senses: Sequence[Concept], taxonomy: Taxonomy, *, kinds: Sequence[Concept] = ()
) -> list[str]:
    """The plain names of what holds of nearly all senses of a form, nearest first; what has none is passed over.

    It must hold of all `kinds` too: who was a writer and a politician is called neither.
    """
    above = [
        concept
        for concept in sure_ancestors(form, senses, taxonomy)
        if all(is_a(taxonomy, kind, concept) for kind in kinds)
    ]
    everything = list(ancestors(taxonomy, senses[0])) if senses else []
    chosen = max(map(taxonomy.volume, everything), default=0) <= _SMALL
    names = (
        _first_name(concept) if chosen else _plain_name(concept, taxonomy)
        for concept in above
        if not is_vague(concept, everything, taxonomy)
    )
    return list(dict.fromkeys(name for name in names if name))


def _first_name(concept: Concept) -> str | None:
    return None if _insults(concept.name) else concept.name


def _plain_name(concept: Concept, taxonomy: Taxonomy) -> str | None:
    """The plain noun for a concept; one that means several sorts of things is for the largest: a plant is no factory."""
    for name in concept.names:
        if name in ENGLISH.plain_nouns:
            meant = max(taxonomy.concepts(name)[:_USUAL_SENSES], key=taxonomy.volume)
            return name if concept == meant and not _insults(name) else None
    return None


def stands_alone(form: str, taxonomy: Taxonomy) -> bool:
    """Whether a noun says what is meant without the words before it: a lawyer and a guitar do, control and flow don't."""
    head = form.rsplit(" ", 1)[-1]
    if form in ENGLISH.noun_ends or head in ENGLISH.noun_ends:
        return True
    senses = taxonomy.concepts(head)
    if not senses:
        return False
    things = {concept for name in _THINGS for concept in taxonomy.concepts(name)[:1]}
    weights = weigh_senses(head, senses)
    sure = [
        weight
        for sense, weight in zip(senses, weights, strict=True)
        if not things.isdisjoint(ancestors(taxonomy, sense))
    ]
    return sum(sure) >= SURE * sum(weights)


def _insults(name: str) -> bool:
    return name.casefold() in ENGLISH.insults or name.rsplit(" ", 1)[-1].casefold() in ENGLISH.insults


def means_something_else(words: Sequence[str], kept: Sequence[int], taxonomy: Taxonomy) -> bool:
    """Whether a phrase with only these of its words, the last one among them, is no more general form of it.

    "Blood sugar" says something else than "low blood sugar", "pig" than "guinea pig", "steel" than "lap steel guitar".
    """
    lost = [word for number, word in enumerate(words) if number not in kept]
    parts = [part for word in lost for part in (word, *word.split("-"))]
    if any(part in ENGLISH.positions.essential or is_superlative(part) for part in parts):
        return True
    for start in range(len(words)):
        for end in range(start + 2, len(words) + 1):
            run = range(start, end)
            broken = 0 < len(set(run).intersection(kept)) < len(run)
            if broken and (senses := taxonomy.concepts(" ".join(words[start:end]))):
                left = " ".join(words[number] for number in run if number in kept)
                if end < len(words) or not _is_named(left, senses[0], taxonomy):
                    return True
    return False


def _is_named(name: str, sense: Concept, taxonomy: Taxonomy) -> bool:
    """Whether a name is one of what stands above a sense, or says by itself what it is: a kidney disease is a disease."""
    return name in _TRUE_HEADS or any(name in concept.names for concept in ancestors(taxonomy, sense))
