"""Demands on companions and terms that were shown before: the best choice, against every subset by the definition."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reticent.errors import PromiseError
from reticent.models.k_safety._planning import AnonymityDemand, SubsetQuestion, answer

LETTERS = "abcdef"
contexts = st.lists(st.sets(st.sampled_from(LETTERS)), min_size=3, max_size=8)


def keeps(told: set[str], known: list[set[str]], demands: list[AnonymityDemand]) -> bool:
    """By definition: enough of the right others fit what is told of each guarded entity."""
    for demand in demands:
        among = set(range(len(known))) if demand.among is None else set(demand.among.tolist())
        for entity in demand.guarded.tolist():
            seen = told & known[entity]
            others = [
                at for at, context in enumerate(known) if at != entity and at in among and seen <= context
            ]
            if seen and len(others) < demand.least:
                return False
    return True


@given(known=contexts, shown=st.sets(st.sampled_from(LETTERS)), data=st.data())
def test_the_answer_is_the_heaviest_that_keeps_every_demand_with_what_was_shown(
    known: list[set[str]], shown: set[str], data: st.DataObject
) -> None:
    numbers = st.sets(st.integers(0, len(known) - 1), min_size=1).map(sorted)
    demands = []
    for _ in range(data.draw(st.integers(1, 3))):
        among = data.draw(st.none() | numbers)
        demands.append(
            AnonymityDemand(
                np.array(data.draw(numbers)),
                data.draw(st.integers(1, len(known) - 1)) if among is None else 1,
                None if among is None else np.array(among),
            )
        )
    terms = tuple(LETTERS)
    postings = [
        np.array([at for at, each in enumerate(known) if letter in each], np.int64) for letter in terms
    ]
    weights = {letter: float(at + 1) for at, letter in enumerate(LETTERS)} if data.draw(st.booleans()) else {}
    question = SubsetQuestion(terms, postings, len(known), frozenset(shown), weights)
    if not keeps(shown, known, demands):
        with pytest.raises(PromiseError, match="before"):
            answer(question, demands, "auto", node_limit=None)
        return
    free = [letter for letter in LETTERS if letter not in shown]
    best = max(
        sum(weights.get(letter, 1.0) for letter in chosen)
        for size in range(len(free) + 1)
        for chosen in combinations(free, size)
        if keeps(shown | set(chosen), known, demands)
    )
    for search in ("exact", "auto", "btop"):
        found = answer(question, demands, search, node_limit=None)
        assert keeps(shown | found.kept, known, demands)
        assert found.kept | found.deleted == set(free)
        assert found.weight == pytest.approx(sum(weights.get(letter, 1.0) for letter in found.kept))
        assert found.bound >= best - 1e-6
        if search != "btop":
            assert found.proven
            assert found.weight == pytest.approx(best)


@settings(max_examples=30, deadline=None)
@given(known=contexts)
def test_without_anything_special_it_is_k_safety(known: list[set[str]]) -> None:
    from reticent.models.k_safety import largest_safe_subset

    assume(len(known) > 2)
    postings = [np.array([at for at, each in enumerate(known) if c in each], np.int64) for c in LETTERS]
    found = answer(
        SubsetQuestion(tuple(LETTERS), postings, len(known)),
        [AnonymityDemand(np.arange(len(known)), 2)],
        "exact",
        node_limit=None,
    )
    plain = largest_safe_subset(
        LETTERS, {str(at): each for at, each in enumerate(known)}, map(str, range(len(known))), 2
    )
    assert found.weight == plain.weight
