"""Overlaps are settled once, and nothing that was pointed at is lost."""

from __future__ import annotations

from itertools import pairwise, permutations

from hypothesis import given
from hypothesis import strategies as st

from reticent.detection import WordList, patterns, settle, several
from reticent.detection.patterns import LANGUAGE_PATTERNS
from reticent.language.registry import languages_with
from reticent.text import Document, Mention, Span

SPANS = st.tuples(st.integers(0, 30), st.integers(0, 8)).map(lambda at: Span(at[0], at[0] + at[1]))
MENTIONS = st.lists(
    st.builds(Mention, SPANS, st.sampled_from("ABC"), st.sampled_from([0.5, 1.0])), max_size=12
)


def covered(mentions: list[Mention]) -> set[int]:
    return {at for m in mentions for at in range(m.span.start, m.span.end)}


@given(MENTIONS)
def test_settled_mentions_are_disjoint_in_order_and_cover_the_same_characters(
    mentions: list[Mention],
) -> None:
    settled = settle(mentions)
    assert all(a.span.end <= b.span.start for a, b in pairwise(settled))
    assert covered(settled) == covered(mentions)


@given(MENTIONS)
def test_settling_twice_changes_nothing_and_order_does_not_matter(mentions: list[Mention]) -> None:
    assert settle(settle(mentions)) == settle(mentions) == settle(reversed(mentions))


def test_the_longest_gives_its_kind_then_the_likelier_then_the_earlier_then_the_first_by_name() -> None:
    longest, likely = Mention(Span(0, 5), "Z", 0.1), Mention(Span(1, 3), "A", 1.0)
    assert [m.kind for m in settle([likely, longest])] == ["Z"]
    assert [m.kind for m in settle([Mention(Span(0, 3), "A", 0.5), Mention(Span(1, 4), "B", 0.9)])] == ["B"]
    assert [m.kind for m in settle([Mention(Span(1, 4), "A"), Mention(Span(0, 3), "B")])] == ["B"]
    for order in permutations([Mention(Span(0, 3), kind) for kind in "CAB"]):
        assert [m.kind for m in settle(order)] == ["A"]


def test_mentions_that_touch_stay_apart() -> None:
    touching = [Mention(Span(0, 3), "A"), Mention(Span(3, 5), "A")]
    assert settle(touching) == touching


def test_several_detectors_find_what_each_finds() -> None:
    text = "Jane Doe wrote from jane@example.org on 12 March 2019."
    detector = several(patterns(), WordList(["Jane"], "NAME"), WordList(["Doe"], "NAME"))
    assert [(m.kind, m.span.of(text)) for m in detector.mentions(Document("d", text))] == [
        ("NAME", "Jane"),
        ("NAME", "Doe"),
        ("EMAIL", "jane@example.org"),
        ("DATE", "12 March 2019"),
    ]
    assert detector.kinds == patterns().kinds | {"NAME"}
    spoken = {f"patterns, {code}" for code in languages_with(LANGUAGE_PATTERNS)}
    assert set(detector.declared) == {"patterns", "word list NAME", "word list NAME 2"} | spoken
