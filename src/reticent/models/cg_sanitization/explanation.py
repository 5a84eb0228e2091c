"""Why a term had to go, and what would bring it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reticent.models.cg_sanitization.entities import Entity, Threshold
from reticent.models.cg_sanitization.risk import Disclosure
from reticent.models.cg_sanitization.search import Slot
from reticent.models.disclosure.counts import index_by_unit, plainness
from reticent.rendering.edits import UNSEEN

Chain = Callable[[Entity], Sequence[Threshold]]
"""The possible thresholds of an entity, nearest first."""


def causes(
    slots: Sequence[Slot], chosen: Sequence[int], found: Sequence[Disclosure]
) -> dict[int, list[Disclosure]]:
    """The disclosures that each changed slot would cause again if it alone were put back, the plainest first."""
    present: dict[int, set[str]] = {}
    for slot, option in zip(slots, chosen, strict=True):
        for context in slot.contexts:
            present.setdefault(context, set()).update(slot.options[option].units)
    of_unit = index_by_unit(found)
    return {
        number: _causes_of(slot, present, of_unit)
        for number, (slot, option) in enumerate(zip(slots, chosen, strict=True))
        if option
    }


def _causes_of(
    slot: Slot, present: Mapping[int, set[str]], of_unit: Mapping[str, Sequence[Disclosure]]
) -> list[Disclosure]:
    own = slot.options[0].units
    met = dict.fromkeys(each for unit in sorted(own) for each in of_unit.get(unit, ()))
    live = [
        each for each in met if any(set(each.group) <= present[context] | own for context in slot.contexts)
    ]
    return sorted(live, key=plainness)


def evidence_of(causes: Sequence[Disclosure], chain: Chain) -> dict[str, Any]:
    """The figures behind a decision as JSON values, which may quote the document.

    `stays_with` names the most general g(c) under which the term could have stayed, per entity: None when there is
    none, not even without any g(c).
    """
    first = causes[0]
    if first.entity is None:
        return {"group": list(first.group), UNSEEN: True}
    entity = first.entity
    return {
        "entity": entity.name,
        "general": entity.general,
        "group": list(first.group),
        "bits": round(first.bits, 2),
        "bits_allowed": round(entity.allowed, 2),
        "bits_of_entity": round(entity.bits, 2),
        "documents": {
            "group_and_entity": first.together,
            "group": first.alone,
            "entity": entity.documents,
            "general": entity.general_documents,
            "all": entity.corpus_documents,
        },
        "groups": len(causes),
        "stays_with": _stays_with(causes, chain),
    }


def _stays_with(causes: Sequence[Disclosure], chain: Chain) -> dict[str, str | None]:
    """For each entity in the way, the most general threshold that allows all that the term discloses of it."""
    needed: dict[str, tuple[Entity, float, bool]] = {}
    for each in causes:
        if each.entity is not None:
            _, most, named = needed.get(each.entity.name, (each.entity, 0.0, False))
            needed[each.entity.name] = (
                each.entity, max(most, each.bits), named or not each.alone or each.together >= each.alone,
            )  # fmt: skip
    return {name: _threshold(*rest, chain) for name, rest in needed.items()}


def _threshold(entity: Entity, most: float, named: bool, chain: Chain) -> str | None:
    if named:  # it occurs with the entity only: even plain C-sanitization removes it
        return None
    enough = [each for each in chain(entity) if each.usable and each.bits >= most]
    return min(enough, key=lambda each: each.bits).general if enough else ""
