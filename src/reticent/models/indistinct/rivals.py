"""Conditions among which a reader who knows conditions alone looks for a thing of another kind, such as a germ.

Whoever reads "virus" where HIV stood, and knows diseases by their drugs and tests, asks which viral infection it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reticent.knowledge.conditions import Condition, Conditions
from reticent.taxonomy import Concept, Taxonomy, ancestors


@dataclass(frozen=True, slots=True)
class Rivals:
    """The conditions of a kind, each by its names, with the one that is hidden among them."""

    kind: str
    candidates: tuple[tuple[str, ...], ...] = field(repr=False)


def find_rivals(
    name: str,
    general: str | None,
    condition: Condition,
    *,
    known: Conditions,
    taxonomy: Taxonomy,
    at_least: int,
) -> Rivals | None:
    """The conditions of a kind that what is hidden has too, `at_least` so many besides it; None where no kind has.

    The infections by g(c) where that is a germ, otherwise the nearest kind: who knows the kind knows more than the release
    tells, so that this is the harder case.
    """
    kinds = _kinds_of(condition, taxonomy)
    members: dict[Concept, list[Condition]] = {kind: [] for kind in kinds}
    for each in known.listed:
        for kind in members.keys() & _kinds_of(each, taxonomy).keys():
            members[kind].append(each)
    enough = [kind for kind in kinds if len(members[kind]) > at_least]
    if not enough:
        return None
    infections = {
        each for what in ("infection", "disease") for each in taxonomy.concepts(f"{general or name} {what}")
    }
    kind = min(enough, key=lambda each: (each not in infections, kinds[each], len(members[each]), each.name))
    return Rivals(kind.name, tuple(name_candidate(each, {name: condition}) for each in members[kind]))


def name_candidate(condition: Condition, hidden: Mapping[str, Condition | None]) -> tuple[str, ...]:
    """All that a condition is called by, also as what is hidden where it is that."""
    own = [name for name, each in hidden.items() if each is condition]
    return tuple(dict.fromkeys([*condition.aliases, *own]))


def _kinds_of(condition: Condition, taxonomy: Taxonomy) -> dict[Concept, int]:
    """What a condition is a kind of, with the length of the shortest way up."""
    kinds: dict[Concept, int] = {}
    for sense in taxonomy.concepts(condition.name):
        for kind, steps in ancestors(taxonomy, sense).items():
            kinds[kind] = min(steps, kinds.get(kind, steps))
    return kinds
