"""The loop with folds and several learners against Algorithm 1 written down on lists of words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.greedy_sanitize import Learn, Row, Truth, WordLists, algorithm_1

from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Classifier, CrossFit, Labels, Sentence
from reticent.models.greedy_sanitize.loop import turns

WORDS = ("ash", "elm", "oak", "fir", "yew")


def learn_above(share: float) -> Learn:
    """Takes the words that are sensitive in more than this share of their places."""

    def learn(sentences: Sequence[Row], labels: Sequence[Truth]) -> Collection[str]:
        seen, hits = Counter[str](), Counter[str]()
        for row, truth in zip(sentences, labels, strict=True):
            seen.update(row)
            hits.update(word for word, sensitive in zip(row, truth, strict=True) if sensitive)
        return [word for word in seen if word in WORDS and hits[word] > share * seen[word]]

    return learn


@dataclass(frozen=True)
class ByShare:
    """The same as a learner of the loop."""

    name: str
    learn: Learn

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Classifier:
        return WordLists(frozenset(self.learn(sentences, [list(row) for row in labels])))

    def cross_fit(
        self,
        sentences: Sequence[Sentence],
        labels: Sequence[Labels],
        folds: Sequence[int],
        before: CrossFit | None = None,
    ) -> CrossFit:
        without = {}
        for fold in set(folds):
            others = [at for at, own in enumerate(folds) if own != fold]
            without[fold] = self.fit([sentences[at] for at in others], [labels[at] for at in others])
        return CrossFit(self.fit(sentences, labels), without, self.name)


labelled = st.lists(st.tuples(st.sampled_from(WORDS), st.booleans()), min_size=1, max_size=4)


@pytest.mark.paper("greedy-sanitize", "Algorithm 1", "Section V, folds", "Section V, learners")
@given(
    st.lists(st.tuples(labelled, st.integers(0, 2)), min_size=2, max_size=7),
    st.lists(st.sampled_from([0.0, 0.3, 0.5, 0.8]), min_size=1, max_size=3, unique=True),
    st.sampled_from([0.5, 1.0, 3.0, 20.0]),
)
def test_every_turn_is_that_of_algorithm_1(
    sample: list[tuple[list[tuple[str, bool]], int]], shares: list[float], leak_cost: float
) -> None:
    sentences = [tuple(word for word, _ in row) for row, _ in sample]
    labels = [[sensitive for _, sensitive in row] for row, _ in sample]
    folds = [fold for _, fold in sample]
    learners = [learn_above(share) for share in shares]
    expected, published = algorithm_1(learners, sentences, labels, folds, leak_cost, 1.0)
    names = [f"learner {number}" for number in range(len(shares))]
    ours = [ByShare(name, learn) for name, learn in zip(names, learners, strict=True)]
    taken = list(turns(ours, sentences, labels, folds=folds, leak_cost=leak_cost, removal_cost=1.0))
    assert [
        (
            names.index(each.iteration.learner),
            each.iteration.right,
            each.iteration.wrong,
            each.iteration.loss,
            each.iteration.kept,
        )
        for each in taken
    ] == [(each.learner, each.right, each.wrong, each.loss, each.kept) for each in expected]
    left = [tuple("" if word == HIDDEN else word for word in row) for row in taken[-1].sentences]
    assert left == published
