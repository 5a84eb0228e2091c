"""What the network sees of a text: the pieces of its words, how they are written, what stands before them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.gaps import EMPTY_LINE
from reticent.detection.names.network.pieces import Pieces

SHAPES = 10
GAPS = EMPTY_LINE + 2
WITHIN = EMPTY_LINE + 1
"""What stands before a piece that does not begin a word."""

Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class SeenText:
    """For each piece of a text its number, shape and gap; `bounds` are where the pieces of each word begin, and the last end."""

    pieces: Numbers = field(repr=False)
    shapes: Numbers = field(repr=False)
    gaps: Numbers = field(repr=False)
    bounds: Numbers = field(repr=False)


def see(text: CasedText, pieces: Pieces) -> SeenText:
    """A text as the network sees it."""
    known = {word: (pieces.split(word), shape_of(word)) for word in set(text.words)}
    counts = [len(known[word][0]) for word in text.words]
    bounds = np.cumsum([0, *counts], dtype=np.int32)
    gaps = np.full(bounds[-1], WITHIN, np.int32)
    gaps[bounds[:-1]] = np.frombuffer(text.gaps, np.uint8)
    return SeenText(
        np.array([piece for word in text.words for piece in known[word][0]], np.int32),
        np.repeat(np.array([known[word][1] for word in text.words], np.int32), counts),
        gaps,
        bounds,
    )


def shape_of(word: str) -> int:
    """How a word is written: in small letters, with a capital, in capitals, mixed; with digits; without letters.

    >>> [shape_of(word) for word in ("(", "12", "ward", "b12", "NHS", "B12", "J", "Ward", "Ward7", "McKay")]
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    letters = [each for each in word if each.isalpha()]
    digits = any(map(str.isdigit, word))
    if not letters:
        return 1 if digits else 0
    if all(map(str.islower, letters)):
        return 3 if digits else 2
    if all(map(str.isupper, letters)):
        return 5 if digits else 6 if len(letters) == 1 else 4
    if letters[0].isupper() and all(map(str.islower, letters[1:])):
        return 8 if digits else 7
    return 9
