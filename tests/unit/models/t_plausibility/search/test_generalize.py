from __future__ import annotations

import math

import pytest
from experiments.t_plausibility_searches import prune, within_steps
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.oracles.t_plausibility import equation_1, reaching_levels, texts_at

from reticent.errors import InputError, PromiseError
from reticent.models.t_plausibility import Generalization, cost, generalize
from reticent.models.t_plausibility._cost import COST_TOLERANCE
from reticent.models.t_plausibility._search import LevelSearch, Problem, Search

ALPHAS = [0.0, 0.25, 0.5, 0.75, 0.99, 1.0]

chain = st.lists(st.integers(1, 60), min_size=1, max_size=5, unique=True).map(sorted)
texts = st.lists(chain, min_size=1, max_size=5)


@st.composite
def solvable(draw: st.DrawFn) -> tuple[list[list[int]], int]:
    volumes = draw(texts)
    return volumes, draw(st.integers(1, math.prod(chain[-1] for chain in volumes)))


@pytest.mark.paper("t-plausibility", "Definition 4", "Equation 1")
@given(solvable(), st.sampled_from(ALPHAS))
def test_exact_agrees_with_brute_force_on_the_uniform_problem(
    case: tuple[list[list[int]], int], alpha: float
) -> None:
    volumes, t = case
    found = generalize(volumes, t, alpha)
    least = min(equation_1(volumes, levels, t, alpha) for levels in reaching_levels(volumes, t))
    assert found.proven
    assert found.texts == texts_at(volumes, found.levels) >= t
    assert found.cost == pytest.approx(least, rel=1e-12, abs=COST_TOLERANCE)


@pytest.mark.paper("t-plausibility", "Definition 3")
@given(solvable(), st.integers(1, 40))
def test_exact_agrees_with_brute_force_on_the_plain_problem(
    case: tuple[list[list[int]], int], limit: int
) -> None:
    volumes, t = case
    fewest = min(texts_at(volumes, levels) for levels in reaching_levels(volumes, t))
    found = generalize(volumes, t, problem="plain")
    assert found.proven
    assert found.texts == texts_at(volumes, found.levels) == fewest
    stopped = generalize(volumes, t, problem="plain", limit=limit)
    assert stopped.texts == texts_at(volumes, stopped.levels) >= fewest
    assert not stopped.proven or stopped.texts == fewest


@pytest.mark.paper("t-plausibility", "Algorithm 1", "Algorithm 3")
@given(solvable(), st.sampled_from(ALPHAS), st.sampled_from(["uniform", "plain"]))
def test_the_papers_exhaustive_searches_find_the_same_optimum(
    case: tuple[list[list[int]], int], alpha: float, problem: Problem
) -> None:
    volumes, t = case
    pruned = generalize(volumes, t, alpha, prune(problem), problem=problem)
    exact = generalize(volumes, t, alpha, problem=problem)
    assert pruned.proven
    if problem == "plain":
        assert pruned.texts == exact.texts
    else:
        assert pruned.cost == pytest.approx(exact.cost, rel=1e-12, abs=2 * COST_TOLERANCE)


@pytest.mark.paper("t-plausibility", "Algorithm 4", "Algorithm 5", "Algorithm 6")
@given(solvable(), st.sampled_from(ALPHAS), st.sampled_from(["top-down", *map(within_steps, range(4))]))
def test_a_heuristic_reaches_t_or_says_that_it_does_not_and_never_beats_exact(
    case: tuple[list[list[int]], int], alpha: float, search: Search | LevelSearch
) -> None:
    volumes, t = case
    try:
        found = generalize(volumes, t, alpha, search)
    except PromiseError:
        return
    assert found.texts == texts_at(volumes, found.levels) >= t
    assert found.cost == pytest.approx(equation_1(volumes, found.levels, t, alpha))
    assert found.cost >= generalize(volumes, t, alpha).cost - COST_TOLERANCE


@given(solvable(), st.sampled_from([0.25, 0.5, 0.75]), st.integers(1, 3))
def test_more_steps_around_the_even_start_are_never_worse(
    case: tuple[list[list[int]], int], alpha: float, steps: int
) -> None:
    volumes, t = case
    try:
        fewer = generalize(volumes, t, alpha, within_steps(steps - 1))
    except PromiseError:
        assume(False)
    assert generalize(volumes, t, alpha, within_steps(steps)).cost <= fewer.cost + COST_TOLERANCE


@given(solvable(), st.sampled_from(ALPHAS), st.integers(1, 3))
def test_a_search_stopped_by_its_limit_claims_a_proof_only_for_the_optimum(
    case: tuple[list[list[int]], int], alpha: float, limit: int
) -> None:
    volumes, t = case
    found = generalize(volumes, t, alpha, limit=limit)
    assert found.texts == texts_at(volumes, found.levels) >= t
    optimum = generalize(volumes, t, alpha).cost
    assert found.cost >= optimum - COST_TOLERANCE
    assert not found.proven or found.cost == pytest.approx(optimum, abs=2 * COST_TOLERANCE)


def test_exhaustive_search_stopped_by_its_limit_returns_its_best_unproven() -> None:
    volumes = [(1, 3, 7, 20)] * 12
    stopped = generalize(volumes, 1000, search=prune("uniform", 2_000))
    assert not stopped.proven
    assert stopped.texts >= 1000
    assert stopped.cost >= generalize(volumes, 1000).cost


