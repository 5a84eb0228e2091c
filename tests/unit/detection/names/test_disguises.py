"""Names are found in disguise, and lone surnames wherever people leave them."""

from __future__ import annotations

import pytest
from tests.unit.detection.names.disguises import CONTEXTS, DETECTOR, DISGUISES, disguised, is_left, lone

from reticent.text import Document

NOT_CHOSEN_BY = slice(1, None, 2)
"""The names by which nothing was chosen."""


def people_in(text: str) -> list[str]:
    """What is found as a person in a text."""
    mentions = DETECTOR.mentions(Document("text", text))
    return [mention.span.of(text) for mention in mentions if mention.kind == "PERSON"]


def test_the_matrices_are_large() -> None:
    assert len(DISGUISES) >= 75
    assert len(CONTEXTS) >= 90


def test_of_names_in_disguise_at_most_one_in_thirty_is_left() -> None:
    cases = list(disguised(NOT_CHOSEN_BY, each=4))
    assert 30 * sum(map(is_left, cases)) <= len(cases)


def test_of_lone_surnames_at_most_one_in_twenty_is_left() -> None:
    cases = list(lone(NOT_CHOSEN_BY, each=4))
    assert 20 * sum(map(is_left, cases)) <= len(cases)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("VALUES (17, 'Adaeze Okonkwo', 'F')", "Adaeze Okonkwo"),
        ("KeyError: 'Subramaniam'", "Subramaniam"),
        ("the row for `Yamamoto` is wrong", "Yamamoto"),
        ("rows[b'Okonkwo']", "Okonkwo"),
        ("INSERT INTO t VALUES (N'Okonkwo', 4)", "Okonkwo"),
        ("WHERE name LIKE '%Okonkwo%'", "Okonkwo"),
        ("filed under ‘Fitzgerald’ by mistake", "Fitzgerald"),
        ("<author>Green</author>", "Green"),
        ("Last name ......... Green", "Green"),
        ("The letter is referral-okonkwo.pdf", "okonkwo"),
        ("Merge branch 'okonkwo-fix'", "okonkwo"),
        ("Log in with ssh hale@host4", "hale"),
        ("I saw aDAEZE oKONKWO there", "aDAEZE oKONKWO"),
        ("See adaezeOkonkwo on the wiki", "adaezeOkonkwo"),
        ("The patient is <i>Hannah</i> <i>Green</i>, who is well.", "Hannah</i> <i>Green"),
        ("Tell kenji yamamoto that The ward is full.", "kenji yamamoto"),
        ("Mail it to paulhastings today", "paulhastings"),
    ],
)
def test_a_name_in_quotes_code_or_small_letters_is_a_person(text: str, name: str) -> None:
    assert people_in(text) == [name]


def test_a_blank_in_a_rare_surname_leaves_no_part_of_it() -> None:
    assert " ".join(people_in("We asked Okon kwo to come back on Friday.")) == "Okon kwo"


@pytest.mark.parametrize(
    "text",
    [
        "viral load 88,000 copies/ml",
        "YOB 1929",
        "dob=datetime.date(1950, 1, 10)",
        "The boys' room and the girls' room",
        "She has a 'dull' ache and a `sharp` one",
        "mRNA and eGFR by the JavaScript page",
        "first name: unknown",
        "my teacup chihuahua in a koa box",
        "see discharge-letter.pdf and final_report_v2.docx",
    ],
)
def test_what_only_looks_like_a_name_is_nobody(text: str) -> None:
    assert people_in(text) == []


@pytest.mark.parametrize("text", ["[KOWALSKA]", "Seen by [JONES 1] today.", "The [WARSAW 2] office."])
def test_a_name_that_somebody_wrote_like_a_mark_is_a_name(text: str) -> None:
    assert DETECTOR.mentions(Document("d", text))


@pytest.mark.parametrize(
    "text", ["[HOSPITAL]", "Call [REDACTED] today.", "[NAME 1] came.", "[DATE OF BIRTH]", "[MRN 4]"]
)
def test_the_label_of_another_tool_is_no_name(text: str) -> None:
    assert not DETECTOR.mentions(Document("d", text))
