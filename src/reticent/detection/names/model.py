"""The trained part of the name tagger: weights, and how likely its guesses turned out to be right."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.crf import Chains, Floats, forward_backward
from reticent.detection.names.reading import Reading
from reticent.detection.names.surroundings import Seen, seen
from reticent.detection.names.word_classes import WordClasses, word_classes

KINDS = ("PERSON", "LOCATION", "ORGANIZATION", "DATETIME", "CODE", "DEM", "QUANTITY", "MISC")
"""The kinds of the Text Anonymization Benchmark; DEM are demographic attributes."""

LABELS = ("O", *(f"{kind}{sign}" for kind in KINDS for sign in "+-"))
"""No name, or a kind that readers would mask (+) or leave (-)."""

_CACHED_WORDS = 200_000
_SLOT_BITS = 22
_BLOCK = 2048


@dataclass(frozen=True, slots=True)
class Guess:
    """For each word of a reading, how likely each kind is (a column each) to be there, and to be masked by readers."""

    present: Floats
    masked: Floats


@dataclass(frozen=True, slots=True, eq=False)
class NameModel:
    """A conditional random field whose features are hashes; `keys` are those with a row of `weights`, in order.

    `calibration` holds two rows: what the field says of a mention, and how often readers masked such a one.
    """

    keys: NDArray[np.uint32] = field(repr=False)
    weights: Floats = field(repr=False)
    transitions: Floats = field(repr=False)
    first: Floats = field(repr=False)
    calibration: Floats = field(repr=False)
    classes: WordClasses = field(repr=False)
    fingerprint: str = ""
    _words: dict[str, list[int]] = field(default_factory=dict, repr=False)
    _slots: NDArray[np.int32] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # The keys are in order, so that those which share a slot are neighbours; the slot points at the first.
        slots = np.zeros(1 << _SLOT_BITS, np.int32)
        slots[self.keys[::-1] >> (32 - _SLOT_BITS)] = np.arange(len(self.keys), dtype=np.int32)[::-1]
        object.__setattr__(self, "_slots", slots)

    def seen(self, reading: Reading) -> Seen:
        """What the model sees of a reading."""
        if len(self._words) > _CACHED_WORDS:
            self._words.clear()
        return seen(reading, self.classes, self._words)

    def guess(self, reading: Reading, features: Seen | None = None) -> Guess:
        """What lies at each word of `reading`, of which `features` may be given."""
        if not len(reading):
            nothing = np.zeros((0, len(KINDS)), np.float32)
            return Guess(nothing, nothing)
        emissions = self.emissions(features or self.seen(reading))
        labels = forward_backward(emissions, self.transitions, self.first, Chains.of(reading.sentence)).labels
        masked, left = labels[:, 1::2], labels[:, 2::2]
        return Guess(masked + left, masked)

    def emissions(self, features: Seen) -> Floats:
        """The score of each label at each word: summed for distinct words first, then gathered by place."""
        total = self._summed(features.places)
        for distance, hashes in features.own.items():
            total += self._summed(hashes)[features.lexicon.at(distance)]
        return total

    def calibrated(self, masked: float) -> float:
        """How often readers masked a mention of which the field said `masked`."""
        return float(np.interp(masked, self.calibration[0], self.calibration[1]))

    def gains(self, hashes: NDArray[np.uint32], labels: NDArray[np.int64]) -> Floats:
        """How much each feature in a row speaks for the row's label and against being no name."""
        at = self._at(hashes)
        gain = self.weights[at, labels[:, None]] - self.weights[at, 0]
        return np.where(self.keys[at] == hashes, gain, np.float32(0))

    def _at(self, hashes: NDArray[np.uint32]) -> NDArray[np.int32]:
        """Where each hash is among the keys, if it is there: hardly ever do three keys share a slot."""
        at: NDArray[np.int32] = self._slots[hashes >> np.uint32(32 - _SLOT_BITS)]
        at += self.keys[at] < hashes
        return np.minimum(at, np.int32(len(self.keys) - 1), out=at)

    def _summed(self, hashes: NDArray[np.uint32]) -> Floats:
        """The weights of all features in each row, row by row in blocks that fit the processor's cache."""
        total = np.zeros((len(hashes), self.weights.shape[1]), np.float32)
        for begin in range(0, len(hashes), _BLOCK):
            block = hashes[begin : begin + _BLOCK]
            at = self._at(block)
            rows, columns = np.nonzero(self.keys[at] == block)
            if len(rows):
                begins = np.flatnonzero(np.diff(rows, prepend=-1))
                gathered = self.weights[at[rows, columns]]
                total[begin + rows[begins]] = np.add.reduceat(gathered, begins, axis=0)
        return total


def encoded(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The arrays of a model as the bytes that `decoded` reads."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **dict(arrays))  # type: ignore[arg-type]
    return buffer.getvalue()


def decoded(data: bytes, classes: WordClasses) -> NameModel:
    """The model in `data`."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        weights = arrays["weights"].astype(np.float32) * arrays["scale"]
        return NameModel(
            np.cumsum(arrays["steps"], dtype=np.uint64).astype(np.uint32),
            weights,
            arrays["transitions"],
            arrays["first"],
            arrays["calibration"],
            classes,
            "sha256:" + hashlib.sha256(data).hexdigest(),
        )


@cache
def name_model() -> NameModel:
    """The model that ships with reticent, made by `training/train_names.py`."""
    return decoded(files("reticent.detection.names").joinpath("data/names.bin").read_bytes(), word_classes())
