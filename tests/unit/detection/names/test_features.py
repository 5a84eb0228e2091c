"""What the name tagger sees of words, and that the tagger's parts of speech are part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from reticent.detection.names.crf import hash_words
from reticent.detection.names.features import SPEECH, hash_word, parts_of_speech
from reticent.detection.names.model import name_model
from reticent.detection.names.word_lists import word_classes, word_lists
from reticent.language import DEFAULT_LANGUAGE

WORDS = ["The", "old", "plant", "closed", "in", "Oslo", "."]


class Verbs:
    """A tagger that takes every word for a verb."""

    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        return [["VB"] * len(words) for words in sentences]


def test_the_taggers_part_of_speech_is_one_of_a_words_own_features() -> None:
    verb, noun = (hash_word("plant", tag, word_classes(), word_lists()) for tag in ("VB", "NN"))
    assert [number for number, (a, b) in enumerate(zip(verb, noun, strict=True)) if a != b] == [SPEECH]


def test_the_tagger_that_ships_is_asked() -> None:
    assert parts_of_speech(["of", "quickly", "hospital"]) == ["IN", "RB", "NN"]
    assert parts_of_speech([]) == []


def test_another_tagger_gives_words_another_feature() -> None:
    ours = np.array(hash_words(WORDS, word_classes(), word_lists()))
    other = replace(DEFAULT_LANGUAGE, tagger=Verbs)
    changed = (ours != np.array(hash_words(WORDS, word_classes(), word_lists(), other))).any(axis=0)
    assert np.flatnonzero(changed).tolist() == [SPEECH]


def test_the_model_that_ships_weighs_parts_of_speech() -> None:
    own = np.array(hash_words(WORDS, word_classes(), word_lists()))[:, SPEECH]
    assert np.isin(own[own != 0], name_model().keys).mean() > 0.9
