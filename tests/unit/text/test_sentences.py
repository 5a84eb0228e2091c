import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.text import Document, Span, contexts, paragraphs, sentences

TEXTS = st.text() | st.text(alphabet="aB1 .!?…\"')\n\r-:\u2029")


@given(TEXTS)
def test_every_visible_character_lies_in_exactly_one_sentence_and_one_paragraph(text: str) -> None:
    for parts in (sentences(text), paragraphs(text)):
        assert all(first.end <= second.start for first, second in pairwise(parts))
        covered = {place for part in parts for place in range(part.start, part.end)}
        assert all(place in covered for place, character in enumerate(text) if not character.isspace())
        assert all(part.of(text) == part.of(text).strip() != "" for part in parts)


@given(TEXTS)
def test_no_sentence_reaches_over_two_paragraphs(text: str) -> None:
    whole = paragraphs(text)
    assert all(any(part.covers(sentence) for part in whole) for sentence in sentences(text))


@pytest.mark.parametrize(
    "expected",
    [
        ["He saw Mr. Smith.", "Then he left."],
        ["She lives in the U.S. and works there.", "It is fine."],
        ["He moved to the U.S.", "The family stayed."],
        ["J. R. Doe paid $3.50 for it.", "Why?", "Nobody knows!"],
        ['"Really?" she said.', '"Yes."', "They went."],
        ["Well ... what now?", "They left...", "Then nothing."],
        ["We use drugs, e.g. aspirin.", "See Fig. 3 and No. 5."],
        ["Is it so?", "No.", "Not at all."],
        ["(It was late.)", "He slept."],
        ["Version 2.0 is out.", "Get it at 5 p.m. today."],
    ],
)
def test_sentences_end_where_a_reader_would_end_them(expected: list[str]) -> None:
    text = " ".join(expected)
    assert [part.of(text) for part in sentences(text)] == expected


def test_blank_lines_list_items_and_form_lines_divide_sentences() -> None:
    text = "Findings\r\n\r\n1. Cough\n2. Fever of\n39 degrees\n- rash\nAge: 54\nName: X"
    assert [part.of(text) for part in sentences(text)] == [
        "Findings", "1. Cough", "2. Fever of\n39 degrees", "- rash", "Age: 54", "Name: X",
    ]  # fmt: skip
    assert len(paragraphs(text)) == 2


def test_contexts_are_sentences_paragraphs_or_the_whole() -> None:
    document = Document("note", "One. Two.\n\nThree. ")
    assert [len(contexts(document, kind)) for kind in ("sentence", "paragraph", "document")] == [3, 2, 1]
    assert contexts(Document("empty", " \n\n "), "document") == []


def test_what_a_placeholder_hides_divides_no_sentence() -> None:
    text = "Seen by [A. The] today."
    assert contexts(Document("note", text, (Span(8, 16),)), "sentence") == [Span(0, len(text))]


@pytest.mark.parametrize("piece", ["a", "! ", "!", "\n", "\n \n", '."', ". A", "\nA", "\n     ", "1. "])
def test_a_long_run_takes_linear_time(piece: str) -> None:
    start = time.process_time()
    sentences(piece * (50_000 // len(piece)))
    assert time.process_time() - start < 2
