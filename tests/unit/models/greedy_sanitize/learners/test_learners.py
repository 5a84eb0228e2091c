import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contracts.fitted import examples

from reticent.errors import InputError, MissingExtraError, install_line
from reticent.models.greedy_sanitize import Crf, Ensemble, Learner, Svm
from reticent.models.greedy_sanitize.learners._features import show_features
from reticent.models.greedy_sanitize.learners._svm import BUCKETS, SvmClassifier, histories, rows
from reticent.models.greedy_sanitize.learners.crf import CrfClassifier
from reticent.models.greedy_sanitize.learners.learner import (
    HIDDEN,
    mistakes,
    predict_held_out,
    sort_into_folds,
)
from reticent.models.greedy_sanitize.storing import classifier_from

LEARNERS: list[Learner] = [Crf(), Svm(), Ensemble()]
SENSITIVE = ("Zorblat", "quizzle", "Sacramento")


@pytest.fixture(params=LEARNERS, ids=lambda learner: learner.name, scope="module")
def learner(request: pytest.FixtureRequest) -> Learner:
    found: Learner = request.param
    return found


def test_it_finds_words_that_it_was_shown_in_sentences_that_it_was_not(learner: Learner) -> None:
    sentences, labels = examples(SENSITIVE, 200)
    classifier = learner.fit(sentences[:150], labels[:150])
    words = sum(map(len, labels[150:]))
    assert mistakes(classifier.predict(sentences[150:]), labels[150:]) <= 0.02 * words


def test_what_is_held_out_is_not_learned_from(learner: Learner) -> None:
    sentences, labels = examples(SENSITIVE, 120)
    sentences.append(("Hapax", "legomenon"))
    labels.append([True, True])
    folds = sort_into_folds(range(len(sentences)), 2)
    fitted = learner.cross_fit(sentences, labels, folds)
    seen = [index for index, fold in enumerate(folds) if fold != folds[-1]]
    alone = learner.fit([sentences[i] for i in seen], [labels[i] for i in seen])
    assert predict_held_out(fitted, sentences, folds)[-1] == alone.predict(sentences[-1:])[0]


def test_the_same_sentences_give_the_same_classifier(learner: Learner) -> None:
    sentences, labels = examples(SENSITIVE, 60)
    first = learner.fit(sentences, labels)
    learner.fit(sentences[:30], labels[:30])
    assert learner.fit(sentences, labels).to_bytes() == first.to_bytes()


def test_a_classifier_survives_its_bytes(learner: Learner) -> None:
    sentences, labels = examples(SENSITIVE, 60)
    classifier = learner.fit(sentences, labels)
    again = classifier_from(classifier.form, classifier.to_bytes())
    assert again.predict(sentences) == classifier.predict(sentences)
    for old, new in zip(classifier.scores(sentences), again.scores(sentences), strict=True):
        assert new == pytest.approx(old)


def test_scores_put_the_finds_first(learner: Learner) -> None:
    sentences, labels = examples(SENSITIVE, 60)
    classifier = learner.fit(sentences, labels)
    judged = [
        (score, yes)
        for scores, row in zip(classifier.scores(sentences), classifier.predict(sentences), strict=True)
        for score, yes in zip(scores, row, strict=True)
    ]
    assert min(score for score, yes in judged if yes) > max(score for score, yes in judged if not yes)


@settings(deadline=None, max_examples=30)
@given(st.lists(st.lists(st.text(min_size=1, max_size=5), max_size=5).map(tuple), max_size=4))
def test_any_text_is_answered_a_word_at_a_time(sentences: list[tuple[str, ...]]) -> None:
    for classifier in CLASSIFIERS:
        assert [len(row) for row in classifier.predict(sentences)] == [len(each) for each in sentences]
        assert [len(row) for row in classifier.scores(sentences)] == [len(each) for each in sentences]


