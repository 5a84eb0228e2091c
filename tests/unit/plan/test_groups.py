"""Violations of groups: the smallest say it, larger ones are counted."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from reticent.plan import Violation
from reticent.plan.values import keep_smallest
from reticent.text import Span

PLACE = Span(0, 1)


def violation(*group: str, about: str = "HIV") -> Violation:
    return Violation(
        "model", PLACE, "REMOVED", "", group=group, about=about, members=((PLACE,),) * len(group)
    )


def test_a_larger_group_around_a_smaller_one_is_counted_and_not_shown() -> None:
    found = keep_smallest(
        [violation("a", "b"), violation("a"), violation("b", "c"), violation("a", "b", "c")]
    )
    assert [(each.group, each.supersets) for each in found] == [(("a",), 2), (("b", "c"), 1)]


def test_groups_that_tell_of_different_things_stay_apart() -> None:
    found = keep_smallest([violation("a"), violation("a", "b", about="cancer")])
    assert [each.supersets for each in found] == [0, 0]


def test_places_without_a_group_all_stay() -> None:
    single = Violation("model", PLACE, "EMAIL", "still found")
    assert keep_smallest([single, single]) == [single, single]
    assert single.places == (PLACE,)


def test_all_places_of_a_group_are_told_in_order_and_once() -> None:
    spans = (Span(4, 5), Span(0, 1))
    group = Violation("model", PLACE, "REMOVED", "", group=("a", "b"), members=(spans, (Span(4, 5),)))
    assert group.places == (Span(0, 1), Span(4, 5))


@given(st.sets(st.frozensets(st.sampled_from("abcde"), min_size=1, max_size=3), max_size=12))
def test_what_is_left_is_just_what_holds_no_smaller_group(groups: set[frozenset[str]]) -> None:
    found = keep_smallest([violation(*sorted(group)) for group in groups])
    smallest = {group for group in groups if not any(other < group for other in groups)}
    assert {frozenset(each.group) for each in found} == smallest
    for each in found:
        inside = frozenset(each.group)
        assert each.supersets == sum(inside < group for group in groups)
    assert all(not frozenset(a.group) < frozenset(b.group) for a, b in combinations(found, 2))
