"""The loop publishes each fold as a new text would be: by classifiers that were learned without it, in every turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracles.greedy_sanitize import WordLists

from reticent.models.greedy_sanitize.learners.learner import Classifier, CrossFit, Labels, Sentence
from reticent.models.greedy_sanitize.loop import turns


@dataclass(frozen=True)
class NameThenSurname:
    """Finds first names, then surnames; only who has read a fold knows that "Bo" is a name."""

    name: str = "name then surname"

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Classifier:
        raise NotImplementedError

    def cross_fit(
        self,
        sentences: Sequence[Sentence],
        labels: Sequence[Labels],
        folds: Sequence[int],
        before: CrossFit | None = None,
    ) -> CrossFit:
        if before is None:
            everything, without = WordLists(frozenset({"Ann", "Bo"})), WordLists(frozenset({"Ann"}))
            return CrossFit(everything, {0: without, 1: without}, self.name)
        surnames = WordLists(frozenset({"Smith"}))
        return CrossFit(surnames, {0: surnames, 1: surnames}, self.name)


def test_a_later_turn_finds_no_word_that_only_its_own_fold_could_teach() -> None:
    sentences = [("Ann", "Smith", "left"), ("Bo", "Smith", "left")]
    labels = [[True, True, False], [True, True, False]]
    taken = list(turns([NameThenSurname()], sentences, labels, folds=[0, 1], leak_cost=10, removal_cost=1))
    assert [(turn.iteration.right, turn.iteration.false_negatives) for turn in taken] == [
        (1, 3),
        (2, 1),
        (0, 1),
    ]
    assert taken[-1].sentences[1][0] == "Bo"
