"""The fewest deletions after which no group of readers gains by pooling their views."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from reticent.models.k_safety.collusion import gather_crowd, is_cleared, pooled_knowledge
from reticent.models.k_safety.crowd import Crowd
from reticent.models.k_safety.views import View

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import EntityDatabase


def repair_views(
    shown: Sequence[View], database: EntityDatabase, k: int
) -> tuple[list[View], frozenset[str]]:
    """The views with the fewest further terms deleted so that no group of readers can tell an entity, and those terms.

    A term goes from the views of all readers who are not cleared for an entity that it endangers, so that readers who
    are cleared keep it, and more clearance still never shows less.
    """
    crowd, entities = gather_crowd(shown, database)
    told = pooled_knowledge(shown, crowd, entities, k)
    if not told:
        return list(shown), frozenset()
    gone = _fewest_terms(crowd, told.values(), k)
    endangered: dict[tuple[str, ...], set[str]] = {}
    for number, bits in told.items():
        endangered.setdefault(entities[number].categories, set()).update(gone.intersection(crowd.names(bits)))
    lighter = [
        view.without(
            {
                term
                for categories, terms in endangered.items()
                if not is_cleared(view, categories)
                for term in terms
            }
        )
        for view in shown
    ]
    return lighter, gone


def _fewest_terms(crowd: Crowd, told: Iterable[int], k: int) -> frozenset[str]:
    """The fewest terms without which every one of these fits at least `k` others."""
    import numpy as np

    from reticent.models.k_safety.search.problem import chosen_bits, reduce_rows
    from reticent.models.k_safety.search.safe_subset import solve

    width = len(crowd.terms)
    rows = np.array([chosen_bits(known, width) for known in crowd.known.values()], bool)
    guards = np.array([chosen_bits(bits, width) for bits in sorted(set(told))], bool)
    problem = reduce_rows(crowd.terms, np.ones(width), rows, guards, crowd.size, k)
    return solve(problem, "auto").deleted
