"""What a term means in a taxonomy, what a more general concept is called, and whether that word suits a place.

A proper name is never a common noun. A concept is called by a plain word that people use for such things, or not at all. The word
must be new to the sentence, and suit article and number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from reticent.knowledge.taxonomy import Concept, Taxonomy, ancestors, is_a
from reticent.knowledge.taxonomy.taxonomy import is_of_wordnet, sense_counts
from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.models.shared.familiarity import is_vague
from reticent.models.shared.phrases import Phrase
from reticent.models.shared.positions import (
    follows_place_word,
    is_superlative,
    repeats,
    says_the_same,
    window_around,
)
from reticent.rendering.grammar import is_countable_noun, is_plural, tag_around
from reticent.text import Span

SURE = 0.9
"""The share of a word's senses, weighed by how common they are, that must agree on what it is. Chosen by hand: with less, rare
senses make a sentence false; with more, hardly any word has a generalization."""

_KINDS = ("animal", "plant", "genus", "language", "food")
"""What has a capital and is no name of one thing: Herefords are cattle, and Dutch is spoken."""
_UNCLEAR = ("person", "language", "people", "number")
"""What a single word with a capital is a poor sign of: it may be anybody's name, or an adjective."""


def likeliest_sense(form: str, taxonomy: Taxonomy, *, name: bool = False) -> Concept | None:
    """What a form most likely means; a proper name means only what the taxonomy calls by that very name."""
    senses = senses_of_name(form, taxonomy) if name else taxonomy.concepts(form)
    return next(iter(senses), None)


def senses_of_name(name: str, taxonomy: Taxonomy) -> list[Concept]:
    """The senses in which a taxonomy has this very name, with a capital: what these are instances of is above them.

    "Gates" is a person there, and no gate. Words in small letters before the name say more of it, but not who it is.
    """
    words = name.split()
    small = next((number for number, word in enumerate(words) if word[0].isupper()), 0)
    proper = " ".join(words[small:])
    return [
        concept
        for concept in taxonomy.concepts(proper)
        if any(each.casefold() == proper.casefold() and each[:1].isupper() for each in concept.names)
    ]


def clear_senses_of_name(name: str, taxonomy: Taxonomy) -> list[Concept]:
    """What a proper name means; whose a single name is ("Rogers", "the Dutch universities") nobody can tell."""
    senses = senses_of_name(name, taxonomy)
    unclear = {concept for what in _UNCLEAR for concept in taxonomy.concepts(what)[:1]}
    kinds = {concept for what in _KINDS for concept in taxonomy.concepts(what)[:1]}
    above = [set(ancestors(taxonomy, sense)) for sense in senses]
    if " " not in name and len(senses) < len(taxonomy.concepts(name)):
        return []  # "the Empire" is an apple too, and an empire before
    if any(not kinds.isdisjoint(each) for each in above):
        return []
    return senses if " " in name or all(map(unclear.isdisjoint, above)) else []


def are_people(senses: Sequence[Concept], taxonomy: Taxonomy) -> bool:
    """Whether all senses are persons."""
    person = frozenset(taxonomy.concepts("person")[:1])
    return bool(senses) and all(not person.isdisjoint(ancestors(taxonomy, sense)) for sense in senses)


def senses_of_word(form: str, taxonomy: Taxonomy) -> list[Concept]:
    """What a word in small letters means: what is always written with a capital ("DE", a state) is not meant."""
    return [
        sense
        for sense in taxonomy.concepts(form)
        if form != form.lower() or form not in {name.lower() for name in sense.names if name[:1].isupper()}
    ]


def weigh_senses(form: str, senses: Sequence[Concept]) -> list[float]:
    """How likely each sense of a form is, in proportion: as often as it was met in tagged texts, and alike where none was."""
    counts = sense_counts(form)
    rare = 1 / len(senses) if senses else 1.0
    return [counts.get(sense.id, 0) + rare for sense in senses]


def share_of_senses(
    senses: Sequence[Concept], weights: Sequence[float], taxonomy: Taxonomy
) -> dict[Concept, float]:
    """For every concept at or above a sense, the weight of the senses below it, out of one."""
    total = sum(weights)
    shares: dict[Concept, float] = {}
    for sense, weight in zip(senses, weights, strict=True):
        for concept in (sense, *ancestors(taxonomy, sense)):
            shares[concept] = shares.get(concept, 0.0) + weight / total
    return shares


def sure_ancestors(form: str, senses: Sequence[Concept], taxonomy: Taxonomy) -> list[Concept]:
    """What is above the likeliest sense of a form and holds of nearly every other one too, nearest first."""
    if not senses:
        return []
    weights = weigh_senses(form, senses)
    shares = share_of_senses(senses, weights, taxonomy)
    likeliest = senses[weights.index(max(weights))]
    return [concept for concept in ancestors(taxonomy, likeliest) if shares[concept] >= SURE - 1e-9]


_SMALL = 1000
"""The leaves up to which somebody chose every name of a taxonomy; chosen by hand."""
_USUAL_SENSES = 2
"""The first senses of a noun, of which it may stand for the one with most below it; chosen by hand."""
_THINGS = ("person", "animal", "plant", "artifact", "food", "illness", "medicine")
"""What people picture by a noun alone."""


