"""Features of words: how a word is written, 32-bit numbers for what is seen, and numbers mixed of several others."""

from __future__ import annotations

import re
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint32]
"""Features as 32-bit numbers."""

_FACTOR = np.uint32(0x85EBCA6B)
_SHIFT = np.uint32(15)


_RUNS = re.compile(r"(.)\1+")


def word_shape(word: str, most: int) -> str:
    """How the first characters of a word are written, `most` of them, with runs of the same kind as one.

    >>> [word_shape(word, 20) for word in ("Smith", "18403/91", "Z.M.", "NATO-led", "McDonald's")]
    ['Xx', 'd/d', 'X.X.', 'X-x', "XxXx'x"]
    """
    kinds = (
        "X" if char.isupper() else "d" if char.isdigit() else "x" if char.isalpha() else char
        for char in word[:most]
    )
    return _RUNS.sub(r"\1", "".join(kinds))


def hash_text(seen: str) -> int:
    """A 32-bit number for what is seen; half characters are seen too."""
    return crc32(seen.encode("utf-8", "surrogatepass"))


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
