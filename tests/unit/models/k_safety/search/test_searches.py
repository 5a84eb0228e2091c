from __future__ import annotations

from typing import get_args

import pytest
from experiments.k_safety_searches import best_first_within, bfreq, bsize, btop_naive, levelwise
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.k_safety import largest_weight, unsafe_entities

from reticent.errors import InputError
from reticent.models.k_safety import largest_safe_subset
from reticent.models.k_safety.safe_subset import WEIGHTED, Search, SubsetSearch

TERMS = [f"t{number}" for number in range(8)]
OPTIMAL: list[Search | SubsetSearch] = ["exact", "best-first", best_first_within(0), levelwise]
GREEDY: list[Search | SubsetSearch] = ["btop", btop_naive, bsize, bfreq]
EVERY = [*OPTIMAL, *GREEDY, *get_args(Search)]

Contexts = dict[str, frozenset[str]]
Case = tuple[list[str], Contexts, list[str], int]


@st.composite
def databases(draw: st.DrawFn) -> Case:
    contexts = draw(st.lists(st.frozensets(st.sampled_from(TERMS)), min_size=2, max_size=14))
    entities = {f"e{number}": context for number, context in enumerate(contexts)}
    protected = draw(st.lists(st.sampled_from(sorted(entities)), unique=True))
    k = draw(st.integers(1, min(4, len(entities) - 1)))
    document = draw(st.lists(st.sampled_from([*TERMS, "unknown"]), unique=True))
    return document, entities, protected, k


@pytest.mark.paper(
    "erase",
    "Theorem 5.1",
    "Section 5.1",
    "Section 5.2.1, naive bound",
    "Section 5.2.1, window bound",
    "Section 5.2.2",
    "Section 6.2",
)
@given(databases())
def test_every_optimal_search_agrees_with_brute_force(case: Case) -> None:
    most = largest_weight(*case)
    for search in OPTIMAL:
        subset = largest_safe_subset(*case, search=search)
        assert len(subset.kept) == most == subset.bound == subset.weight, search
        assert subset.proven
        assert unsafe_entities(subset.kept, *case[1:]) == []


@given(databases())
def test_a_greedy_search_is_safe_and_never_better_than_brute_force(
    case: Case,
) -> None:
    most = largest_weight(*case)
    for search in GREEDY:
        subset = largest_safe_subset(*case, search=search)
        assert unsafe_entities(subset.kept, *case[1:]) == [], search
        assert len(subset.kept) <= most <= subset.bound
        assert not subset.proven or len(subset.kept) == most


@pytest.mark.paper("erase", "Section 6.2.1", "Section 6.2.2")
@given(databases())
def test_fast_and_naive_btop_delete_the_same_terms(case: Case) -> None:
    fast, naive = (largest_safe_subset(*case, search=search) for search in GREEDY[:2])
    assert fast.deleted == naive.deleted


@given(databases(), st.lists(st.sampled_from([0.5, 1, 1.7, 2, 3, 10]), min_size=8, max_size=8))
def test_exact_agrees_with_brute_force_on_weighted_terms(case: Case, values: list[float]) -> None:
    weights = dict(zip(TERMS, values, strict=True))
    most = largest_weight(*case, weights)
    subset = largest_safe_subset(*case, search="exact", weights=weights)
    assert subset.weight == pytest.approx(most)
    assert subset.proven
    greedy = largest_safe_subset(*case, search="btop", weights=weights)
    assert unsafe_entities(greedy.kept, *case[1:]) == []
    assert greedy.weight <= most + 1e-9


@given(databases(), st.integers(0, 12))
def test_a_search_that_is_stopped_early_is_safe_and_its_bound_holds(case: Case, steps: int) -> None:
    most = largest_weight(*case)
    for search in OPTIMAL:
        subset = largest_safe_subset(*case, search=search, node_limit=steps)
        assert unsafe_entities(subset.kept, *case[1:]) == [], search
        assert len(subset.kept) <= most <= subset.bound
        assert subset.gap == subset.bound - len(subset.kept)
        assert subset.proven == (subset.gap == 0)


