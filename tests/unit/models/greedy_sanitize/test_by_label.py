"""Several kinds of secrets in one model: each under its own placeholder and at its own costs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.by_heart import ByHeart

from reticent import Document, sanitize
from reticent.errors import InputError
from reticent.models.greedy_sanitize import Crf, Examples, GreedyByLabel, TrainingSet, train_by_label
from reticent.models.greedy_sanitize.storing import from_bytes, to_bytes
from reticent.plan import Release

SENTENCES = [
    (name, "came", "in", month) for name in ("Ann", "Bob", "Cyd", "Dov") for month in ("May", "June")
] * 5


def lesson(kind: str, place: int, leak_cost: float = 10.0) -> TrainingSet:
    labels = [[number == place for number in range(4)] for _ in SENTENCES]
    return TrainingSet(Examples.of(SENTENCES, labels), kind, leak_cost)


def model() -> GreedyByLabel:
    both = train_by_label([lesson("NAME", 0), lesson("DATE", 3)], [Crf()])
    assert isinstance(both, GreedyByLabel)
    return both


def test_each_kind_has_its_own_placeholder_and_promise() -> None:
    both = model()
    outcome = sanitize(Document("d", "Ann came in May"), both)
    assert outcome.text == "[NAME] came in [DATE]"
    assert outcome.violations == ()
    assert both.kinds == {"NAME", "DATE"}
    assert both.promise.statement.count("classifiers finds a") == 2


def test_a_kind_whose_leaks_cost_next_to_nothing_stays() -> None:
    labels = [[number in (1, 3) and row % 3 > 0 for number in range(4)] for row, _ in enumerate(SENTENCES)]
    dates = TrainingSet(Examples.of(SENTENCES, labels), "DATE", leak_cost=0.01)
    both = train_by_label([lesson("NAME", 0), dates], [ByHeart()], folds=1)
    assert [len(part.classifiers) for part in both.parts] == [1, 0]


def test_a_file_holds_all_kinds() -> None:
    both = model()
    again = from_bytes(to_bytes(both))
    assert again == both
    assert [part.kind for part in again.parts] == ["NAME", "DATE"]


@given(st.lists(st.sampled_from(["Ann", "Bob", "May", "came", "in", ".", "June", "may", "x"]), max_size=12))
def test_no_classifier_of_any_kind_finds_a_word_of_the_release(words: list[str]) -> None:
    both = _BOTH
    outcome = sanitize(Document("d", " ".join(words)), both)
    release = Release(outcome.release.released, outcome.release.released)
    assert all(part.violations(release) == [] for part in both.parts)


def test_lessons_need_kinds_of_their_own_and_the_same_sentences() -> None:
    with pytest.raises(InputError, match="the same kind"):
        train_by_label([lesson("NAME", 0), lesson("NAME", 3)], [Crf()])
    other = TrainingSet(Examples.of([("a", "b")], [[True, False]]), "DATE")
    with pytest.raises(InputError, match="one collection"):
        train_by_label([lesson("NAME", 0), other], [Crf()])


_BOTH = model()
