"""Bits of words, shorthand and units of measurement are no evidence, and leave no holes."""

from __future__ import annotations

import pytest
from tests.unit.models.cg_sanitization.test_drugs import protecting, released

from reticent.attackers.profiles import read_words
from reticent.text import Document
from reticent.text.terms import terms


@pytest.mark.parametrize(
    ("name", "text", "kept"),
    [
        (
            "breast cancer",
            "He can't walk far and won't use a frame.",
            "He can't walk far and won't use a frame.",
        ),
        ("breast cancer", "He can’t walk far.", "He can’t walk far."),
        ("diabetes", "Takes aspirin 75 mg. Gave 5 mg of codeine.", "5 mg of codeine"),
        ("HIV", "HIV clinic f/u in May.", "f/u in May"),
    ],
)
def test_what_tells_nothing_stays(name: str, text: str, kept: str) -> None:
    assert kept in released(text, protecting(name, "disease"))


def test_an_abbreviation_of_the_same_letters_is_still_one() -> None:
    assert "Ca" not in released("Ca breast, seen in May.", protecting("breast cancer", "disease"))


def test_a_letter_before_a_stroke_still_belongs_to_what_it_names() -> None:
    assert next(term.form for term in terms(Document("d", "He has hepatitis B/C."))) == "hepatitis b"


def test_readers_of_the_whole_text_take_no_such_bits_either() -> None:
    words = read_words(Document("d", "He can't come to the f/u, takes 75 mg of aspirin."))
    assert set(words) == {"come", "take", "aspirin"}
