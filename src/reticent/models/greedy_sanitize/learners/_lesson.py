"""How a field is learned: labelled sentences made ready, what holds the weights, and the loss that is made least.

The least value of a smooth convex function, by the limited-memory method of Broyden, Fletcher, Goldfarb and Shanno.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from reticent.models.greedy_sanitize.learners._features import EncodedText, Hashes, Numbers, encode_sentences
from reticent.models.greedy_sanitize.learners.crf import OWN, Chains, Field, Floats, expect_labels
from reticent.models.greedy_sanitize.learners.learner import Labels, Sentence

Vector = NDArray[np.float64]

_MEMORY = 6  # steps that the method remembers: 3 to 20 are usual
_ENOUGH = 1e-4  # the usual constant of Armijo's condition
_HALVINGS = 20  # a step a millionth as long is none


def minimize(
    function: Callable[[Vector], tuple[float, Vector]],
    start: Vector,
    curvature: Vector,
    *,
    rounds: int,
    tolerance: float,
) -> Vector:
    """Where the function, which gives its value and its gradient, is least.

    `curvature` estimates its second derivative in each direction. It ends after so many rounds, or when a step is
    expected to lower the value by less than this share of it.
    """
    at = start
    value, gradient = function(at)
    memory: deque[tuple[Vector, Vector, float]] = deque(maxlen=_MEMORY)
    for _ in range(rounds):
        direction = _direction(gradient, memory, curvature)
        slope = _dot(gradient, direction)
        if -slope <= tolerance * abs(value):
            break
        length = 1.0
        for _ in range(_HALVINGS):
            new = at + length * direction
            new_value, new_gradient = function(new)
            if new_value <= value + _ENOUGH * length * slope:
                break
            length /= 2
        else:
            break
        step, change = new - at, new_gradient - gradient
        along = _dot(step, change)
        if along > 0:
            memory.append((step, change, along))
        at, value, gradient = new, new_value, new_gradient
    return at


def _direction(gradient: Vector, memory: deque[tuple[Vector, Vector, float]], curvature: Vector) -> Vector:
    rest = -gradient
    shares = []
    for step, change, along in reversed(memory):
        share = _dot(step, rest) / along
        shares.append(share)
        rest -= share * change
    rest /= curvature
    if memory:
        step, change, along = memory[-1]
        rest *= along / _dot(change, change / curvature)
    for (step, change, along), share in zip(memory, reversed(shares), strict=True):
        rest += (share - _dot(change, rest) / along) * step
    return rest


def _dot(a: Vector, b: Vector) -> float:
    """A sum that is taken in the same order however many threads there are."""
    return float(np.einsum("i,i->", a, b))


Bools = NDArray[np.bool_]

_TOLERANCE = 1e-4  # a gain below it changes no label that matters; chosen by hand


@dataclass(frozen=True, slots=True)
class Lesson:
    """Labelled sentences made ready for learning: their features numbered, one table for each slot."""

    text: EncodedText
    truth: Bools = field(repr=False)
    keys: Hashes = field(repr=False)
    tables: tuple[NDArray[np.intp], ...] = field(repr=False)

    @classmethod
    def of(cls, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Lesson:
        """The lesson that these sentences and their labels hold."""
        text = encode_sentences(sentences)
        truth = np.fromiter(chain.from_iterable(labels), bool, int(text.lengths.sum()))
        keys, numbered = np.unique(
            np.concatenate([slot.features.ravel() for slot in text.slots]), return_inverse=True
        )
        cuts = np.cumsum([slot.features.size for slot in text.slots])[:-1]
        tables = tuple(
            part.reshape(slot.features.shape)
            for part, slot in zip(np.split(numbered.ravel(), cuts), text.slots, strict=True)
        )
        return cls(text, truth, keys, tables)

    def fit_field(
        self,
        members: Sequence[int],
        before: Field | None,
        *,
        penalty: float,
        rounds: int,
        prior: Field | None = None,
    ) -> Field:
        """The field that fits these sentences best; it looks for it from the field `before`, if there is one.

        `prior` was learned from other sentences: its weights are held where these made it certain, and features of
        it that don't occur here stay as they are.
        """
        task = _Task.of(self, np.asarray(members, np.int32))
        held = self.hold(prior, penalty)
        rate = float(np.mean(task.truth))
        start = self._start(before or prior, rate)
        # What another collection made certain may be far from certain here, so the steps are those of a fresh start.
        steps = self._start(None, rate) if prior else start
        found = minimize(
            lambda at: task.loss(at, held),
            start,
            np.maximum(task.curvature(steps, held), penalty),
            rounds=rounds,
            tolerance=_TOLERANCE,
        )
        certainty = task.curvature(found, Hold.nothing(len(found))) + held.certainty
        learned = Field(
            self.keys,
            found[:-OWN].astype(np.float32),
            float(found[-2]),
            float(found[-1]),
            penalty,
            certainty.astype(np.float32),
        )
        return _join_fields(prior, learned) if prior else learned

    def _start(self, before: Field | None, rate: float) -> Floats:
        """Where the search begins: at another field, or at nothing but the share of sensitive words."""
        start = np.zeros(len(self.keys) + OWN)
        if before:
            start[:-OWN] = before.of(self.keys)
            start[-2], start[-1] = before.constant, before.attraction
        else:
            start[-2] = np.log(rate / (1 - rate))
        return start

    def hold(self, prior: Field | None, penalty: float) -> Hold:
        """What the weights are held to and how strongly: small, and near what is known already."""
        hold = Hold.nothing(len(self.keys) + OWN)
        hold.strength[:-OWN] = penalty
        if prior:
            # A weight that was found small is held small by where it was found.
            hold.centre[:-OWN] = prior.of(self.keys)
            hold.centre[-2:] = prior.constant, prior.attraction
            hold.certainty[:-OWN] = prior.certainty_of(self.keys)
            hold.certainty[-OWN:] = prior.certainty[-OWN:]
            known = np.flatnonzero(hold.certainty[:-OWN])
            hold.certainty[known] += penalty
            hold.strength[known] = 0
        return hold


@dataclass(frozen=True, slots=True)
class Hold:
    """What each number is drawn to: to zero with `strength`, and to `centre` with the `certainty` of what was known."""

    centre: Floats
    certainty: Floats
    strength: Floats

    @classmethod
    def nothing(cls, size: int) -> Hold:
        """Numbers that nothing holds."""
        return cls(np.zeros(size), np.zeros(size), np.zeros(size))

    def loss(self, at: Floats) -> tuple[float, Floats]:
        """What it costs to be there, and its gradient."""
        away = at - self.centre
        gradient = self.strength * at + self.certainty * away
        return float(np.sum(self.strength * at * at + self.certainty * away * away)) / 2, gradient


def _join_fields(prior: Field, learned: Field) -> Field:
    """What was learned, and of the prior the features that did not occur again."""
    rest = ~np.isin(prior.keys, learned.keys)
    keys = np.concatenate([learned.keys, prior.keys[rest]])
    order = np.argsort(keys, kind="stable")
    weights = np.concatenate([learned.weights, prior.weights[rest]])[order]
    certainty = np.concatenate([learned.certainty[:-OWN], prior.certainty[:-OWN][rest]])[order]
    return Field(
        keys[order],
        weights,
        learned.constant,
        learned.attraction,
        learned.penalty,
        np.concatenate([certainty, learned.certainty[-OWN:]]),
    )


@dataclass(frozen=True, slots=True)
class _Task:
    """Some sentences of a lesson in the order of their chains, and what their true labels add up to."""

    chains: Chains
    numbers: tuple[Numbers, ...]
    tables: tuple[NDArray[np.intp], ...]
    flat: NDArray[np.intp]
    size: int
    truth: Floats
    total: Floats
    both: float

    @classmethod
    def of(cls, lesson: Lesson, members: Numbers) -> _Task:
        text = lesson.text
        chains = Chains.of(text.lengths[members], text.starts[members])
        numbers = tuple(slot.numbers[chains.order] for slot in text.slots)
        flat = np.concatenate([table.ravel() for table in lesson.tables])
        truth = lesson.truth[chains.order].astype(np.float64)
        both = sum(
            float(np.sum(truth[last : last + end - this] * truth[this:end]))
            for last, this, end in chains.steps()
        )
        size = len(lesson.keys)
        total = _sum_by_feature(truth, numbers, lesson.tables, flat, size)
        return cls(chains, numbers, lesson.tables, flat, size, truth, total, both)

    def loss(self, at: Floats, held: Hold) -> tuple[float, Floats]:
        """How unlikely the true labels are, with what holds the weights, and its gradient."""
        scores = self.scores(at)
        found = expect_labels(self.chains, scores, at[-1])
        fit = found.log_sum - float(np.sum(scores * self.truth)) - float(at[-1]) * self.both
        cost, gradient = held.loss(at)
        gradient[:-OWN] += self.sum_by_feature(found.sensitive) - self.total
        gradient[-2] += np.sum(found.sensitive) - np.sum(self.truth)
        gradient[-1] += found.both - self.both
        return fit + cost, gradient

    def curvature(self, at: Floats, held: Hold) -> Floats:
        """About the second derivative of the loss for each weight, as if words did not depend on each other."""
        sensitive = expect_labels(self.chains, self.scores(at), at[-1]).sensitive
        spread = sensitive * (1 - sensitive)
        total = float(np.sum(spread))
        own = np.concatenate([self.sum_by_feature(spread), [total, total / 10]])
        return own + held.strength + held.certainty

    def scores(self, at: Floats) -> Floats:
        scores = np.full(len(self.truth), at[-2])
        for numbers, table in zip(self.numbers, self.tables, strict=True):
            scores += at[table].sum(axis=0)[numbers]
        return scores

    def sum_by_feature(self, values: Floats) -> Floats:
        """For each feature the sum of the values of the words that show it."""
        return _sum_by_feature(values, self.numbers, self.tables, self.flat, self.size)


def _sum_by_feature(
    values: Floats,
    numbers: Sequence[Numbers],
    tables: Sequence[NDArray[np.intp]],
    flat: NDArray[np.intp],
    size: int,
) -> Floats:
    sums = [
        np.broadcast_to(np.bincount(each, values, table.shape[1]), table.shape).ravel()
        for each, table in zip(numbers, tables, strict=True)
    ]
    found: Floats = np.bincount(flat, np.concatenate(sums), size).astype(np.float64, copy=False)
    return found
