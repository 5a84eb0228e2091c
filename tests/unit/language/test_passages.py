"""Which part of a text is in which language, among those that a reader knows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.language_samples import SAMPLES

from reticent.language.passages import divide_by_language, find_main_language, keep_parts
from reticent.language.registry import has_language

BOTH = frozenset({"en", "es"})
ENGLISH = (
    "Dear doctor, I am writing to you because my mother was admitted to the hospital last night with a very high fever"
    " and a pain in her chest. We do not know yet what it is, but they say that we have to wait until Monday."
)


def test_a_letter_is_in_its_language_and_english_in_none_of_the_others() -> None:
    assert find_main_language(SAMPLES["es"], BOTH) == "es"
    assert find_main_language(ENGLISH, BOTH) == "en"
    assert find_main_language(SAMPLES["fr"], BOTH) == "en", "nobody reads it: the default, which says nothing"


@pytest.mark.parametrize("code", sorted(code for code in SAMPLES if has_language(code)))
def test_paragraphs_of_one_document_are_in_several_languages(code: str) -> None:
    text = f"{ENGLISH}\n\n{SAMPLES[code]}\n\n{ENGLISH}"
    parts = divide_by_language(text, {"en", code})
    assert [part.code for part in parts] == ["en", code, "en"]
    assert keep_parts(text, parts, code).strip() == SAMPLES[code]


def test_a_document_that_says_its_language_is_believed() -> None:
    (part,) = divide_by_language("Ann Smith", BOTH, expected="es")
    assert part.code == "es"
    parts = divide_by_language(f"{SAMPLES['es']}\n\n{ENGLISH}", BOTH, expected="es")
    assert [part.code for part in parts] == ["es", "en"]


@pytest.mark.parametrize("line", ["Please ask Mr Bob Miller as well.", "He is with Tom Baker now."])
def test_a_short_line_after_another_language_is_read_as_what_it_is(line: str) -> None:
    """It was read as all that stood before it, and the name stayed."""
    letter = SAMPLES["es"]
    parts = divide_by_language(f"{letter}\n{line}\n{letter}", BOTH)
    assert [part.code for part in parts] == ["es", "en", "es"]
    assert [part.code for part in divide_by_language(f"{letter}\nRosa Baker\n{letter}", BOTH)] == ["es"]


@pytest.mark.parametrize(
    "text",
    ["", "Juan de la Cruz", "Los Angeles, CA", "Patient: Jorge Mora", "Rio de la Plata", "La Paz", "12 mg"],
)
def test_few_words_without_evidence_are_in_the_default(text: str) -> None:
    assert find_main_language(text, BOTH) == "en"


@given(st.text(), st.sampled_from(["en", "es"]))
def test_parts_cover_any_text_in_order(text: str, expected: str) -> None:
    parts = divide_by_language(text, BOTH, expected=expected)
    assert "".join(text[part.start : part.end] for part in parts) == text
    assert [*parts] == sorted(parts)


@given(st.text())
def test_what_is_kept_stays_at_its_place(text: str) -> None:
    parts = divide_by_language(text, BOTH)
    for code in BOTH:
        assert len(keep_parts(text, parts, code)) == len(text)
