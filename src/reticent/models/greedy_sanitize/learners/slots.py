"""Words as what they show in each place around a word, gathered from tables that hold each distinct thing once.

What a word shows at its own place, one to the left and so on depends on that word alone, so weights are added up once
for each distinct word, and a sentence only looks up the sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from reticent.models.greedy_sanitize.learners.features import (
    EDGE,
    WIDTHS,
    Shown,
    joint_features,
    show_features,
)
from reticent.models.greedy_sanitize.learners.learner import Sentence

Numbers = NDArray[np.int32]
Hashes = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Slot:
    """One place: for each word of the text the number of what stands there, and its features, a column for each number."""

    numbers: Numbers = field(repr=False)
    features: Hashes = field(repr=False)


@dataclass(frozen=True, slots=True)
class EncodedText:
    """All sentences one after the other, through every slot."""

    slots: tuple[Slot, ...] = field(repr=False)
    lengths: Numbers = field(repr=False)

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where each sentence begins."""
        return np.cumsum(self.lengths, dtype=np.int64) - self.lengths


def encode_sentences(sentences: Sequence[Sentence]) -> EncodedText:
    """The sentences through the slots of `Shown`, and one for the shapes of three words together."""
    known: dict[str, int] = {"": 0}
    lengths = np.fromiter(map(len, sentences), np.int32, len(sentences))
    # Two empty words stand before the first sentence and after each: what an edge shows is what "" shows.
    padded = np.zeros(int(lengths.sum()) + 2 * len(sentences) + 2, np.int32)
    inside = np.ones(len(padded), bool)
    inside[:2] = False
    ends = np.cumsum(lengths + 2, dtype=np.int64)
    inside[ends] = inside[ends + 1] = False
    padded[inside] = _numbers(known, sentences)
    places = np.flatnonzero(inside)
    seen = [show_features(word) if word else EDGE for word in known]
    words = [padded[places + distance] for distance in (0, -1, 1, -2, 2)]
    slots = [Slot(numbers, table) for numbers, table in zip(words, _tables(seen), strict=True)]
    return EncodedText((*slots, _shapes(seen, words[1], words[0], words[2])), lengths)


def _numbers(known: dict[str, int], sentences: Sequence[Sentence]) -> Numbers:
    total = sum(map(len, sentences))
    for word in dict.fromkeys(chain.from_iterable(sentences)):
        known.setdefault(word, len(known))
    return np.fromiter(map(known.__getitem__, chain.from_iterable(sentences)), np.int32, total)


def _tables(seen: Sequence[Shown]) -> list[Hashes]:
    """A table for each place around a word, all features of one kind in a row."""
    whole = np.frombuffer(b"".join(each.features for each in seen), "<u4").reshape(len(seen), sum(WIDTHS))
    return np.split(whole.T.astype(np.uint32, order="C"), np.cumsum(WIDTHS)[:-1])


def _shapes(seen: Sequence[Shown], left: Numbers, middle: Numbers, right: Numbers) -> Slot:
    numbers: dict[str, int] = {}
    shapes = np.array([numbers.setdefault(each.shape, len(numbers)) for each in seen], np.int64)
    names, count = list(numbers), len(numbers)
    codes = (shapes[left] * count + shapes[middle]) * count + shapes[right]
    distinct, places = np.unique(codes, return_inverse=True)
    features = [
        joint_features(names[code // count // count], names[code // count % count], names[code % count])
        for code in distinct.tolist()
    ]
    return Slot(places.astype(np.int32), np.array(features, np.uint32).reshape(-1, 2).T.copy())
