"""What each word of a text may become, rung by rung, and how far a unit must climb to leave t texts open."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.errors import PromiseError
from reticent.knowledge.taxonomy import Concept
from reticent.models.t_plausibility._cost import write_number
from reticent.models.t_plausibility._search import Search, generalize
from reticent.models.t_plausibility._words import SensitiveWord, by_unit
from reticent.text import Context


@dataclass(frozen=True, slots=True)
class LadderRung:
    """What may stand for a word: the name of a concept, or a mark of the kind `mark`, which counts as that name."""

    concept: Concept = field(repr=False)
    mark: str = ""

    @property
    def shown(self) -> str:
        """The term that a reader takes it for."""
        return self.concept.name


@dataclass(frozen=True, slots=True)
class WordLadder:
    """What a word may become, from the least general on; None, if it is there, is the word as it stands.

    A word whose ladder is empty can only be removed. `volumes` increase strictly.
    """

    word: SensitiveWord
    rungs: tuple[LadderRung | None, ...] = field(repr=False)
    volumes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """The t that every unit must reach, in multiples of `one` per word; and how to search."""

    targets: tuple[int, ...]
    one: int
    alpha: float
    search: Search


def keep_within_reach(
    ladders: Sequence[WordLadder], goal: Goal, *, unit: Context, remove: bool
) -> list[WordLadder]:
    """The ladders, emptied where a unit can't reach t; a PromiseError about the first such unit unless `remove`."""
    kept = list(ladders)
    while short := out_of_reach(kept, goal):
        if not remove:
            raise refuse_t(short, goal, unit)
        gone = words_out_of_reach(kept, goal)
        kept = [
            replace(ladder, rungs=(), volumes=()) if ladder.word.form in gone else ladder for ladder in kept
        ]
    return kept


def words_out_of_reach(ladders: Sequence[WordLadder], goal: Goal) -> set[str]:
    """The forms of all words in units that don't reach t on these ladders."""
    return {word.form for _, words in out_of_reach(ladders, goal).values() for word in words}


def refuse_t(short: Mapping[int, tuple[int, list[SensitiveWord]]], goal: Goal, unit: Context) -> PromiseError:
    """What says that a unit can't reach t, with the largest t that it reaches and its places."""
    number, (largest, words) = next(iter(short.items()))
    spans = [place.mention.span for word in words for place in word.places if place.unit == number]
    places = ", ".join(f"{span.start} to {span.end}" for span in sorted(spans)[:10])
    return PromiseError(
        f"no generalization of {unit} {number + 1} leaves {write_number(goal.targets[number])} plausible texts; the largest t that "
        f"it reaches is {write_number(largest)}: lower t, judge a larger unit, or remove its sensitive words "
        f"(characters {places}{', …' if len(spans) > 10 else ''}), which unreachable='remove' does"
    )


def out_of_reach(ladders: Sequence[WordLadder], goal: Goal) -> dict[int, tuple[int, list[SensitiveWord]]]:
    """The units that don't reach t even at the tops: the largest t that each reaches, and its words that are left."""
    short = {}
    for unit, inside in ladders_by_unit(ladders).items():
        largest = math.prod(ladder.volumes[-1] for ladder in inside) // goal.one ** len(inside)
        if largest < goal.targets[unit]:
            short[unit] = (largest, [ladder.word for ladder in inside])
    return short


def climb_ladders(ladders: Sequence[WordLadder], goal: Goal) -> dict[str, int]:
    """For each word that has a ladder the rung that it takes: every unit reaches t at the least cost of its own.

    A word of several units keeps the highest rung that any of them asked for, so that it is everywhere the same and
    units that were settled before stay so.
    """
    levels = {ladder.word.form: 0 for ladder in ladders if ladder.rungs}
    for unit, inside in ladders_by_unit(ladders).items():
        left = [ladder.volumes[levels[ladder.word.form] :] for ladder in inside]
        target = goal.targets[unit] * goal.one ** len(inside)
        if math.prod(volumes[0] for volumes in left) >= target:
            continue
        found = generalize(left, target, goal.alpha, goal.search)
        for ladder, level in zip(inside, found.levels, strict=True):
            levels[ladder.word.form] += level
    return levels


def ladders_by_unit(ladders: Sequence[WordLadder]) -> Mapping[int, list[WordLadder]]:
    """The ladders of each unit, empty ones left out."""
    of = {ladder.word.form: ladder for ladder in ladders if ladder.rungs}
    units = by_unit(ladder.word for ladder in of.values())
    return {unit: [of[word.form] for word in words] for unit, words in units.items()}


def forms_in_emptied_units(ladders: Sequence[WordLadder]) -> set[str]:
    """The forms of the words of units in which nothing sensitive is left."""
    rungs = {ladder.word.form: ladder.rungs for ladder in ladders}
    units = by_unit(ladder.word for ladder in ladders)
    emptied = [words for words in units.values() if not any(rungs[word.form] for word in words)]
    return {word.form for words in emptied for word in words}
