"""What redaction makes of dates in each mode, and what its check thinks of it."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent import Document, Mention, Redaction, Span, patterns, sanitize
from reticent.engine import execute
from reticent.models.redaction import DateMode, DateRule
from reticent.models.redaction._dates import MOST_WEEKS
from reticent.plan import Decision, Edit, Plan, Release
from reticent.rendering.matching import align
from reticent.text.dates import read_date

NOTE = (
    "Seen 12 March 2024, again 2024-03-26, due in April 2024, born 07/30/1961, call on 3 June or Mar 12, 2024"
)
SECRET = b"of a test"
LAYOUTS = ["12 March 2019", "2019-03-12", "March 12, 2019", "12-Mar-2019", "12.03.2019", "03/28/1999"]


def redaction(mode: DateMode, **options: bool) -> Redaction:
    return Redaction((patterns(["DATE"]),), dates=DateRule(mode, SECRET, **options))


def write(layout: str, day: datetime.date) -> str:
    model = read_date(layout)
    assert model is not None
    return model.write(day)


@pytest.mark.parametrize(
    ("mode", "released"),
    [
        ("remove", "Seen [DATE], again [DATE], due in [DATE], born [DATE], call on [DATE] or [DATE]"),
        ("year", "Seen 2024, again 2024, due in 2024, born 1961, call on [DATE] or 2024"),
        (
            "month",
            "Seen March 2024, again 2024-03, due in April 2024, born July 1961, call on [DATE] or March 2024",
        ),
        (
            "number",
            "Seen [DATE 2], again [DATE 3], due in [DATE 4], born [DATE 1], call on [DATE] or [DATE 2]",
        ),
    ],
)
def test_dates_become_what_the_mode_says(mode: DateMode, released: str) -> None:
    assert sanitize(NOTE, redaction(mode)).text == released


@pytest.mark.parametrize(
    ("text", "year", "month"),
    [
        (
            "Seen on 3 May 2019 and on 4 June 2020.",
            "Seen in 2019 and in 2020.",
            "Seen in May 2019 and in June 2020.",
        ),
        ("On the 5th of May 2021 he fell.", "In 2021 he fell.", "In May 2021 he fell."),
        ("ON 3/4/2019 SHE DIED.", "IN 2019 SHE DIED.", "IN March 2019 SHE DIED."),
        ("The twelfth of June 2019.", "2019.", "June 2019."),
        ("Born third of May, 1961.", "Born 1961.", "Born May 1961."),
        ("On\n12 March 2019 it", "In\n2019 it", "In\nMarch 2019 it"),
        ("On the 12 March 2019 flight.", "On the 2019 flight.", "On the March 2019 flight."),
        ("the 12 March 2019 report", "the 2019 report", "the March 2019 report"),
        ("Call on 3 June.", "Call on [DATE].", "Call on [DATE]."),
    ],
)
def test_a_month_or_a_year_has_its_own_preposition_and_no_article(text: str, year: str, month: str) -> None:
    assert sanitize(text, redaction("year")).text == year
    assert sanitize(text, redaction("month")).text == month


def test_a_moved_date_keeps_its_preposition() -> None:
    assert sanitize("On the 5th of May 2021.", redaction("shift")).text.startswith("On the ")


@pytest.mark.parametrize("mode", ["remove", "year", "month", "number"])
def test_a_day_in_words_goes_whole(mode: DateMode) -> None:
    text = "Twelfth of June 2019. June the third. The 4th day of May, 1961. Second of july nineteen eighty eight."
    left = sanitize(text, redaction(mode)).text.lower()
    assert not {"twelfth", "third", "4th", "day", "of", "second", "eight."} & set(left.split())


def test_moved_dates_keep_their_layout_their_weekdays_and_the_days_between_them() -> None:
    text = "Mon, 11 March 2024; 2024-03-26 10:30; 03/28/2024; March 2024"
    rule = DateRule("shift", SECRET)
    weeks = rule.count_weeks("jane")
    moved = [
        write(each, day + datetime.timedelta(weeks=weeks))
        for each, day in [
            ("Mon, 11 March 2024", datetime.date(2024, 3, 11)),
            ("2024-03-26 10:30", datetime.date(2024, 3, 26)),
            ("03/28/2024", datetime.date(2024, 3, 28)),
        ]
    ]
    outcome = sanitize(Document("note", text, subject="jane"), redaction("shift"))
    assert outcome.text == "; ".join([*moved, "[DATE]"])
    assert outcome.text.startswith("Mon, ")


@given(st.text(max_size=20), st.text(max_size=20))
def test_the_distance_depends_on_the_subject_and_the_secret_alone_and_is_never_nothing(
    subject: str, other: str
) -> None:
    rule = DateRule("shift", SECRET)
    assert 1 <= abs(rule.count_weeks(subject)) <= MOST_WEEKS
    assert rule.count_weeks(subject) == DateRule("shift", SECRET).count_weeks(subject)
    assert 1 <= abs(rule.count_weeks(other)) <= MOST_WEEKS


def test_subjects_and_secrets_are_moved_differently() -> None:
    of_subjects = {DateRule("shift", SECRET).count_weeks(f"subject {number}") for number in range(500)}
    of_secrets = {DateRule("shift", bytes([number])).count_weeks("subject") for number in range(250)}
    assert len(of_subjects) > 95  # of 104
    assert len(of_secrets) > 80


@given(
    st.lists(
        st.tuples(st.sampled_from(LAYOUTS), st.dates(datetime.date(1950, 1, 1), datetime.date(2060, 1, 1))),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from(["year", "month", "shift", "number"]),
)
def test_no_full_date_of_a_text_is_left_in_any_mode_and_the_check_agrees(
    dates: list[tuple[str, datetime.date]], mode: DateMode
) -> None:
    written = [write(layout, day) for layout, day in dates]
    outcome = sanitize(Document("note", "; ".join(written), subject="x"), redaction(mode))
    pieces = outcome.text.split("; ")
    assert len(pieces) == len(written)
    assert not any(before == after for before, after in zip(written, pieces, strict=True))


@given(
    st.lists(st.dates(datetime.date(1950, 1, 1), datetime.date(2060, 1, 1)), min_size=2, max_size=6),
    st.text(min_size=1, max_size=8),
)
def test_the_days_between_moved_dates_stay(dates: list[datetime.date], subject: str) -> None:
    text = "; ".join(day.isoformat() for day in dates)
    outcome = sanitize(Document("note", text, subject=subject), redaction("shift"))
    moved = [datetime.date.fromisoformat(each) for each in outcome.text.split("; ")]
    assert {(after - before).days for before, after in zip(dates, moved, strict=True)} == {
        7 * DateRule("shift", SECRET).count_weeks(subject)
    }


@pytest.mark.parametrize(
    ("released", "left"),
    [
        ("Seen 12 March 2024, then 2024-03-26.", 2),
        ("Seen 19 March 2024, then 2024-04-02.", 0),
        ("Seen 19 March 2024, then 2024-04-03.", 1),
        ("Seen 19 March 2024, then 2024-03-26.", 1),
        ("Seen 19 March 2024, then 04/02/2024.", 1),
        ("Seen March 2024, then [DATE].", 1),
        ("Seen [DATE], then [DATE].", 0),
    ],
)
def test_the_check_of_moved_dates_wants_all_of_them_moved_alike(released: str, left: int) -> None:
    original = Document("note", "Seen 12 March 2024, then 2024-03-26.")
    pieces = released.removesuffix(".").removeprefix("Seen ").split(", then ")
    edits = (Edit(Span(5, 18), pieces[0], 0), Edit(Span(25, 35), pieces[1], 1))
    release = Release(original, Document("note", released), edits)
    assert len(redaction("shift").violations(release)) == left


@pytest.mark.parametrize(
    ("mode", "released", "left"),
    [
        ("year", "in 2024", 0),
        ("year", "in March 2024", 1),
        ("month", "in March 2024", 0),
        ("month", "on 12 March 2024", 1),
        ("month", "on 12 March", 1),
        ("number", "in March 2024", 1),
    ],
)
def test_the_check_wants_no_date_that_is_more_exact_than_the_mode(
    mode: DateMode, released: str, left: int
) -> None:
    document = Document("note", released)
    assert len(redaction(mode).violations(Release(document, document))) == left


def test_moved_dates_are_judged_on_both_texts_and_all_others_on_the_released_one() -> None:
    assert redaction("shift").needs == "both"
    assert {redaction(mode).needs for mode in ("remove", "year", "month", "number")} == {"released"}


def test_a_plan_that_moves_one_date_less_is_refused_by_the_audit() -> None:
    document = Document("note", "12 March 2024 and 26 March 2024", subject="x")
    model = redaction("shift")
    plan = sanitize(document, model).plan
    less = Plan.for_document(
        document, (Decision(plan.decisions[0].spans, "DATE", becomes="13 March 2024"), plan.decisions[1])
    )
    assert execute(document, less, model).violations
    assert not execute(document, plan, model).violations


def test_a_date_that_somebody_points_at_is_told_like_those_of_detectors() -> None:
    pointed = Mention(Span(3, 10), "DATE")
    outcome = sanitize("In 03/2024 she left.", redaction("year"), mentions=[pointed])
    assert outcome.text == "In 2024 she left."


def test_words_that_become_a_month_by_an_edit_are_found_in_the_next_round() -> None:
    outcome = sanitize("In March 12/03/2024 it was.", redaction("year"))
    assert "March" not in outcome.text
    assert not outcome.violations


def test_a_promise_says_what_stays_of_dates_and_names_the_key_without_telling_it() -> None:
    promise = redaction("shift").promise
    assert "weeks" in promise.statement
    assert SECRET.decode() not in repr(promise)
    assert (
        promise.relative_to["date shift"]
        != Redaction((), dates=DateRule("shift", b"other")).promise.relative_to["date shift"]
    )
    assert SECRET.decode() not in repr(redaction("shift"))


@pytest.mark.parametrize("weeks", [-47, -23, 25, 38])
@pytest.mark.parametrize("text", ["Seen 2024-03-12.", "12 March 2024 and 3/4/2024", "on 12.03.2024"])
def test_moved_dates_are_known_to_somebody_who_compares_the_texts(weeks: int, text: str) -> None:
    secret = next(
        bytes([number])
        for number in range(256)
        if DateRule("shift", bytes([number])).count_weeks("x") in (weeks, weeks + 1)
    )
    model = Redaction((patterns(["DATE"]),), dates=DateRule("shift", secret))
    original = Document("note", text, subject="x")
    released = Document("note", sanitize(original, model).text)
    assert not model.violations(Release(original, released, align(original, released)))
