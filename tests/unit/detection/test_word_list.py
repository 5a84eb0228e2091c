"""A word list finds its entries as a reader would."""

from __future__ import annotations

import time

import pytest

from reticent.detection import WordList
from reticent.errors import PolicyError
from reticent.text import Document, Span


def found(text: str, *words: str) -> list[str]:
    return [mention.span.of(text) for mention in WordList(words).mentions(Document("d", text))]


@pytest.mark.parametrize(
    ("text", "word", "places"),
    [
        ("He met Smith.", "Smith", ["Smith"]),
        ("SMITH, smith; (Smith)", "Smith", ["SMITH", "smith", "Smith"]),
        ("Smithson and blacksmith", "Smith", []),
        ("two migraines", "migraine", ["migraines"]),
        ("two therapies, boxes", "therapy", ["therapies"]),
        ("Smith's house, the Smiths' garden", "Smith", ["Smith", "Smiths"]),
        ("in New\n  York", "New York", ["New\n  York"]),
        ("in New-York", "New York", ["New-York"]),
        ("brand new. York", "New York", []),
        ("AIDS and aids", "AIDS", ["AIDS"]),
        ("Who asked the WHO?", "WHO", ["WHO"]),
        ("many MRIs", "MRI", ["MRIs"]),
        ("John Smith", "JOHN SMITH", ["John Smith"]),
        ("the U.S. army", "U.S.", ["U.S"]),
        ("C++ is not C", "C++", ["C++"]),
        ("Acme Inc, Acme Inc. too", "Acme Inc.", ["Acme Inc", "Acme Inc"]),
        ("a ❤ sign", "❤", ["❤"]),
        ("user_smith_7", "Smith", ["smith"]),
        ("S\u200bm\u00adi\ufeffth", "Smith", ["S\u200bm\u00adi\ufeffth"]),
        ("Ｓｍｉｔｈ", "Smith", ["Ｓｍｉｔｈ"]),
        ("Smіth with an odd i", "Smith", ["Smіth"]),
        ("cafe\u0301 life", "café", ["cafe\u0301"]),
        ("Smi-\nth", "Smith", ["Smi-\nth"]),
        ("black-\nsmith", "smith", ["smith"]),
        ("Жуков, иван", "Иван", ["иван"]),
    ],
)
def test_an_entry_is_found_where_a_reader_finds_it(text: str, word: str, places: list[str]) -> None:
    assert found(text, word) == places


def test_the_longest_entry_wins() -> None:
    assert found("New York City", "York", "New York", "New York City") == ["New York City"]


@pytest.mark.parametrize("empty", ["", "  ", "\u200b", "\n-"])
def test_an_empty_entry_is_an_error_that_says_which(empty: str) -> None:
    with pytest.raises(PolicyError, match="entry 2 of the word list is empty"):
        WordList(["Smith", empty])


def test_nothing_is_found_in_or_across_a_placeholder() -> None:
    text = "New [WORD] York, [WORD]"
    spans = (Span(4, 10), Span(17, 23))
    assert not WordList(["New York", "word"]).mentions(Document("d", text, spans))


def test_the_list_is_declared_by_a_hash_that_no_order_changes() -> None:
    assert WordList(["a", "b"]).declared == WordList(["b", "a"]).declared
    assert WordList(["a"]).declared != WordList(["b"]).declared


def test_the_words_show_in_no_repr() -> None:
    assert "canary" not in repr(WordList(["canary"]))


def test_ten_thousand_entries_stay_fast() -> None:
    detector = WordList(f"word{n} of list" for n in range(10_000))
    text = "some plain words of a list go here " * 10_000
    began = time.perf_counter()
    assert not detector.mentions(Document("d", text))
    assert time.perf_counter() - began < 2
