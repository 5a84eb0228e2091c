"""The terms of a database in texts that write them otherwise."""

from __future__ import annotations

import pytest

from reticent import Document
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety._check import read_known_terms

KNOWN = SqliteEntities.in_memory(
    [Entity("one", ("One",), (), ("night sweats", "gonorrhea", "fever", "COPD", "chest pain"))]
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("night-\nsweats", ["night sweat"]),
        ("gonor-\nrhea", ["gonorrhea"]),
        ("night\nsweats", ["night sweat"]),
        ("A FEVER was noted.", ["fever"]),
        ("FEVER AND CHEST PAINS", ["fever", "chest pain"]),
        ("has COPD", ["COPD"]),
        ("has copd", ["COPD"]),
        ("feverish", []),
        ("hasFeverStatus = 1", ["fever"]),
        ("has_chest_pain", ["chest pain"]),
        ("fever@example.org", ["fever"]),
        ("https://example.org/help/chest-pain?x=COPD2", ["chest pain", "COPD"]),
        ("gonor\u2011rhea", ["gonorrhea"]),
        ("{chest} {pain}", ["chest pain"]),
        ('<p class="note fever-note">x</p>', ["fever"]),
    ],
)
def test_a_term_is_read_however_it_is_written(text: str, terms: list[str]) -> None:
    assert list(read_known_terms(Document("note", text), KNOWN).places) == terms


def test_a_placeholder_holds_no_term() -> None:
    from reticent.text import Span

    document = Document("note", "[FEVER] and fever", (Span(0, 7),))
    assert read_known_terms(document, KNOWN).places == {"fever": (Span(12, 17),)}


def test_a_term_that_the_database_has_in_capitals_is_found_however_a_text_writes_it() -> None:
    database = SqliteEntities.in_memory([Entity("a", ("CARNOSINEMIA",), (), ("HIV", "fever"))])
    for text in ("Carnosinemia was found.", "It is carnosinemia.", "CARNOSINEMIA, fever"):
        assert "CARNOSINEMIA" in read_known_terms(Document("note", text), database).terms
