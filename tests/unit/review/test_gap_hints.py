"""Gaps that keep every promise and are told by the words beside them."""

from __future__ import annotations

import pytest
from tests.spoken import OTHERS, samples

from reticent.detection.names.names import names
from reticent.detection.word_list import WordList
from reticent.engine.rules import Rules
from reticent.errors import ReviewError
from reticent.models.redaction import Redaction
from reticent.review.requests import carry_out
from reticent.review.review import Review, open_review
from reticent.review.showing import show_document
from reticent.usecases.release import InputFile

RULES = Rules((Redaction((WordList(["HIV", "heroin"], kind="REMOVED"), WordList(["Ann"], kind="PERSON"))),))

SPOKEN = Rules((Redaction((WordList(["HIV", "heroin"], kind="REMOVED"), names(kinds=["PERSON"]))),))
"""The same words, in the languages in which somebody finds names."""


def start(text: str, rules: Rules = RULES) -> Review:
    review = open_review([InputFile("note.txt", text.encode())], rules)
    review.settle()
    return review


def list_hints(review: Review) -> list[tuple[str, str]]:
    return [(each["before"], each["after"]) for each in show_document(review, 1)["gaps"]]


def read_release(review: Review) -> str:
    review.settle()
    judged = review.session(1).judgement
    assert judged is not None
    assert judged.outcome is not None
    return judged.outcome.text


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("I am HIV positive.", [("", " positive")]),
        ("She is HIV-positive.", [("", "-positive")]),
        ("An HIV test was done.", [("", " test")]),
        ("An HIV virus infection.", [("", " virus infection")]),
        ("He was infected with HIV in May.", [("infected with ", "")]),
        ("A heroin overdose.", [("", " overdose")]),
        ("He tested HIV positive.", [("tested ", " positive")]),
        ("HIV was discussed.", []),
        ("The test showed HIV.", []),
        ("Ann tested Ann positive.", []),
        ("HIV\npositive", []),
        ("He was infected with the HIV in May.", [("infected with the ", "")]),
        ("A test of the new HIV drug.", []),
    ],
)
def test_words_that_say_what_went_are_told(text: str, hints: list[tuple[str, str]]) -> None:
    review = start(text)
    assert review.session(1).light == "green"
    assert list_hints(review) == hints
    review.close()


@pytest.mark.parametrize(
    ("text", "hints"), [each for code in OTHERS for each in samples(code)["gaps"].items()]
)
def test_they_are_told_in_the_language_of_the_text(text: str, hints: list[list[str]]) -> None:
    review = start(text, SPOKEN)
    assert [list(each) for each in list_hints(review)] == hints
    review.close()


def test_a_repair_takes_the_words_along_and_leaves_the_other_places() -> None:
    review = start("I am HIV positive. HIV was discussed. An HIV test.")
    hints = show_document(review, 1)["gaps"]
    carry_out(review, 1, {"action": "take along", "gap": hints[0]["id"]})
    assert read_release(review) == "I am [REMOVED]. [REMOVED] was discussed. A [REMOVED] test."
    assert list_hints(review) == [("", " test")]
    carry_out(review, 1, {"action": "undo"})
    carry_out(review, 1, {"action": "take along"})
    assert read_release(review) == "I am [REMOVED]. [REMOVED] was discussed. A [REMOVED]."
    assert list_hints(review) == []
    with pytest.raises(ReviewError, match="no such gap"):
        carry_out(review, 1, {"action": "take along", "gap": hints[0]["id"]})
    review.close()


def test_what_is_changed_or_kept_beside_a_gap_is_left_alone() -> None:
    review = start("I am HIV positive.")
    carry_out(review, 1, {"action": "add", "text": "positive", "everywhere": True})
    assert list_hints(review) == []
    review.close()
