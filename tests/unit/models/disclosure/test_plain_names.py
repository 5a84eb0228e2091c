"""What a more general concept is called, and which words a phrase can't lose."""

from __future__ import annotations

import pytest

from reticent import wordnet
from reticent.languages import ENGLISH
from reticent.models.disclosure.plain_names import means_something_else, plain_names_above
from reticent.models.disclosure.senses import senses_of_word, weigh_senses
from reticent.taxonomy import Hierarchy, names_below


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
        assert ENGLISH.insults.isdisjoint(above(word))


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
