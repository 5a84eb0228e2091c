"""A wrong check digit is refused, whatever the right one is."""

from __future__ import annotations

import re
from collections import defaultdict
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.detection import patterns
from reticent.detection.national_numbers import CHECKS, luhn, verhoeff
from reticent.detection.validators import VALIDATORS
from reticent.text import Document

EXAMPLES = defaultdict(list)
"""The numbers in the examples of the shipped patterns, right and wrong ones, without what stands between their signs."""
for rule in patterns().rules:
    for example in (*rule.matches, *rule.rejects):
        if rule.validator and isinstance(rule.regex, re.Pattern) and (found := rule.regex.search(example)):
            written = found["mention" if "mention" in rule.regex.groupindex else 0]
            EXAMPLES[rule.validator].append(re.sub(r"[\W_]", "", written))

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
    "dea": "AB1234563",
    "npi": "1234567893",
    "imei": "490154203237518",
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


OF_STDNUM = {
    "nhs_number": "gb.nhs", "norwegian_number": "no.fodselsnummer", "swedish_number": "se.personnummer",
    "danish_number": "dk.cpr", "polish_number": "pl.pesel", "dutch_number": "nl.bsn", "belgian_number": "be.nn",
    "french_number": "fr.nir", "spanish_number": "es.nif", "italian_number": "it.codicefiscale", "irish_number": "ie.pps",
    "swiss_number": "ch.ssn", "german_tax_number": "de.idnr", "australian_tax_number": "au.tfn",
    "canadian_number": "ca.sin", "aadhaar": "in_.aadhaar", "chinese_number": "cn.ric", "brazilian_number": "br.cpf",
    "vat": "eu.vat", "imei": "imei",
}  # fmt: skip
STRICTER = {
    "norwegian_number": "a person born in the future",
    "swedish_number": "the hyphen that tells the century",
    "danish_number": "a person born in the future",
    "polish_number": "a day that its month lacks",
    "belgian_number": "a day that its month lacks",
    "italian_number": "a day that its month lacks",
    "irish_number": "another second letter than A, B or H",
    "swiss_number": "another country than 756",
    "german_tax_number": "which digit comes twice",
    "aadhaar": "a palindrome",
    "chinese_number": "a county that was never one",
    "vat": "check digits of more countries than we know to be kept",
}
"""What python-stdnum refuses and we find all the same: somebody mistyped it, and it still points at them."""


@pytest.mark.parametrize("name", OF_STDNUM)
@given(data=st.data())
def test_stdnum_takes_no_number_that_we_let_pass(name: str, data: st.DataObject) -> None:
    shapes = {re.sub("[0-9]", "9", number) for number in (GOOD.get(name, "9" * 11), *EXAMPLES[name])}
    shape = data.draw(st.sampled_from(sorted(shapes)))
    number = "".join(data.draw(st.sampled_from("0123456789")) if sign == "9" else sign for sign in shape)
    signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for candidate in (number[:-1] + last for last in signs):
        theirs = _ask_stdnum(name, candidate)
        ours = VALIDATORS[name](candidate) > 0
        assert ours >= theirs
        assert ours == theirs or name in STRICTER


@pytest.mark.parametrize("name", OF_STDNUM)
def test_stdnum_judges_the_examples_of_the_patterns_as_we_do(name: str) -> None:
    for number in EXAMPLES[name]:
        if not number.startswith("GB"):  # which is no longer in the European Union
            assert (VALIDATORS[name](number) > 0) == _ask_stdnum(name, number)


def _ask_stdnum(name: str, number: str) -> bool:
    """What python-stdnum says, but for one digit over and over, which it takes where the check digit fits by chance."""
    if len(set(number)) == 1 and name != "imei":
        return False
    try:
        return bool(import_module(f"stdnum.{OF_STDNUM[name]}").is_valid(number))
    except KeyError:  # it knows only a part of the place of a Chinese number
        return False


@given(st.text("0123456789", min_size=1, max_size=17))
def test_one_last_digit_of_ten_fits(digits: str) -> None:
    for check in (luhn, verhoeff):
        assert sum(check(digits + last) for last in "0123456789") == 1


PUBLISHED = (
    "NHS 943 476 5919", "NHS 401 023 2137", "NO93 8601 1117 947", "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
    "BR18 0036 0305 0000 1000 9795 493C 1", "VA59001123000012345678", "XK051212012345678906",
    "UA213223130000026007233566001", "VAT ATU13585627", "VAT BE0428759497", "VAT BG175074752", "VAT CY10259033P",
    "VAT CZ25123891", "VAT DK13585628", "VAT EE100931558", "VAT EL094259216", "VAT ESX2482300W", "VAT FI20774740",
    "VAT FR40303265045", "VAT GB980780684", "VAT HR33392005961", "VAT HU12892312", "VAT IE6433435F", "VAT IT00743110157",
    "VAT LT119511515", "VAT LU15027442", "VAT LV40003521600", "VAT MT11679112", "VAT NL004495445B01",
    "VAT PL8567346215", "VAT PT501964843", "VAT RO18547290", "VAT SE123456789701", "VAT SI50223054",
    "VAT SK2022749619", "640823-3234", "010594Y9032", "Medicare 2428 77813 2", "TFN 876 543 210",
    "Aadhaar 2341 2341 2346", "PAN AFZPK7190K", "NPI 1245319599", "DEA AB1234563", "1M8GDM9AXKP042788",
    "IMEI 490154203237518", "sort code 20-00-00", "SW1A 1AA", "AB 12 34 56 C",
)  # fmt: skip
"""Examples that those who give such numbers have published, or that stand in descriptions of them."""


@pytest.mark.parametrize("text", PUBLISHED)
def test_published_examples_are_found_whole(text: str) -> None:
    found = patterns().mentions(Document("example", text))
    last = found[-1].span if found else None
    assert last is not None
    assert last.end == len(text)
    assert text[: last.start].strip() in {
        "",
        "NHS",
        "VAT",
        "Medicare",
        "TFN",
        "Aadhaar",
        "PAN",
        "NPI",
        "DEA",
        "IMEI",
        "sort code",
    }


@pytest.mark.parametrize(
    "text",
    ["12 people in 2019", "at 10:30 on page 12", "200 mg of 1,500", "BP 120/80, HR 72", "T 98.6 F, sat 98%"],
)
def test_plain_numbers_are_nobodys(text: str) -> None:
    assert list(patterns().mentions(Document("text", text))) == []
