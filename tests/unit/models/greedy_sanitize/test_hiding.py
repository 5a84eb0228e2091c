"""Classifiers read what they changed again, until none of them finds anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tests.oracles.greedy_sanitize import WordLists

from reticent.models.greedy_sanitize.hiding import hide_words
from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Sentence


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


def test_what_only_shows_once_others_are_hidden_is_hidden_too() -> None:
    names, following = WordLists(frozenset({"Ann"})), AfterHidden(frozenset())
    assert hide_words([names, following], [("Ann", "Lee", "Roy", "Poe")]) == [(HIDDEN,) * 4]
    assert hide_words([following, names], [("saw", "Ann", "Lee")]) == [("saw", HIDDEN, HIDDEN)]


def test_a_sentence_in_which_nothing_is_found_is_the_very_same() -> None:
    sentence = ("a", "b")
    assert hide_words([WordLists(frozenset({"c"}))], [sentence])[0] is sentence
    assert hide_words([], [sentence]) == [sentence]
