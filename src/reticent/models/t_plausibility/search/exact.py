"""The proven optimum of uniform t-PAT (Definition 4), our own search.

Only words whose reduced cost at the best price lies below the gap between the bound and the best known cost can differ
from their cheapest levels: the core. A dynamic program takes its words in order of reduced cost. A state is the
text's entropy and the reduced cost so far; words that are still to come stay at their cheapest levels, so that each
state is a whole generalization too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from reticent.models.t_plausibility.cost import CLOSE_CALL, COST_TOLERANCE, Instance
from reticent.models.t_plausibility.search.chosen_levels import ChosenLevels
from reticent.models.t_plausibility.search.greedy import descend, even_start
from reticent.models.t_plausibility.search.price import Floats, Integers, Priced, find_price

# The reduced cost of a bit that no word can give or take; finite, so that zero bits of it cost nothing.
_NEVER = 1e30


def exact_uniform(instance: Instance, *, limit: int) -> ChosenLevels:
    """The least cost by equation 1 of all generalizations that reach t, to within COST_TOLERANCE.

    `limit` is the number of states to keep at a time; a search that would need more keeps the most promising and no
    longer proves its result. Entropies are rounded to about 1e-12 bits, so for t beyond 10**12 a generalization that
    reaches t by less than that may be overlooked; none is ever returned that misses t.
    """
    setting = find_price(instance)
    best = _first_best(instance, setting)
    core = _core(setting, best.excess)
    states = _States(
        _pick_cells(setting.bits, setting.cheapest).sum(keepdims=True), np.zeros(1), core.start[None, :]
    )
    proven = True
    for place in range(len(core.words)):
        bounds = _lower_bounds(setting, states, core.rise[place], core.fall[place])
        hopeful = np.flatnonzero(bounds < best.excess - COST_TOLERANCE)
        if not len(hopeful):
            break
        if len(hopeful) > limit:
            hopeful, proven = hopeful[np.argpartition(bounds[hopeful], limit)[:limit]], False
        states = _extend_states(setting, states[hopeful], core, place, best.excess)
        best = _better(instance, setting, core, states, best)
        states = _drop_dominated(setting, states, best.excess)
    return ChosenLevels(best.levels, proven)


@dataclass(frozen=True, slots=True)
class _Best:
    """The best generalization so far, and by how much its cost exceeds the lower bound."""

    levels: tuple[int, ...]
    excess: float


@dataclass(frozen=True, slots=True)
class _Core:
    """The words that may leave their cheapest levels, easiest first.

    `rise` and `fall` are the least reduced cost of one more bit and of one bit less, from each word on.
    """

    words: Integers
    start: Integers
    rise: Floats
    fall: Floats


@dataclass(frozen=True, slots=True)
class _States:
    """Generalizations side by side: entropy, reduced cost, and a row of levels for the words of the core."""

    entropy: Floats
    reduced: Floats
    levels: Integers

    def __getitem__(self, chosen: Any) -> _States:
        return _States(self.entropy[chosen], self.reduced[chosen], self.levels[chosen])

    def move_word(self, place: int, level: int, bits: float, reduced: float) -> _States:
        """The same generalizations with one word of the core at another level."""
        levels = self.levels.copy()
        levels[:, place] = level
        return _States(self.entropy + bits, self.reduced + reduced, levels)


def _join_states(parts: list[_States]) -> _States:
    return _States(
        np.concatenate([part.entropy for part in parts]),
        np.concatenate([part.reduced for part in parts]),
        np.concatenate([part.levels for part in parts]),
    )


def _pick_cells(rows: Floats, levels: Integers) -> Floats:
    """One cell of each row."""
    return np.take_along_axis(rows, levels[:, None], axis=1)[:, 0]


def _excess(setting: Priced, entropy: Floats, reduced: Floats) -> Floats:
    """By how much whole generalizations exceed the lower bound."""
    return reduced + setting.overshoot(entropy)


def _first_best(instance: Instance, setting: Priced) -> _Best:
    """The best of the paper's top-down search from three starts; the tops of all chains always reach t."""
    tops = tuple(len(chain) - 1 for chain in instance.chains)
    starts = [tuple(map(int, setting.cheapest)), even_start(instance)]
    candidates = [descend(instance, start) for start in starts if instance.reaches(start)] or [
        descend(instance, tops)
    ]
    return min((_measure_levels(setting, levels) for levels in candidates), key=lambda best: best.excess)


