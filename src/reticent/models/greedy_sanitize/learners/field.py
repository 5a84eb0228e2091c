"""What a conditional random field knows, and how it is learned from words that are gathered through slots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from reticent.models.greedy_sanitize.learners.chain import Chains, Floats, expect_labels, likeliest_labels
from reticent.models.greedy_sanitize.learners.lbfgs import minimize
from reticent.models.greedy_sanitize.learners.learner import Labels, Sentence
from reticent.models.greedy_sanitize.learners.slots import EncodedText, Hashes, Numbers, encode_sentences

_T = TypeVar("_T")

Bools = NDArray[np.bool_]

_HEAD = 24
_TOLERANCE = 1e-4
_OWN = 2
"""The numbers behind the weights of features: the constant and the attraction. These are not held small."""


@dataclass(frozen=True, slots=True)
class Field:
    """Weights of features by their hashes, in order; a constant; and how much sensitive neighbours attract each other.

    `penalty` is what was put on large weights when it was learned.
    """

    keys: Hashes = field(repr=False)
    weights: NDArray[np.float32] = field(repr=False)
    constant: float
    attraction: float
    penalty: float

    def labels(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        """The likeliest labels of each sentence as a whole."""
        text = encode_sentences(sentences)
        chains = Chains.of(text.lengths, text.starts)
        found = np.empty(len(chains.order), bool)
        found[chains.order] = likeliest_labels(chains, self._scores(text)[chains.order], self.attraction)
        return _cut_long(found.tolist(), text)

    def probabilities(self, sentences: Sequence[Sentence]) -> list[list[float]]:
        """The probability of each word's being sensitive, over all labellings of its sentence."""
        text = encode_sentences(sentences)
        chains = Chains.of(text.lengths, text.starts)
        found = np.empty(len(chains.order))
        found[chains.order] = expect_labels(
            chains, self._scores(text)[chains.order], self.attraction
        ).sensitive
        return _cut_long(found.tolist(), text)

    def to_bytes(self) -> bytes:
        """The three numbers, then the weights that are not zero with their hashes."""
        kept = np.flatnonzero(self.weights)
        parts = (
            np.array([self.constant, self.attraction, self.penalty], "<f8"),
            self.keys[kept].astype("<u4"),
            self.weights[kept].astype("<f4"),
        )
        return b"".join(part.tobytes() for part in parts)

    @classmethod
    def from_bytes(cls, data: bytes) -> Field:
        """What `to_bytes` wrote."""
        count = (len(data) - _HEAD) // 8
        constant, attraction, penalty = np.frombuffer(data, "<f8", 3).tolist()
        keys = np.frombuffer(data, "<u4", count, _HEAD).astype(np.uint32)
        weights = np.frombuffer(data, "<f4", count, _HEAD + 4 * count).astype(np.float32)
        return cls(keys, weights, constant, attraction, penalty)

    def __reduce__(self) -> tuple[Callable[[bytes], Field], tuple[bytes]]:
        """Travels to other processes as it is stored: weights that are zero stay behind."""
        return Field.from_bytes, (self.to_bytes(),)

    def _scores(self, text: EncodedText) -> Floats:
        scores = np.full(int(text.lengths.sum()), self.constant)
        for slot in text.slots:
            scores += self.of(slot.features).sum(axis=0)[slot.numbers]
        return scores

    def of(self, features: Hashes) -> Floats:
        """The weight of each feature, zero where it is not known."""
        if not len(self.keys):
            return np.zeros(features.shape)
        places = np.minimum(np.searchsorted(self.keys, features), len(self.keys) - 1)
        return np.where(self.keys[places] == features, self.weights[places].astype(np.float64), 0.0)


def _cut_long(values: list[_T], text: EncodedText) -> list[list[_T]]:
    ends = np.cumsum(text.lengths).tolist()
    return [values[start:end] for start, end in zip([0, *ends], ends, strict=False)]


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
        self, members: Sequence[int], before: Field | None, *, penalty: float, rounds: int
    ) -> Field:
        """The field that fits these sentences best; it looks for it from the field `before`, if there is one."""
        task = _Task.of(self, np.asarray(members, np.int32))
        start = np.zeros(len(self.keys) + _OWN)
        if before:
            start[:-_OWN] = before.of(self.keys)
            start[-2], start[-1] = before.constant, before.attraction
        else:
            rate = float(np.mean(task.truth))
            start[-2] = np.log(rate / (1 - rate))
        found = minimize(
            lambda at: task.loss(at, penalty),
            start,
            task.curvature(start, penalty),
            rounds=rounds,
            tolerance=_TOLERANCE,
        )
        weights = found[:-_OWN].astype(np.float32)
        return Field(self.keys, weights, float(found[-2]), float(found[-1]), penalty)


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

    def loss(self, at: Floats, penalty: float) -> tuple[float, Floats]:
        """How unlikely the true labels are, with a penalty on large weights, and its gradient."""
        weights, scores = at[:-_OWN], self.scores(at)
        found = expect_labels(self.chains, scores, at[-1])
        fit = found.log_sum - float(np.sum(scores * self.truth)) - float(at[-1]) * self.both
        gradient = np.empty_like(at)
        gradient[:-_OWN] = self.sum_by_feature(found.sensitive) - self.total + penalty * weights
        gradient[-2] = np.sum(found.sensitive) - np.sum(self.truth)
        gradient[-1] = found.both - self.both
        return fit + penalty / 2 * float(np.sum(weights * weights)), gradient

    def curvature(self, at: Floats, penalty: float) -> Floats:
        """About the second derivative of the loss for each weight, as if words did not depend on each other."""
        sensitive = expect_labels(self.chains, self.scores(at), at[-1]).sensitive
        spread = sensitive * (1 - sensitive)
        total = float(np.sum(spread))
        return np.concatenate([self.sum_by_feature(spread), [total, total / 10]]) + penalty

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
