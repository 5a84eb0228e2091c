"""What is invented: names of the same culture and sex, codes of the same shape, places of the same size."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.vault.entries import (
    cultures,
    guess_origin,
    invent_codes,
    invent_people,
    invent_places,
    size_class,
)
from reticent.vault.identities import fold

seeds = st.integers(0, 2**64 - 1)


@given(st.sampled_from(["ann lee", "maria gonzalez", "heinz gruber", "xqz", "lee", "jan novak"]), seeds)
def test_an_invented_name_is_of_the_culture_and_sex_and_shares_no_word(form: str, seed: int) -> None:
    culture, sex = guess_origin(form.split())
    for name in islice(invent_people(form, seed), 5):
        first, *_, last = name.split()
        given_names = [each for key in (sex or "MF") for each in cultures()[culture].given[key]]
        assert first in given_names
        assert last in cultures()[culture].family
        assert not set(fold(name).split()) & set(form.split())


def test_names_let_one_think_of_a_culture_and_a_sex() -> None:
    assert guess_origin(["giulia", "rossi"]) == ("italian", "F")
    assert guess_origin(["john", "smith"]) == ("english", "M")
    assert guess_origin(["zorblat"]) == ("english", "")


def test_when_all_names_of_a_culture_are_used_initials_make_new_ones_and_then_it_ends() -> None:
    names = list(invent_people("zoltan nagy", 7))
    assert len(set(names)) > 1000
    assert any(re.search(r" [A-Z]\. ", name) for name in names)


@given(st.from_regex(r"[A-Za-z0-9]{2}[A-Za-z0-9 ./-]{0,12}[A-Za-z0-9]{2}", fullmatch=True), seeds)
def test_an_invented_code_has_the_shape_of_the_true_one_and_is_another(code: str, seed: int) -> None:
    def shape(text: str) -> str:
        return re.sub("[0-9]", "0", re.sub("[a-z]", "a", re.sub("[A-Z]", "A", text)))

    for made in islice(invent_codes(code, seed), 3):
        assert shape(made) == shape(code)
        assert made != code


@pytest.mark.parametrize("code", ["7", "12", "a-b", "12\n3456", "[12345]", ""])
def test_what_is_too_short_or_odd_to_hide_in_gets_no_code(code: str) -> None:
    assert list(invent_codes(code, 1)) == []


@given(st.sampled_from(["sacramento", "munich", "lyon", "oslo"]), seeds)
def test_an_invented_place_has_the_country_and_size_of_the_true_one(place: str, seed: int) -> None:
    from reticent.vault.entries import _places

    kind = size_class(place)
    assert kind is not None
    for name in islice(invent_places(place, seed), 3):
        assert name in _places()[kind]
        assert fold(name) != place


def test_nothing_is_invented_for_a_place_that_nobody_knows() -> None:
    assert list(invent_places("zorblatville", 3)) == []
