"""From the words of a document to what each becomes: one search for each unit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.errors import PromiseError
from reticent.knowledge.taxonomy import Concept
from reticent.models.t_plausibility.cost import write_number
from reticent.models.t_plausibility.search.generalization import Search, generalize
from reticent.models.t_plausibility.words import Word, by_unit
from reticent.text import Context


@dataclass(frozen=True, slots=True)
class Ladder:
    """What a word may become, from the least general on; None, if it is there, is the word as it stands.

    A word whose ladder is empty can only be removed. `volumes` increase strictly.
    """

    word: Word
    rungs: tuple[Concept | None, ...] = field(repr=False)
    volumes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """The t that every unit must reach, in multiples of `one` a word; and how to search."""

    t: int
    one: int
    alpha: float
    search: Search


def keep_within_reach(ladders: Sequence[Ladder], goal: Goal, *, unit: Context, remove: bool) -> list[Ladder]:
    """The ladders, emptied where a unit can't reach t; a PromiseError about the first such unit unless `remove`."""
    kept = list(ladders)
    while short := _out_of_reach(kept, goal):
        if not remove:
            raise _refusal(short, goal.t, unit)
        gone = words_out_of_reach(kept, goal)
        kept = [
            replace(ladder, rungs=(), volumes=()) if ladder.word.form in gone else ladder for ladder in kept
        ]
    return kept


def words_out_of_reach(ladders: Sequence[Ladder], goal: Goal) -> set[str]:
    """The forms of all words in units that don't reach t on these ladders."""
    return {word.form for _, words in _out_of_reach(ladders, goal).values() for word in words}


def _refusal(short: Mapping[int, tuple[int, list[Word]]], t: int, unit: Context) -> PromiseError:
    number, (largest, words) = next(iter(short.items()))
    spans = [place.mention.span for word in words for place in word.places if place.unit == number]
    places = ", ".join(f"{span.start} to {span.end}" for span in sorted(spans)[:10])
    return PromiseError(
        f"no generalization of {unit} {number + 1} leaves {write_number(t)} plausible texts; the largest t that "
        f"it reaches is {write_number(largest)}: lower t, judge a larger unit, or remove its sensitive words "
        f"(characters {places}{', …' if len(spans) > 10 else ''}), which unreachable='remove' does"
    )


def _out_of_reach(ladders: Sequence[Ladder], goal: Goal) -> dict[int, tuple[int, list[Word]]]:
    """The units that don't reach t even at the tops: the largest t that each reaches, and its words that are left."""
    short = {}
    for unit, inside in _ladders_by_unit(ladders).items():
        largest = math.prod(ladder.volumes[-1] for ladder in inside) // goal.one ** len(inside)
        if largest < goal.t:
            short[unit] = (largest, [ladder.word for ladder in inside])
    return short


def climb_ladders(ladders: Sequence[Ladder], goal: Goal) -> dict[str, int]:
    """For each word that has a ladder the rung that it takes: every unit reaches t at the least cost of its own.

    A word of several units keeps the highest rung that any of them asked for, so that it is everywhere the same and
    units that were settled before stay so.
    """
    levels = {ladder.word.form: 0 for ladder in ladders if ladder.rungs}
    for inside in _ladders_by_unit(ladders).values():
        left = [ladder.volumes[levels[ladder.word.form] :] for ladder in inside]
        target = goal.t * goal.one ** len(inside)
        if math.prod(volumes[0] for volumes in left) >= target:
            continue
        found = generalize(left, target, goal.alpha, goal.search)
        for ladder, level in zip(inside, found.levels, strict=True):
            levels[ladder.word.form] += level
    return levels


def _ladders_by_unit(ladders: Sequence[Ladder]) -> Mapping[int, list[Ladder]]:
    """The ladders of each unit, empty ones left out."""
    of = {ladder.word.form: ladder for ladder in ladders if ladder.rungs}
    units = by_unit(ladder.word for ladder in of.values())
    return {unit: [of[word.form] for word in words] for unit, words in units.items()}
