"""How replacements read: nouns for nouns, names by what they are, words that readers know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reticent import Document, TPlausibility, WordList, open_corpus, sanitize, wordnet
from reticent.models.t_plausibility._senses import Wording
from reticent.rendering.grammar import fit_replacement
from reticent.text import Span


def release(text: str, *words: str, t: int = 10) -> str:
    model = TPlausibility(t, taxonomy=wordnet(), familiar=open_corpus(), detectors=(WordList(words),))
    return sanitize(Document("note", text), model).text


@pytest.mark.parametrize(
    ("text", "word", "released"),
    [
        ("They left for Portugal in spring.", "Portugal", "They left for a European country in spring."),
        ("They left for Brazil in spring.", "Brazil", "They left for [WORD] in spring."),
        (
            "Castles of the Middle Ages stand there.",
            "Middle Ages",
            "Castles of the [PERIOD 1] stand there.",
        ),
        ("The talk was by Rogers.", "Rogers", "The talk was by [WORD]."),
        ("He drives a Windsor Castle coach.", "Windsor", "[WORD]"),
    ],
)
def test_a_proper_name_becomes_what_it_is_an_instance_of_or_goes(text: str, word: str, released: str) -> None:
    assert released in release(text, word)


def test_an_adjective_is_never_turned_into_a_noun() -> None:
    model = TPlausibility(1000, taxonomy=wordnet(), familiar=open_corpus(), unreachable="remove")
    text = "Many dictators take great pains with a large army and personal guards."
    released = sanitize(Document("note", text), model).text
    assert all(adjective in released for adjective in ("great", "large", "personal"))


@pytest.mark.parametrize(
    ("concept", "counted", "name"),
    [
        ("vowel", True, "vowel"),
        ("speech sound", True, "speech sound"),
        ("badness", False, None),
        ("oldster", True, "old person"),
        ("abstraction", False, None),
        ("gambling", True, None),
    ],
)
def test_a_concept_has_a_name_that_readers_know_or_none(
    concept: str, counted: bool, name: str | None
) -> None:
    wording = Wording(wordnet(), open_corpus())
    named = wording.name_concept(wordnet().concepts(concept)[0], "nothing", counted=counted)
    assert (named.name if named else None) == name


@pytest.mark.parametrize(
    ("text", "word", "replacement", "fitted"),
    [
        ("On 22 June 1937 it rained.", "June", "calendar month", "calendar month"),
        ("It rained in June 1937.", "June", "calendar month", "calendar month"),
        ("It rained in June.", "June", "calendar month", "a calendar month"),
        ("She is in mourning for him.", "mourning", "unhappiness", "unhappiness"),
        ("Ten refrigerators stood there.", "refrigerators", "white goods", "white goods"),
    ],
)
def test_no_article_stands_between_the_parts_of_a_date_or_before_what_is_not_counted(
    text: str, word: str, replacement: str, fitted: str
) -> None:
    start = text.index(word)
    assert fit_replacement(replacement, text, Span(start, start + len(word))) == fitted


@pytest.mark.parametrize(
    ("text", "word", "released"),
    [
        ("He met the priest there.", "priest", "He met the leader there."),
        ("They melt copper here.", "copper", "They melt metal here."),
        ("She gave birth in a hospital.", "hospital", "She gave birth in a building."),
    ],
)
def test_a_word_becomes_what_people_would_call_it(text: str, word: str, released: str) -> None:
    assert release(text, word, t=100) == released


def test_a_unit_that_everyday_words_are_not_enough_for_loses_its_words_only_where_it_may() -> None:
    text = "An abstraction."
    kept = TPlausibility(10, taxonomy=wordnet(), familiar=open_corpus(), word_t="paper")
    gone = replace(kept, unreachable="remove")
    assert sanitize(Document("note", text), gone).text == "A [NOUN]."
    assert "[NOUN]" not in sanitize(Document("note", text), kept).text


def test_a_word_in_small_letters_is_never_taken_for_an_abbreviation() -> None:
    assert (
        "Universidade de"
        in sanitize(
            Document("note", "She taught at the Universidade de Lisboa."),
            TPlausibility(10, taxonomy=wordnet(), familiar=open_corpus(), detectors=(WordList(["she"]),)),
        ).text
    )


def test_a_bare_noun_is_not_replaced_by_one_that_is_counted() -> None:
    wording = Wording(wordnet(), open_corpus())
    person = wordnet().concepts("person")[0]
    assert wording.name_concept(person, "nobody", counted=False, category=True) is None
    assert wording.name_concept(person, "nobody", counted=None, category=True) == person