def _measure_levels(setting: Priced, levels: tuple[int, ...]) -> _Best:
    chosen = np.array(levels)
    entropy = _pick_cells(setting.bits, chosen).sum(keepdims=True)
    reduced = _pick_cells(setting.reduced, chosen).sum(keepdims=True)
    return _Best(levels, float(_excess(setting, entropy, reduced)[0]))


def _core(setting: Priced, excess: float) -> _Core:
    """The words with another level within `excess`, the one with the least reduced cost first."""
    change = setting.bits - _pick_cells(setting.bits, setting.cheapest)[:, None]
    others = setting.reduced.copy()
    np.put_along_axis(others, setting.cheapest[:, None], np.inf, axis=1)
    ease = others.min(axis=1)
    words = np.argsort(ease, kind="stable")[: int((ease < excess).sum())]
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = np.minimum(others / np.abs(change), _NEVER)
    rise = np.where(change > 0, slope, _NEVER).min(axis=1)[words]
    fall = np.where(change < 0, slope, _NEVER).min(axis=1)[words]
    return _Core(
        words,
        setting.cheapest[words],
        np.minimum.accumulate(rise[::-1])[::-1],
        np.minimum.accumulate(fall[::-1])[::-1],
    )


def _lower_bounds(setting: Priced, states: _States, rise: float, fall: float) -> Floats:
    """What each state's excess can come down to while a bit more costs `rise` and a bit less costs `fall`."""
    lowest = setting.entropy_at_slope(-rise)
    highest = max(lowest, setting.entropy_at_slope(fall))
    nearest = np.clip(states.entropy, lowest, highest)
    return (
        states.reduced
        + setting.overshoot(nearest)
        + rise * np.maximum(nearest - states.entropy, 0.0)
        + fall * np.maximum(states.entropy - nearest, 0.0)
    )


def _extend_states(setting: Priced, states: _States, core: _Core, place: int, excess: float) -> _States:
    """The states, and each of them with the core's next word at every other level that `excess` leaves room for."""
    word, usual = core.words[place], core.start[place]
    parts = [states]
    for level in np.flatnonzero(setting.reduced[word] < excess).tolist():
        reduced = setting.reduced[word, level]
        affordable = states[states.reduced + reduced < excess - COST_TOLERANCE]
        if level != usual and len(affordable.entropy):
            bits = setting.bits[word, level] - setting.bits[word, usual]
            parts.append(affordable.move_word(place, level, bits, reduced))
    return _join_states(parts)


def _better(instance: Instance, setting: Priced, core: _Core, states: _States, best: _Best) -> _Best:
    """The best state that reaches t if it beats the best so far; integers decide where entropies can't."""
    excess = _excess(setting, states.entropy, states.reduced)
    rivals = np.flatnonzero(
        (states.entropy >= setting.target - CLOSE_CALL) & (excess < best.excess - COST_TOLERANCE)
    )
    for rival in rivals[np.argsort(excess[rivals], kind="stable")]:
        levels = setting.cheapest.copy()
        levels[core.words] = states.levels[rival]
        if instance.reaches(levels.tolist()):
            return _Best(tuple(levels.tolist()), float(excess[rival]))
    return best


def _drop_dominated(setting: Priced, states: _States, excess: float) -> _States:
    """The states without those that another one replaces, whatever the words to come do.

    A state replaces another when it has at least its entropy, so that it reaches t whenever the other does, and when
    its reduced cost is lower by what the extra bits can cost at most: g is convex, so its slope at the highest entropy
    that is still of use, plus the spread of the states, bounds that.
    """
    order = np.lexsort((states.reduced, -states.entropy))
    states = states[order]
    spread = states.entropy[0] - states.entropy[-1]
    steepest = setting.slope_within(excess) + setting.curvature * spread
    charge = states.reduced + steepest * states.entropy
    least_before = np.minimum.accumulate(charge)[:-1]
    return states[np.concatenate([[True], charge[1:] < least_before])]
