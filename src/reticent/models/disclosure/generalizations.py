"""What a phrase can become: the more general names of it and of its head, as far as they say something to a reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from reticent.knowledge import Corpus
from reticent.knowledge.corpus.terms import words_of
from reticent.languages.en.stop_words import STOP_WORDS
from reticent.models.disclosure.counts import information
from reticent.models.disclosure.familiarity import familiar_forms, is_vague
from reticent.models.disclosure.option import Option
from reticent.models.disclosure.phrases import HasCount, Phrase, units_of
from reticent.models.disclosure.proper_names import splits_name
from reticent.models.disclosure.senses import likeliest_sense
from reticent.taxonomy import Concept, Taxonomy, ancestors

ALL_WAYS = 4
"""The words of a phrase up to which every way to shorten it is tried."""

STEP = 0.01
"""Bits by which a more general name tells less, whatever the counts say."""


def generalizations(
    phrase: Phrase,
    *,
    corpus: Corpus,
    taxonomy: Taxonomy,
    has_count: HasCount,
    allowed: Sequence[str] = (),
) -> list[Option]:
    """What can stand in the phrase's place, most informative first; along a chain information only falls.

    The names in `allowed` are taken to be familiar: somebody chose them.
    """
    chains = candidates(phrase, taxonomy)
    forms = [
        form for form in dict.fromkeys(form for chain in chains for form in chain) if form != phrase.form
    ]
    familiar = familiar_forms(forms, phrase, corpus=corpus, allowed=allowed)
    terms = {form: " ".join(words_of(form)) for form in familiar}
    known = information(corpus, [phrase.form, *terms.values()])
    options: dict[str, Option] = {}
    for chain in chains:
        most = known.get(phrase.form, 0.0)
        for form in (form for form in chain if form in familiar):
            most = min(most - STEP, known.get(terms[form], 0.0))
            options.setdefault(form, Option(form, units_of(words_of(form), has_count), most))
    return sorted(options.values(), key=lambda option: -option.information)


def candidates(phrase: Phrase, taxonomy: Taxonomy) -> list[list[str]]:
    """Dictionary forms that can stand in the phrase's place, as chains that grow more general; none where no noun can.

    A chain leads up from the phrase itself, and one from each head of it: "therapy" for "antiretroviral therapy". A
    proper name has only what it is an instance of: "Sacramento" is a city, "Jobs" is no job.
    """
    if not phrase.noun:
        return []
    if phrase.name:
        return [names_above(likeliest_sense(phrase.name, taxonomy, name=True), taxonomy)]
    chains = [names_above(likeliest_sense(phrase.form, taxonomy), taxonomy)]
    for kept in _ways_to_shorten(phrase):
        *modifiers, head = (phrase.words[number] for number in kept)
        above_head = [] if kept[-1] in phrase.name_words else _above(head, taxonomy)
        if modifiers:
            chains.append(_above(" ".join([*modifiers, head]), taxonomy))
        chains.append([" ".join([*modifiers, name]) for name in [head, *above_head]])
    return chains


def names_above(sense: Concept | None, taxonomy: Taxonomy) -> list[str]:
    """The names of what is more general than a sense, nearest first, without those that are too vague."""
    if sense is None:
        return []
    above = list(ancestors(taxonomy, sense))
    return [concept.name for concept in above if not is_vague(concept, above, taxonomy)]


def _above(form: str, taxonomy: Taxonomy) -> list[str]:
    return names_above(likeliest_sense(form, taxonomy), taxonomy)


def _ways_to_shorten(phrase: Phrase) -> Iterator[tuple[int, ...]]:
    """The phrase with modifiers left out, its head kept: all ways for a short phrase, from the left for a long one."""
    *modifiers, head = range(len(phrase.words))
    if not any(map(str.isalpha, phrase.words[head])):
        return
    if len(phrase.words) <= ALL_WAYS:
        subsets = (kept for size in range(head, -1, -1) for kept in combinations(modifiers, size))
    else:
        subsets = (tuple(modifiers[start:]) for start in range(len(phrase.words)))
    for kept in subsets:
        begins_well = not kept or phrase.words[kept[0]] not in STOP_WORDS
        if begins_well and not splits_name((*kept, head), phrase.name_words):
            yield (*kept, head)
