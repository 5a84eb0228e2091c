"""What learns to tell sensitive words from others, and what it learns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

Sentence = tuple[str, ...]
Labels = Sequence[bool]

HIDDEN = "\ufffc"
"""The word that stands where a word was removed; it is nobody's word, so it is never an instance."""


class Classifier(Protocol):
    """A function from sentences to sensitive or not, one answer per word."""

    @property
    def form(self) -> str:
        """The name by which a model file knows how to read it back."""

    def predict(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        """Whether each word is sensitive."""

    def scores(self, sentences: Sequence[Sentence]) -> list[list[float]]:
        """How likely each word is sensitive: a higher score is likelier, and only the order counts."""

    def to_bytes(self) -> bytes:
        """All that it has learned."""


@dataclass(frozen=True, slots=True)
class CrossFit:
    """A classifier learned from everything, and for each fold one that was learned without it."""

    classifier: Classifier
    without: Mapping[int, Classifier]
    learner: str


class Learner(Protocol):
    """A way to learn classifiers from labelled sentences; the same sentences give the same classifier.

    Who derives from it has a `cross_fit` that is `fit`, once for each fold.
    """

    @property
    def name(self) -> str:
        """How reports call it."""

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Classifier:
        """A classifier learned from all sentences; where one class is missing, one that always says the other."""

    def cross_fit(
        self,
        sentences: Sequence[Sentence],
        labels: Sequence[Labels],
        folds: Sequence[int],
        before: CrossFit | None = None,
    ) -> CrossFit:
        """Learn from everything, and for each fold from the others; `folds` numbers the fold of each sentence.

        A single fold is judged by what it was learned from. `before` is what was learned when fewer words were hidden; a
        learner may start from there.
        """
        classifier = self.fit(sentences, labels)
        names = sorted(set(folds))
        if len(names) == 1:
            return CrossFit(classifier, {names[0]: classifier}, self.name)
        without = {}
        for fold in names:
            seen = [index for index, each in enumerate(folds) if each != fold]
            without[fold] = self.fit([sentences[i] for i in seen], [labels[i] for i in seen])
        return CrossFit(classifier, without, self.name)


@dataclass(frozen=True, slots=True)
class Constant:
    """Says the same of every word: what can be learned from a single class."""

    sensitive: bool

    form = "constant"

    def predict(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        """The same answer for every word."""
        return [[self.sensitive] * len(sentence) for sentence in sentences]

    def scores(self, sentences: Sequence[Sentence]) -> list[list[float]]:
        """The same score for every word."""
        return [[float(self.sensitive)] * len(sentence) for sentence in sentences]

    def to_bytes(self) -> bytes:
        """One byte."""
        return bytes([self.sensitive])


def only_class(labels: Sequence[Labels]) -> Constant | None:
    """The classifier for labels that are all alike, or None when both classes are there."""
    if not any(map(any, labels)):
        return Constant(False)
    return Constant(True) if all(map(all, labels)) else None


def by_fold(folds: Sequence[int]) -> dict[int, list[int]]:
    """The places of each fold's sentences."""
    places: dict[int, list[int]] = {}
    for index, fold in enumerate(folds):
        places.setdefault(fold, []).append(index)
    return places


def predict_held_out(fit: CrossFit, sentences: Sequence[Sentence], folds: Sequence[int]) -> list[list[bool]]:
    """What is said of each sentence by the classifier that was learned without its fold."""
    predicted: list[list[bool]] = [[] for _ in sentences]
    for fold, places in by_fold(folds).items():
        answers = fit.without[fold].predict([sentences[index] for index in places])
        for index, answer in zip(places, answers, strict=True):
            predicted[index] = answer
    return predicted


def sort_into_folds(groups: Sequence[int], count: int) -> list[int]:
    """The fold of each sentence: sentences of one group stay together, groups take turns."""
    order: dict[int, int] = {}
    return [order.setdefault(group, len(order)) % count for group in groups]


def mistakes(predicted: Sequence[Sequence[bool]], labels: Sequence[Labels]) -> int:
    """How many words are judged wrongly."""
    return sum(
        answer != label
        for answers, row in zip(predicted, labels, strict=True)
        for answer, label in zip(answers, row, strict=True)
    )
