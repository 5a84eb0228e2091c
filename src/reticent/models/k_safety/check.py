"""What a released text tells of protected entities, by counting whom else it fits: Definition 3.1 of ERASE."""

from __future__ import annotations

from collections.abc import Collection

from reticent.models.k_safety.reading import KnownTerms
from reticent.text.span import Span


def count_fewest_companions(found: KnownTerms, protected: Collection[int], k: int) -> dict[str, int]:
    """Every term that helps to tell a protected entity with fewer than `k` companions, with the fewest of these."""
    crowd = found.crowd()
    unsafe = crowd.unsafe(protected, crowd.bits(set(found.terms)), k)
    fewest: dict[str, int] = {}
    for told, others in unsafe.items():
        for term in crowd.names(told):
            fewest[term] = min(others, fewest.get(term, others))
    return fewest


def places_beyond(found: KnownTerms, only: Collection[str] | None) -> list[Span]:
    """The places of terms that are not among those that may be read, if these are bounded."""
    if only is None:
        return []
    return [span for term in found.terms if term not in only for span in found.places[term]]
