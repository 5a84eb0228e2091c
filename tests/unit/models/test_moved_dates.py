"""Nothing that a calendar tells is left beside moved dates, and day and month are read as the document has them."""

from __future__ import annotations

import datetime

import pytest

from reticent import Document, Redaction, names, patterns, sanitize
from reticent.models.redaction import DateRule
from reticent.text.dates import find_day_first, leaves_order_open, read_date

SECRET = b"of a test"
MOVING = Redaction((patterns(),), dates=DateRule("shift", SECRET))
FIXED = """Halloween; Hallowe'en; Christmas; Christmas Eve; Xmas; Easter Sunday; Good Friday; Thanksgiving; Eid; Eid al-Adha; Diwali
New Year's Eve; New Year's Day 2023; Black Friday; Cyber Monday; the August bank holiday; Mother's Day; Hanukkah; Passover; Ramadan
Memorial Day; Labor Day; Labour Day; Independence Day; Boxing Day; Bonfire Night; Remembrance Sunday; Valentine's Day; Juneteenth
St Patrick's Day; Chinese New Year; Super Bowl Sunday; the summer solstice; Friday the 13th; Shrove Tuesday; Pentecost; Yom Kippur
week 27; calendar week 27; KW 27; 2023-W27; 2023-W27-3; Q3 2023; 2023 Q3; FY2023; fiscal year 2023; tax year 2022/23; H2 2023
the third quarter of 2023; day 192 of 2023; 2023-192; Julian date 2460137; timestamp 1689033600; exp=1689033600; in March
15/iii/21; 15-IV-2021; 2021-04-13..15; 2021-04-13/04-15; 13.-15.4.2021; 13.04.–15.04.2021; 4/13-15/2021; April 13-15, 2021
April 13 through 15, 2021; 13.-15. April 2021; the Q2; second quarter 2021; 2nd qtr 2021; in the second quarter; 2Q21; Q2FY21; 1H21
04/2021; 2021-04; Apr-21; week of 4/12; 1442 AH; 5 Nisan 5781; Heisei 30; MMXXI; the moon landing; the Ides of March
the fall of the Berlin Wall; Hurricane Katrina; the first lockdown; the Queen's funeral; Brexit referendum; Monday 12th
since last May; in the winter; summer 2023; in 2023; since 2019; on the 13th; the 13th of this month; mid-October 2023"""


@pytest.mark.parametrize("reference", [each.strip() for each in FIXED.replace("\n", ";").split(";")])
def test_what_a_calendar_tells_goes_where_dates_are_moved(reference: str) -> None:
    text = f"He came {reference}, again on 11 July 2023."
    released = sanitize(Document("note", text, subject="x"), MOVING).text
    telling = [
        word
        for word in reference.split()
        if word.lower() not in {"the", "in", "on", "since", "of", "this", "last", "timestamp"}
    ]
    assert not [word for word in telling if word in released.split(", again")[0].split()]
    assert "[DATE]" in released


@pytest.mark.parametrize("mode", ["remove", "year", "month", "number"])
def test_a_holiday_stays_where_dates_are_not_moved(mode: str) -> None:
    model = Redaction((patterns(),), dates=DateRule(mode, SECRET))  # type: ignore[arg-type]
    assert "Halloween" in sanitize("Halloween party on 11 July 2023.", model).text


@pytest.mark.parametrize(
    "text",
    [
        "He may come and march on.",
        "27 weeks pregnant, week 27 of pregnancy.",
        "a good day, a newly built car",
        "on the 4th floor",
        "Q2 hours, Q4 hrs prn, Q1: How are you?",
        "a lockdown drill in Hiroshima, a heart attack",
        "15 mg IV 20, MMC and MMI reached",
    ],
)
def test_words_that_only_look_like_a_calendar_stay(text: str) -> None:
    assert sanitize(Document("note", text, subject="x"), MOVING).text == text


@pytest.mark.parametrize(
    "text",
    [
        "DOB 20 November 1984 (38)",
        "born 1984-11-20, aged 38.",
        "Age: 38, DOB 20 November 1984",
        "38 yo, born 20 November 1984",
    ],
)
def test_an_age_beside_a_moved_birth_date_goes(text: str) -> None:
    assert "38" not in sanitize(Document("note", text, subject="x"), MOVING).text


def test_a_check_sees_a_holiday_that_stayed() -> None:
    from reticent.plan import Release

    text = "Halloween party."
    document = Document("note", text, subject="x")
    assert [each.kind for each in MOVING.violations(Release(document, document))] == ["DATE"]


def test_detectors_without_dates_find_no_holidays() -> None:
    model = Redaction((names(kinds=["PERSON"]),), dates=DateRule("shift", SECRET))
    assert model.kinds == {"PERSON"}


@pytest.mark.parametrize(
    ("text", "day_first"),
    [
        ("Seen 09/01/2025, again 2025-01-12.", True),
        ("Seen 09/01/2025, again 2025-09-12.", False),
        ("Seen 09/01/2025 and 23/01/2025.", True),
        ("Seen 09/01/2025 and 01/23/2025.", False),
        ("Seen Thursday 09/01/2025.", True),
        ("Seen 09/01/2025 (Mon).", False),
        ("Letter of 12 March 2019, seen 09/01/2025.", True),
        ("Letter of March 12, 2019, seen 09/01/2025.", False),
        ("Born 1950-01-10, seen 09/01/2025.", None),
        ("Seen 09/01/2025.", None),
        ("Seen 23/01/2025 and 01/23/2025.", None),
    ],
)
def test_a_document_settles_whether_its_dates_begin_with_the_day(text: str, day_first: bool | None) -> None:
    assert find_day_first(text) is day_first
    assert leaves_order_open(text) is (day_first is None and "09/01" in text)


def test_a_date_beside_an_iso_date_is_moved_as_the_day_that_is_meant() -> None:
    text = "Seen 2025-01-12, letter 09/01/2025."
    released = sanitize(Document("note", text, subject="x"), MOVING).text
    first, second = (read_date(each, day_first=True) for each in (released[5:15], released[24:34]))
    days = [each.date for each in (first, second) if each and each.date]
    assert days[0] - days[1] == datetime.timedelta(days=3)


@pytest.mark.parametrize(
    ("text", "told"), [("Seen 09/01/2025.", True), ("Seen 23/01/2025.", False), ("Seen.", False)]
)
def test_an_outcome_says_that_nothing_told_the_day_from_the_month(text: str, told: bool) -> None:
    assert sanitize(Document("note", text, subject="x"), MOVING).unsettled is told
    said = Redaction((patterns(),), dates=DateRule("shift", SECRET, day_first=True))
    assert not sanitize(Document("note", text, subject="x"), said).unsettled


@pytest.mark.parametrize(
    "text",
    ["Seen 13/4/2021. DOB 00/05/1980.", "Seen on 13 April 2021. Ratio 0/5/10.", "Seen 13/4/2021; 0/5/2021."],
)
def test_a_day_that_does_not_exist_is_no_date_to_move(text: str) -> None:
    assert "13" not in sanitize(Document("d", text, subject="x"), MOVING).text


@pytest.mark.parametrize("text", ["00/05/1980", "0/5/2021", "5/0/2021", "2021-05-00", "31/4/2021"])
def test_a_date_that_does_not_exist_is_not_read(text: str) -> None:
    assert read_date(text, day_first=True) is None
