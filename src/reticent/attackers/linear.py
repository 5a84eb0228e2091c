"""Readers who add up: each unit of a text speaks for or against each candidate, whatever else the text says.

Their weights are multiples of 2^-20, so that sums are exact in any order and equal means equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from reticent.attackers.attacker import Attacker, Candidate, Clue, Guess
from reticent.text import Document, Span

Weights = NDArray[np.float64]
"""Units by candidates."""

_GRAIN = float(1 << 20)
_EXPLAINED = 10
_CELLS_AT_ONCE = 4_000_000


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
    scores = _add_up(attacker, units, candidates)
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


def _add_up(
    attacker: LinearAttacker, units: Sequence[str], candidates: Sequence[Candidate]
) -> NDArray[np.float64]:
    """The score of each candidate."""
    scores = np.zeros(len(candidates))
    for part in _weigh(attacker, units, candidates):
        scores += part.sum(axis=0)
    return scores


def _weigh(
    attacker: LinearAttacker, units: Sequence[str], candidates: Sequence[Candidate]
) -> Iterator[Weights]:
    """The weights of all units in order, a bounded number at a time."""
    step = max(1, _CELLS_AT_ONCE // max(1, len(candidates)))
    for start in range(0, len(units), step):
        yield attacker.weights(units[start : start + step], candidates)
