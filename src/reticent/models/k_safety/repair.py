"""The fewest deletions after which no group of readers gains by pooling their views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reticent.models.k_safety.collusion import gather_crowd, is_cleared, pooled_knowledge
from reticent.models.k_safety.crowd import Crowd
from reticent.models.k_safety.model import KSafety
from reticent.models.k_safety.views import View


def repair_views(shown: Sequence[View], model: KSafety) -> tuple[list[View], frozenset[str]]:
    """The views with the fewest further terms deleted so that no group of readers can tell an entity, and those terms.

    A term goes from the views of all readers who are not cleared for an entity that it endangers, so that readers who
    are cleared keep it, and more clearance still never shows less.
    """
    crowd, entities = gather_crowd(shown, model)
    told = pooled_knowledge(shown, crowd, entities, model)
    if not told:
        return list(shown), frozenset()
    gone = _fewest_terms(
        crowd, told, {number: model.least_for(entities[number].categories) for number in told}
    )
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


def _fewest_terms(crowd: Crowd, told: Mapping[int, int], least: Mapping[int, int]) -> frozenset[str]:
    """The fewest terms without which what is told of each entity fits enough others."""
    import numpy as np

    from reticent.models.k_safety.search.problem import chosen_bits, reduce_rows
    from reticent.models.k_safety.search.safe_subset import solve

    width = len(crowd.terms)
    rows = np.array([chosen_bits(known, width) for known in crowd.known.values()], bool)
    gone: set[str] = set()
    for k in sorted(
        set(least.values()), reverse=True
    ):  # one K is the rule; what goes for a higher one is gone
        kept = ~crowd.bits(gone)
        own = sorted({bits & kept for number, bits in told.items() if least[number] == k})
        guards = np.array([chosen_bits(bits, width) for bits in own], bool)
        gone |= solve(reduce_rows(crowd.terms, np.ones(width), rows, guards, crowd.size, k), "auto").deleted
    return frozenset(gone)
