"""Abbreviations and lay words of what is hidden go in the sense that the document means, and stay in any other."""

from __future__ import annotations

from functools import cache

import pytest
from tests.contracts.reader_worlds import indexed, taxonomy

from reticent import Document, Indistinct, sanitize
from reticent.attackers.linear import Hints
from reticent.knowledge.conditions import conditions
from reticent.plan import Release

AMONG = ("gout", "asthma", "measles", "migraine", "psoriasis", "epilepsy", "osteoporosis")


@cache
def reader() -> Hints:
    """Who knows the hints at all conditions of the list."""
    return Hints(conditions())


def hiding(name: str) -> Indistinct:
    """A condition among some of the list."""
    return Indistinct(
        {name: "illness"},
        corpus=indexed(),
        taxonomy=taxonomy(),
        k=2,
        attackers=[reader()],
        candidates=[each.aliases for each in conditions().listed if each.name in {name, *AMONG}],
        conditions=conditions(),
    )


def released(text: str, name: str) -> str:
    return sanitize(Document("note", text), hiding(name)).text


@pytest.mark.parametrize(
    "text",
    [
        "Diabetes insipidus (DI) since 2009. The DI is stable. Lives alone.",
        "Known DI, has Desmospray for it. Lives alone.",
    ],
)
def test_an_abbreviation_goes_where_the_note_says_what_it_means(text: str) -> None:
    assert "DI" not in released(text, "diabetes insipidus")


@pytest.mark.parametrize(
    "text",
    [
        "Known DI in the family. Lives alone with her cat.",
        "Detective inspector (DI) Miller came. The DI took notes. Lives alone.",
    ],
)
def test_an_abbreviation_stays_where_it_means_something_else_or_nobody_knows(text: str) -> None:
    assert released(text, "diabetes insipidus") == text


def test_a_dosing_stays_beside_the_condition_of_the_same_letters() -> None:
    text = released(
        "Bipolar disorder (BD), well at present. Amoxicillin 500 mg BD for five days.", "bipolar disorder"
    )
    assert "mg BD" in text
    assert "(BD)" not in text


def test_the_check_finds_an_abbreviation_in_the_sense_that_is_meant() -> None:
    model = hiding("bipolar disorder")
    text = Document("d", "Her BD is treated with Priadel. Amoxicillin 500 mg BD.")
    named = [each.span for each in model.violations(Release(text, text)) if "name of" in each.reason]
    assert [span.start for span in named] == [text.text.index("BD")]


def test_a_lay_word_goes_like_the_name() -> None:
    assert "fibro" not in released("Long history of fibro. She lives in a small house.", "fibromyalgia")


def test_the_promise_names_the_list() -> None:
    assert hiding("fibromyalgia").promise.relative_to["conditions"] == conditions().fingerprint
