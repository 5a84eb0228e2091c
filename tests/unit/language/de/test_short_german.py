"""German sentences of few words, some of which English has too."""

from __future__ import annotations

import pytest

from reticent.language.passages import find_main_language


@pytest.mark.parametrize(
    "text",
    [
        "Er wohnt in der Hauptstr. 5, Köln-Nippes, und ist Azubi bei der Bäckerei Schmitz.",
        "in der Hauptstr. 5, Köln-Nippes, und ist Azubi bei der Bäckerei Schmitz",
        "Frau Weber wohnt in der Schillerstraße 7, Köln-Nippes.",
    ],
)
def test_a_sentence_with_a_word_that_both_languages_have_is_german(text: str) -> None:
    assert find_main_language(text, ["en", "de", "es"]) == "de"


@pytest.mark.parametrize(
    "text",
    [
        "Sturm und Drang was read in class.",
        "Lives in Berlin.",
        "MIT and IST in a row",
        "son: hay fever, sea sick",
    ],
)
def test_a_few_foreign_words_make_no_other_language(text: str) -> None:
    assert find_main_language(text, ["en", "de", "es"]) == "en"
