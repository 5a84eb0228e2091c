"""How classifiers are judged while they are learned: by documents that they have not seen."""

from __future__ import annotations

import pytest
from tests.contracts.by_heart import ByHeart

from reticent.models.greedy_sanitize import Examples, Iteration, train_greedy

SENTENCES = [("Ann", "saw"), ("Bo", "saw"), ("Cy", "left"), ("Di", "left")]
LABELS = [[True, False]] * 4


@pytest.mark.paper("greedy-sanitize", "Section V, folds")
def test_words_that_stand_in_one_document_alone_are_not_found_there() -> None:
    model = train_greedy(Examples.of(SENTENCES, LABELS), [ByHeart()], folds=2)
    assert [(turn.right, turn.wrong, turn.kept) for turn in model.history] == [(0, 0, False)]
    assert model.left == model.sensitive


def test_a_single_fold_is_judged_by_what_it_was_learned_from() -> None:
    model = train_greedy(Examples.of(SENTENCES, LABELS), [ByHeart()], folds=1)
    assert model.history[0].right == 4
    assert (model.sensitive.hits, model.left.hits) == (4, 0)


def test_the_sentences_of_one_document_stay_together() -> None:
    sentences, labels = [*SENTENCES, ("it", "is"), *SENTENCES], [*LABELS, [False, False], *LABELS]
    together = Examples.of(sentences, labels, [0, 1, 2, 3, 4, 0, 1, 2, 3])
    assert train_greedy(together, [ByHeart()]).history[0].right == 0
    assert train_greedy(Examples.of(sentences, labels), [ByHeart()]).history[0].right == 8


def test_counts_are_those_of_documents() -> None:
    examples = Examples.of([("Ann", "saw"), ("Bo",), ("it",)], [[True, False], [True], [False]], [7, 7, 8])
    model = train_greedy(examples, [ByHeart()], folds=1)
    assert (model.sensitive.groups, model.sensitive.words, model.sensitive.hits) == (2, 4, 2)
    assert model.sensitive.hits_squared == 4


def test_progress_is_told_of_every_turn() -> None:
    told: list[Iteration] = []
    model = train_greedy(Examples.of(SENTENCES, LABELS), [ByHeart()], folds=1, progress=told.append)
    assert tuple(told) == model.history
