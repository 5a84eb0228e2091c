"""Words that are made of the names of people whom a document names."""

from __future__ import annotations

import pytest

from reticent.detection.names.made_words import find_user_names
from reticent.detection.names.word_lists import word_classes, word_lists
from reticent.text import Mention, Span


def made_words(text: str, *people: str, kind: str = "PERSON") -> list[tuple[str, int | None]]:
    """The words that are found when the first places of `people` are, with the number of whom they name."""
    places = [(text.index(name), name) for name in people]
    mentions = [
        Mention(Span(start, start + len(name)), kind, 0.9, "", entity)
        for entity, (start, name) in enumerate(sorted(places), start=1)
    ]
    found = find_user_names(text, mentions, word_classes(), word_lists())
    return [(mention.span.of(text), mention.entity) for mention in found]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Username: alindqvist", "alindqvist"),
        ("see /srv/users/alindqvist, please", "alindqvist"),
        (r"share \\srv\alindqvist$ is full", "alindqvist"),
        ("lindqvista logged in", "lindqvista"),
        ("host lindqvist01.example", "lindqvist01"),
        ("ANLINDQVIST rang", "ANLINDQVIST"),
        ("lindqvist_a logged in", "lindqvist_a"),
        ("saved as a.lindqvist.docx", "a.lindqvist"),
        ("backup_anders-lindqvist_old.zip", "anders-lindqvist"),
        ("anderslindqvist2 logged in", "anderslindqvist2"),
        ("on lindqvist-laptop again", "lindqvist"),
        ("the Lindqvists printer", "Lindqvists"),
    ],
)
def test_a_word_that_is_made_of_a_name_is_that_person(text: str, word: str) -> None:
    assert made_words(f"Contact: Anders Lindqvist. {text}", "Anders Lindqvist") == [(word, 1)]


def test_initials_tell_which_of_two_people_is_meant() -> None:
    text = "Anders Lindqvist and Berit Lindqvist: blindqvist, alindqvist, lindqvist_b"
    found = made_words(text, "Anders Lindqvist", "Berit Lindqvist")
    assert found == [("blindqvist", 2), ("alindqvist", 1), ("lindqvist_b", 2)]


@pytest.mark.parametrize(
    ("name", "word"),
    [("Åsa Lindqvist", "alindqvist"), ("Lindqvist, Åsa", "alindqvist"), ("Nora O'Brien", "nobrien")],
)
def test_accents_commas_and_apostrophes_in_a_name_don_t_matter(name: str, word: str) -> None:
    assert made_words(f"{name} has the account {word} now", name) == [(word, 1)]


def test_a_short_surname_or_one_that_is_a_word_needs_the_initial() -> None:
    text = "Jane Price and Ola Kern: jprice, kprice, price7, okern, kern7"
    assert made_words(text, "Jane Price", "Ola Kern") == [("jprice", 1), ("price7", 1), ("okern", 2)]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Ian Brown", "brownish"),
        ("Ed Price", "priced"),
        ("Ann Cross", "across"),
        ("Sam Smith", "smithy"),
        ("Ann Baker", "bakery"),
        ("Tim Stevens", "Stevenson"),
    ],
)
def test_a_word_of_the_language_and_another_name_are_not_made_of_it(name: str, word: str) -> None:
    assert made_words(f"{name} saw a {word} thing", name) == []


def test_only_people_have_user_names() -> None:
    assert made_words("He lives in Lindqvist. alindqvist", "Lindqvist", kind="LOCATION") == []


def test_what_is_found_already_is_told_again_only_to_say_whose_it_is() -> None:
    text = "alindqvist is Anders Lindqvist"
    assert made_words(text, "alindqvist", "Anders Lindqvist") == [("alindqvist", 2)]
    assert made_words(text, "alindqvist is", "Anders Lindqvist") == []
