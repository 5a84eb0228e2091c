"""What a conditional random field knows, and what it says of sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from reticent.models.greedy_sanitize.learners.chain import Chains, Floats, expect_labels, likeliest_labels
from reticent.models.greedy_sanitize.learners.learner import Sentence
from reticent.models.greedy_sanitize.learners.slots import EncodedText, Hashes, encode_sentences

_T = TypeVar("_T")

_HEAD = 40
OWN = 2
"""The numbers behind the weights of features: the constant and the attraction. These are not held small."""


@dataclass(frozen=True, slots=True)
class Field:
    """Weights of features by their hashes, in order; a constant; and how much sensitive neighbours attract each other.

    `penalty` is what was put on large weights when it was learned. `certainty` says how sure the sentences made each
    weight, the constant and the attraction (about the second derivative of the loss), so that new sentences can
    change what the old ones left open.
    """

    keys: Hashes = field(repr=False)
    weights: NDArray[np.float32] = field(repr=False)
    constant: float
    attraction: float
    penalty: float
    certainty: NDArray[np.float32] = field(repr=False)

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
        """The five numbers, then the weights that are not zero with their hashes and certainties."""
        kept = np.flatnonzero(self.weights)
        parts = (
            np.array([self.constant, self.attraction, self.penalty, *self.certainty[-OWN:]], "<f8"),
            self.keys[kept].astype("<u4"),
            self.weights[kept].astype("<f4"),
            self.certainty[kept].astype("<f4"),
        )
        return b"".join(part.tobytes() for part in parts)

    @classmethod
    def from_bytes(cls, data: bytes) -> Field:
        """What `to_bytes` wrote."""
        count = (len(data) - _HEAD) // 12
        constant, attraction, penalty, *own = np.frombuffer(data, "<f8", 5).tolist()
        keys = np.frombuffer(data, "<u4", count, _HEAD).astype(np.uint32)
        weights = np.frombuffer(data, "<f4", count, _HEAD + 4 * count).astype(np.float32)
        certainty = np.frombuffer(data, "<f4", count, _HEAD + 8 * count)
        return cls(keys, weights, constant, attraction, penalty, np.append(certainty, own).astype(np.float32))

    @classmethod
    def from_bytes_without_certainty(cls, data: bytes) -> Field:
        """What models of version 2 hold: three numbers, hashes, weights. Such a field can't be updated."""
        count = (len(data) - 24) // 8
        constant, attraction, penalty = np.frombuffer(data, "<f8", 3).tolist()
        keys = np.frombuffer(data, "<u4", count, 24).astype(np.uint32)
        weights = np.frombuffer(data, "<f4", count, 24 + 4 * count).astype(np.float32)
        return cls(keys, weights, constant, attraction, penalty, np.zeros(count + OWN, np.float32))

    @property
    def is_certain(self) -> bool:
        """Whether it is known how sure the weights are."""
        return bool(self.certainty[-OWN:].any())

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
        return self._look_up(self.weights, features)

    def certainty_of(self, features: Hashes) -> Floats:
        """How sure the weight of each feature is, zero where it is not known."""
        return self._look_up(self.certainty, features)

    def _look_up(self, values: NDArray[np.float32], features: Hashes) -> Floats:
        if not len(self.keys):
            return np.zeros(features.shape)
        places = np.minimum(np.searchsorted(self.keys, features), len(self.keys) - 1)
        return np.where(self.keys[places] == features, values[places].astype(np.float64), 0.0)


def _cut_long(values: list[_T], text: EncodedText) -> list[list[_T]]:
    ends = np.cumsum(text.lengths).tolist()
    return [values[start:end] for start, end in zip([0, *ends], ends, strict=False)]
