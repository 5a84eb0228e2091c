"""Algorithm 1 of the paper on plain values: learn, remove what was found, and again while that pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reticent.models.greedy_sanitize.hiding import hide_words
from reticent.models.greedy_sanitize.learners.learner import (
    HIDDEN,
    Classifier,
    Labels,
    Learner,
    Sentence,
    by_fold,
)


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

    Each fold is published by classifiers that were learned without it, exactly as a new text would be: judged by
    what they were learned from, classifiers leave almost nothing, and the loop would end long before a stranger's text
    is safe. With one fold for everything they are judged so all the same, as in the paper.
    """
    left, truth = list(sentences), list(labels)
    negatives, positives = sum(map(sum, labels)), 0
    places = by_fold(folds)
    chains: dict[int, list[Classifier]] = {fold: [] for fold in places}
    kept, fit = True, None
    while kept:
        fit = learner.cross_fit(left, truth, folds, fit)
        after = list(left)
        for fold, members in places.items():
            chains[fold].append(fit.without[fold])
            _publish(after, members, chains[fold])
        right, wrong = _count_removals(left, after, truth)
        negatives, positives = negatives - right, positives + wrong
        # T(H ∪ h) - T(H) >= 0 ends the loop; so does a classifier that finds nothing.
        kept = removal_cost * wrong - leak_cost * right < 0
        if kept:
            left, truth = after, _labels_left(left, after, truth)
        loss = leak_cost * negatives + removal_cost * positives
        iteration = Iteration(fit.learner, right, wrong, negatives, positives, loss, kept)
        yield Turn(iteration, fit.classifier, left, truth)


def _publish(sentences: list[Sentence], members: Sequence[int], chain: Sequence[Classifier]) -> None:
    """Hide in the members what the chain finds; all but its last classifier have already read them as they are."""
    before = [sentences[index] for index in members]
    after = hide_words(chain[-1:], before)
    changed = [place for place, (old, new) in enumerate(zip(before, after, strict=True)) if old is not new]
    for place, sentence in zip(changed, hide_words(chain, [after[place] for place in changed]), strict=True):
        sentences[members[place]] = sentence


def _count_removals(
    before: Sequence[Sentence], after: Sequence[Sentence], labels: Sequence[Labels]
) -> tuple[int, int]:
    """How many sensitive words and how many others were removed."""
    removed = [
        label
        for old, new, row in zip(before, after, labels, strict=True)
        if old is not new
        for was, now, label in zip(old, new, row, strict=True)
        if was != now
    ]
    return sum(removed), len(removed) - sum(removed)


def _labels_left(
    before: Sequence[Sentence], after: Sequence[Sentence], labels: Sequence[Labels]
) -> list[Labels]:
    """The labels after removals; only sentences that lost a word get others."""
    return [
        row if old is new else [label and word != HIDDEN for label, word in zip(row, new, strict=True)]
        for old, new, row in zip(before, after, labels, strict=True)
    ]
