"""The weights of features that are hashes, found for many features at a time."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.chains import Floats
from reticent.languages.mixing import Hashes

_SLOT_BITS = 22
_SHIFT = np.uint32(32 - _SLOT_BITS)
_BLOCK = 2048


@dataclass(frozen=True, slots=True, eq=False)
class FeatureWeights:
    """Rows of weights by their keys, which are in order; a slot of leading bits points at the first key that has them."""

    keys: Hashes = field(repr=False)
    rows: Floats = field(repr=False)
    _slots: NDArray[np.int32] = field(init=False, repr=False)
    _shared: int = field(init=False)

    def __post_init__(self) -> None:
        leading = self.keys >> _SHIFT
        slots = np.zeros(1 << _SLOT_BITS, np.int32)
        slots[leading[::-1]] = np.arange(len(self.keys), dtype=np.int32)[::-1]
        object.__setattr__(self, "_slots", slots)
        object.__setattr__(self, "_shared", _longest_run(leading))

    def at(self, hashes: Hashes) -> NDArray[np.int32]:
        """Where each hash is among the keys, if it is there."""
        at: NDArray[np.int32] = self._slots[hashes >> _SHIFT]
        last = np.int32(len(self.keys) - 1)
        for _ in range(self._shared - 1):
            at += self.keys[at] < hashes
            np.minimum(at, last, out=at)
        return at

    def sum(self, hashes: Hashes) -> Floats:
        """The weights of all features in each row, row by row in blocks that fit the processor's cache."""
        total = np.zeros((len(hashes), self.rows.shape[1]), np.float32)
        for begin in range(0, len(hashes), _BLOCK):
            block = hashes[begin : begin + _BLOCK]
            at = self.at(block)
            rows, columns = (self.keys[at] == block).nonzero()
            if len(rows):
                begins = np.flatnonzero(rows[1:] != rows[:-1]) + 1
                begins = np.concatenate([_FIRST, begins])
                gathered = self.rows[at[rows, columns]]
                total[begin + rows[begins]] = np.add.reduceat(gathered, begins, axis=0)
        return total

    def sum_groups(self, hashes: Hashes, begins: NDArray[np.int64]) -> Floats:
        """The weights of the features in each row, added up for each group of columns, which begin there."""
        total = np.empty((len(hashes), len(begins), self.rows.shape[1]), np.float32)
        for begin in range(0, len(hashes), _BLOCK):
            block = hashes[begin : begin + _BLOCK]
            at = self.at(block)
            gathered = self.rows[at]
            gathered[self.keys[at] != block] = 0
            total[begin : begin + _BLOCK] = np.add.reduceat(gathered, begins, axis=1)
        return total

    def gains(self, hashes: Hashes, labels: NDArray[np.int64]) -> Floats:
        """How much each feature in a row speaks for the row's label and against the first one."""
        at = self.at(hashes)
        gain = self.rows[at, labels[:, None]] - self.rows[at, 0]
        return np.where(self.keys[at] == hashes, gain, np.float32(0))


_FIRST = np.zeros(1, np.int64)


def _longest_run(values: NDArray[np.uint32]) -> int:
    """How often the commonest of values in order comes."""
    begins = np.flatnonzero(np.diff(values, prepend=-1, append=1 << 33))
    return int(np.diff(begins).max()) if len(begins) > 1 else 1
