"""What becomes of each name of a secret: the general word where it reads, and a gap elsewhere."""

from __future__ import annotations

from functools import cache

import pytest

from reticent import Document
from reticent.attackers import Candidate
from reticent.knowledge.taxonomy import Taxonomy, wordnet
from reticent.models.indistinct.planning import NamePlaces, divide_names
from reticent.models.indistinct.secrets import Secret
from reticent.models.shared.proper_names import NameFinder
from reticent.text import Span


def hide(general: str | None, *names: str) -> Secret:
    candidates = (Candidate("flu", ("flu",)), Candidate(names[0], names))
    return Secret(names[0], general, candidates, 1, NameFinder(names))


@cache
def world() -> Taxonomy:
    return wordnet()


def divide(text: str, secret: Secret, taken: tuple[Span, ...] = ()) -> tuple[list[str], list[str]]:
    """The words where g(c) will stand, and those that go."""
    names: NamePlaces = divide_names(
        Document("note", text), secret, has_count=lambda form: False, taxonomy=world(), taken=taken
    )
    return [span.of(text) for span in names.told], [span.of(text) for span in names.gone]


@pytest.mark.parametrize(
    "text", ["HIV was found.", "Her HIV is stable.", "No HIV.", "Signs of HIV-related trouble.", "HIV: none."]
)
def test_a_name_that_is_a_noun_is_told_in_general(text: str) -> None:
    assert divide(text, hide("disease", "HIV")) == (["HIV"], [])


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("HIV positive.", "HIV positive"),
        ("An HIV test was done.", "HIV test"),
        ("Two HIV tests were done.", "HIV tests"),
        ("She is HIV-negative now.", "HIV-negative"),
        ("An HIV positive man came.", "HIV positive"),
        ("They formed a non-HIV group.", "HIV group"),
    ],
)
def test_where_the_general_word_does_not_read_a_name_goes_with_what_leans_on_it(text: str, gone: str) -> None:
    assert divide(text, hide("disease", "HIV")) == ([], [gone])


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("She is pregnant again.", "pregnant"),
        ("A pregnant woman came.", "pregnant"),
        ("He is a diabetic.", "diabetic"),
        ("She miscarried in the spring.", "miscarried"),
    ],
)
def test_an_adjective_a_verb_and_who_has_it_go_alone(text: str, gone: str) -> None:
    assert divide(text, hide("condition", "diabetic", "pregnant", "miscarried")) == ([], [gone])


def test_a_word_that_needs_an_article_does_not_stand_behind_a_modifier_without_one() -> None:
    text = "She has had well-controlled HIV for eleven years."
    assert divide(text, hide("virus", "HIV")) == ([], ["HIV"])
    assert divide(text, hide("disease", "HIV")) == (["HIV"], [])
    assert divide(text, hide("condition", "HIV")) == ([], ["HIV"])
    assert divide("She has a well-controlled HIV now.", hide("virus", "HIV")) == (["HIV"], [])


def test_what_the_name_ends_in_reads_before_any_word() -> None:
    assert divide("She came for colon cancer screening.", hide("cancer", "colon cancer")) == (
        ["colon cancer"],
        [],
    )
    assert divide("She is HIV-positive now.", hide("virus", "HIV")) == (["HIV"], [])


def test_a_gap_does_not_grow_over_what_is_taken() -> None:
    text = "An HIV test was done."
    assert divide(text, hide("disease", "HIV"), (Span(7, 11),)) == ([], ["HIV"])


def test_without_a_general_word_the_names_alone_go() -> None:
    assert divide("An HIV test was done.", hide(None, "HIV")) == ([], ["HIV"])
