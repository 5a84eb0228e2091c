"""Days, years and ages that are written in words, and the forms in which notes tell an age over 89."""

from __future__ import annotations

import pytest

from reticent.detection import patterns
from reticent.settings.sources import Ages
from reticent.text import Document


def found(text: str, kind: str, ages: Ages = "over 89") -> list[str]:
    return [mention.span.of(text) for mention in patterns([kind], ages=ages).mentions(Document("d", text))]


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("The twelfth of June 2019.", ["twelfth of June 2019"]),
        ("Seen twelfth of June, 2019.", ["twelfth of June, 2019"]),
        ("Born third of May, 1961.", ["third of May, 1961"]),
        ("on June the twelfth, 2019, she", ["June the twelfth, 2019"]),
        ("on June twelfth.", ["June twelfth"]),
        ("the 3rd day of May, 1961", ["3rd day of May, 1961"]),
        ("on the twenty-first of June he", ["twenty-first of June"]),
        ("the thirty first day of\nmay", ["thirty first day of\nmay"]),
        ("second of february nineteen eighty eight", ["second of february nineteen eighty eight"]),
        ("february second nineteen eighty-eight", ["february second nineteen eighty-eight"]),
        ("the first of May two thousand and nine", ["first of May two thousand and nine"]),
        ("on the twelfth and thirteenth of June 2019", ["twelfth and thirteenth of June 2019"]),
        ("in February nineteen oh six", ["February nineteen oh six"]),
        ("since march twenty twenty-one", ["march twenty twenty-one"]),
    ],
)
def test_a_day_in_words_is_found_with_its_month_and_year(text: str, dates: list[str]) -> None:
    assert found(text, "DATE") == dates


@pytest.mark.parametrize(
    "text",
    [
        "In June the first patient was seen, in May the second one.",
        "You may first want to look.",
        "the first of many, the second of three",
        "They march second to none.",
        "It may two thousand times fail.",
        "the third of Maya's notes",
    ],
)
def test_an_ordinal_near_a_month_is_no_date(text: str) -> None:
    assert found(text, "DATE") == []


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("due 14/2, moved to 15/3", ["14/2", "15/3"]),
        ("On 3/4 it broke", ["3/4"]),
        ("Delivered 22/6.", ["22/6"]),
        ("RV 26/5, open 24/7, a 16/9 screen, 15/10 mg, version 14.2. and 14.3.", []),
    ],
)
def test_a_day_and_month_in_numbers_is_a_date_behind_a_word_that_says_so(text: str, dates: list[str]) -> None:
    assert found(text, "DATE") == dates


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("The child was six years old.", ["six years old"]),
        ("A six-year-old boy.", ["six-year-old"]),
        ("six to eight years of age", ["six to eight years of age"]),
        ("Then aged six.", ["six"]),
        ("at the age of twenty-one", ["twenty-one"]),
        ("She is forty.", ["forty"]),
        ("I'm forty-two and", ["forty-two"]),
        ("He was six when it began", ["six"]),
        ("She is 40.", ["40"]),
        ("In his forties.", ["forties"]),
        ("in her late 30s", ["30s"]),
        ("an octogenarian", ["octogenarian"]),
        ("her fortieth birthday, his 6th birthday", ["fortieth", "6th"]),
    ],
)
def test_every_age_is_found_in_words_too_where_all_are_looked_for(text: str, ages: list[str]) -> None:
    assert found(text, "AGE", "all") == ages
    assert found(text, "AGE") == []


@pytest.mark.parametrize(
    "text",
    [
        "She was one of six. He is ten minutes late.",
        "He turned two pages. It was six.",
        "In the forties and fifties. Six years ago.",
        "The house is forty. Page six.",
    ],
)
def test_a_number_in_words_is_no_age(text: str) -> None:
    assert found(text, "AGE", "all") == []


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("Pt 92, frail.", ["92"]),
        ("Grandma is 96 now.", ["96"]),
        ("His sister (95) lives alone.", ["95"]),
        ("his wife, 91, is well", ["91"]),
        ("Mrs. Hale (95) called.", ["95"]),
        ("95M 96F", ["95", "96"]),
        ("Fell. 95M on aspirin", ["95"]),
        ("94/F with cough, M/96", ["94", "96"]),
        ("90+ years old", ["90"]),
        ("a 90-something neighbour", ["90-something"]),
        ("a ninety-something neighbour", ["ninety-something"]),
        ("age >90", ["90"]),
        ("aged over 90", ["90"]),
        ("his 90th bday", ["90th"]),
        ("Her one-hundredth birthday", ["one-hundredth"]),
        ("her hundred and first birthday", ["hundred and first"]),
        ("She is a hundred and two.", ["a hundred and two"]),
        ("aged one hundred", ["one hundred"]),
    ],
)
def test_an_age_over_89_is_found_in_the_forms_of_notes(text: str, ages: list[str]) -> None:
    assert found(text, "AGE") == ages


@pytest.mark.parametrize(
    "text",
    [
        "eGFR >90. SpO2 > 90%. PT 92, INR 1. T 98F. P 92.",
        "patient 92 kg, his sister (35), the sisters (95 of them)",
        "90-something percent, 90+ years of experience",
        "$95M 2019, 95M rows. He is a hundred percent sure, a hundred yards off.",
        "She was 92% sure, mother 98.6",
    ],
)
def test_a_measure_is_no_age_over_89(text: str) -> None:
    assert found(text, "AGE") == []
