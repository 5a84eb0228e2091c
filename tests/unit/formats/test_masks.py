from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import DocumentError
from reticent.formats.masks import Mask, fit_masks, key_of, read_masks, write_masks
from reticent.text import Document, Span

SPANS = st.tuples(st.integers(0, 50), st.integers(1, 20)).map(lambda each: Span(each[0], each[0] + each[1]))
MASKS = st.builds(Mask, SPANS, st.none() | st.text())


@given(st.dictionaries(st.text(), st.lists(MASKS).map(tuple)))
def test_masks_are_read_as_they_were_written(masks: dict[str, tuple[Mask, ...]]) -> None:
    assert read_masks(write_masks(masks), "masks.json") == masks


@given(st.lists(MASKS))
def test_masks_that_overlap_become_one_and_none_is_lost(masks: list[Mask]) -> None:
    found = fit_masks(masks, Document("d", "x" * 70))
    assert all(left.span.end <= right.span.start for left, right in pairwise(found))
    covered = {place for mask in found for place in range(mask.span.start, mask.span.end)}
    assert covered == {place for mask in masks for place in range(mask.span.start, mask.span.end)}


def test_a_mask_past_the_end_belongs_to_another_text() -> None:
    with pytest.raises(DocumentError, match="ends at 9, but the text has 4"):
        fit_masks([Mask(Span(2, 9))], Document("d", "four"))


def test_masks_of_other_documents_are_refused() -> None:
    assert key_of({"letter": ()}, "folder/letter.txt") == "letter"
    with pytest.raises(DocumentError, match="other documents"):
        key_of({"other.txt": ()}, "letter.txt")


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{",
        '{"d": 3}',
        '{"d": [3]}',
        '{"d": [[3]]}',
        '{"d": [[3, 2]]}',
        '{"d": [[-1, 2]]}',
        '{"d": [[true, 2]]}',
        '{"d": [[1, 2, 3]]}',
    ],
)
def test_what_is_no_mask_is_refused_by_name(text: str) -> None:
    with pytest.raises(DocumentError, match=r"masks\.json"):
        read_masks(text.encode(), "masks.json")


@pytest.mark.parametrize(
    ("written", "said"),
    [("disease", "disease"), ("[PERSON]", None), ("XXXX", None), ("<name>", None), (None, None)],
)
def test_only_words_count_as_more_general_terms(written: str | None, said: str | None) -> None:
    assert Mask(Span(0, 1), written).generalization == said
