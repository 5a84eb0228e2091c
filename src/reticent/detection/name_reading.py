"""A text as the name tagger reads it: words in sentences, with their usual capitals where the text has none of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from reticent.detection.word_classes import WordClasses
from reticent.text import sentences, tokenize

_SHORTEST_SHOUT = 2


@dataclass(frozen=True, slots=True)
class Reading:
    """The words of a text; arrays have one entry a word.

    `words` are in their usual case where a sentence shouts or never uses a capital; `recased` marks those sentences.
    """

    words: list[str] = field(repr=False)
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    sentence: NDArray[np.int64]
    recased: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.words)


def read(text: str, classes: WordClasses) -> Reading:
    """The words of `text` in sentences."""
    tokens = tokenize(text)
    starts = np.fromiter((token.start for token in tokens), np.int64, len(tokens))
    ends = np.fromiter((token.end for token in tokens), np.int64, len(tokens))
    begins = np.array([span.start for span in sentences(text)], np.int64)
    sentence = np.searchsorted(begins, starts, side="right")
    words = [token.text for token in tokens]
    recased = np.zeros(len(words), bool)
    usual: dict[str, str] = {}
    silent = not any(word[0].isupper() for word in words)
    bounds = np.flatnonzero(np.diff(sentence, prepend=-1, append=-1)).tolist()
    for begin, end in pairwise(bounds):
        part = words[begin:end]
        if silent or _shouts(part):
            words[begin:end] = [
                usual.get(word) or usual.setdefault(word, _as_usual(word, classes)) for word in part
            ]
            recased[begin:end] = True
    return Reading(words, starts, ends, sentence, recased)


def _shouts(words: list[str]) -> bool:
    """Whether a sentence is written in capitals throughout."""
    letters = [word for word in words if word.isalpha() and len(word) > 1]
    return len(letters) >= _SHORTEST_SHOUT and all(map(str.isupper, letters))


def _as_usual(word: str, classes: WordClasses) -> str:
    return classes.usual(word) if word.isalpha() else word
