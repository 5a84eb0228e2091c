"""Algorithm 1 on plain values: which generalization each term takes, so that no risky group is left.

Sánchez and Batet, "Toward sensitive document release with privacy guarantees", section 3, with the heuristics H1
(small groups first), H2 (most informative first) and H3 (the most informative safe combination).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from reticent.models.shared.counts import Option

Group = frozenset[str]

_COMBINATIONS = 4096  # of one group, tried within a few hundredths of a second; chosen by hand


@dataclass(frozen=True, slots=True)
class TermOptions:
    """A term of the document: as it stands, then what it can become, most informative first; `REMOVED` ends them.

    A term that must stay has no other option. `contexts` number the parts of the document that it stands in.
    """

    options: tuple[Option, ...]
    contexts: frozenset[int] = frozenset({0})


# paper: cg-sanitization, Algorithm 1; Heuristic H1; Heuristic H3
def generalize(
    slots: Sequence[TermOptions],
    risky: Collection[Group],
    *,
    information: Mapping[str, float] | None = None,
    restore: bool = True,
    in_turn: bool = False,
) -> list[int]:
    """The option that each slot takes: no group in `risky` is left within a context.

    `information` orders the groups (H2): those with most of it in all first, or `in_turn` as combinations of the terms sorted by it,
    which is lines 4 to 8 of the paper. With `restore`, whatever turns out to be safe once everything else is settled comes back.
    """
    state = _State(slots, risky)
    known = information or {}

    def turn(group: Group) -> tuple[int, list[tuple[float, str]]]:
        return len(group), sorted((-known.get(unit, 0.0), unit) for unit in group)

    def weight(group: Group) -> tuple[int, float, list[str]]:
        return len(group), -sum(known.get(unit, 0.0) for unit in group), sorted(group)

    for group in sorted(state.groups, key=turn) if in_turn else sorted(state.groups, key=weight):
        if state.is_live(group):
            _settle(state, group)
    if restore:
        _restore(state)
    return state.chosen


def _settle(state: _State, group: Group) -> None:
    """Take the most informative combination of generalizations that ends the group and starts none of its size (H3)."""
    for moves in _combinations(state, group):
        before = {slot: state.chosen[slot] for slot in moves}
        news = state.take_all(moves)
        if not state.is_live(group) and not state.any_live(news, at_most=len(group)):
            return
        state.take_all(before)


def _combinations(state: _State, group: Group) -> Iterator[dict[int, int]]:
    """Moves of the slots that hold the group, most informative first; to remove all that may go comes last."""
    ways = [_ways(state, unit, group) for unit in sorted(group)]
    free = [unit for unit, moves in zip(sorted(group), ways, strict=True) if len(moves) > 1]
    while prod(map(len, ways)) > _COMBINATIONS:
        longest = max(ways, key=len)
        longest[:] = longest[: len(longest) // 2]
    joined = []
    for choice in product(*ways):
        moves: dict[int, int] = {}
        for part in choice:
            for slot, option in part.items():
                moves[slot] = max(option, moves.get(slot, 0))
        joined.append((state.loss(moves), sorted(moves.items())))
    yield from (dict(moves) for _, moves in sorted(joined) if moves)
    yield {slot: len(state.slots[slot].options) - 1 for unit in free for slot in state.holders(unit, group)}


def _ways(state: _State, unit: str, group: Group) -> list[dict[int, int]]:
    """To leave a unit alone, or to move every slot that holds it to its next, second next … option without it."""
    further = {
        slot: [
            number
            for number, option in enumerate(state.slots[slot].options)
            if number > state.chosen[slot] and unit not in option.units
        ]
        for slot in state.holders(unit, group)
    }
    if not all(further.values()):  # a slot that must stay holds the unit: to move the others ends nothing
        return [{}]
    steps = max(map(len, further.values()), default=0)
    moved = [
        {slot: options[min(step, len(options) - 1)] for slot, options in further.items()}
        for step in range(steps)
    ]
    return [{}, *moved]


def _restore(state: _State) -> None:
    """Give back the most informative option that is safe now, to the slots that lost most first, until none is."""
    changed = [slot for slot, option in enumerate(state.chosen) if option]
    order = sorted(changed, key=lambda slot: (state.loss({slot: 0}), slot))
    while sum(_give_back(state, slot) for slot in order):
        pass  # what one slot no longer says may set another free


def _give_back(state: _State, slot: int) -> bool:
    settled = state.chosen[slot]
    for option in range(settled):
        state.take(slot, option)
        if not state.any_live({slot: state.slots[slot].options[option].units}):
            return True
    state.take(slot, settled)
    return False


class _State:
    """What stands in each context while options are tried."""

    def __init__(self, slots: Sequence[TermOptions], risky: Collection[Group]) -> None:
        self.slots = slots
        self.groups = list(dict.fromkeys(risky))
        self.chosen = [0] * len(slots)
        self._of_unit: dict[str, list[Group]] = {}
        for group in self.groups:
            for unit in group:
                self._of_unit.setdefault(unit, []).append(group)
        contexts = frozenset[int]().union(*(slot.contexts for slot in slots))
        self._present: dict[int, Counter[str]] = {context: Counter() for context in sorted(contexts)}
        self._holders: dict[str, set[int]] = {}
        for number, slot in enumerate(slots):
            self._count(number, slot.options[0], 1)

    def is_live(self, group: Group) -> bool:
        """Whether one context holds all of the group."""
        return any(all(present[unit] > 0 for unit in group) for present in self._present.values())

    def any_live(self, units: Mapping[int, frozenset[str]], *, at_most: int | None = None) -> bool:
        """Whether a risky group with one of these units, in a context of its slot, is live."""
        return any(
            all(self._present[context][member] > 0 for member in group)
            for slot, own in units.items()
            for unit in own
            for group in self._of_unit.get(unit, ())
            if at_most is None or len(group) <= at_most
            for context in self.slots[slot].contexts
        )

    def holders(self, unit: str, group: Group) -> list[int]:
        """The slots that hold the unit where the group is live."""
        present = self._present.items()
        places = {context for context, held in present if all(held[member] > 0 for member in group)}
        return [slot for slot in sorted(self._holders.get(unit, ())) if self.slots[slot].contexts & places]

    def take(self, slot: int, option: int) -> frozenset[str]:
        """Let a slot take an option; the units that were in none of its contexts before."""
        old, new = (self.slots[slot].options[number] for number in (self.chosen[slot], option))
        self._count(slot, old, -1)
        held = [self._present[context] for context in self.slots[slot].contexts]
        news = {unit for unit in new.units - old.units if any(not present[unit] for present in held)}
        self._count(slot, new, 1)
        self.chosen[slot] = option
        return frozenset(news)

    def take_all(self, moves: Mapping[int, int]) -> dict[int, frozenset[str]]:
        """Let several slots take their options; the units new to each."""
        return {slot: self.take(slot, option) for slot, option in moves.items()}

    def loss(self, moves: Mapping[int, int]) -> float:
        """The information that the moves lose against what stands now; less than nothing where they win."""
        return sum(
            self.slots[slot].options[self.chosen[slot]].information
            - self.slots[slot].options[option].information
            for slot, option in moves.items()
        )

    def _count(self, slot: int, option: Option, step: int) -> None:
        for unit in option.units:
            for context in self.slots[slot].contexts:
                self._present[context][unit] += step
            holders = self._holders.setdefault(unit, set())
            (holders.add if step > 0 else holders.discard)(slot)