@given(databases())
def test_kept_and_deleted_share_out_the_document(case: Case) -> None:
    for search in EVERY:
        subset = largest_safe_subset(*case, search=search)
        assert subset.kept | subset.deleted == set(case[0])
        assert not subset.kept & subset.deleted


@pytest.mark.paper("erase", "Proposition 6.1")
def test_equal_blockers_of_two_entities_count_twice() -> None:
    contexts = {"e": {"a", "b"}, "f": {"a"}, "g": {"a"}}
    for search in EVERY:
        subset = largest_safe_subset(["a", "b"], contexts, ["e"], 2, search=search)
        assert subset.kept == {"a"}, search


def test_an_entity_with_an_empty_context_keeps_company_only_where_nothing_is_told() -> None:
    contexts: Contexts = {"e": frozenset("a"), "empty": frozenset(), "void": frozenset()}
    for search in EVERY:
        assert largest_safe_subset(["a"], contexts, ["e", "empty"], 2, search=search).deleted == {"a"}


def test_a_document_that_no_entity_knows_stays_whole() -> None:
    subset = largest_safe_subset(["x", "y", "x"], {"e": {"a"}, "f": {"b"}}, ["e"], 1)
    assert subset.kept == {"x", "y"}
    assert subset.proven


def test_an_empty_document_is_safe() -> None:
    assert largest_safe_subset([], {"e": {"a"}, "f": {"b"}}, ["e"], 1).kept == frozenset()


def test_a_weight_changes_which_term_goes() -> None:
    contexts = {"e": {"a", "b"}, "f": {"a"}, "g": {"b"}}
    for search in (*sorted(WEIGHTED), btop_naive):
        assert largest_safe_subset("ab", contexts, ["e"], 1, search=search, weights={"a": 5}).kept == {"a"}
        assert largest_safe_subset("ab", contexts, ["e"], 1, search=search, weights={"b": 5}).kept == {"b"}


@pytest.mark.parametrize("k", [2, 3, 99])
def test_more_companions_than_there_are_entities_is_an_error(k: int) -> None:
    with pytest.raises(InputError, match="lower K"):
        largest_safe_subset(["a"], {"e": {"a"}, "f": {"a"}}, ["e"], k)


def test_k_below_one_is_an_error() -> None:
    with pytest.raises(InputError, match="at least 1"):
        largest_safe_subset(["a"], {"e": {"a"}, "f": {"a"}}, ["e"], 0)


def test_a_protected_entity_outside_the_database_is_an_error() -> None:
    with pytest.raises(InputError, match="'nobody' is not in the database"):
        largest_safe_subset(["a"], {"e": {"a"}, "f": {"a"}}, ["nobody"], 1)


def test_an_unknown_search_is_an_error_that_lists_the_known() -> None:
    with pytest.raises(InputError, match="exact, btop"):
        largest_safe_subset(["a"], {"e": {"a"}, "f": {"a"}}, ["e"], 1, search="guess")  # type: ignore[arg-type]


@pytest.mark.parametrize("weight", [0, -1, 1e-9, 1e9, float("nan"), float("inf")])
def test_a_weight_out_of_range_is_an_error_that_names_no_term(weight: float) -> None:
    with pytest.raises(InputError, match="every weight") as caught:
        largest_safe_subset(["secret"], {"e": {"a"}, "f": {"a"}}, ["e"], 1, weights={"secret": weight})
    assert "secret" not in str(caught.value)


def test_weights_for_a_search_that_ignores_them_are_an_error() -> None:
    with pytest.raises(InputError, match="can't weigh"):
        largest_safe_subset(["a"], {"e": {"a"}, "f": {"a"}}, ["e"], 1, search="best-first", weights={"a": 2})


def test_a_result_never_prints_its_terms() -> None:
    assert "cough" not in repr(largest_safe_subset(["cough"], {"e": {"cough"}, "f": {"cough"}}, ["e"], 1))
