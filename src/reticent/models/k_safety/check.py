"""What a released text tells of protected entities, by counting whom else it fits: Definition 3.1 of ERASE."""

from __future__ import annotations

from collections.abc import Collection

from reticent.models.k_safety.crowd import Crowd
from reticent.models.k_safety.reading import KnownTerms
from reticent.models.k_safety.rules import Rules
from reticent.text.span import Span


def count_fewest_companions(found: KnownTerms, rules: Rules) -> dict[str, int]:
    """Every term that helps to tell a protected entity with too few companions, with the fewest of these.

    What was shown before counts as told. Companions who are all alike, where they must not be, are too few as well.
    """
    crowd = found.crowd()
    fewest: dict[str, int] = {}
    for told, others in find_unsafe(crowd, rules, crowd.bits({*found.told, *found.shown})).items():
        for term in crowd.names(told):
            fewest[term] = min(others, fewest.get(term, others))
    return fewest


def find_unsafe(crowd: Crowd, rules: Rules, kept: int) -> dict[int, int]:
    """What `kept` tells of protected entities that are not safe by it, with how many others it fits."""
    unsafe: dict[int, int] = {}
    for entity, least in rules.least.items():
        told = crowd.known.get(entity, 0) & kept
        if told in unsafe or not told:
            continue
        others = crowd.companions(told)
        if others < least or not _is_diverse(crowd, rules, entity, told):
            unsafe[told] = others
    return unsafe


def places_beyond(found: KnownTerms, only: Collection[str] | None) -> list[Span]:
    """The places of terms that are not among those that may be read, if these are bounded."""
    if only is None:
        return []
    return [span for term in found.terms if term not in only for span in found.places[term]]


def _is_diverse(crowd: Crowd, rules: Rules, entity: int, told: int) -> bool:
    if rules.company is None:
        return True
    others = [other for other, known in crowd.known.items() if known & told == told and other != entity]
    return rules.company.is_diverse(others)
