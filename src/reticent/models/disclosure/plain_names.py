"""What a more general concept is called: by a plain word that people use for such things, or not at all."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.languages import ENGLISH
from reticent.models.disclosure.familiarity import is_vague
from reticent.models.disclosure.positions import is_superlative
from reticent.models.disclosure.senses import sure_ancestors
from reticent.taxonomy import Concept, Taxonomy, ancestors

_SMALL = 1000
"""The leaves up to which somebody chose every name of a taxonomy."""
_LONGEST_NAME = 3
_TRUE_HEADS = frozenset(
    "cancer disease disorder illness infection pain surgery syndrome therapy treatment tumor".split()
)
"""Nouns that a longer name never ends in without being such a thing."""


def plain_names_above(
    form: str, senses: Sequence[Concept], taxonomy: Taxonomy, *, sorts: bool = False
) -> list[str]:
    """The plain names of what holds of nearly all senses of a form, nearest first; what has none is passed over.

    With `sorts` a plain noun may have a word before it: "tennis player".
    """
    above = sure_ancestors(form, senses, taxonomy)
    everything = list(ancestors(taxonomy, senses[0])) if senses else []
    chosen = max(map(taxonomy.volume, everything), default=0) <= _SMALL
    names = (
        _first_name(concept) if chosen else _plain_name(concept, taxonomy, sorts=sorts)
        for concept in above
        if not is_vague(concept, everything, taxonomy)
    )
    return list(dict.fromkeys(name for name in names if name))


def _first_name(concept: Concept) -> str | None:
    return None if _insults(concept.name) else concept.name


def _plain_name(concept: Concept, taxonomy: Taxonomy, *, sorts: bool) -> str | None:
    """The name of a concept that people use for it before other things: a plain noun, or a sort of one."""
    listed = [name for name in concept.names if name in ENGLISH.plain_nouns]
    known = [name for name in listed if concept in taxonomy.concepts(name)[:2]]
    if sorts:
        first = [name for name in concept.names if taxonomy.concepts(name)[:1] == [concept]]
        known += [name for name in first if _is_sort_of(name)]
    return next((name for name in known if not _insults(name)), None)


def _is_sort_of(name: str) -> bool:
    """Whether a name ends in a plain noun and is as short as people say it: "infectious disease"."""
    words = name.split(" ")
    return (
        1 < len(words) <= _LONGEST_NAME
        and words[-1] in ENGLISH.plain_nouns
        and all(word.isalpha() and word.islower() and word not in ENGLISH.stop_words for word in words)
    )


def _insults(name: str) -> bool:
    return name.casefold() in ENGLISH.insults or name.rsplit(" ", 1)[-1].casefold() in ENGLISH.insults


def means_something_else(words: Sequence[str], kept: Sequence[int], taxonomy: Taxonomy) -> bool:
    """Whether a phrase with only these of its words, the last one among them, is no more general form of it.

    "Blood sugar" says something else than "low blood sugar", "pig" than "guinea pig", "steel" than "lap steel guitar".
    """
    lost = [word for number, word in enumerate(words) if number not in kept]
    if any(word in ENGLISH.positions.essential or is_superlative(word) for word in lost):
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
