"""Dates as people write them: what they say, and the same day written in their way."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.detection.patterns import patterns
from reticent.text import Document
from reticent.text.dates import find_day_first, read_date

DAY = datetime.date(2019, 3, 12)
LAYOUTS = [
    "12 March 2019",
    "12th of March, 2019",
    "12-Mar-2019",
    "12MAR2019",
    "12 Mar '19",
    "March 12, 2019",
    "Tuesday, 12 March 2019",
    "tue, march 12 2019",
    "2019-03-12",
    "2019/3/12",
    "2019-03-12T10:22:33Z",
    "03/12/2019",
    "3/12/19",
    "12.03.2019 14:05",
    "20190312",
    "twelfth of March 2019",
    "The twelfth of March, 2019",
    "March the twelfth, 2019",
    "MARCH TWELFTH 2019",
    "the 12th day of March, 2019",
]
days = st.dates(datetime.date(1970, 1, 1), datetime.date(2060, 12, 31))


@pytest.mark.parametrize("written", LAYOUTS)
def test_a_date_is_read_and_written_again_as_it_was(written: str) -> None:
    date = read_date(written)
    assert date is not None
    assert date.date == DAY
    assert date.write(DAY) == written


@given(st.sampled_from(LAYOUTS), days)
def test_another_day_in_the_same_layout_is_read_as_that_day(layout: str, day: datetime.date) -> None:
    model = read_date(layout)
    assert model is not None
    written = model.write(day)
    again = read_date(written, day_first=False)
    assert again is not None
    assert again.date == day


@pytest.mark.parametrize(
    ("written", "year", "month"),
    [
        ("12 March 2019", "2019", "March 2019"),
        ("12-03-85", "'85", "December '85"),
        ("2019-03-12", "2019", "2019-03"),
        ("12 and 13 March 2019", "2019", "March 2019"),
        ("March 2019", "2019", "March 2019"),
        ("2019", "2019", None),
        ("3 June", None, None),
        ("third of May, 1961", "1961", "May 1961"),
        ("twenty-first of June", None, None),
        ("the twelfth and thirteenth of June 2019", "2019", "June 2019"),
        ("second of february nineteen eighty eight", "1988", "February 1988"),
        ("february second two thousand and nine", "2009", "February 2009"),
        ("first of May twenty twenty-one", "2021", "May 2021"),
        ("March nineteen oh six", "1906", "March 1906"),
        ("May two thousand", "2000", "May 2000"),
    ],
)
def test_the_year_and_the_month_are_told_as_the_date_tells_them(
    written: str, year: str | None, month: str | None
) -> None:
    date = read_date(written)
    assert date is not None
    assert (date.write_year(), date.write_month()) == (year, month)


@pytest.mark.parametrize(
    "written", ["2019-02-30", "12 Marches", "Someday, 12 March 2019", "13/13/2019", "12", ""]
)
def test_what_is_no_date_is_not_read(written: str) -> None:
    assert read_date(written) is None


def test_what_the_numbers_leave_open_is_told_by_the_other_dates_of_a_text() -> None:
    assert find_day_first("on 03/04/2024") is None
    assert find_day_first("on 03/04/2024 and 23/04/2024") is True
    assert find_day_first("on 03/04/2024 and 04/23/2024") is False
    assert find_day_first("on 23/04/2024 and 04/23/2024") is None
    assert read_date("03/04/2024", day_first=True) != read_date("03/04/2024")


def test_two_writings_of_a_date_have_one_place_in_time_and_earlier_ones_come_before() -> None:
    orders = [read_date(each) for each in ("2018", "March 2019", "12 March 2019", "2019-03-12", "13.3.2019")]
    places = [date.order for date in orders if date]
    assert places[2] == places[3]
    assert sorted(places, key=lambda each: each or 0) == places


def test_every_full_date_among_the_examples_of_the_patterns_is_read() -> None:
    detector = patterns(["DATE"])
    removed = {"date in boxes", "date in East Asian characters"}  # what isn't read is never moved, but goes
    removed |= {"date in code", "date in a list after a cue", "date in named parts"}
    removed |= {"days of a range in numbers", "date with a month in Roman numbers"}
    removed |= {"date of birth in spaced numbers", "day with a month in Roman numbers"}
    examples = [each for pattern in detector.rules if pattern.name not in removed for each in pattern.matches]
    unread = []
    for example in examples:
        for mention in detector.mentions(Document("example", example)):
            written = mention.span.of(example)
            if read_date(written) is None:
                unread.append(written)
    without_year = {"3/7", "11/30", "3/7, 3/9 and 3/12", "4/2", "5/16", "3/7-3/9", "14/2", "15/3", "22/6"}
    assert set(unread) <= {"12-03-1985-14-03-1985", "85.07.30"} | without_year  # two dates, and no date