def test_a_field_takes_the_penalty_with_the_fewest_mistakes() -> None:
    sentences, labels = examples(SENSITIVE, 60)
    for penalties in ((1e6, 0.1), (0.1, 1e6)):
        classifier = Crf(penalties).fit(sentences, labels)
        assert isinstance(classifier, CrfClassifier)
        assert classifier.penalty == 0.1
    strict = Crf((1e6,)).fit(sentences, labels)
    assert mistakes(strict.predict(sentences), labels) > mistakes(classifier.predict(sentences), labels)


def test_a_field_that_goes_on_from_another_says_what_a_new_one_says() -> None:
    sentences, labels = examples(SENSITIVE, 120)
    folds = sort_into_folds(range(len(sentences)), 2)
    before = Crf().cross_fit(sentences, labels, folds)
    left = [tuple(HIDDEN if word == SENSITIVE[0] else word for word in sentence) for sentence in sentences]
    truth = [[word in SENSITIVE for word in sentence] for sentence in left]
    warm = Crf().cross_fit(left, truth, folds, before)
    cold = Crf().cross_fit(left, truth, folds)
    assert predict_held_out(warm, left, folds) == predict_held_out(cold, left, folds)
    assert warm.classifier.predict(left) == cold.classifier.predict(left)
    # what was held out before is still unseen: other labels there change nothing
    other = [row if fold else [not label for label in row] for row, fold in zip(labels, folds, strict=True)]
    changed = Crf((0.1,)).cross_fit(sentences, other, folds)
    same = Crf((0.1,)).cross_fit(sentences, labels, folds)
    again = [
        Crf((0.1,)).cross_fit(left, truth, folds, each).without[0].to_bytes() for each in (changed, same)
    ]
    assert again[0] == again[1]


def test_a_hidden_word_looks_like_a_name_and_is_none() -> None:
    assert show_features(HIDDEN).shape == show_features("Ann").shape
    assert show_features(HIDDEN).features != show_features("Ann").features


def test_documents_are_never_in_two_folds() -> None:
    assert sort_into_folds([5, 5, 9, 9, 9, 2], 2) == [0, 0, 1, 1, 1, 0]


def test_a_row_of_features_depends_on_two_words_to_each_side_in_the_sentence() -> None:
    whole = rows([("a", "b", "c", "d", "e", "f"), ("x",), (), ("a", "b", "c", "d", "e", "g")])
    assert (whole[2] == whole[9]).all()
    assert not (whole[3] == whole[10]).all()
    assert (rows([("x",)])[0] == whole[6]).all()
    assert (rows([("a", "b")])[1] != rows([("b",)])[0]).any()


def test_a_history_is_what_was_said_of_the_two_words_before() -> None:
    assert histories([[True, False, True], [True]]).tolist() == [0, 2, 1, 0]


def test_weights_survive_their_bytes() -> None:
    import numpy as np

    weights = np.zeros(BUCKETS + 4, np.float32)
    weights[[3, 77, BUCKETS + 1]] = [0.5, -2.0, 1.25]
    again = SvmClassifier.from_bytes(SvmClassifier(weights, -0.25).to_bytes())
    assert (again.weights == weights).all()
    assert again.constant == -0.25


def test_a_word_shows_its_shape() -> None:
    assert show_features("McDonald's-2004").shape == "XxXx'x-d"
    assert show_features("ann").features != show_features("Ann").features
    assert show_features("\ud800").features


def test_without_the_extra_the_machine_says_how_to_get_it() -> None:
    code = """import sys
sys.modules["sklearn"] = sys.modules["sklearn.linear_model"] = None
from reticent.models.greedy_sanitize import Svm
from reticent.errors import MissingExtraError
try:
    Svm().fit([("a", "b")], [[True, False]])
except MissingExtraError as error:
    print(error)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert install_line("learn") in done.stdout
    assert issubclass(MissingExtraError, InputError)


CLASSIFIERS = [each.fit(*examples(SENSITIVE, 60)) for each in (Crf(), Svm(), Ensemble())]
