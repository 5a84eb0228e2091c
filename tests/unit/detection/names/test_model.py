"""The model adds up the weights of all features of a word, however they are worked out, and a batch changes nothing."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.detection import names
from reticent.detection.names.cased_text import CasedText, read_cased
from reticent.detection.names.crf import Floats, KnownWords
from reticent.detection.names.model import KINDS, NameModel, name_model
from reticent.detection.names.surroundings import read_surroundings
from reticent.detection.names.word_lists import word_classes, word_lists
from reticent.text import Document, forget_texts

TEXTS = (
    "Mr A. B. Smith of the Court of First Instance met Anna (Oslo). SHE LEFT. The CFI said: “Anna Smith came.”",
    "john smith lives in oslo.",
    "Nothing here.",
    "",
    "CONTENTS\n\nPart one. Dr. Rose saw a rose in Rose Street; Rose, rose and Rose. " * 3,
    "עברית Иван Петров met Anna on 3 May 2011 at a@b.org, 212-555-0100!",
)
WORDS = "Mr Dr. Anna Smith smith Oslo of the Court CFI IN OSLO met “ ” ( ) . 3 May 2011 - \ufffc rose Rose\n\n".split(
    " "
)
SOME_TEXT = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join) | st.sampled_from(TEXTS)


def by_definition(model: NameModel, text: CasedText) -> Floats:
    """The scores of labels at each word: the sum of the weights of its features."""
    hashes = read_surroundings([text], model._words.look_up(text.words)).all_hashes()
    at = np.minimum(np.searchsorted(model.keys, hashes), len(model.keys) - 1)
    return np.asarray(np.where((model.keys[at] == hashes)[:, :, None], model.weights[at], 0).sum(axis=1))


def test_the_features_are_those_that_the_shipped_model_was_trained_with() -> None:
    """Another digest means that the model must be trained again, or that the change is a mistake."""
    rose = "Part one. Dr. Rose saw a rose in Rose Street; Rose, rose and Rose."
    text = read_cased(f"{TEXTS[0]} CONTENTS\n\n{rose}", word_classes())
    hashes = read_surroundings([text], name_model()._words.look_up(text.words)).all_hashes()
    digest = hashlib.sha256(hashes.astype("<u4").tobytes()).hexdigest()
    assert digest == "57c28acbd5ad25262b039714d197a9c6fd527a2f5d1baf97f009690cdf57d9c8"


@settings(max_examples=30)
@given(SOME_TEXT)
def test_scores_are_the_sums_of_the_weights_of_all_features(text: str) -> None:
    model, cased = name_model(), read_cased(text, word_classes())
    if not len(cased):
        return
    fast = model.emissions(read_surroundings([cased], model._words.look_up(cased.words)))
    np.testing.assert_allclose(fast, by_definition(model, cased), atol=1e-3)


@settings(max_examples=30)
@given(st.lists(SOME_TEXT, max_size=6))
def test_many_texts_at_once_have_the_mentions_that_each_has_alone(texts: list[str]) -> None:
    documents = [Document(f"{number}", text) for number, text in enumerate(texts)]
    alone = []
    for document in documents:
        forget_texts()
        alone.append(names("careful").mentions(document))
    forget_texts()
    assert names("careful").mentions_of_many(documents) == alone


def test_a_batch_that_the_model_reads_at_once_says_the_same_as_texts_one_by_one() -> None:
    model = name_model()
    texts = [cased for text in TEXTS if len(cased := read_cased(text, word_classes()))]
    together = list(model.judge(texts))
    for text, judgement in zip(texts, together, strict=True):
        np.testing.assert_allclose(judgement.guess.present, model.guess(text).present, atol=1e-6)
        np.testing.assert_allclose(judgement.guess.masked, model.guess(text).masked, atol=1e-6)


def test_a_table_of_words_that_is_full_begins_anew_and_says_the_same() -> None:
    table = KnownWords(word_classes(), word_lists(), name_model()._weigh_words, most=1)
    first = table.look_up(["Oslo", "Anna"])
    again = table.look_up(["Anna"])
    assert again.facts is not first.facts
    np.testing.assert_array_equal(again.scores[again.rows], first.scores[first.rows[1:]])


def test_the_table_of_words_grows_and_keeps_its_rows() -> None:
    table = KnownWords(word_classes(), word_lists(), lambda hashes: np.zeros((len(hashes), 0, 0), np.float32))
    first = table.look_up(["Oslo"])
    table.look_up([f"word{number}" for number in range(5_000)])
    again = table.look_up(["Oslo"])
    assert again.rows == first.rows
    np.testing.assert_array_equal(again.hashes[again.rows], first.hashes[first.rows])


def test_a_likelihood_between_two_known_ones_is_calibrated_between_them() -> None:
    model = name_model()
    said, true = model.calibration.astype(float)
    for value in (0.0, 0.01, *said.tolist(), 0.5, 0.77, 1.0):
        assert model.calibrate(value) == pytest.approx(float(np.interp(value, said, true)))


def test_a_text_without_words_has_an_empty_guess() -> None:
    assert name_model().guess(read_cased("", word_classes())).present.shape == (0, len(KINDS))
