"""A text is analyzed once, by everybody alike, and the analyses that are kept don't grow without end."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.language import DEFAULT_LANGUAGE
from reticent.text import (
    Document,
    Span,
    analysis,
    analyze,
    analyze_text,
    contexts,
    forget_texts,
    sentences,
    terms,
    tokenize,
)
from reticent.text.matching import matching_view, show_words, word_view

TEXT = "Dr. Ng came. THE PATIENT HAS A HEADACHE. She left at 5 p.m. with a cold."


class CountingTagger:
    """A tagger that counts how often it is asked, and takes every word for a noun."""

    def __init__(self) -> None:
        self.asked = 0

    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        self.asked += 1
        return [["NN"] * len(words) for words in sentences]


@given(st.text() | st.sampled_from([TEXT, "a。。b", "x\n- one\n- two", "A-\nb", "ab.Cd e.g. fin"]))
def test_an_analysis_says_what_its_parts_say_of_each_sentence(text: str) -> None:
    found = analyze_text(text)
    assert list(found.sentences) == sentences(text)
    assert found.reading.text == matching_view(text).text
    for span, row in zip(found.sentences, found.tokens, strict=True):
        alone = tokenize(show_words(span.of(text)), as_written=True)
        assert [token.text for token in row] == [token.text for token in alone]
        if word_view(span.of(text)) is None:
            assert [token.start - span.start for token in row] == [token.start for token in alone]
    assert [len(row) for row in found.tags()] == [len(row) for row in found.tokens]


def test_two_readers_of_a_text_share_one_analysis_and_one_tagging() -> None:
    tagger = CountingTagger()
    one, other = Document("one", TEXT), Document("other", TEXT)
    assert analyze(one) is analyze(other)
    assert terms(one, tagger=tagger) == terms(other, tagger=tagger)
    assert tagger.asked == 1


def test_each_tagger_has_its_own_tags() -> None:
    document = Document("note", "He sees a doctor.")
    assert terms(document, tagger=CountingTagger()) != terms(document)
    assert [term.form for term in terms(document)] == ["doctor"]


def test_another_placeholder_makes_another_analysis() -> None:
    document = Document("note", TEXT)
    assert analyze(replace(document, placeholders=(Span(0, 3),))) is not analyze(document)


def test_another_language_makes_another_analysis() -> None:
    plain = replace(
        DEFAULT_LANGUAGE, tokens=replace(DEFAULT_LANGUAGE.tokens, abbreviations=frozenset({"Xy"}))
    )
    text = "Dr. Ng met Xy. Brown"
    words = [token.text for row in analyze_text(text, language=plain).tokens for token in row]
    assert words == ["Dr", ".", "Ng", "met", "Xy.", "Brown"]
    assert analyze_text(text).tokens[0][0].text == "Dr."


def test_what_the_analyses_keep_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    recent = analysis._Recent()
    monkeypatch.setattr(analysis, "_recent", recent)
    monkeypatch.setattr(analysis, "_MOST_TEXTS", 3)
    monkeypatch.setattr(analysis, "_MOST_CHARACTERS", 10)
    first = analyze_text("abcd")
    assert analyze_text("abcd") is first
    for text in ("e", "f", "g"):
        analyze_text(text)
    assert analyze_text("abcd") is not first
    last = analyze_text("x" * 100)
    assert analyze_text("x" * 100) is last
    assert len(recent._known) == 1


def test_forgotten_texts_are_analyzed_again() -> None:
    before = analyze_text(TEXT)
    forget_texts()
    assert analyze_text(TEXT) is not before


def test_threads_get_the_same_analysis() -> None:
    texts = [f"Text {number} of many. It goes on." for number in range(20)] * 5
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda text: len(analyze_text(text).tokens), texts))
    assert found == [2] * len(texts)


def test_contexts_are_those_of_the_analysis() -> None:
    document = Document("note", TEXT + "\n\nMore.")
    assert contexts(document, "sentence") == list(analyze(document).sentences)
    assert contexts(document, "paragraph") == list(analyze(document).paragraphs)


def test_the_repr_of_an_analysis_and_its_tokens_keeps_their_words_to_themselves() -> None:
    found = analyze_text("A canary sings.")
    assert "canary" not in repr(found) + repr(found.tokens)
