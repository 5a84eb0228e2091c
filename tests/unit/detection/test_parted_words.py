"""A word is found where a hyphen or a blank parts it, and two words that only look like it are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.detection.word_list import WordList
from reticent.text import Document


def found(text: str, *words: str, parted: bool = True) -> list[str]:
    mentions = WordList(words, parted=parted).mentions(Document("note", text))
    return [mention.span.of(text) for mention in mentions]


@pytest.mark.parametrize(
    "text",
    [
        "tuber-culosis",
        "tuber culosis",
        "tuber - culosis",
        "TUBER-CULOSIS",
        "tu-ber-cu-losis",
        "tuber-\nculosis",
    ],
)
def test_a_parted_word_is_found_whole(text: str) -> None:
    assert found(f"Seen for {text} today.", "tuberculosis") == [text]


def test_a_phrase_is_found_with_a_parted_word_inside() -> None:
    text = "a human immuno-deficiency virus-positive person"
    assert found(text, "human immunodeficiency virus") == ["human immuno-deficiency virus"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("the rapist", "therapist"),
        ("a theism", "atheism"),
        ("T-B cells", "TB"),
        ("anti-tuberculous", "tuberculosis"),
    ],
)
def test_other_words_are_left_alone(text: str, word: str) -> None:
    assert found(text, word) == []


def test_two_words_that_mean_something_are_one_where_the_name_is_long() -> None:
    assert found("sold by micro soft in May", "Microsoft") == ["micro soft"]


def test_without_the_setting_nothing_is_joined() -> None:
    assert found("tuber-culosis and tuber culosis", "tuberculosis", parted=False) == []


@given(st.integers(1, 11), st.text("xyz -.", max_size=12), st.text(" .-xyz", max_size=12))
def test_a_hyphen_anywhere_inside_hides_nothing(at: int, before: str, after: str) -> None:
    word = f"{'tuberculosis'[:at]}-{'tuberculosis'[at:]}"
    assert word in "".join(found(f"{before} {word} {after}", "tuberculosis"))


@pytest.mark.parametrize(
    "text",
    [
        "H IV",
        "HI V",
        "H-IV",
        "HI-V",
        "H.IV",
        "H/I/V",
        "h.i-v",
        "h-iv",
        "H I V",
        "H\nIV",
        "H\u2011IV",
        "HI\u2010V",
        "H•IV",
    ],
)
def test_an_acronym_whose_letters_stand_apart_is_found(text: str) -> None:
    assert found(f"Seen for {text} today.", "HIV") == [text]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("h iv drip", "HIV"),
        ("I T staff", "MIT"),
        ("A-S level", "AS"),
        ("WE ARE US AND IT", "USA"),
        ("AS IT IS", "ASIT"),
        ("to-it", "TOIT"),
    ],
)
def test_words_of_their_own_make_no_acronym(text: str, word: str) -> None:
    assert found(text, word) == []


def test_two_letters_apart_are_an_acronym_with_a_blank_or_a_point_in_capitals() -> None:
    assert found("M S, M.S and m.s", "MS") == ["M S", "M.S"]


@pytest.mark.parametrize(
    ("text", "word", "place"),
    [
        ("the letterheroin", "heroin", "heroin"),
        ("heroin2024", "heroin", "heroin"),
        ("antiheroin", "heroin", "heroin"),
        ("heroinheroin", "heroin", "heroin"),
    ],
)
def test_a_name_glued_to_other_words_is_found(text: str, word: str, place: str) -> None:
    assert place in found(text, word)


@pytest.mark.parametrize(
    ("text", "word"), [("heroine", "heroin"), ("xqheroin", "heroin"), ("comparison", "Paris")]
)
def test_a_longer_word_that_only_holds_the_letters_is_another_word(text: str, word: str) -> None:
    assert found(text, word) == []


def test_a_single_letter_beside_a_word_stays_one() -> None:
    assert found("a theist", "atheist") == []
