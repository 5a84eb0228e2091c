"""The exact search on databases of the paper's shape, small enough for a second search to agree or not."""

from __future__ import annotations

import numpy as np
import pytest
from tests.oracles.k_safety import unsafe_entities

from reticent.models.k_safety import largest_safe_subset, pose, solve

Database = tuple[list[str], dict[str, set[str]], list[str]]


def database(
    seed: int, *, universe: int = 30, groups: int = 8, per_group: int = 8, terms: int = 16
) -> Database:
    """Entities in groups that share half of what they know; the document leans on one group."""
    rng = np.random.default_rng(seed)
    half = universe // 4
    bases = [rng.choice(universe, half, replace=False) for _ in range(groups)]
    contexts = {
        f"{group}-{member}": {f"t{term}" for term in [*base, *rng.choice(universe, half)]}
        for group, base in enumerate(bases)
        for member in range(per_group)
    }
    protected = rng.choice(sorted(contexts), len(contexts) // 3, replace=False).tolist()
    leaning = np.concatenate([bases[0], rng.permutation(universe)])
    return [f"t{term}" for term in dict.fromkeys(leaning.tolist())][:terms], contexts, protected


@pytest.mark.parametrize("k", [1, 3, 7])
@pytest.mark.parametrize("seed", range(4))
def test_exact_and_best_first_agree_on_what_can_be_kept(seed: int, k: int) -> None:
    terms, contexts, protected = database(seed)
    exact = largest_safe_subset(terms, contexts, protected, k)
    other = largest_safe_subset(terms, contexts, protected, k, search="best-first")
    assert exact.proven
    assert len(exact.kept) == len(other.kept)
    assert unsafe_entities(exact.kept, contexts, protected, k) == []


@pytest.mark.parametrize("seed", range(4))
def test_a_weighted_optimum_is_that_of_its_whole_multiples(seed: int) -> None:
    """A term of weight w may as well stand for w terms that everyone knows or nobody: best-first can check that."""
    terms, contexts, protected = database(seed, terms=10)
    weights = {term: 1.0 + at % 3 for at, term in enumerate(terms)}
    copies = {term: [f"{term}/{copy}" for copy in range(int(weights[term]))] for term in terms}
    spread = {
        entity: {copy for term in known for copy in copies.get(term, [])}
        for entity, known in contexts.items()
    }
    many = [copy for term in terms for copy in copies[term]]
    weighted = largest_safe_subset(terms, contexts, protected, 3, weights=weights)
    halves = largest_safe_subset(
        terms, contexts, protected, 3, weights={t: w / 2 for t, w in weights.items()}
    )
    counted = largest_safe_subset(many, spread, protected, 3, search="best-first")
    assert weighted.proven
    assert weighted.weight == len(counted.kept) == pytest.approx(2 * halves.weight)


def enumerated(
    terms: list[str], contexts: dict[str, set[str]], protected: list[str], k: int, weights: list[float]
) -> float:
    bits = {term: 1 << at for at, term in enumerate(terms)}
    known = [sum(bits.get(term, 0) for term in context) for context in contexts.values()]
    guarded = {sum(bits.get(term, 0) for term in contexts[entity]) for entity in protected}
    return max(
        sum(weight for at, weight in enumerate(weights) if chosen >> at & 1)
        for chosen in range(1 << len(terms))
        if all(sum(guard & chosen & ~other == 0 for other in known) > k for guard in guarded)
    )


@pytest.mark.parametrize(("seed", "k"), [(11, 1), (26, 1), (77, 2), (91, 2), (57, 3), (291, 3)])
def test_exact_finds_the_heaviest_choice_where_greedy_does_not(seed: int, k: int) -> None:
    terms, contexts, protected = database(seed, terms=10, universe=20, groups=5, per_group=5)
    weights = np.random.default_rng(seed).choice([1, 2.5, 3, 7], 10).tolist()
    subset = largest_safe_subset(
        terms, contexts, protected, k, weights=dict(zip(terms, weights, strict=True))
    )
    assert subset.proven
    assert subset.weight == pytest.approx(enumerated(terms, contexts, protected, k, weights))


def test_entities_that_are_not_asked_at_first_are_kept_safe_too() -> None:
    """Sixty entities in danger with three terms each, and one with only two, which is asked last."""
    contexts = {"small": {"a", "b"}, "half": {"a"}, "other half": {"b"}}
    for number in range(60):
        pair, third = {f"p{number}", f"q{number}"}, {f"r{number}"}
        contexts |= {f"large {number}": pair | third, f"pair {number}": pair, f"third {number}": third}
    terms = sorted(set().union(*contexts.values()))
    protected = [entity for entity in contexts if entity.startswith(("small", "large"))]
    subset = largest_safe_subset(terms, contexts, protected, 1)
    assert subset.proven
    assert len(subset.deleted) == 61
    assert unsafe_entities(subset.kept, contexts, protected, 1) == []


def test_more_protected_entities_than_are_asked_at_first_are_all_kept_safe() -> None:
    terms, contexts, _ = database(5, universe=60, groups=30, per_group=6, terms=30)
    for k in (1, 3, 5):
        subset = largest_safe_subset(terms, contexts, contexts, k, node_limit=300)
        assert unsafe_entities(subset.kept, contexts, contexts, k) == []


@pytest.mark.parametrize("steps", [0, 1, 10, 100])
def test_whatever_the_limit_the_answer_is_safe_and_its_bound_is_no_lie(steps: int) -> None:
    terms, contexts, _ = database(6, universe=60, groups=30, per_group=6, terms=24)
    stopped = largest_safe_subset(terms, contexts, contexts, 3, node_limit=steps)
    optimum = largest_safe_subset(terms, contexts, contexts, 3)
    assert unsafe_entities(stopped.kept, contexts, contexts, 3) == []
    assert optimum.proven
    assert len(stopped.kept) <= len(optimum.kept) <= stopped.bound


def test_a_stopped_search_keeps_no_less_than_btop() -> None:
    """Entities that share little are where a search that has hardly begun knows less than BTop."""
    terms, contexts, _ = database(4, universe=30, groups=100, per_group=2, terms=20)
    stopped = largest_safe_subset(terms, contexts, contexts, 10, node_limit=1)
    assert len(stopped.kept) >= len(largest_safe_subset(terms, contexts, contexts, 10, search="btop").kept)


def test_the_same_question_has_the_same_answer() -> None:
    terms, contexts, protected = database(7)
    answers = [largest_safe_subset(terms, contexts, protected, 3, search="auto") for _ in range(2)]
    assert answers[0] == answers[1]


def test_an_inverted_index_gives_the_same_answer_as_contexts() -> None:
    terms, contexts, protected = database(8)
    numbers = {entity: at for at, entity in enumerate(contexts)}
    postings = [
        np.array([numbers[entity] for entity in contexts if term in contexts[entity]]) for term in terms
    ]
    guarded = np.array(sorted(numbers[entity] for entity in protected))
    problem = pose(tuple(terms), postings, len(contexts), guarded, 3)
    assert solve(problem) == largest_safe_subset(terms, contexts, protected, 3)
