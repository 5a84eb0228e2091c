"""A learner that knows every word list: an optimal attacker among these, and quick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reticent.models.greedy_sanitize.learners.learner import (
    HIDDEN,
    Classifier,
    Labels,
    Learner,
    Sentence,
    only_class,
)
from tests.oracles.greedy_sanitize import WordLists


@dataclass(frozen=True)
class ByHeart(Learner):
    """Learns the words that are sensitive more often than not."""

    name: str = "by heart"

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Classifier:
        if constant := only_class(labels):
            return constant
        votes: dict[str, int] = {}
        for sentence, row in zip(sentences, labels, strict=True):
            for word, label in zip(sentence, row, strict=True):
                votes[word] = votes.get(word, 0) + (1 if label else -1)
        return WordLists(frozenset(word for word, vote in votes.items() if vote > 0 and word != HIDDEN))
