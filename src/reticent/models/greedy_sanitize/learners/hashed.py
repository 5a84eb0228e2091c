"""Words as rows of hashed features, and the weights that a linear classifier gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from reticent.models.greedy_sanitize.learners.learner import Labels, Sentence
from reticent.models.greedy_sanitize.learners.slots import encode_sentences

BUCKETS = 1 << 18
HISTORIES = 4
"""Whether the word before and the word before that are sensitive."""

SIZE = BUCKETS + HISTORIES

Rows = NDArray[np.int32]
Weights = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Hyperplane:
    """The weights of features and of histories, and the constant: all that a linear classifier knows."""

    weights: Weights = field(repr=False)
    constant: float

    def to_bytes(self) -> bytes:
        """The constant, then the weights that are not zero with their places."""
        places = np.flatnonzero(self.weights).astype("<u4")
        kept = self.weights[places].astype("<f4")
        parts = (np.array([self.constant], "<f8"), places, kept)
        return b"".join(part.tobytes() for part in parts)

    @classmethod
    def from_bytes(cls, data: bytes) -> Hyperplane:
        """What `to_bytes` wrote."""
        count = (len(data) - 8) // 8
        places = np.frombuffer(data, "<u4", count, 8)
        weights = np.zeros(SIZE, np.float32)
        weights[places] = np.frombuffer(data, "<f4", count, 8 + 4 * count)
        return cls(weights, float(np.frombuffer(data, "<f8", 1)[0]))

    def __reduce__(self) -> tuple[Callable[[bytes], Hyperplane], tuple[bytes]]:
        """Travels to other processes as it is stored: weights that are zero stay behind."""
        return Hyperplane.from_bytes, (self.to_bytes(),)


def rows(sentences: Sequence[Sentence]) -> Rows:
    """The features of every word, a row each, for all sentences one after the other."""
    gathered = [
        slot.features[:, slot.numbers] % np.uint32(BUCKETS) for slot in encode_sentences(sentences).slots
    ]
    return np.concatenate(gathered).T.astype(np.int32, order="C")


def histories(labels: Sequence[Labels]) -> NDArray[np.int32]:
    """The history of each word, from 0 to 3: twice whether the word before is sensitive, plus once for the one before that."""
    found: list[int] = []
    for row in labels:
        before = after = False
        for label in row:
            found.append(2 * before + after)
            before, after = label, before
    return np.array(found, np.int32)


def evidence(plane: Hyperplane, features: Rows) -> Weights:
    """What each word's own row says, before its history is known."""
    if not len(features):
        return np.zeros(0, np.float32)
    found: Weights = plane.weights[features].sum(axis=1, dtype=np.float32) + np.float32(plane.constant)
    return found


def measure_margins(plane: Hyperplane, features: Rows, lengths: Sequence[int]) -> list[list[float]]:
    """The margin of each word, from left to right, each with the history that its predecessors were given."""
    by_history = [float(weight) for weight in plane.weights[BUCKETS:]]
    margins = evidence(plane, features).tolist()
    found, position = [], 0
    for length in lengths:
        before = after = False
        row = []
        for margin in margins[position : position + length]:
            score = margin + by_history[2 * before + after]
            before, after = score > 0, before
            row.append(score)
        found.append(row)
        position += length
    return found
