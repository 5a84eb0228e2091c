from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.detection.label_chains import LONGEST, LabelChains
from reticent.models.greedy_sanitize.learners._crf_fitting import EncodedExamples, _Objective, minimize
from reticent.models.greedy_sanitize.learners._features import encode_sentences
from reticent.models.greedy_sanitize.learners.crf import CrfClassifier, expect_labels, likeliest_labels

SCORES = st.floats(-4, 4)
TEXTS = st.lists(st.lists(SCORES, max_size=6), max_size=5)


def labellings(scores: list[float], attraction: float) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every labelling of a sentence with its score, by the definition."""
    for labels in product((0, 1), repeat=len(scores)):
        together = sum(a * b for a, b in pairwise(labels))
        yield labels, sum(a * b for a, b in zip(labels, scores, strict=True)) + attraction * together


def side_by_side(texts: list[list[float]]) -> tuple[LabelChains, np.ndarray, list[slice]]:
    lengths = [len(text) for text in texts]
    starts = [sum(lengths[:index]) for index in range(len(lengths))]
    chains = LabelChains.of(lengths, starts)
    flat = np.array([score for text in texts for score in text], float)
    places = [slice(start, start + length) for start, length in zip(starts, lengths, strict=True)]
    return chains, flat[chains.forward], places


def back(chains: LabelChains, values: np.ndarray) -> np.ndarray:
    found = np.empty_like(values)
    found[chains.forward] = values
    return found


@settings(deadline=None)
@given(TEXTS, SCORES)
def test_probabilities_are_those_over_all_labellings(texts: list[list[float]], attraction: float) -> None:
    chains, scores, places = side_by_side(texts)
    found = expect_labels(chains, scores, attraction)
    sensitive = back(chains, found.sensitive)
    log_sum = both = 0.0
    for text, place in zip(texts, places, strict=True):
        every = [(labels, np.exp(score)) for labels, score in labellings(text, attraction)]
        whole = sum(weight for _, weight in every)
        log_sum += np.log(whole)
        both += sum(w * sum(a * b for a, b in pairwise(y)) for y, w in every) / whole
        wanted = [sum(w for y, w in every if y[index]) / whole for index in range(len(text))]
        assert sensitive[place] == pytest.approx(wanted)
    assert found.log_sum == pytest.approx(log_sum, abs=1e-9)
    assert found.both == pytest.approx(both, abs=1e-9)


@settings(deadline=None)
@given(TEXTS, SCORES)
def test_no_labelling_is_likelier_than_the_likeliest(texts: list[list[float]], attraction: float) -> None:
    chains, scores, places = side_by_side(texts)
    found = back(chains, likeliest_labels(chains, scores, attraction))
    for text, place in zip(texts, places, strict=True):
        every = dict(labellings(text, attraction))
        chosen = tuple(int(label) for label in found[place])
        assert every[chosen] == pytest.approx(max(every.values()), abs=1e-9)


def test_a_sentence_without_end_is_read_in_pieces_and_no_word_is_lost() -> None:
    lengths = [3, 2 * LONGEST + 5, 0, LONGEST]
    chains = LabelChains.of(lengths, [0, 3, 2 * LONGEST + 8, 2 * LONGEST + 8])
    assert sorted(chains.forward.tolist()) == list(range(sum(lengths)))
    assert len(chains.steps()) == LONGEST - 1
    assert LabelChains.of([], []).forward.tolist() == []


def test_scores_beyond_all_measure_stay_finite() -> None:
    chains, scores, _ = side_by_side([[1e9, -1e9, 1e9, 1e9], [-1e9]])
    for attraction in (1e9, -1e9, 0.0):
        found = expect_labels(chains, scores, attraction)
        assert np.isfinite(found.sensitive).all()
        assert np.isfinite([found.log_sum, found.both]).all()


WORDS = st.sampled_from(["Ann", "saw", "the", "Bob", "cat", "."])
LABELLED = st.lists(st.lists(st.tuples(WORDS, st.booleans()), max_size=5), min_size=1, max_size=5)


@settings(deadline=None, max_examples=30)
@given(LABELLED, st.integers(0, 2**32 - 1))
def test_the_gradient_is_that_of_the_loss(collection: list[list[tuple[str, bool]]], seed: int) -> None:
    examples = EncodedExamples.of(
        [tuple(word for word, _ in row) for row in collection],
        [[label for _, label in row] for row in collection],
    )
    objective = _Objective(examples, np.arange(len(collection), dtype=np.int32))
    rng = np.random.default_rng(seed)
    at, direction = rng.normal(0, 0.3, (2, len(examples.keys) + 2))
    whole = range(len(collection))
    held = examples.hold(
        examples.fit(whole, None, penalty=1, rounds=2) if _has_both(collection) else None, 0.5
    )
    _, gradient = objective.loss(at, held)
    reach = 1e-5
    above, below = (objective.loss(at + sign * reach * direction, held)[0] for sign in (1, -1))
    assert float(gradient @ direction) == pytest.approx((above - below) / (2 * reach), rel=1e-4, abs=1e-5)


def _has_both(collection: list[list[tuple[str, bool]]]) -> bool:
    return len({label for row in collection for _, label in row}) == 2


def test_what_is_learned_is_the_least_loss() -> None:
    rows = [("Ann", "saw", "Bob"), ("the", "cat", "saw", "Ann"), ("the", "cat"), ("Bob", ".")]
    labels = [[True, False, True], [False, False, False, True], [False, False], [True, False]]
    examples = EncodedExamples.of(rows, labels)
    members = range(len(rows))
    found = examples.fit(members, None, penalty=0.1, rounds=200)
    objective = _Objective(examples, np.array(members, np.int32))
    at = np.concatenate([found.weights.astype(float), [found.constant, found.attraction]])
    held = examples.hold(None, 0.1)
    best, _gradient = objective.loss(at, held)
    assert found.predict(rows) == labels
    rng = np.random.default_rng(1)
    for size in (0.01, 0.1, 1):
        assert objective.loss(at + rng.normal(0, size, len(at)), held)[0] > best
    # where the search starts makes no difference to where it ends
    again = examples.fit(
        members,
        replace(found, weights=-found.weights, constant=1.0, attraction=-1.0),
        penalty=0.1,
        rounds=200,
    )
    other = np.concatenate([again.weights.astype(float), [again.constant, again.attraction]])
    assert objective.loss(other, held)[0] == pytest.approx(best, rel=1e-2)


@given(st.lists(st.floats(0.1, 100), min_size=1, max_size=6), st.data())
def test_the_least_of_a_bowl_is_found(steepness: list[float], data: st.DataObject) -> None:
    a = np.array(steepness)
    centre = np.array([data.draw(st.floats(-5, 5)) for _ in steepness])

    def bowl(at: np.ndarray) -> tuple[float, np.ndarray]:
        return 1 + float(np.sum(a * (at - centre) ** 2)), 2 * a * (at - centre)

    found = minimize(bowl, np.zeros(len(a)), np.ones(len(a)), rounds=100, tolerance=1e-12)
    assert bowl(found)[0] == pytest.approx(1, abs=1e-6)


def test_a_column_of_features_depends_on_two_words_to_each_side_in_the_sentence() -> None:
    def features(sentences: list[tuple[str, ...]]) -> list[list[int]]:
        text = encode_sentences(sentences)
        columns = [slot.features[:, slot.numbers] for slot in text.slots]
        return np.concatenate(columns).T.tolist()  # type: ignore[no-any-return]

    whole = features([("a", "b", "c", "d", "e", "f"), ("x",), (), ("a", "b", "c", "d", "e", "g")])
    assert whole[2] == whole[9]
    assert whole[3] != whole[10]
    assert features([("x",)])[0] == whole[6]
    assert features([("a", "b")])[1] != features([("b",)])[0]
    assert features([()]) == features([]) == []


def test_a_classifier_survives_its_bytes() -> None:
    classifier = CrfClassifier(
        np.array([3, 77, 4_000_000_000], np.uint32),
        np.array([0.5, 0, -2], np.float32),
        -0.25,
        1.5,
        0.1,
        np.array([1, 2, 3, 4, 5], np.float32),
    )
    again = CrfClassifier.from_bytes(classifier.to_bytes())
    assert again.keys.tolist() == [3, 4_000_000_000]
    assert again.weights.tolist() == [0.5, -2]
    assert (again.constant, again.attraction, again.penalty) == (-0.25, 1.5, 0.1)
    assert again.certainty.tolist() == [1, 3, 4, 5]
    asked = np.array([[3, 5], [77, 4_000_000_000]], np.uint32)
    for each in (again, classifier):
        assert each.find(each.weights, asked).tolist() == [[0.5, 0], [0, -2]]
