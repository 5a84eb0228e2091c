"""What a phrase can become: the more general names of it and of its head, as far as they say something to a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Taxonomy
from reticent.models.shared.counts import Option, information, own_counts
from reticent.models.shared.familiarity import familiar_forms
from reticent.models.shared.phrases import HasCount, Phrase, units_of
from reticent.models.shared.positions import fits, tags_inside
from reticent.models.shared.senses import (
    are_people,
    clear_senses_of_name,
    means_something_else,
    names_a_place,
    plain_names_above,
    senses_of_word,
    stands_alone,
    takes_form,
)
from reticent.rendering.grammar import is_countable_noun, is_counted

ALL_WAYS = 4
"""The words of a phrase up to which every way to shorten it is tried: the ways double with each word. Chosen by hand."""

Belong = Callable[[str, str], bool]
"""Whether people put two words together."""

_USUAL = 200
"""The documents of each from which on two words that belong together would be met side by side; chosen by hand."""

_SHORTEST = 3
"""The letters of a phrase below which it may mean anything."""

STEP = 0.01
"""Bits by which a more general name tells less, whatever the counts say."""


def generalizations(
    phrase: Phrase, *, corpus: Corpus, taxonomy: Taxonomy, allowed: Sequence[str] = ()
) -> list[Option]:
    """What can stand in the phrase's place, most informative first; along a chain information only falls.

    The names in `allowed` are taken to be familiar: somebody chose them.
    """
    has_count, language = own_counts(corpus), phrase.language
    chains = candidates(phrase, taxonomy, put_together(corpus, has_count))
    forms = dict.fromkeys(form for chain in chains for form in chain if form != phrase.form)
    counted = any(is_counted(phrase.text, span, language=language) for span in phrase.spans)
    fitting = [
        form
        for form in forms
        if form not in language.nouns.to_choose
        and (not counted or is_countable_noun(form, language=language))
        and takes_form(phrase, form)
    ]
    familiar = familiar_forms(fitting, phrase, corpus=corpus, allowed=allowed)
    terms = {form: " ".join(words_of(form)) for form in familiar}
    known = information(corpus, [phrase.form, *terms.values()])
    options: dict[str, Option] = {}
    for chain in chains:
        most = known.get(phrase.form, 0.0)
        for form in (form for form in chain if form in familiar):
            most = min(most - STEP, known.get(terms[form], 0.0))
            options.setdefault(form, Option(form, units_of(words_of(form), has_count), most))
    return sorted(options.values(), key=lambda option: -option.information)


def may_generalize(phrase: Phrase, taxonomy: Taxonomy) -> bool:
    """Whether something more general than a phrase may be known, wherever it stands: a glance that asks no tagger."""
    if not phrase.noun or len(phrase.form) < _SHORTEST:
        return False
    if phrase.name:
        return bool(clear_senses_of_name(phrase.name, taxonomy))
    senses = senses_of_word(phrase.form, taxonomy) if len(phrase.words) == 1 else []
    return len(phrase.words) > 1 or bool(
        plain_names_above(phrase.form, senses, taxonomy, language=phrase.language)
    )


def candidates(
    phrase: Phrase, taxonomy: Taxonomy, belong: Belong = lambda first, second: True
) -> list[list[str]]:
    """Dictionary forms that can stand in the phrase's place, as chains that grow more general; none where no noun can.

    A chain leads up from the phrase itself, and one from each head of it: "therapy" for "antiretroviral therapy". A
    proper name has only what it is an instance of: "Sacramento" is a city, "Jobs" is no job. Where a word may mean
    several things, only what holds of nearly all of them can stand for it. `belong` tells of two words whether people put them
    together: nouns that they don't are likely none of one phrase.
    """
    if not phrase.noun or not fits(phrase, alone=True) or len(phrase.form) < _SHORTEST:
        return []
    if phrase.name:
        senses = clear_senses_of_name(phrase.name, taxonomy)
        clear = names_a_place(phrase) or are_people(senses, taxonomy)
        kinds = [parent for sense in senses for parent in taxonomy.parents(sense)]
        names = plain_names_above(phrase.name, senses, taxonomy, kinds=kinds, language=phrase.language)
        return [names] if clear else []
    head = phrase.words[-1]
    of_acronym = head.isupper() and len(phrase.words) > 1
    if any(map(str.isdecimal, phrase.form)) or head.endswith("ing") or of_acronym:
        return []
    shorter = _shorter_forms(phrase, taxonomy, belong)
    alone = [[form] for form in shorter if stands_alone(form, taxonomy, language=phrase.language)]
    return [_above(phrase, taxonomy), *alone]


def _above(phrase: Phrase, taxonomy: Taxonomy) -> list[str]:
    """What stands above a common noun, or above the last word of a phrase that the taxonomy doesn't have as a whole.

    An acronym may mean anything, and so may a word with a capital of its own.
    """
    if phrase.form.isupper() or phrase.name_words:
        return []
    language = phrase.language
    if senses := senses_of_word(phrase.form, taxonomy):
        return plain_names_above(phrase.form, senses, taxonomy, language=language)
    last = (len(phrase.words) - 1,)
    adjectives = all(tag == "JJ" for tag in tags_inside(phrase)[:-1])
    if not adjectives or means_something_else(phrase.words, last, taxonomy, language=language):
        return []  # a "lap steel" is no steel
    head = phrase.words[-1]
    return plain_names_above(head, senses_of_word(head, taxonomy), taxonomy, language=language)


def _shorter_forms(phrase: Phrase, taxonomy: Taxonomy, belong: Belong) -> Iterator[str]:
    """The phrase without its first words, or without those after a name that it begins with; none that says little."""
    names, tags, language = phrase.name_words, tags_inside(phrase), phrase.language
    first = next(number for number in range(len(phrase.words) + 1) if number not in names)
    ends = [tuple(range(start, len(phrase.words))) for start in range(1, len(phrase.words))]
    behind_name = [(*range(first), *kept) for kept in ends if 0 < first < kept[0]]
    for kept in sorted([*ends, *behind_name], key=len, reverse=True):
        apart = kept[-1] in names or (not names.isdisjoint(kept) and not names <= frozenset(kept))
        light = len(kept) == 1 and phrase.words[-1] in language.positions.light
        starts_well = phrase.words[kept[0]] not in language.stop_words and phrase.words[kept[0]][0].isalpha()
        if not starts_well or apart or light or not _belong_together(phrase.words, kept, tags, belong):
            continue
        if not means_something_else(phrase.words, kept, taxonomy, language=language):
            yield " ".join(phrase.words[number] for number in kept)


def _belong_together(words: Sequence[str], kept: Sequence[int], tags: Sequence[str], belong: Belong) -> bool:
    """Whether the last word that goes says more of the first after it: as an adjective, or as people put the two together."""
    lost = max((number for number in range(len(words)) if number not in kept), default=-1)
    if lost < 0 or lost + 1 >= len(words):
        return False
    adjective = len(tags) == len(words) and tags[lost] == "JJ"
    return adjective or belong(words[lost], words[lost + 1])


def put_together(corpus: Corpus, has_count: HasCount) -> Belong:
    """Whether two words stand side by side in the corpus; of words that are rare nobody can tell."""

    def belong(first: str, second: str) -> bool:
        if has_count(f"{first} {second}"):
            return True
        words = [frozenset({word}) for word in (first, second) if is_countable(word)]
        return min(corpus.count(words), default=0) < _USUAL

    return belong
