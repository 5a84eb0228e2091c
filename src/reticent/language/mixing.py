"""Numbers of features that are mixed of several others, for all words of a text at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint32]
"""Features as 32-bit numbers."""

_FACTOR = np.uint32(0x85EBCA6B)
_SHIFT = np.uint32(15)


def mix_one(salt: int, hashes: Hashes) -> Hashes:
    """Features that say the same as `hashes` of something else, which has this salt."""
    mixed = (np.uint32(_salt(salt)) ^ hashes) * _FACTOR
    mixed ^= mixed >> _SHIFT
    return mixed


def _salt(number: int) -> int:
    return number * 0x9E3779B1 & 0xFFFFFFFF


class Mixture:
    """Features that are each mixed of two others or more, or of one; those of more come first.

    A feature is given as its salt and the numbers of the rows that it is mixed from.
    """

    def __init__(self, *features: tuple[int, ...]) -> None:
        if list(features) != sorted(features, key=len, reverse=True):
            raise ValueError("features that are mixed of more rows must come first")
        self.salts = tuple(feature[0] for feature in features)
        self._salts = np.array([_salt(feature[0]) for feature in features], np.uint32)[:, None]
        self._rounds = [
            np.array([feature[part] for feature in features if len(feature) > part])
            for part in range(1, len(features[0]))
        ]

    def mix(self, rows: Hashes) -> Hashes:
        """One row a feature."""
        first, *further = self._rounds
        mixed: Hashes = rows[first]
        mixed ^= self._salts
        mixed *= _FACTOR
        mixed ^= mixed >> _SHIFT
        for parts in further:
            some = mixed[: len(parts)]
            some ^= rows[parts]
            some *= _FACTOR
            some ^= some >> _SHIFT
        return mixed
