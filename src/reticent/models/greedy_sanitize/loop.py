"""Algorithm 1 of the paper on plain values: learn, remove what was found, and again while that pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from reticent.models.greedy_sanitize.learner import HIDDEN, Classifier, Labels, Learner, Sentence


@dataclass(frozen=True, slots=True)
class Iteration:
    """One turn of the loop: what its classifier finds in what was left, and what the publisher then loses.

    `loss` is T(H ∪ h) in the paper, `false_negatives` and `false_positives` are those of all classifiers together,
    `right` and `wrong` the true and false finds of this classifier alone. `kept` says whether it was worth it.
    """

    learner: str
    right: int
    wrong: int
    false_negatives: int
    false_positives: int
    loss: float
    kept: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """An iteration with the classifier that it learned and the sentences as they stand after its removals."""

    iteration: Iteration
    classifier: Classifier
    sentences: list[Sentence] = field(repr=False)
    labels: list[Labels] = field(repr=False)


def turns(
    learner: Learner,
    sentences: Sequence[Sentence],
    labels: Sequence[Labels],
    *,
    folds: Sequence[int],
    leak_cost: float,
    removal_cost: float,
) -> Iterator[Turn]:
    """Every turn of Algorithm 1; the last is the one that was not worth it (its removals are undone).

    A classifier is judged by what it says of sentences that it was not learned from (`folds`): of those that it was
    learned from it has few false negatives left to show, where a stranger's text would have many. With one fold for
    everything it is judged by its own sentences, as in the paper.
    """
    left, truth = list(sentences), list(labels)
    negatives, positives = sum(map(sum, labels)), 0
    kept = True
    while kept:
        fit = learner.cross_fit(left, truth, folds)
        finds = _instances(left, fit.predicted)
        right, wrong = _judged(finds, truth)
        # T(H ∪ h) - T(H) >= 0 ends the loop; so does a classifier that finds nothing.
        kept = removal_cost * wrong - leak_cost * right < 0
        if kept:
            negatives, positives = negatives - right, positives + wrong
            left, truth = _without(left, truth, finds)
        missed, removed = (negatives, positives) if kept else (negatives - right, positives + wrong)
        loss = leak_cost * missed + removal_cost * removed
        iteration = Iteration(fit.learner, right, wrong, missed, removed, loss, kept)
        yield Turn(iteration, fit.classifier, left, truth)


def hidden(classifiers: Sequence[Classifier], sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences after every classifier had its say, in order (Figure 2) and again until none finds anything."""
    left = list(sentences)
    asked = list(range(len(left)))
    while asked:
        changed: set[int] = set()
        for classifier in classifiers:
            part = [left[index] for index in asked]
            for index, row in zip(asked, _instances(part, classifier.predict(part)), strict=True):
                if row:
                    left[index] = _replaced(left[index], row)
                    changed.add(index)
        asked = sorted(changed)
    return left


def _instances(sentences: Sequence[Sentence], predicted: Sequence[Sequence[bool]]) -> list[list[int]]:
    """The places of each sentence that are found, leaving out those that hold no word any more."""
    return [
        [place for place, found in enumerate(row) if found and sentence[place] != HIDDEN] if any(row) else []
        for sentence, row in zip(sentences, predicted, strict=True)
    ]


def _judged(finds: Sequence[Sequence[int]], labels: Sequence[Labels]) -> tuple[int, int]:
    right = sum(row[place] for places, row in zip(finds, labels, strict=True) for place in places)
    return right, sum(map(len, finds)) - right


def _without(
    sentences: Sequence[Sentence], labels: Sequence[Labels], finds: Sequence[Sequence[int]]
) -> tuple[list[Sentence], list[Labels]]:
    """RemovePredictedPositives: only sentences that lose a word become others."""
    left = [_replaced(each, places) for each, places in zip(sentences, finds, strict=True)]
    truth: list[Labels] = [
        [label and place not in places for place, label in enumerate(row)] if places else row
        for row, places in zip(labels, finds, strict=True)
    ]
    return left, truth


def _replaced(sentence: Sentence, places: Sequence[int]) -> Sentence:
    if not places:
        return sentence
    words = list(sentence)
    for place in places:
        words[place] = HIDDEN
    return tuple(words)


Progress = Callable[[Iteration], None]
