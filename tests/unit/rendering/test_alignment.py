from hypothesis import given
from hypothesis import strategies as st

from reticent.rendering.edits import apply_edits
from reticent.rendering.matching import align
from reticent.text import Document, Span

texts = st.lists(
    st.sampled_from(["HIV", "a", "an", "virus", "kidney", "[EMAIL]", ",", ".", " ", "\n", "  "])
).map("".join)


@given(original=texts, released=texts)
def test_the_edits_found_between_two_texts_make_the_one_of_the_other(original: str, released: str) -> None:
    edits = align(Document("o", original), Document("r", released))
    assert apply_edits(Document("o", original), edits).text == released


@given(text=texts)
def test_a_text_is_itself_without_an_edit(text: str) -> None:
    assert align(Document("o", text), Document("r", text)) == ()


def test_words_that_were_replaced_side_by_side_are_found_one_by_one() -> None:
    edits = align(
        Document("o", "He had severe migraines today."), Document("r", "He had mild headaches today.")
    )
    assert [(edit.span, edit.text) for edit in edits] == [(Span(7, 13), "mild"), (Span(14, 23), "headaches")]


def test_a_placeholder_is_known_as_one() -> None:
    released = Document("r", "Write to [EMAIL] now", (Span(9, 16),))
    (edit,) = align(Document("o", "Write to ann@example.org now"), released)
    assert edit.placeholder
    assert edit.span == Span(9, 24)


def test_a_phrase_that_became_one_word_is_one_edit() -> None:
    (edit,) = align(Document("o", "the kidney disease grew"), Document("r", "the uropathy grew"))
    assert (edit.span, edit.text) == (Span(4, 18), "uropathy")
