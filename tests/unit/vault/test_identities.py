"""Who is meant by a name, in one document and in all of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.vault.identities import fold, name_entities


def forms(*people: str) -> list[str]:
    return [named.form for named in name_entities([("PERSON", each) for each in people])]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("José García", "jose garcia"),
        ("JOSÉ GARCÍA", "Jose  Garcia"),
        ("García, José", "José García"),
        ("Dr. José García", "José García"),
        ("José García's", "José García"),
        ("José A. García", "José García"),
        ("Jose\u0301 Garci\u0301a", "José García"),
    ],
)
def test_spellings_of_one_name_are_one_in_every_document(one: str, other: str) -> None:
    assert forms(one) == forms(other)


def test_a_surname_a_given_name_or_initials_are_the_persons_whose_full_name_stands_in_the_document() -> None:
    assert len(set(forms("Ann Lee", "Lee", "Ann", "A. Lee", "Dr. Lee"))) == 1


def test_a_surname_that_two_people_share_is_neithers() -> None:
    ann, bob, lee = forms("Ann Lee", "Bob Lee", "Lee")
    assert len({ann, bob, lee}) == 3


def test_a_surname_alone_in_its_document_is_a_name_of_its_own() -> None:
    assert forms("Lee") != forms("Ann Lee")


def test_middle_names_count_only_where_they_contradict_each_other_in_one_document() -> None:
    assert len(set(forms("John A. Smith", "John Andrew Smith", "John Smith"))) == 1
    assert len(set(forms("John A. Smith", "John B. Smith"))) == 2


def test_father_and_son_are_two() -> None:
    assert len(set(forms("John Smith Jr.", "John Smith"))) == 2


def test_places_are_one_whatever_their_accents_and_case() -> None:
    written = ["İstanbul", "Istanbul", "ISTANBUL", "istanbul"]
    assert {named.form for named in name_entities([("LOCATION", each) for each in written])} == {"istanbul"}


def test_a_name_with_umlauts_is_known_by_its_spelling_without_them() -> None:
    (named,) = name_entities([("PERSON", "Dr. Anna Müller")])
    assert (named.form, named.spelled) == ("anna muller", "anna mueller")


@given(st.lists(st.tuples(st.sampled_from(["PERSON", "CODE"]), st.text(min_size=1, max_size=12))))
def test_any_words_get_a_form_and_the_same_words_the_same(written: list[tuple[str, str]]) -> None:
    named = name_entities(written)
    assert [(each.kind, each.written) for each in named] == written
    by_words: dict[tuple[str, str], set[str]] = {}
    for each in named:
        by_words.setdefault((each.kind, each.written), set()).add(each.form)
    assert all(len(found) == 1 for found in by_words.values())


@given(st.text(max_size=30))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
