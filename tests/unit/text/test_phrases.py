"""Phrases of a list, found in one pass."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reticent.text import Document, Span
from reticent.text.analysis import Phrases, normal_phrase

WORDS = ("asthma", "big", "toe", "HIV", "infection", "diabetes", "type", "2")


def find(phrases: list[str], text: str) -> list[str]:
    return [span.of(text) for _, span in Phrases.of(phrases).find(Document("d", text))]


def test_case_number_and_hyphens_do_not_matter() -> None:
    assert find(["type-2 diabetes"], "Type 2 diabetes, TYPE 2 DIABETES, type‑2-diabetes.") == [
        "Type 2 diabetes", "TYPE 2 DIABETES", "type‑2-diabetes",
    ]  # fmt: skip
    assert find(["big toe"], "Both big toes.") == ["big toes"]
    assert find(["asthma"], "ASTHMA, asthma-like") == ["ASTHMA", "asthma"]


def test_a_single_acronym_is_found_in_capitals_only() -> None:
    assert find(["DI", "HIV"], "DI, di, non-HIV, hiv") == ["DI", "HIV"]
    assert find(["HIV infection"], "an hiv infection") == ["hiv infection"]


def test_a_phrase_inside_a_longer_one_is_found_too() -> None:
    assert find(["hepatitis", "hepatitis C"], "Hepatitis C.") == ["Hepatitis", "Hepatitis C"]


def test_no_phrase_reaches_over_sentences_or_placeholders() -> None:
    assert find(["big toe"], "It is big. Toe fine.") == []
    text = "big [WORD] toe, [GOUT]"
    masked = Document("d", text, placeholders=(Span(4, 10), Span(16, 22)))
    assert list(Phrases.of(["big toe", "gout"]).find(masked)) == []


def test_what_has_no_word_is_no_phrase() -> None:
    assert Phrases.of(["", "-"]).forms == frozenset()


@given(
    phrases=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join), max_size=4),
    text=st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join),
)
def test_every_run_of_words_that_is_a_phrase_is_found_and_nothing_else(phrases: list[str], text: str) -> None:
    words = text.split()
    runs = [
        " ".join(words[start:end]) for start in range(len(words)) for end in range(start + 1, len(words) + 1)
    ]
    forms = {normal_phrase(phrase) for phrase in phrases}
    assert sorted(find(phrases, text)) == sorted(run for run in runs if normal_phrase(run) in forms)
