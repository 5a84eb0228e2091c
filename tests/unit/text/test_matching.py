"""The matching view reads evasive text plainly and always finds the way back."""

from __future__ import annotations

import time
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.text import Span
from reticent.text.matching import matching_view, matching_views

ODD = "\u200b\u200d\u00ad\ufeff\u2060\u202e\ufe0f\U000e0041\u0301\u0336ﬃ①²½™ａ。․—’“\u00a0\u2003аорΑ٣\ufffc\x00😀\r\n -"
SPECIAL = {*map(chr, range(9)), *map(chr, range(14, 28)), *"->|*#"}
TEXTS = st.text(st.one_of(st.sampled_from(ODD), st.characters()), max_size=60)


@pytest.mark.parametrize(
    ("original", "plain"),
    [
        ("ｊａｎｅ＠ｘ．ｏｒｇ", "jane@x.org"),
        ("oﬃce", "office"),
        ("ja\u200bne\u00ad\ufeff\u2060", "jane"),
        ("\u202ejane\u202c", "jane"),
        ("1\ufe0f\u20e3", "1"),
        ("a\U000e0041b", "ab"),
        ("12\u00a0March\u20072019", "12 March 2019"),
        ("1\u20132\u20143\u22124\u20115", "1-2-3-4-5"),
        ("x。y․z｡", "x.y.z."),
        ("‘a’ “b”", "'a' \"b\""),
        ("٠١٢३४᠕", "012345"),
        ("⁴¹¹¹", "4111"),
        ("jаne", "jane"),
        ("12 Мау 2019", "12 May 2019"),
        ("cafe\u0301", "café"),
        ("j\u0336a\u0336", "ja"),
        ("ﾀﾞ", "ダ"),
        ("123-45-\x016789", "123-45-6789"),
        ("a\x00b\x7fc\x9fd", "abcd"),
        ("a\tb\x0bc\x1fd", "a\tb\x0bc\x1fd"),
    ],
)
def test_odd_characters_read_as_plain_ones(original: str, plain: str) -> None:
    assert matching_view(original).text == plain


def test_words_of_another_script_stay_as_they_are() -> None:
    text = "сор и вор, κόσμος"
    assert matching_view(text).text == unicodedata.normalize("NFC", text)


def test_a_footnote_mark_does_not_grow_into_its_number() -> None:
    assert matching_view("in 2019³ and Acme™").text == "in 2019^ and Acme™"


@pytest.mark.parametrize(
    ("wrapped", "joined"),
    [
        ("exam-\nple@x.org", "example@x.org"),
        ("exam-\r\n   ple", "example"),
        ("exam\u00ad\nple", "example"),
        ("exam\u2010\nple", "example"),
        ("Smith-\nJones", "Smith-Jones"),
        ("4111-\n1111", "4111-1111"),
        ("a dash —\nthen", "a dash -\nthen"),
        ("the end—\nthen", "the end-\nthen"),
        ("a list\n- item", "a list\n- item"),
        ("exam-\n> ple", "example"),
        ("exam\u00ad-\nple", "example"),
        ("exam-\fple", "example"),
        ("123-45-\n> > 6789", "123-45-6789"),
        ("212 555\n> 0123", "212 555\n0123"),
        ("the end--\nthen", "the end--\nthen"),
    ],
)
def test_words_broken_at_a_line_end_are_joined(wrapped: str, joined: str) -> None:
    assert matching_view(wrapped).text == joined


def test_unwrapping_can_be_left_out() -> None:
    view = matching_view("exam-\nple", unwrap=False)
    assert view.text == "exam-\nple"
    assert not view.unwrapped


@pytest.mark.parametrize(
    ("original", "plain", "found"),
    [
        ("😀😀 ja\u200bne!", "jane", "ja\u200bne"),
        ("e\u0301e\u0301 jane\u200b", "jane", "jane"),
        ("the oﬃcer", "office", "oﬃce"),
        ("see exam-\n  ple.", "example", "exam-\n  ple"),
        ("see e\u200bxam\u00ad\n ple\u0301.", "examplé", "e\u200bxam\u00ad\n ple\u0301"),
        ("a j\u0336a\u0336 b", "ja", "j\u0336a\u0336"),
    ],
)
def test_a_match_maps_back_to_the_exact_original(original: str, plain: str, found: str) -> None:
    view = matching_view(original)
    start = view.text.index(plain)
    assert view.span(start, start + len(plain)).of(original) == found


@given(st.text(st.characters(max_codepoint=126).filter(lambda char: char not in SPECIAL), max_size=200))
def test_plain_ascii_is_its_own_view(text: str) -> None:
    view = matching_view(text)
    assert view.text == text
    assert view.span(0, len(text)) == Span(0, len(text))


@given(TEXTS)
def test_spans_stay_in_range_and_in_order(text: str) -> None:
    view = matching_view(text)
    spans = [view.span(at, at + 1) for at in range(len(view.text))]
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(a.start <= b.start and a.end <= b.end for a, b in pairwise(spans))
    assert all(a == b or a.end <= b.start for a, b in pairwise(spans))
    assert view.span(len(view.text), len(view.text)).end <= len(text)


@given(TEXTS)
def test_a_view_of_a_view_folds_no_single_character_further(text: str) -> None:
    view = matching_view(text, unwrap=False)
    assert all(matching_view(char).text in (char, "") for char in view.text if not char.isalnum())


@given(TEXTS, TEXTS)
def test_a_word_between_odd_characters_keeps_its_offsets(before: str, after: str) -> None:
    text = f"{before} ~ zebra ~ {after}"
    view = matching_view(text)
    start = view.text.index("~ zebra ~") + 2
    assert view.span(start, start + 5).of(text) == "zebra"


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("plain\ntext", ["plain\ntext"]),
        ("Smith-\nson", ["Smithson", "Smith-\nson"]),
        ("a\x07b", ["ab", "a b"]),
        ("a\u200bb-\nc", ["abc", "a bc", "ab-\nc", "a b-\nc"]),
        ("x\n> y", ["x\ny", "x\n> y"]),
    ],
)
def test_all_readings_count(text: str, readings: list[str]) -> None:
    assert [view.text for view in matching_views(text)] == readings


@given(TEXTS)
def test_readings_agree_but_near_their_differences(text: str) -> None:
    first, *others = matching_views(text)
    for other in others:
        near = {at for begin, stop in other.near_differences(8) for at in range(begin, stop)}
        places = {(first.span(at, at + 1), first.text[at]) for at in range(len(first.text))}
        apart = [
            at for at in range(len(other.text)) if (other.span(at, at + 1), other.text[at]) not in places
        ]
        assert set(apart) <= near


def test_the_view_of_a_view_shows_no_text() -> None:
    assert "canary" not in repr(matching_view("canary\u200b"))


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "a\u200b",
        "ａ",
        "а",
        "aа ",
        "e\u0301",
        "\u0301",
        "ﬃ",
        "a-\n",
        "-",
        "²",
        "\u00ad",
        "a\u00ad",
        "\x01",
        "a\x01-",
        "\n> ",
        "\n>",
        ">",
        "| ",
        "\n| * ",
        "a-\f",
        "\f",
    ],
)
def test_a_long_line_is_read_in_linear_time(piece: str) -> None:
    text = piece * (400_000 // len(piece))
    began = time.process_time()
    matching_views(text)
    assert time.process_time() - began < 8  # one second alone; what is quadratic takes minutes
