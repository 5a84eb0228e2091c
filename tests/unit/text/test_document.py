import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.text import Document, Span, merge_spans
from reticent.text.document import MASK, line_and_column

SPANS = st.tuples(st.integers(0, 30), st.integers(0, 8)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2)])
def test_a_span_that_is_no_place_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="0 <= start <= end"):
        Span(start, end)


@given(st.lists(SPANS, max_size=8))
def test_merged_spans_cover_the_same_places_apart(spans: list[Span]) -> None:
    joined = merge_spans(spans)
    assert {i for span in spans for i in range(span.start, span.end)} == {
        i for span in joined for i in range(span.start, span.end)
    }
    assert all(left.end < right.start for left, right in itertools.pairwise(joined))


@given(SPANS, SPANS)
def test_spans_overlap_when_they_share_a_code_point(one: Span, other: Span) -> None:
    shared = set(range(one.start, one.end)) & set(range(other.start, other.end))
    if shared:
        assert one.overlaps(other)
    if one and other:
        assert one.overlaps(other) == bool(shared)
    assert one.hull(other).covers(one)


def test_lines_and_columns_count_from_one_in_code_points() -> None:
    place = line_and_column("ab\n🙂é\nc")
    assert [place(offset) for offset in (0, 1, 3, 4, 6)] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (3, 1),
    ]


def test_placeholders_are_blanked_and_offsets_stay() -> None:
    document = Document("d", "to [EMAIL] now [DATE]", (Span(3, 10), Span(15, 21)))
    assert document.mask_placeholders() == "to " + MASK * 7 + " now " + MASK * 6
    assert len(document.mask_placeholders()) == len(document.text)


def test_no_repr_quotes_the_text() -> None:
    assert "secret" not in repr(Document("d", "secret"))


def test_a_fingerprint_follows_the_text_alone() -> None:
    assert Document("a", "text").fingerprint == Document("b", "text").fingerprint
    assert Document("a", "text").fingerprint != Document("a", "text ").fingerprint
    assert Document("a", "\ud800").fingerprint.startswith("sha256:")
