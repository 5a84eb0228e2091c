"""A text that can be read in several ways is read in all of them."""

from __future__ import annotations

import pytest

from reticent.text.matching import matching_views


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("plain", ["plain"]),
        ("Smith-\nson", ["Smithson", "Smith-\nson"]),
        ("12\u200b34", ["1234", "12 34"]),
        (
            "12\u200b34 Smith-\nson",
            ["1234 Smithson", "12 34 Smithson", "1234 Smith-\nson", "12 34 Smith-\nson"],
        ),
    ],
)
def test_every_reading_that_counts_is_there(text: str, readings: list[str]) -> None:
    assert [view.text for view in matching_views(text)] == readings


@pytest.mark.parametrize(
    "text",
    [
        "*H*IV",
        "H**IV**",
        "***H***IV",
        "H~~IV~~",
        "H`IV`",
        "<b>H</b>IV",
        '<span class="a b">H</span>IV',
        "<b>*H*</b>IV",
        "H<!-- x -->IV",
        "HI&#86;",
        "&#x48;IV",
        "H<b>&#73;</b>V",
        "H&shy;IV",
        "H&#8203;IV",
    ],
)
def test_marks_inside_a_word_and_references_are_gone_in_one_reading(text: str) -> None:
    view = matching_views(text)[-1]
    assert view.unmarked
    start = view.text.index("HIV")
    place = view.span(start, start + 3)
    left = f"{text[: place.start]}{text[place.end :]}"
    assert not any(map(str.isupper, left))
    assert view.text != matching_views(text)[0].text


@pytest.mark.parametrize(
    "text",
    ["**HIV** test", "<b>HIV</b> test", "AT&T; R&D", "2*3", "a<br>b", "x < b and b > y", "Jane<jane@x.org>x"],
)
def test_a_text_without_marks_inside_a_word_has_no_more_readings(text: str) -> None:
    assert not any(view.unmarked for view in matching_views(text))


def test_a_blank_by_reference_parts_words() -> None:
    assert matching_views("JOHN&nbsp;SMITH")[-1].text == "JOHN SMITH"


def test_a_broken_word_with_marks_is_joined() -> None:
    text = "**J**ohn-\nson &amp; 12\u200b3"
    view = matching_views(text)[-1]
    assert view.text == "Johnson & 123"
    assert view.span(0, 7).of(text) == "**J**ohn-\nson"
    assert view.span(8, 9).of(text) == "&amp;"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a {H}IV b", "{H}IV"), ("a {H}{I}V b", "{H}{I}V"), ("a {H}{I}{V} b", "{H}{I}{V}"), ("a H{IV} b", "H{IV}"),
        ("a <b>H</b>IV b", "<b>H</b>IV"), ("a *H*IV b", "*H*IV"), ("a __H__IV b", "__H__IV"), ("a \\textbf{H}IV b", "\\textbf{H}IV"),
        ("{a {H}IV}", "{H}IV"), ("<i><b>H</b>IV</i>", "<b>H</b>IV"), ("**a *H*IV**", "*H*IV"), ("{{H}IV}", "{H}IV"),
    ],
)  # fmt: skip
def test_a_place_has_both_of_two_marks_that_belong_together(text: str, place: str) -> None:
    view = matching_views(text)[-1]
    at = view.text.index("HIV")
    assert view.span(at, at + 3).of(text) == place


@pytest.mark.parametrize("text", ["{HIV}", "<b>HIV</b>", '"HIV"', "(HIV)", "**HIV**"])
def test_marks_around_a_whole_word_are_no_part_of_it(text: str) -> None:
    at = text.index("HIV")
    assert matching_views(text)[0].span(at, at + 3).of(text) == "HIV"


@pytest.mark.parametrize("text", ["__init__", "foo__bar", "{first}{last}", "\\frac{a}{b}", "{{name}}"])
def test_names_that_programs_use_are_read_as_they_are(text: str) -> None:
    assert [view.text for view in matching_views(text)] == [text]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("[2][1][9][-][0][9][-][9][1][8][4]", "219-09-9184"),
        ("2_1_9_-_0_9_-_9_1_8_4", "219-09-9184"),
        ("2\n1\n9\n-\n0\n9\n-\n9\n1\n8\n4\n", "219-09-9184"),
        ("0 0 : 1 b : 4 4 : 1 1 : 3 a : b 7", "00:1b:44:11:3a:b7"),
        ("{219}-{09}-{9184}", "219-09-9184"),
        ("219%252D09%252D9184", "219-09-9184"),
        (r"www\.example\.org", "www.example.org"),
        (r"12\/03\/1985", "12/03/1985"),
        ("203 [dot] 0 [dot] 113 [dot] 45", "203.0.113.45"),
        ("[b]2001[/b]:[b]db8[/b]", "2001:db8"),
    ],
)
def test_a_number_in_boxes_lines_braces_or_codes_is_read_as_one(written: str, read: str) -> None:
    assert read in matching_views(f"x: {written}")[-1].text


def test_a_column_of_a_few_digits_is_no_number() -> None:
    assert len(matching_views("5\n3\n2\n8\n1\n0\n")) == 1
