"""Algorithm 1 on plain values."""

from collections.abc import Collection, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.models.cg_sanitization._search import Group, TermOptions, generalize
from reticent.models.shared.counts import REMOVED, Option

UNITS = "abcdefgh"


def live_groups(slots: Sequence[TermOptions], chosen: Sequence[int], risky: Collection[Group]) -> list[Group]:
    """The risky groups that stand together in a context, looked up one by one."""
    shown: dict[int, set[str]] = {}
    for slot, number in zip(slots, chosen, strict=True):
        for context in slot.contexts:
            shown.setdefault(context, set()).update(slot.options[number].units)
    return [group for group in risky if any(group <= units for units in shown.values())]


def option(units: str, information: float) -> Option:
    return Option(units, frozenset(units), information)


def slot(*options: tuple[str, float], contexts: frozenset[int] = frozenset({0})) -> TermOptions:
    return TermOptions((*(option(*each) for each in options), REMOVED), contexts)


@st.composite
def slots(draw: st.DrawFn) -> TermOptions:
    units = draw(st.lists(st.text(alphabet=UNITS, min_size=1, max_size=2), min_size=1, max_size=3))
    levels = sorted(
        draw(st.lists(st.integers(1, 20), min_size=len(units), max_size=len(units))), reverse=True
    )
    places = draw(st.frozensets(st.integers(0, 1), min_size=1))
    return slot(*zip(units, map(float, levels), strict=True), contexts=places)


texts = st.lists(slots(), max_size=5)
risks = st.frozensets(st.frozensets(st.sampled_from(UNITS), min_size=1, max_size=3), max_size=6)


def information(text: list[TermOptions], chosen: list[int]) -> float:
    return sum(each.options[option].information for each, option in zip(text, chosen, strict=True))


def best(text: list[TermOptions], risky: frozenset[Group]) -> float:
    ways = product(*(range(len(each.options)) for each in text))
    return max(information(text, list(way)) for way in ways if not live_groups(text, way, risky))


@given(texts, risks)
def test_no_risky_group_is_left(text: list[TermOptions], risky: frozenset[Group]) -> None:
    assert live_groups(text, generalize(text, risky), risky) == []


@given(texts, risks)
def test_nothing_that_changed_could_have_stayed(text: list[TermOptions], risky: frozenset[Group]) -> None:
    chosen = generalize(text, risky)
    for number, taken in enumerate(chosen):
        if taken:
            assert live_groups(text, [*chosen[:number], 0, *chosen[number + 1 :]], risky)


@given(texts, risks)
def test_restoring_never_loses_and_the_best_is_never_beaten(
    text: list[TermOptions], risky: frozenset[Group]
) -> None:
    plain = information(text, generalize(text, risky, restore=False))
    restored = information(text, generalize(text, risky))
    assert plain <= restored + 1e-9
    assert restored <= best(text, risky) + 1e-9


def test_what_is_safe_stays_as_it_is() -> None:
    assert generalize([slot(("a", 5)), slot(("b", 4))], [frozenset("ab" + "c")]) == [0, 0]


@pytest.mark.paper("cg-sanitization", "Heuristic H1")
def test_small_groups_come_first() -> None:
    text = [slot(("a", 9), ("x", 8)), slot(("b", 9), ("y", 1))]
    assert generalize(text, [frozenset("ab"), frozenset("a")]) == [1, 0]


@pytest.mark.paper("cg-sanitization", "Heuristic H3")
def test_the_most_informative_safe_combination_is_taken() -> None:
    text = [slot(("a", 9), ("x", 3)), slot(("b", 9), ("y", 7))]
    assert generalize(text, [frozenset("ab")]) == [0, 1]


def test_a_replacement_that_is_risky_with_what_stays_is_passed_over() -> None:
    text = [slot(("a", 9), ("x", 8), ("z", 2)), slot(("b", 9))]
    assert generalize(text, [frozenset("a"), frozenset("xb")]) == [2, 0]


def test_every_term_that_holds_a_risky_word_changes() -> None:
    text = [slot(("ab", 9), ("b", 5)), slot(("ac", 9), ("c", 5))]
    assert generalize(text, [frozenset("a")]) == [1, 1]


def test_a_group_across_contexts_is_left_alone() -> None:
    text = [slot(("a", 9), contexts=frozenset({1})), slot(("b", 9), contexts=frozenset({2}))]
    assert generalize(text, [frozenset("ab")]) == [0, 0]
