"""Several texts of a record are one document, and nothing reaches from one into another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent import Redaction, Span, WordList, sanitize
from reticent.errors import DocumentError
from reticent.formats.seam.records import SEPARATOR, join_fields
from reticent.plan import Edit
from reticent.text.document import MASK

FIELDS = join_fields("a, row 1", ["Ann", "Lee", ""])


def test_what_stands_between_two_fields_is_nobodys_word() -> None:
    document = FIELDS.document
    assert [span.of(document.text) for span in document.placeholders] == [MASK, MASK]
    model = Redaction((WordList(["Ann Lee"], kind="NAME"),))
    assert sanitize(document, model).text == document.text


@pytest.mark.parametrize("span", [Span(2, 9), Span(3, 8), Span(4, 5), Span(0, 20)])
def test_an_edit_that_reaches_out_of_its_field_is_refused(span: Span) -> None:
    with pytest.raises(DocumentError, match=r"edit at|ends after"):
        FIELDS.texts([Edit(span, "[NAME]", 0)])
    with pytest.raises(DocumentError, match=r"edit at|ends after"):
        FIELDS.split([Edit(span, "[NAME]", 0)])


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(Span(0, 2), "", 0), Edit(Span(1, 3), "", 0)],
        [Edit(Span(8, 11), "", 0), Edit(Span(0, 3), "", 0)],
    ],
)
def test_edits_that_overlap_or_stand_in_another_order_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(DocumentError, match="overlap or are not in order"):
        FIELDS.texts(edits)


def test_an_edit_behind_the_end_is_refused() -> None:
    with pytest.raises(DocumentError, match="ends after the text does"):
        join_fields("a", ["Ann"]).texts([Edit(Span(2, 4), "", 0)])


@given(st.lists(st.text(max_size=4), min_size=1, max_size=4), st.text(max_size=3))
def test_edits_of_one_field_leave_the_others_alone(texts: list[str], new: str) -> None:
    fields = join_fields("a", texts)
    assert fields.document.text == SEPARATOR.join(texts)
    for number, span in enumerate(fields.spans):
        expected = [new if at == number else text for at, text in enumerate(texts)]
        assert fields.texts([Edit(span, new, 0)]) == expected
