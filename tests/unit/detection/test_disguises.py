"""Identifiers under their labels are found in nearly every layout and disguise, of those that rules were chosen on and of others."""

from __future__ import annotations

import pytest
from tests.unit.detection.disguises import (
    DISGUISES,
    IDENTIFIERS,
    LAYOUTS,
    SURROUNDINGS,
    Case,
    disguise,
    lay_out,
    left_over,
)

from reticent.detection import patterns
from reticent.text import Document

LAID_OUT, DISGUISED = lay_out(), disguise()


def _share_left(cases: list[Case]) -> float:
    detector = patterns()
    taken = cases[::3]
    return sum(bool(left_over(case, detector.mentions(Document("d", case.text)))) for case in taken) / len(
        taken
    )


def test_the_matrices_are_large() -> None:
    assert len(IDENTIFIERS) >= 60
    assert len(LAYOUTS) >= 100
    assert len(DISGUISES) + len(SURROUNDINGS) >= 120


@pytest.mark.parametrize("held_out", [False, True])
def test_patterns_leave_few_identifiers_in_layouts(held_out: bool) -> None:
    assert _share_left([case for case in LAID_OUT if case.held_out is held_out]) < 0.04


@pytest.mark.parametrize("held_out", [False, True])
def test_patterns_leave_few_identifiers_in_disguise(held_out: bool) -> None:
    assert _share_left([case for case in DISGUISED if case.held_out is held_out]) < 0.08


def _found(text: str) -> list[str]:
    return [mention.span.of(text) for mention in patterns().mentions(Document("d", text))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("SSN: 2|1|9|0|9|9|1|8|4", "2|1|9|0|9|9|1|8|4"),
        ("sortCode = 20/00/00;", "20/00/00"),
        ("NHS number: (701)(234)(5624) noted", "(701)(234)(5624)"),
        ("Medicare\n4318\n      76539 3", "4318\n      76539 3"),
        (
            "SSN is two one nine, zero nine, nine one eight four.",
            "two one nine, zero nine, nine one eight four",
        ),
        ("card number: 55O0-0O00-0000-0004", "55O0-0O00-0000-0004"),
        ("Account number: 5520 9914 7783", "5520 9914 7783"),
        ("account number 31926819 12 visits", "31926819"),
        ("IBAN: GB82/WEST/1234/5698/7654/32", "GB82/WEST/1234/5698/7654/32"),
    ],
)
def test_after_its_label_a_value_may_be_parted_in_any_way(text: str, value: str) -> None:
    assert _found(text) == [value]


@pytest.mark.parametrize("text", ["SSN: 219, 22 and 14", "SSN: 666-09-9184", "NHS number: 701/234/5625"])
def test_what_has_not_the_form_of_the_value_is_none(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        '{"nhsNumber": "7012345624"}',
        "<homePhone>5550188</homePhone>",
        "mobile2: 5550188",
        "PESEL44051401359",
        "7012345624 (NHS number)",
        "7012345624 is my NHS number",
    ],
)
def test_labels_of_programs_and_labels_after_a_value_are_cues(text: str) -> None:
    assert len(_found(text)) == 1


@pytest.mark.parametrize("text", ["order 7012345624, then the NHS number", "unphone1 5550188"])
def test_a_word_that_is_no_label_of_the_value_is_no_cue(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize("text", ["Lopez212-555-0123", "212-555-0123and", "user811228-9874x"])
def test_a_number_is_found_that_has_grown_together_with_a_word(text: str) -> None:
    assert len(_found(text)) == 1


@pytest.mark.parametrize(
    "text", ["号码219ー09ー9184", "电话：一三八一二三四五六七八", "номерGB82 WEST 1234 5698 7654 32был"]
)
def test_numbers_are_found_in_the_characters_of_other_scripts(text: str) -> None:
    assert len(_found(text)) == 1
