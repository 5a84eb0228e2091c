"""Which words go: a cover that is met, that needs each of its words, and that no bound exceeds."""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.models.indistinct._problem import (
    ReaderDemand,
    RemovalProblem,
    balances_of,
    bound_cost,
    choose_words,
)


@st.composite
def demands(draw: st.DrawFn, words: int) -> ReaderDemand:
    """Up to six units of whole numbers, each on one or two words at one or two places, and up to four candidates.

    The text names some of these, but so many are left that the demand can be met.
    """
    units, others = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    numbers = st.lists(st.integers(-4, 6), min_size=others, max_size=others)
    pull = draw(st.lists(numbers, min_size=units, max_size=units))
    one = st.frozensets(st.integers(0, words - 1), min_size=1, max_size=2)
    places = draw(
        st.lists(st.lists(one, min_size=1, max_size=2, unique=True), min_size=units, max_size=units)
    )
    named = draw(st.frozensets(st.integers(0, others - 1), max_size=others - 1))
    names = {each: tuple(draw(st.lists(one, min_size=1, max_size=2, unique=True))) for each in sorted(named)}
    k = draw(st.integers(1, others - len(names)))
    return ReaderDemand(np.array(pull, dtype=np.float64), [tuple(each) for each in places], k, names)


@st.composite
def problems(draw: st.DrawFn) -> RemovalProblem:
    """Up to six words, all of which may go, and one or two demands."""
    words = draw(st.integers(1, 6))
    costs = draw(st.lists(st.integers(1, 9), min_size=words, max_size=words))
    wanted = draw(st.lists(demands(words), min_size=1, max_size=2))
    return RemovalProblem(np.array(costs, dtype=np.float64), np.ones(words, dtype=bool), wanted)


def is_met(problem: RemovalProblem, gone: frozenset[int]) -> bool:
    """Whether k candidates come out at nothing or below for every demand, reckoned from the definition."""
    return all(
        sum(
            _margin(demand, candidate, gone) <= 0 and not _is_named(demand, candidate, gone)
            for candidate in range(demand.pull.shape[1])
        )
        >= demand.k
        for demand in problem.demands
    )


def _margin(demand: ReaderDemand, candidate: int, gone: frozenset[int]) -> float:
    return sum(
        float(demand.pull[unit, candidate])
        for unit, places in enumerate(demand.occurrences)
        if any(not place & gone for place in places)
    )


def _is_named(demand: ReaderDemand, candidate: int, gone: frozenset[int]) -> bool:
    return any(not name & gone for name in demand.names.get(candidate, ()))


def cheapest(problem: RemovalProblem) -> float:
    """The least cost of any words whose removal meets all demands."""
    words = range(len(problem.costs))
    ways = chain.from_iterable(combinations(words, size) for size in range(len(words) + 1))
    return min(
        float(sum(problem.costs[word] for word in way)) for way in ways if is_met(problem, frozenset(way))
    )


@given(problem=problems())
def test_a_cover_is_met_and_lies_between_the_best_one_and_no_bound_above_it(problem: RemovalProblem) -> None:
    cover = choose_words(problem)
    best = cheapest(problem)
    assert cover.is_met
    assert is_met(problem, cover.words)
    assert cover.bound <= best + 1e-9 <= cover.cost + 2e-9


@given(problem=problems())
@settings(deadline=None)
def test_no_word_of_a_cover_could_come_back(problem: RemovalProblem) -> None:
    cover = choose_words(problem)
    assert not any(is_met(problem, cover.words - {word}) for word in cover.words)


@given(problem=problems(), data=st.data())
@settings(deadline=None)
def test_balances_follow_whatever_goes_and_comes_back(problem: RemovalProblem, data: st.DataObject) -> None:
    words = st.sampled_from(range(len(problem.costs)))
    moves = data.draw(st.lists(words, max_size=8))
    gone: frozenset[int] = frozenset()
    balances = balances_of(problem)
    for word in moves:
        gone = gone ^ {word}
        for balance in balances:
            balance.update(word, gone)
    for balance, demand in zip(balances, problem.demands, strict=True):
        expected = [
            float("inf") if _is_named(demand, candidate, gone) else _margin(demand, candidate, gone)
            for candidate in range(demand.pull.shape[1])
        ]
        assert balance.margins.tolist() == expected


def test_nothing_goes_where_nothing_has_to() -> None:
    demand = ReaderDemand(np.array([[-1.0, 2.0]]), [(frozenset({0}),)], 1)
    cover = choose_words(RemovalProblem(np.array([3.0]), np.array([True]), [demand]))
    assert (cover.words, cover.cost, cover.bound) == (frozenset(), 0.0, 0.0)


def test_nothing_goes_where_the_text_names_so_many_that_k_are_not_left() -> None:
    places = [(frozenset({0}),), (frozenset({1}),)]
    demand = ReaderDemand(np.array([[1.0, 2.0], [1.0, 1.0]]), places, 2, {1: (frozenset({1}),)})
    cover = choose_words(RemovalProblem(np.array([3.0, 4.0]), np.array([True, True]), [demand]))
    assert (cover.words, cover.is_met) == (frozenset(), False)


def test_what_must_stay_stays_and_another_word_goes_for_it() -> None:
    pull = np.array([[2.0], [-1.0], [1.0], [1.0]])
    places = [(frozenset({word}),) for word in range(4)]
    problem = RemovalProblem(
        np.array([1.0, 1, 1, 1]), np.array([False, True, True, True]), [ReaderDemand(pull, places, 1)]
    )
    assert not choose_words(problem).is_met
    pull[1] = -2.0
    assert choose_words(problem).words == {2, 3}


def test_a_bound_is_infinite_where_nothing_helps() -> None:
    stays = ReaderDemand(np.array([[1.0]]), [()], 1)
    assert bound_cost(RemovalProblem(np.array([1.0]), np.array([True]), [stays])) == float("inf")


@pytest.mark.parametrize("size", [300])
def test_a_long_text_is_planned_in_a_moment(size: int) -> None:
    chance = np.random.default_rng(1)
    pull = chance.exponential(1.0, (size, 800)) * (chance.random((size, 800)) < 0.2)
    demand = ReaderDemand(
        pull.max(axis=1, keepdims=True) * 0.4 - pull, [(frozenset({word}),) for word in range(size)], 20
    )
    cover = choose_words(RemovalProblem(chance.uniform(4, 20, size), np.ones(size, dtype=bool), [demand]))
    assert cover.is_met
    assert 0 < cover.bound <= cover.cost
