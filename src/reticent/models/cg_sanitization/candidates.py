"""What a term can become: its more general names, the head of its phrase, and what is above that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from reticent.languages.en.stop_words import STOP_WORDS
from reticent.models.cg_sanitization.entities import Entity
from reticent.models.cg_sanitization.reading import Phrase
from reticent.taxonomy import Taxonomy, ancestors

_ALL_WAYS = 4
_POSSESSIVE = frozenset({"'s", "’s", "'", "’"})
_APART = re.compile(r" (['’]s?)(?!\w)| ([-/]) ")

# The top of WordNet is for philosophers: a reader learns as much from a placeholder.
_LISTED = """abstract entity, abstraction, act, action, activity, agent, arrangement, attribute, basic cognitive process,
    being, causal agency, causal agent, cause, change, cognition, communication, complex, component, concept,
    condition, constitution, content, covering, deed, definite quantity, entity, event, evidence, extent, form,
    fundamental quantity, group, grouping, happening, higher cognitive process, human action, human activity, idea,
    ill health, indefinite quantity, information, instance, instrumentality, instrumentation, knowledge, living thing,
    location, matter, measure, mental object, message, metric weight unit, natural object, natural phenomenon,
    negative stimulus, object, occurrence, organism, part, phenomenon, physical condition, physical entity, physical object, physical phenomenon,
    physiological condition, physiological state, piece, portion, possession, process, property,
    psychological feature, quantity, relation, representation, sample distribution, set, shape, signal, social group,
    state, structure, substance, system, thing, touch, transferred property, unit, unit of measurement, whole, work"""
_SAYS_NOTHING = frozenset(" ".join(name.split()) for name in _LISTED.split(","))


def candidates(phrase: Phrase, taxonomy: Taxonomy) -> list[list[str]]:
    """Dictionary forms that can stand in the phrase's place, as chains that grow more general; none where no noun can.

    A chain leads up from the phrase itself, and one from each head of it: "therapy" for "antiretroviral therapy".
    """
    if not phrase.noun:
        return []
    chains = [list(_above(phrase.form, taxonomy))]
    for kept in _subphrases(phrase.words):
        *modifiers, head = kept
        heads = [head, *_above(head, taxonomy)]
        chains.append([*_above(" ".join(kept), taxonomy)] if modifiers else [])
        chains.append([" ".join([*modifiers, name]) for name in heads])
    return chains


def _subphrases(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The phrase with modifiers left out, its head kept: all ways for a short phrase, from the left for a long one."""
    *modifiers, head = words
    if not any(map(str.isalpha, head)):
        return
    if len(words) <= _ALL_WAYS:
        subsets = (kept for size in range(len(words) - 1, -1, -1) for kept in combinations(modifiers, size))
    else:
        subsets = (tuple(modifiers[start:]) for start in range(len(words)))
    for kept in subsets:
        if not kept or kept[0] not in STOP_WORDS:
            yield (*kept, head)


def leftovers(words: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Which words can stay when the head of a phrase goes: all ways for a short phrase, from the left for a long one."""
    modifiers = range(len(words) - 1)
    if len(words) <= _ALL_WAYS:
        subsets = (kept for size in reversed(modifiers) for kept in combinations(modifiers, size + 1))
    else:
        subsets = (tuple(modifiers[:end]) for end in range(len(modifiers), 0, -1))
    for kept in subsets:
        if words[kept[0]] not in STOP_WORDS and words[kept[-1] + 1] not in _POSSESSIVE:
            yield kept


def runs(words: Sequence[str], kept: Sequence[int]) -> list[tuple[str, ...]]:
    """The kept words, those together that still stand together."""
    ends = [place for place in kept if place + 1 not in kept]
    starts = [place for place in kept if place - 1 not in kept]
    return [tuple(words[start : end + 1]) for start, end in zip(starts, ends, strict=True)]


def says_something(name: str) -> bool:
    """Whether a reader learns more from a name than from a placeholder."""
    return name not in _SAYS_NOTHING


def _above(form: str, taxonomy: Taxonomy) -> Iterator[str]:
    for sense in taxonomy.concepts(form)[:1]:
        yield from (concept.name for concept in ancestors(taxonomy, sense) if says_something(concept.name))


def renamed(phrase: Phrase, entities: Sequence[Entity]) -> Iterator[str]:
    """The phrase with g(c) where it names c: "HIV test" as "virus test"."""
    for entity in entities:
        for name in sorted(entity.terms, key=len, reverse=True):
            if entity.general and f" {name} " in f" {phrase.form} ":
                told = f" {phrase.form} ".replace(f" {name} ", f" {entity.general} ").strip()
                yield _APART.sub(r"\1\2", told)
