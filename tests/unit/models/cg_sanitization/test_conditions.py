"""Abbreviations and lay words count as the condition where the document or the list says so."""

from __future__ import annotations

import pickle

import pytest

from reticent import CgSanitization, Document, open_knowledge, sanitize
from reticent.knowledge.conditions import conditions
from reticent.knowledge.taxonomy import in_order, medicine, wordnet

DOCTOR = in_order(medicine(), wordnet())
CORPUS = open_knowledge("medicine")


def protecting(name: str, general: str) -> CgSanitization:
    return CgSanitization(
        {name: general},
        corpus=CORPUS,
        taxonomy=DOCTOR,
        conditions=conditions(),
        max_group=1,
        unseen="keep",
    )


def released(text: str, model: CgSanitization) -> str:
    return sanitize(Document("note", text), model).text


def test_a_lay_word_goes_like_the_name() -> None:
    text = released(
        "Long history of fibro. She lives in a small house.", protecting("fibromyalgia", "disorder")
    )
    assert "fibro" not in text
    assert "small house" in text


def test_initials_go_where_the_note_points_to_the_condition() -> None:
    model = protecting("diabetes insipidus", "disorder")
    assert "DI" not in released("Known DI, takes desmopressin for it. Lives alone.", model)


def test_a_dosing_stays_beside_the_condition_of_the_same_letters() -> None:
    text = released(
        "Bipolar disorder (BD). Amoxicillin 500 mg BD for five days.",
        protecting("bipolar disorder", "disorder"),
    )
    assert "mg BD" in text
    assert "(BD)" not in text


@pytest.mark.parametrize(
    ("name", "general", "text", "expected"),
    [
        (
            "miscarriage",
            "condition",
            "She miscarried in the spring and went home.",
            "She [REMOVED] in the spring and went home.",
        ),
        ("pregnancy", "condition", "She is pregnant again.", "She is [REMOVED] again."),
        ("bipolar disorder", "disorder", "He is bipolar.", "He is [REMOVED]."),
        ("epilepsy", "disorder", "He is an epileptic.", "He is [REMOVED]."),
        ("epilepsy", "disorder", "His epilepsy is stable.", "His disorder is stable."),
    ],
)
def test_an_adjective_a_verb_and_who_has_it_are_removed(
    name: str, general: str, text: str, expected: str
) -> None:
    assert released(text, protecting(name, general)) == expected


def test_the_promise_names_the_list_and_travels() -> None:
    model = protecting("fibromyalgia", "disorder")
    assert model.promise.relative_to["conditions"] == conditions().fingerprint
    packed = pickle.dumps(model)
    assert len(packed) < 10_000
    assert pickle.loads(packed).promise == model.promise  # noqa: S301
