"""Sentences without the words that classifiers find in them."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Classifier, Sentence


def hide_words(classifiers: Sequence[Classifier], sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences after every classifier had its say, in order (Figure 2) and again until none finds anything."""
    left = list(sentences)
    asked = list(range(len(left)))
    while asked:
        changed: set[int] = set()
        for classifier in classifiers:
            part = [left[index] for index in asked]
            for index, row in zip(asked, _instances(part, classifier.predict(part)), strict=True):
                if row:
                    left[index] = _hide_places(left[index], row)
                    changed.add(index)
        asked = sorted(changed)
    return left


def _instances(sentences: Sequence[Sentence], predicted: Sequence[Sequence[bool]]) -> list[list[int]]:
    """The places of each sentence that are found, leaving out those that hold no word any more."""
    return [
        [place for place, sensitive in enumerate(row) if sensitive and sentence[place] != HIDDEN]
        if any(row)
        else []
        for sentence, row in zip(sentences, predicted, strict=True)
    ]


def _hide_places(sentence: Sentence, places: Sequence[int]) -> Sentence:
    words = list(sentence)
    for place in places:
        words[place] = HIDDEN
    return tuple(words)
