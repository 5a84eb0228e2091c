"""A conditional random field with two labels: how likely a word is sensitive, and which labels are likeliest.

With two labels a chain needs one score per word (how much more it speaks for sensitive than for not) and one number for
neighbours that are both sensitive; whatever else a table of transitions could say, scores say as well. A pass then carries
a single number per word, the odds of what was read so far, through all sentences at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from reticent.detection.label_chains import LabelChains
from reticent.language.mixing import Hashes
from reticent.models.greedy_sanitize.learners._features import EncodedText, encode_sentences
from reticent.models.greedy_sanitize.learners.learner import Sentence

_T = TypeVar("_T", bool, float)

Floats = NDArray[np.float64]

LONGEST = 256
"""Words of a chain at most, as many as a sentence has where documents are read: trained models depend on it."""

_STEEP = 100.0
"""Scores beyond this are taken as this: their exponentials have to stay finite, and nothing is likelier than certain."""

OWN = 2
"""The numbers after the weights of features: the constant and the attraction. These are not held small."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a CRF expects: the logarithm of its sum over all labellings, each word's probability, and neighbours."""

    log_sum: float
    sensitive: Floats = field(repr=False)
    both: float


def expect_labels(chains: LabelChains, scores: Floats, attraction: float) -> Expectation:
    """The forward-backward algorithm in odds; `both` is the expected number of neighbours that are both sensitive."""
    pull = float(np.exp(np.clip(attraction, -_STEEP, _STEEP)))
    weights = np.exp(np.clip(scores, -_STEEP, _STEEP))
    before, after = weights.copy(), np.ones_like(weights)
    steps = chains.steps()
    for last, this, end in steps:
        odds = before[last : last + end - this]
        before[this:end] *= (pull * odds + 1) / (odds + 1)
    both = 0.0
    for last, this, end in reversed(steps):
        part = slice(last, last + end - this)
        odds = weights[this:end] * after[this:end]
        drawn = pull * odds
        after[part] = (drawn + 1) / (odds + 1)
        # The four labellings of two neighbours weigh 1, left, odds and left·drawn.
        left = before[part]
        together = left * drawn
        both += float(np.sum(together / (together + left + odds + 1)))
    odds = before * after
    return Expectation(float(np.sum(np.log1p(before))), odds / (1 + odds), both)


def likeliest_labels(chains: LabelChains, scores: Floats, attraction: float) -> NDArray[np.bool_]:
    """The Viterbi algorithm: the labelling with the highest score; where two are as high, fewer words are sensitive."""
    lead = scores.copy()
    steps = chains.steps()
    for last, this, end in steps:
        gained = lead[last : last + end - this]
        lead[this:end] += np.maximum(gained + attraction, 0) - np.maximum(gained, 0)
    found = lead > 0
    for last, this, end in reversed(steps):
        part = slice(last, last + end - this)
        found[part] = lead[part] + attraction * found[this:end] > 0
    return found


@dataclass(frozen=True, slots=True)
class CrfClassifier:
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

    form = "field"

    def predict(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        """The likeliest labels of each sentence as a whole."""
        return self._read(sentences, lambda chains, scores: likeliest_labels(chains, scores, self.attraction))

    def scores(self, sentences: Sequence[Sentence]) -> list[list[float]]:
        """The probability of each word's being sensitive, over all labellings of its sentence."""
        return self._read(
            sentences, lambda chains, scores: expect_labels(chains, scores, self.attraction).sensitive
        )

    def _read(
        self, sentences: Sequence[Sentence], judge: Callable[[LabelChains, Floats], NDArray[np.generic]]
    ) -> list[list[_T]]:
        text = encode_sentences(sentences)
        chains = LabelChains.of(text.lengths, longest=LONGEST)
        judged = judge(chains, self._scores(text)[chains.forward])
        found = np.empty_like(judged)
        found[chains.forward] = judged
        values: list[_T] = found.tolist()
        ends: list[int] = np.cumsum(text.lengths).tolist()
        return [values[start:end] for start, end in zip([0, *ends], ends, strict=False)]

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
    def from_bytes(cls, data: bytes, *, certain: bool = True) -> CrfClassifier:
        """What `to_bytes` wrote; models of version 2 hold no certainties, and what is not `certain` can't be updated."""
        numbers, columns = (5, 3) if certain else (3, 2)
        head = 8 * numbers
        count = (len(data) - head) // (4 * columns)
        constant, attraction, penalty, *own = np.frombuffer(data, "<f8", numbers).tolist()
        keys = np.frombuffer(data, "<u4", count, head).astype(np.uint32)
        floats = np.frombuffer(data, "<f4", count * (columns - 1), head + 4 * count)
        weights, *rest = floats.reshape(columns - 1, count)
        certainty = np.append(rest[0], own) if certain else np.zeros(count + OWN)
        return cls(
            keys, weights.astype(np.float32), constant, attraction, penalty, certainty.astype(np.float32)
        )

    @property
    def is_certain(self) -> bool:
        """Whether it is known how sure the weights are."""
        return bool(self.certainty[-OWN:].any())

    def __reduce__(self) -> tuple[Callable[[bytes], CrfClassifier], tuple[bytes]]:
        """Travels to other processes as it is stored, without the weights that are zero."""
        return CrfClassifier.from_bytes, (self.to_bytes(),)

    def _scores(self, text: EncodedText) -> Floats:
        scores = np.full(int(text.lengths.sum()), self.constant)
        for slot in text.slots:
            scores += self.find(self.weights, slot.features).sum(axis=0)[slot.numbers]
        return scores

    def find(self, values: NDArray[np.float32], features: Hashes) -> Floats:
        """Of `weights` or `certainty` what each feature has, zero where it is not known."""
        if not len(self.keys):
            return np.zeros(features.shape)
        places = np.minimum(np.searchsorted(self.keys, features), len(self.keys) - 1)
        return np.where(self.keys[places] == features, values[places].astype(np.float64), 0.0)