def test_a_plain_search_for_a_vast_t_that_gives_up_its_proof_still_reaches_t() -> None:
    volumes = [(1, 3, 7, 20, 177, 5821)] * 8 + [(1, 2, 11, 130, 9001)] * 8
    found = generalize(volumes, 10**30, problem="plain", limit=50_000)
    assert not found.proven
    assert 10**30 <= found.texts < 2 * 10**30


def test_exhaustive_search_stopped_before_any_solution_is_an_error() -> None:
    with pytest.raises(PromiseError, match="raise the limit"):
        generalize([(1, 2)] * 10, 1000, search=prune("uniform", 5))


@pytest.mark.parametrize(("alpha", "words"), [(0.0, 300), (0.5, 300), (0.99, 300), (1.0, 60)])
def test_words_that_are_all_alike_do_not_multiply_the_work(alpha: float, words: int) -> None:
    found = generalize([(1, 3, 10, 70)] * words, 5**words, alpha)
    assert found.proven
    assert found.texts >= 5**words


@pytest.mark.parametrize("search", ["exact", prune("uniform"), within_steps(1), "top-down"])
def test_t_of_one_leaves_every_word_alone(search: Search | LevelSearch) -> None:
    found = generalize([(1, 5, 9), (1, 2)], 1, search=search)
    assert found == Generalization((0, 0), 0.0, found.proven, 1)


def test_t_beyond_every_machine_word_is_decided_on_integers() -> None:
    volumes = [(1, 9, 1000)] * 10
    assert generalize(volumes, 10**30).texts == 10**30
    assert generalize(volumes, 10**30, problem="plain").texts == 10**30
    with pytest.raises(PromiseError, match=f"largest t that they reach is {10**30}"):
        generalize(volumes, 10**30 + 1)


def test_a_product_one_short_of_a_large_t_does_not_reach_it() -> None:
    low, high = 10**15 - 1, 10**15 + 1
    volumes = [(1, low, 2 * low), (1, high)]
    for problem in ("uniform", "plain"):
        assert generalize(volumes, low * high, problem=problem).texts == low * high
        assert generalize(volumes, low * high + 1, problem=problem).texts == 2 * low * high


def test_an_unreachable_t_with_thousands_of_digits_has_a_readable_error() -> None:
    with pytest.raises(PromiseError, match=r"2\*\*\d+") as caught:
        generalize([(1, 60_000)] * 2000, 10**20_000)
    assert len(str(caught.value)) < 300


def test_no_words_reach_one_text_and_no_more() -> None:
    assert generalize([], 1) == Generalization((), 0.0, True, 1)
    with pytest.raises(PromiseError, match="largest t that they reach is 1:"):
        generalize([], 2)


def test_a_word_without_ancestors_stays_and_the_others_make_up_for_it() -> None:
    found = generalize([(1,), (1, 4, 16)], 10)
    assert found.levels == (0, 2)
    assert found.proven


def test_an_ancestor_that_adds_no_words_is_never_chosen() -> None:
    assert generalize([(1, 1, 4, 4, 9)], 3).levels == (2,)


@pytest.mark.parametrize(
    ("volumes", "complaint"),
    [
        ([()], "word 1 has an empty chain"),
        ([(1, 2), (4, 2)], "volumes of word 2 .* never decrease"),
        ([(0, 2)], "must start at 1"),
        ([(1, 2.5)], "must be integers"),
    ],
)
def test_chains_that_are_none_are_named(volumes: list[tuple[int, ...]], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        generalize(volumes, 2)


@pytest.mark.parametrize("t", [0, -3, 2.5, "10", None])
def test_t_must_be_a_number_of_texts(t: object) -> None:
    with pytest.raises(InputError, match="t must be an integer"):
        generalize([(1, 2)], t)  # type: ignore[arg-type]


@pytest.mark.parametrize("alpha", [-0.01, 1.01, math.nan, math.inf])
def test_alpha_lies_between_zero_and_one(alpha: float) -> None:
    with pytest.raises(InputError, match="alpha must lie between 0 and 1"):
        generalize([(1, 2)], 2, alpha)


def test_unknown_searches_and_options_are_refused() -> None:
    with pytest.raises(InputError, match="'exact' for the problems"):
        generalize([(1, 2)], 2, search="magic")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="'uniform' alone"):
        generalize([(1, 2)], 2, search="top-down", problem="plain")
    with pytest.raises(InputError, match="limit"):
        generalize([(1, 2)], 2, limit=0)


def test_levels_that_do_not_fit_their_chains_have_no_cost() -> None:
    for levels in [(0,), (0, 2), (-1, 0), (0, 0, 0)]:
        with pytest.raises(InputError, match="one index"):
            cost([(1, 2), (1, 3)], levels, 2)


def test_a_heuristic_whose_even_start_misses_t_says_so() -> None:
    volumes = [(1, 2), (1, 2, 4, 8, 16, 32, 64)]
    with pytest.raises(PromiseError, match="search='exact'"):
        generalize(volumes, 128, search="top-down")
    assert generalize(volumes, 128).texts == 128
