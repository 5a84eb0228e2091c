"""The reductions by which the papers show their problems to be hard, run through our searches in both directions."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.models.k_safety import largest_safe_subset
from reticent.models.t_plausibility import generalize

VERTICES = ("a", "b", "c", "d", "e", "f")
edges = st.sets(st.sampled_from(list(combinations(VERTICES, 2))), max_size=9)


@pytest.mark.paper("erase", "Theorem 4.1", "Corollary 4.2")
@given(edges)
def test_the_largest_safe_subset_of_a_graph_is_its_largest_independent_set(
    graph: set[tuple[str, str]],
) -> None:
    contexts = {f"{u}{v}": {u, v} for u, v in graph} | {vertex: {vertex} for vertex in VERTICES}
    found = largest_safe_subset(VERTICES, contexts, [f"{u}{v}" for u, v in graph], 1)
    independent = [
        set(chosen)
        for size in range(len(VERTICES) + 1)
        for chosen in combinations(VERTICES, size)
        if not any({u, v} <= set(chosen) for u, v in graph)
    ]
    assert set(found.kept) in independent
    assert found.proven
    assert len(found.kept) == max(map(len, independent)), (
        "sizes are the same, so an approximation is one of both"
    )


@pytest.mark.paper("t-plausibility", "Theorem 1")
@given(st.lists(st.integers(2, 30), min_size=1, max_size=6), st.data())
def test_the_fewest_texts_tell_whether_some_numbers_multiply_to_a_product(
    numbers: list[int], data: st.DataObject
) -> None:
    product = data.draw(st.integers(2, math.prod(numbers)))
    found = generalize([(1, number) for number in numbers], product, problem="plain")
    multiply = any(
        math.prod(chosen) == product
        for size in range(1, len(numbers) + 1)
        for chosen in combinations(numbers, size)
    )
    assert (found.texts == product) is multiply
