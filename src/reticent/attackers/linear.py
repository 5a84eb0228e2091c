"""Readers who add up: each unit of a text speaks for or against each candidate, whatever else the text says.

Their weights are multiples of 2^-20, so that sums are exact in any order and equal means equal. `Hints` is one of them, who knows
by what things are recognized. Readers who count words are drowned by what a long text says of other things; a hint (a drug, a
test, a sign, a phrase) that points to few candidates outweighs any number of words that only fit.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import log2
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from reticent.attackers.attacker import Attacker, Candidate, Clue, Guess
from reticent.executors import TravelsAsSettings
from reticent.knowledge.conditions import Conditions
from reticent.rendering.placeholders import spell_marks, widen_to_marks
from reticent.text import Document, Span
from reticent.text.analysis import Phrases, normal_phrase

Weights = NDArray[np.float64]
"""Units by candidates."""

_GRAIN = float(1 << 20)  # steps of a bit: sums of thousands of such weights are exact in a double
_EXPLAINED = (
    10  # guesses with clues: a reader looks at the first few, and clues of all would take long; by hand
)
_CELLS_AT_ONCE = 4_000_000  # weights at a time: 32 MB


@runtime_checkable
class LinearAttacker(Attacker, Protocol):
    """An attacker whose score of a candidate is the sum of the weights of the units that a text holds at all."""

    def units(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        """What it takes from a text, each with all its places."""

    def weights(self, units: Sequence[str], candidates: Sequence[Candidate]) -> Weights:
        """How much each unit speaks for each candidate."""

    def considers(self, candidates: Sequence[Candidate]) -> list[bool]:
        """Whether it knows each candidate at all; what it doesn't know it never guesses."""


def round_weights(weights: Weights) -> Weights:
    """The nearest weights whose sums are exact."""
    return np.round(weights * _GRAIN) / _GRAIN


def guess_by_sums(
    attacker: LinearAttacker, document: Document, candidates: Sequence[Candidate]
) -> list[Guess]:
    """Every candidate that the attacker knows, the likeliest first; the first ten say what moved it."""
    known = [number for number, is_known in enumerate(attacker.considers(candidates)) if is_known]
    if not known:
        return []
    places = attacker.units(document)
    units = sorted(places)
    scores = sum(
        (part.sum(axis=0) for part in _weigh(attacker, units, candidates)), np.zeros(len(candidates))
    )
    order = sorted(known, key=lambda number: (-scores[number], number))
    first = order[:_EXPLAINED]
    shares = np.concatenate(
        [part[:, first] for part in _weigh(attacker, units, candidates)] or [np.empty((0, len(first)))]
    )
    explained = {number: find_clues(shares[:, column], units, places) for column, number in enumerate(first)}
    return [
        Guess(candidates[number].name, float(scores[number]), explained.get(number, ())) for number in order
    ]


def find_clues(
    shares: NDArray[np.float64], units: Sequence[str], places: Mapping[str, tuple[Span, ...]]
) -> tuple[Clue, ...]:
    """The places of the units that speak for a candidate or against it, the weightiest first."""
    order = sorted(np.flatnonzero(shares).tolist(), key=lambda row: (-abs(shares[row]), row))
    return tuple(Clue(span, float(shares[row])) for row in order for span in places[units[row]])


def _weigh(
    attacker: LinearAttacker, units: Sequence[str], candidates: Sequence[Candidate]
) -> Iterator[Weights]:
    """The weights of all units in order, a bounded number at a time."""
    step = max(1, _CELLS_AT_ONCE // max(1, len(candidates)))
    for start in range(0, len(units), step):
        yield attacker.weights(units[start : start + step], candidates)


@dataclass(frozen=True, slots=True)
class Hints(TravelsAsSettings):
    """The attacker that adds up the squared strengths of the hints in a text, each the more the fewer things share it.

    `listed` is the list of conditions that ships with the package, or holds for each thing, under any name of it, its hints
    and their strengths, from 1 (adds up) to 3 (names it); names of one thing share one and the same mapping. A name of
    several things means the first.
    """

    listed: Conditions | Mapping[str, Mapping[str, int]] = field(repr=False)
    name: str = "hints"
    _things: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _strengths: Mapping[str, Mapping[int, int]] = field(init=False, repr=False, compare=False)
    _phrases: Phrases = field(init=False, repr=False, compare=False)
    _fingerprint: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        numbers: dict[int, int] = {}
        things: dict[str, int] = {}
        strengths: dict[str, dict[int, int]] = {}
        listed = _list_hints(self.listed) if isinstance(self.listed, Conditions) else self.listed
        form_of = cache(normal_phrase)  # many things have a hint in common
        for name, hints in listed.items():
            is_new = id(hints) not in numbers
            number = numbers.setdefault(id(hints), len(numbers))
            things.setdefault(form_of(name), number)
            for hint, strength in hints.items() if is_new else ():
                own = strengths.setdefault(form_of(hint), {})
                own[number] = max(strength, own.get(number, 0))
        content = json.dumps([things, strengths], sort_keys=True)
        object.__setattr__(self, "_things", things)
        object.__setattr__(self, "_strengths", strengths)
        object.__setattr__(self, "_phrases", Phrases.in_normal_form(strengths))
        object.__setattr__(self, "_fingerprint", "sha256:" + hashlib.sha256(content.encode()).hexdigest())

    @property
    def fingerprint(self) -> str:
        """How it reckons, and the list that it knows."""
        return f"hints 2, {self._fingerprint}"

    @property
    def repeatable(self) -> bool:
        """Always: it reckons."""
        return True

    def units(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        """The hints of the list that a text holds, also inside longer ones, with their places."""
        places: dict[str, list[Span]] = {}
        whole = widen_to_marks(document)
        for form, span in self._phrases.find(spell_marks(document)):
            places.setdefault(form, []).append(whole(span))
        return {form: tuple(spans) for form, spans in places.items()}

    def weights(self, units: Sequence[str], candidates: Sequence[Candidate]) -> Weights:
        """Strength squared times the bits that tell the things with the hint from all others."""
        columns: dict[int, list[int]] = {}
        for column, thing in enumerate(map(self._thing, candidates)):
            columns.setdefault(-1 if thing is None else thing, []).append(column)
        weights = np.zeros((len(units), len(candidates)))
        total = 1 + max(self._things.values(), default=0)
        for row, unit in enumerate(units):
            own = self._strengths.get(unit, {})
            for thing, strength in own.items():
                weights[row, columns.get(thing, [])] = strength**2 * log2((total + 1) / len(own))
        return round_weights(weights)

    def considers(self, candidates: Sequence[Candidate]) -> list[bool]:
        """Whether the list has the candidate."""
        return [self._thing(candidate) is not None for candidate in candidates]

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        """Every candidate on the list, the likeliest first."""
        return guess_by_sums(self, document, candidates)

    def _thing(self, candidate: Candidate) -> int | None:
        return next(
            (self._things[form] for form in map(normal_phrase, candidate.names) if form in self._things), None
        )


def _list_hints(known: Conditions) -> dict[str, dict[str, int]]:
    """The hints at conditions by name: a condition's own name comes before the same name of another."""
    hints = {each.name: {hint.term: hint.strength for hint in each.hints} for each in known.listed}
    listed = dict(hints)
    for each in known.listed:
        for name in each.aliases:
            listed.setdefault(name, hints[each.name])
    return listed
