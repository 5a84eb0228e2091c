"""Classifiers read what they changed again, until none of them finds anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pytest
from tests.oracles.greedy_sanitize import WordLists

from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Sentence
from reticent.models.greedy_sanitize.loop import hide_words


@dataclass(frozen=True)
class AfterHidden(WordLists):
    """Finds the word that stands right after a hidden one."""

    def predict(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        return [
            [
                False,
                *(before == HIDDEN and word != HIDDEN for before, word in pairwise(words)),
            ]
            for words in sentences
        ]


@pytest.mark.paper("greedy-sanitize", "Figure 2")
def test_what_only_shows_once_others_are_hidden_is_hidden_too() -> None:
    names, following = WordLists(frozenset({"Ann"})), AfterHidden(frozenset())
    assert hide_words([names, following], [("Ann", "Lee", "Roy", "Poe")]) == [(HIDDEN,) * 4]
    assert hide_words([following, names], [("saw", "Ann", "Lee")]) == [("saw", HIDDEN, HIDDEN)]


def test_a_sentence_in_which_nothing_is_found_is_the_very_same() -> None:
    sentence = ("a", "b")
    assert hide_words([WordLists(frozenset({"c"}))], [sentence])[0] is sentence
    assert hide_words([], [sentence]) == [sentence]


def test_a_name_that_is_hidden_once_is_hidden_everywhere_in_its_document_and_nowhere_else() -> None:
    first = After("saw")
    sentences = [("saw", "Ann"), ("Ann", "left"), ("Ann", "came"), ("saw", "it"), ("it", "rained")]
    assert hide_words([first], sentences, [0, 0, 1, 0, 0]) == [
        ("saw", HIDDEN),
        (HIDDEN, "left"),
        ("Ann", "came"),
        ("saw", HIDDEN),
        ("it", "rained"),
    ]


@dataclass(frozen=True)
class After:
    """Finds whatever follows a word."""

    word: str
    form: str = "after"

    def predict(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        return [
            [place > 0 and sentence[place - 1] == self.word for place, _ in enumerate(sentence)]
            for sentence in sentences
        ]

    def scores(self, sentences: Sequence[Sentence]) -> list[list[float]]:
        return [list(map(float, row)) for row in self.predict(sentences)]

    def to_bytes(self) -> bytes:
        return self.word.encode()
