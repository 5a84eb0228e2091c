"""Who is singled out by what a release leaves."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from reticent.evaluation.isolation import TOGETHER, count_companions, find_traces, sort_into_bands
from reticent.text import Document

TRAITS = st.lists(st.frozensets(st.sampled_from("abcde")), min_size=1, max_size=7)


@given(TRAITS)
def test_nobody_has_fewer_companions_than_the_best_of_all_sets_and_singles_are_right(
    traits: list[frozenset[str]],
) -> None:
    for own, counted in zip(traits, count_companions(traits), strict=True):
        sets = [set(each) for size in range(TOGETHER + 1) for each in combinations(sorted(own), size)]
        least = min(sum(each <= other for other in traits) for each in sets)
        singles = min((sum(trait in other for other in traits) for trait in own), default=len(traits))
        assert least <= counted <= singles


def test_traces_are_identifiers_and_traits() -> None:
    traces = find_traces(
        Document("note", "Mr Henry Abbott, aged 41, lives in Lyon. Mail h.abbott@example.org.")
    )
    assert traces.identifiers["EMAIL"] == 1
    assert traces.identifiers["PERSON"] >= 1
    assert any("lyon" in trait for trait in traces.traits)
    assert not find_traces(Document("note", "The bus was late.")).identifiers


def test_bands_hold_everybody_once() -> None:
    assert sum(sort_into_bands(range(1, 40)).values()) == 39
