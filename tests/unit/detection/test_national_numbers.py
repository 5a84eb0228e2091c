"""A wrong check digit is refused, whatever the right one is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.detection.luhn import luhn
from reticent.detection.national_numbers import CHECKS, verhoeff
from reticent.detection.validators import VALIDATORS

GOOD = {
    "nhs_number": "7012345624",
    "norwegian_number": "15108695088",
    "swedish_number": "8112289874",
    "danish_number": "0707614285",
    "finnish_number": "131052-308T",
    "polish_number": "44051401359",
    "dutch_number": "111222333",
    "belgian_number": "85073003328",
    "french_number": "295109912611193",
    "spanish_number": "12345678Z",
    "italian_number": "RSSMRA85T10A562S",
    "irish_number": "1234567T",
    "swiss_number": "7569217076985",
    "german_tax_number": "86095742719",
    "australian_tax_number": "123456782",
    "canadian_number": "130692544",
    "aadhaar": "298765432101",
    "snomed": "73211009",
    "vat": "DE136695976",
}


@pytest.mark.parametrize(("name", "number"), GOOD.items())
def test_a_number_with_its_check_digit_is_taken_whole(name: str, number: str) -> None:
    assert VALIDATORS[name](number) == len(number)


@pytest.mark.parametrize(("name", "number"), [item for item in GOOD.items() if item[0] != "danish_number"])
def test_a_number_with_another_last_sign_is_refused(name: str, number: str) -> None:
    signs = "0123456789" if number[-1].isdecimal() else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    wrong = [number[:-1] + sign for sign in signs if sign != number[-1]]
    assert not any(VALIDATORS[name](each) for each in wrong)


@pytest.mark.parametrize("check", CHECKS.values())
@given(digits=st.text("0123456789", min_size=11, max_size=15))
def test_digits_of_any_length_never_break_a_check(check: object, digits: str) -> None:
    assert check(digits) in {True, False}  # type: ignore[operator]


@given(st.text("0123456789", min_size=1, max_size=17))
def test_one_last_digit_of_ten_fits(digits: str) -> None:
    for check in (luhn, verhoeff):
        assert sum(check(digits + last) for last in "0123456789") == 1