def plain_names_above(
    form: str,
    senses: Sequence[Concept],
    taxonomy: Taxonomy,
    *,
    kinds: Sequence[Concept] = (),
    language: Language = DEFAULT_LANGUAGE,
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
    telling = [concept for concept in above if not is_vague(concept, everything, taxonomy)]
    names = [each.name if chosen else _plain_name(each, taxonomy, language) for each in telling]
    unfit = language.nouns.insults
    found: list[str] = []
    for name in dict.fromkeys(filter(None, names)):
        head = name.rsplit(" ", 1)[-1].casefold()
        if unfit.isdisjoint((name.casefold(), head)):
            found.append(name)
        if head in language.positions.uncounted_sorts:
            unfit = unfit | language.nouns.no_illness
    return found


def _plain_name(concept: Concept, taxonomy: Taxonomy, language: Language) -> str | None:
    """The plain noun for a concept; one that means several sorts of things is for the largest: a plant is no factory.

    What stands at the top of a taxonomy may have another one: a drug of medicine is a medicine.
    """
    called = dict(each.split(">") for each in language.nouns.called)
    if concept.name in called and not taxonomy.parents(concept):
        return called[concept.name]
    name = next((each for each in concept.names if each in language.nouns.plain), None)
    # Of taxonomies that were joined each has its own sense of "medical procedure", and all mean the same.
    alike = [each for each in taxonomy.concepts(name or "") if is_of_wordnet(each) == is_of_wordnet(concept)]
    senses = alike[:_USUAL_SENSES] if name else []
    return name if senses and concept == max(senses, key=taxonomy.volume) else None


def stands_alone(form: str, taxonomy: Taxonomy, *, language: Language = DEFAULT_LANGUAGE) -> bool:
    """Whether a noun says what is meant without the words before it: a lawyer and a guitar do, control and flow don't."""
    head = form.rsplit(" ", 1)[-1]
    if form in language.nouns.ends or head in language.nouns.ends:
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


def means_something_else(
    words: Sequence[str], kept: Sequence[int], taxonomy: Taxonomy, *, language: Language = DEFAULT_LANGUAGE
) -> bool:
    """Whether a phrase with only these of its words, the last one among them, is no more general form of it.

    "Blood sugar" says something else than "low blood sugar", "pig" than "guinea pig", "steel" than "lap steel guitar".
    """
    lost = [word for number, word in enumerate(words) if number not in kept]
    parts = [part for word in lost for part in (word, *word.split("-"))]
    if any(part in language.positions.essential or is_superlative(part, language) for part in parts):
        return True
    for start in range(len(words)):
        for end in range(start + 2, len(words) + 1):
            run = range(start, end)
            broken = 0 < len(set(run).intersection(kept)) < len(run)
            if broken and (senses := taxonomy.concepts(" ".join(words[start:end]))):
                left = " ".join(words[number] for number in run if number in kept)
                if end < len(words) or not _is_named(left, senses[0], taxonomy, language):
                    return True
    return False


def _is_named(name: str, sense: Concept, taxonomy: Taxonomy, language: Language) -> bool:
    """Whether a name is one of what stands above a sense, or says by itself what it is: a kidney disease is a disease."""
    above = ancestors(taxonomy, sense)
    return name in language.nouns.heads or any(name in concept.names for concept in above)


def takes_form(phrase: Phrase, form: str, *, entity: bool = False) -> bool:
    """Whether a form reads well at all places of a phrase; what an `entity` is called was chosen by somebody."""
    return all(_takes_form(phrase, span, form, entity) for span in phrase.spans)


def _takes_form(phrase: Phrase, span: Span, form: str, entity: bool) -> bool:
    """Whether the last word of a form is new to the sentence, and suits what is counted, or named without an article.

    An illness is not counted: what is ("a stroke", "the varicose vein") is rather an event or a part of the body.
    """
    words, language = span.of(phrase.text), phrase.language
    before, after = window_around(phrase.text, span)
    left, right = tag_around(before, words, after, language)
    head, plural = form.rsplit(" ", 1)[-1], is_plural(words, language=language)
    same = language.lemma(words.split()[-1].casefold()) == head
    determined = bool(left) and left[-1][1] in {"DT", "PRP$", "POS"}
    # "Archbishop of the church": what belongs to the one word hardly belongs to the other.
    owns = not entity and not same and bool(right) and right[0][0] == "of"
    illness = head in language.positions.uncounted_sorts
    can_count = is_countable_noun(form, language=language)
    counted = illness and (plural or _is_counted_somewhere(phrase.text, words))
    if repeats(head, left, right, language) or owns or counted:
        return False
    if determined or plural or (phrase.name and can_count):
        return True
    if same and not illness and can_count:
        return False  # "comes from Nahuatl language": what it is called had no article, and would need one
    if not entity and not same and head not in language.nouns.sorts_of_bare:
        return False
    return can_count or says_the_same(left, right, language, plural=plural, mentioned=False)


@lru_cache(maxsize=4096)
def _is_counted_somewhere(text: str, words: str) -> bool:
    """Whether the text has words with an article, or in the plural: then they name things, and no illness."""
    noun = re.escape(words)
    pattern = rf"\b(?:an?|the|this|that|each|another) {noun}\b|\b{noun}s\b"
    return re.search(pattern, text, re.IGNORECASE) is not None


def names_a_place(phrase: Phrase) -> bool:
    """Whether a name is of one thing, and stands where names of places and things do, not those of teams or rulers."""
    text, language = phrase.text, phrase.language
    if any(is_plural(span.of(text), language=language) for span in phrase.spans):
        return False
    windows = [(span.of(text), *window_around(text, span)) for span in phrase.spans]
    return all(
        follows_place_word(tag_around(before, words, after, language)[0], language)
        for words, before, after in windows
    )


def opens_sentence(phrase: Phrase) -> bool:
    """Whether a phrase stands at the beginning of its sentence, at all its places."""
    return not any(window_around(phrase.text, span)[0].strip() for span in phrase.spans)
