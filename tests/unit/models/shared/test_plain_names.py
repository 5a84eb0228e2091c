"""What a more general concept is called, and which words a phrase can't lose."""

from __future__ import annotations

import pytest

from reticent import wordnet
from reticent.knowledge.taxonomy import Hierarchy, names_below
from reticent.language import DEFAULT_LANGUAGE
from reticent.models.shared.senses import (
    means_something_else,
    plain_names_above,
    senses_of_word,
    stands_alone,
    weigh_senses,
)


def above(word: str) -> list[str]:
    return plain_names_above(word, senses_of_word(word, wordnet()), wordnet())


def test_a_plain_word_stands_for_what_it_holds_of() -> None:
    assert above("diphtheria") == ["disease", "illness"]
    assert "doctor" in above("dermatologist")


def test_what_a_word_may_mean_besides_stands_for_nothing() -> None:
    assert above("heart") == []
    assert above("conductor") == []


def test_nobody_is_called_by_an_insult() -> None:
    sinner = wordnet().concepts("sinner")[0]
    for word in names_below(wordnet(), sinner)[:40]:
        assert DEFAULT_LANGUAGE.nouns.insults.isdisjoint(above(word))


def test_a_small_taxonomy_is_taken_at_its_word() -> None:
    own = Hierarchy.from_pairs([("gadget", "odd device"), ("odd device", "thingamajig")])
    assert plain_names_above("gadget", own.concepts("gadget"), own) == ["odd device", "thingamajig"]


def test_senses_weigh_as_often_as_they_are_met() -> None:
    weights = weigh_senses("dog", wordnet().concepts("dog"))
    assert weights[0] > 40 * weights[1]
    assert above("dog")[:1] == ["animal"]


@pytest.mark.parametrize(
    ("words", "kept", "changed"),
    [
        (("antiretroviral", "therapy"), (1,), False),
        (("low", "blood", "sugar"), (1, 2), True),
        (("guinea", "pig"), (1,), True),
        (("hot", "dog"), (1,), True),
        (("kidney", "disease"), (1,), False),
        (("oldest", "son"), (1,), True),
    ],
)
def test_a_phrase_does_not_lose_what_makes_it(
    words: tuple[str, ...], kept: tuple[int, ...], changed: bool
) -> None:
    assert means_something_else(words, kept, wordnet()) is changed


def test_a_noun_with_several_meanings_stands_for_the_sort_with_most_things() -> None:
    assert above("brewery") == []
    assert "plant" in above("fern")


def test_who_was_several_things_is_called_by_none_of_them() -> None:
    senses = wordnet().concepts("Winston Churchill")
    kinds = [parent for sense in senses for parent in wordnet().parents(sense)]
    assert plain_names_above("Winston Churchill", senses, wordnet())
    assert plain_names_above("Winston Churchill", senses, wordnet(), kinds=kinds) == []


@pytest.mark.parametrize(
    ("noun", "says_enough"),
    [("lawyer", True), ("guitar", True), ("therapy", True), ("flow", False), ("control", False)],
)
def test_only_what_people_picture_stands_without_the_words_before_it(noun: str, says_enough: bool) -> None:
    assert stands_alone(noun, wordnet()) is says_enough
