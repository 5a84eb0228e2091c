"""Disclosures that were counted before: a text that was changed at one place has nearly the same groups as it had.

Whether a group is a suspect depends on its own counts alone, so that the suspects of some units are those of more units
that lie wholly among them; and what a new unit adds are groups with it. Which suspects are believed depends on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from reticent.knowledge import Groups
from reticent.knowledge.corpus.grouping import Counts
from reticent.models.cg_sanitization.entities import Entity
from reticent.models.cg_sanitization.risk import (
    Attacker,
    Disclosure,
    believe,
    find_levels,
    least_support,
    risky_groups,
    suspects,
)
from reticent.models.settings import reduce_to_settings

_LARGEST_PAIR = 2
_REMEMBERED = 4
_MOST_NEW = 24
"""New units up to which what they add is counted by itself: beyond, counting everything is no slower."""


@dataclass(frozen=True, slots=True)
class _Counted:
    """All suspects of up to `max_group` of some units."""

    units: frozenset[str] = field(repr=False)
    max_group: int
    found: Sequence[Disclosure] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Recall:
    """What an attacker knows, with what was counted last; `disclosures` are the same as without that."""

    attacker: Attacker
    _counted: list[_Counted] = field(default_factory=list, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Travels to other processes without what was counted."""
        return reduce_to_settings(self)

    def disclosures(self, units: Sequence[str], *, max_group: int) -> list[Disclosure]:
        """Every group of up to `max_group` units, which are in order, that breaks Definition 3."""
        found = self._suspects(units, max_group=max_group)
        return believe(self.attacker, found, find_levels(found, len(units)))

    def _suspects(self, units: Sequence[str], *, max_group: int) -> list[Disclosure]:
        wanted = frozenset(units)
        near = [each for each in self._counted if each.max_group == max_group]
        nearest = min(near, key=lambda each: len(wanted - each.units), default=None)
        if nearest is None or len(wanted - nearest.units) > _MOST_NEW:
            found = suspects(self.attacker, units, max_group=max_group)
        else:
            found = self._extend(nearest, wanted, units)
        if nearest is None or not wanted <= nearest.units:
            self._counted[:] = [_Counted(wanted, max_group, found), *self._counted[: _REMEMBERED - 1]]
        return found

    def _extend(self, counted: _Counted, wanted: frozenset[str], units: Sequence[str]) -> list[Disclosure]:
        """What was counted, as far as it speaks of the wanted units, and what new ones add."""
        found = [each for each in counted.found if wanted.issuperset(each.group)]
        new = sorted(wanted - counted.units)
        if not new:
            return found
        added: dict[tuple[tuple[str, str | None] | None, tuple[str, ...]], Disclosure] = {}
        for unit in new:
            for each in self._with_unit(unit, units, counted.max_group):
                added[each.entity.key if each.entity else None, each.group] = each
        return sorted([*found, *added.values()], key=self._order)

    def _with_unit(self, unit: str, units: Sequence[str], max_group: int) -> list[Disclosure]:
        """The suspects that hold a unit."""
        if max_group == _LARGEST_PAIR:
            alone = suspects(self.attacker, [unit], max_group=1)
            return alone + [
                pair for entity in self.attacker.entities for pair in self._pairs(entity, unit, units)
            ]
        near = {unit}
        for entity in self.attacker.entities if max_group > 1 else ():
            support = min(least_support(self.attacker, entity, size) for size in range(2, max_group + 1))
            near.update(self._companions(entity, unit, units, support)[0])
        found = suspects(self.attacker, sorted(near), max_group=max_group)
        return [each for each in found if unit in each.group]

    def _pairs(self, entity: Entity, unit: str, units: Sequence[str]) -> list[Disclosure]:
        """The suspected pairs of a unit and another one."""
        support = least_support(self.attacker, entity, 2)
        near, together = self._companions(entity, unit, units, support)
        if not near:
            return []
        (sizes,) = self.attacker.corpus.groups(
            [frozenset({unit})], near, max_group=1, within=entity.counted.within
        )
        numbers = {each: number for number, each in enumerate(units)}
        places = np.array([numbers[each] for each in near], dtype=np.int32)
        own = np.full_like(places, numbers[unit])
        members = np.sort(np.column_stack([own, places]), axis=1)
        return risky_groups(self.attacker, entity, units, Groups(members, together, sizes[0].together))

    def _companions(
        self, entity: Entity, unit: str, units: Sequence[str], support: int
    ) -> tuple[list[str], Counts]:
        """The units that so many documents hold together with the entity and the unit, and how many do."""
        rule = entity.counted
        (sizes,) = self.attacker.corpus.groups(
            [rule.entity | {unit}], units, max_group=1, min_support=support, within=rule.within
        )
        rows, together = sizes[0].members[:, 0], sizes[0].together
        others = np.array([units[row] != unit for row in rows.tolist()], dtype=bool)
        return [units[row] for row in rows[others].tolist()], together[others]

    def _order(self, each: Disclosure) -> tuple[int, int, bool, tuple[str, ...]]:
        entities = self.attacker.entities
        number = -1 if each.entity is None else entities.index(each.entity)
        return len(each.group), number, each.entity is not None and not each.alone, each.group
