"""What a learner sees of a word and of its neighbours, worked out once for each distinct word.

A feature is a 32-bit number: the hash of what is seen and of where. Learned weights therefore hold no words. What a word shows at its own
place, one to the left and so on depends on that word alone, so weights are added up once for each distinct word, and a sentence
only looks up the sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from struct import Struct

import numpy as np
from numpy.typing import NDArray

from reticent.language.mixing import Hashes, hash_text, word_shape
from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Sentence

FEATURES_VERSION = "2"
"""Changes whenever a word could show other features; a model file records it."""

_SHAPED = 20  # letters of a word whose shape is seen: longer ones are addresses; chosen by hand
_NAME_LIKE = "Xx"
_AFFIXES = (2, 3, 4)  # the lengths that taggers of names usually take; chosen by hand
_TAIL = 3  # letters of a neighbour's ending; chosen by hand


@dataclass(frozen=True, slots=True)
class ShownWord:
    """The features of a word, four bytes each: at its own place, then as its neighbours see it; and its shape."""

    features: bytes
    shape: str


WIDTHS = (10, 3, 3, 2, 2)
"""How many features a word shows at its own place, from the left, the right, two to the left and two to the right."""

_PACKED = Struct(f"<{sum(WIDTHS)}I")


@lru_cache(maxsize=1 << 17)
def show_features(word: str) -> ShownWord:
    """The features of a word; those of frequent words are kept."""
    # A classifier reads its own removals again: beside them it should see what it saw before, the shape of a name.
    lower, form = word.lower(), _NAME_LIKE if word == HIDDEN else word_shape(word, _SHAPED)
    seen = [f"w{lower}", f"W{word}", f"s{form}", f"e{form} {lower[-2:]}"]
    seen += [f"p{size}{lower[:size]}" for size in _AFFIXES] + [f"t{size}{lower[-size:]}" for size in _AFFIXES]
    for place in ("-1", "+1"):
        seen += [f"{place}w{lower}", f"{place}s{form}", f"{place}t{lower[-_TAIL:]}"]
    for place in ("-2", "+2"):
        seen += [f"{place}w{lower}", f"{place}s{form}"]
    return ShownWord(_PACKED.pack(*map(hash_text, seen)), form)


EDGE = show_features("")
"""What stands before the first word and after the last."""


@lru_cache(maxsize=1 << 16)
def joint_features(left: str, middle: str, right: str) -> tuple[int, int]:
    """The features that several words show together, by their shapes."""
    return hash_text(f"j{left} {middle} {right}"), hash_text(f"k{left} {middle}")


Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class WordSlot:
    """One place: for each word of the text the number of what stands there, and its features, a column for each number."""

    numbers: Numbers = field(repr=False)
    features: Hashes = field(repr=False)


@dataclass(frozen=True, slots=True)
class EncodedText:
    """All sentences one after the other, through every slot."""

    slots: tuple[WordSlot, ...] = field(repr=False)
    lengths: Numbers = field(repr=False)

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where each sentence begins."""
        return np.cumsum(self.lengths, dtype=np.int64) - self.lengths


def encode_sentences(sentences: Sequence[Sentence]) -> EncodedText:
    """The sentences through the slots of `ShownWord`, and one for the shapes of three words together."""
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
    slots = [WordSlot(numbers, table) for numbers, table in zip(words, _tables(seen), strict=True)]
    return EncodedText((*slots, _shapes(seen, words[1], words[0], words[2])), lengths)


def _numbers(known: dict[str, int], sentences: Sequence[Sentence]) -> Numbers:
    total = sum(map(len, sentences))
    for word in dict.fromkeys(chain.from_iterable(sentences)):
        known.setdefault(word, len(known))
    return np.fromiter(map(known.__getitem__, chain.from_iterable(sentences)), np.int32, total)


def _tables(seen: Sequence[ShownWord]) -> list[Hashes]:
    """A table for each place around a word, all features of one kind in a row."""
    whole = np.frombuffer(b"".join(each.features for each in seen), "<u4").reshape(len(seen), sum(WIDTHS))
    return np.split(whole.T.astype(np.uint32, order="C"), np.cumsum(WIDTHS)[:-1])


def _shapes(seen: Sequence[ShownWord], left: Numbers, middle: Numbers, right: Numbers) -> WordSlot:
    numbers: dict[str, int] = {}
    shapes = np.array([numbers.setdefault(each.shape, len(numbers)) for each in seen], np.int64)
    names, count = list(numbers), len(numbers)
    codes = (shapes[left] * count + shapes[middle]) * count + shapes[right]
    distinct, places = np.unique(codes, return_inverse=True)
    features = [
        joint_features(names[code // count // count], names[code // count % count], names[code % count])
        for code in distinct.tolist()
    ]
    return WordSlot(places.astype(np.int32), np.array(features, np.uint32).reshape(-1, 2).T.copy())
