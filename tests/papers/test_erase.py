"""Examples 1 and 2 of ERASE (Chakaravarthy et al.): seven entities, of which e1, e2 and e3 are protected."""

from __future__ import annotations

from itertools import combinations

import pytest
from experiments.k_safety_searches import best_first_within, bfreq, bsize, btop_naive, levelwise
from tests.oracles.k_safety import companions, unsafe_entities

from reticent.models.k_safety import largest_safe_subset
from reticent.models.k_safety.safe_subset import Search, SubsetSearch

CONTEXTS = {
    "e1": {"t1", "t2", "t3"},
    "e2": {"t2", "t4", "t5", "t6"},
    "e3": {"t1", "t4", "t7"},
    "f1": {"t1", "t2", "t4", "t7"},
    "f2": {"t3", "t5", "t6"},
    "f3": {"t2", "t7"},
    "f4": {"t1", "t2", "t3", "t5", "t6", "t7"},
}
PROTECTED = ["e1", "e2", "e3"]
DOCUMENT = ["t1", "t2", "t4", "t5", "t6", "t7"]
SAFE = {"t1", "t5", "t6", "t7"}
FIGURE_4 = {
    "e1": ["t1", "t2", "", "t1 t2", "t1", ""],
    "e2": ["t4 t5 t6", "t2 t5 t6", "t5 t6", "t2 t4", "t4 t5 t6", "t4"],
    "e3": ["t4 t7", "t1 t7", "", "t1 t4 t7", "t1 t4", "t4"],
}
OPTIMAL: list[Search | SubsetSearch] = ["exact", "best-first", best_first_within(0), levelwise, "auto"]
GREEDY: list[Search | SubsetSearch] = ["btop", btop_naive, bsize, bfreq]


@pytest.mark.paper("erase", "Example 1", "Definition 3.1")
def test_the_first_set_of_example_1_leaves_e2_with_one_companion() -> None:
    assert companions({"t2", "t4", "t7"}, CONTEXTS, PROTECTED)["e2"] == 1
    assert "e2" in unsafe_entities({"t2", "t4", "t7"}, CONTEXTS, PROTECTED, k=2)


@pytest.mark.paper("erase", "Example 1")
def test_the_second_set_of_example_1_is_safe() -> None:
    assert companions(SAFE, CONTEXTS, PROTECTED) == {"e1": 3, "e2": 2, "e3": 2}
    assert unsafe_entities(SAFE, CONTEXTS, PROTECTED, k=2) == []


@pytest.mark.paper("erase", "Example 1")
def test_the_second_set_of_example_1_is_the_only_one_of_its_size_and_none_is_larger() -> None:
    safe = [
        set(chosen)
        for size in (4, 5, 6)
        for chosen in combinations(DOCUMENT, size)
        if not unsafe_entities(chosen, CONTEXTS, PROTECTED, k=2)
    ]
    assert safe == [SAFE]


@pytest.mark.paper("erase", "Section 5.1", "Figure 3", "Theorem 5.1")
@pytest.mark.parametrize("search", OPTIMAL)
def test_every_optimal_search_finds_it(search: Search | SubsetSearch) -> None:
    subset = largest_safe_subset(DOCUMENT, CONTEXTS, PROTECTED, 2, search=search)
    assert subset.kept == SAFE
    assert subset.deleted == {"t2", "t4"}
    assert subset.proven
    assert subset.bound == 4


@pytest.mark.paper("erase", "Example 2", "Section 6.1.1", "Section 6.1.2", "Section 6.1.3")
@pytest.mark.parametrize("search", GREEDY)
def test_every_greedy_search_stays_safe(search: Search | SubsetSearch) -> None:
    subset = largest_safe_subset(DOCUMENT, CONTEXTS, PROTECTED, 2, search=search)
    assert unsafe_entities(subset.kept, CONTEXTS, PROTECTED, k=2) == []
    assert len(subset.kept) <= 4


@pytest.mark.paper("erase", "Figure 4", "Proposition 6.1")
@pytest.mark.parametrize("entity", PROTECTED)
def test_the_blockers_of_figure_4_decide_safety_as_proposition_6_1_says(entity: str) -> None:
    blockers = [
        (CONTEXTS[entity] - context) & set(DOCUMENT) for other, context in CONTEXTS.items() if other != entity
    ]
    assert blockers == [set(blocker.split()) for blocker in FIGURE_4[entity]]
    for size in range(len(DOCUMENT) + 1):
        for deleted in combinations(DOCUMENT, size):
            covered = sum(blocker <= set(deleted) for blocker in blockers)
            kept = set(DOCUMENT).difference(deleted)
            assert covered == companions(kept, CONTEXTS, [entity])[entity]
