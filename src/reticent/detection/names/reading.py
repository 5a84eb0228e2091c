"""A text as the name tagger reads it: words in sentences, with their usual capitals where the text has none of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.word_classes import WordClasses
from reticent.languages import ENGLISH
from reticent.text import sentences, tokenize

PART = 100_000
"""A text of more words is looked at in parts of this length, so that memory stays bounded."""

_SHORTEST_SHOUT = 2
_ENOUGH_WORDS = 8
_LEAST_FUNCTION_WORDS = 0.08
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")


@dataclass(frozen=True, slots=True)
class Reading:
    """The words of a text; arrays have one entry a word.

    `words` are in their usual case where a sentence shouts or the text never uses a capital (it is `silent`); `recased`
    marks those sentences.
    """

    words: list[str] = field(repr=False)
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    sentence: NDArray[np.int64]
    recased: NDArray[np.bool_]
    silent: bool = False

    def __len__(self) -> int:
        return len(self.words)

    def parts(self) -> Iterator[tuple[int, Reading]]:
        """The reading in parts of whole sentences, as far as those are short enough, each with where it begins."""
        begin = 0
        while begin < len(self):
            end = min(begin + PART, len(self))
            if end < len(self):
                heads = np.flatnonzero(np.diff(self.sentence[begin : end + 1])) + begin + 1
                end = int(heads[-1]) if len(heads) else end
            here = slice(begin, end)
            yield (
                begin,
                Reading(
                    self.words[here],
                    self.starts[here],
                    self.ends[here],
                    self.sentence[here],
                    self.recased[here],
                    self.silent,
                ),
            )
            begin = end

    def foreign(self) -> frozenset[int]:
        """The numbers of the sentences that are no English.

        Most of their words are written in letters that English doesn't have, or the text has no capitals and the
        sentence hardly a function word, so that nothing tells a name from any other word.
        """
        letters = [word[0].isalpha() for word in self.words]
        strange = [each and not _LATIN.search(word) for each, word in zip(letters, self.words, strict=True)]
        if not (self.silent or any(strange)):
            return frozenset()
        lengths = self._by_sentence(letters)
        most = self._by_sentence(strange) * 2 > lengths
        if self.silent:
            helping = self._by_sentence([word.lower() in ENGLISH.stop_words for word in self.words])
            most |= (lengths >= _ENOUGH_WORDS) & (helping < _LEAST_FUNCTION_WORDS * lengths)
        return frozenset(np.flatnonzero(most).tolist())

    def _by_sentence(self, flags: list[bool]) -> NDArray[np.float64]:
        return np.bincount(self.sentence, np.array(flags, float)).astype(np.float64)


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
    return Reading(words, starts, ends, sentence, recased, silent)


def _shouts(words: list[str]) -> bool:
    """Whether a sentence is written in capitals throughout."""
    letters = [word for word in words if word.isalpha() and len(word) > 1]
    return len(letters) >= _SHORTEST_SHOUT and all(map(str.isupper, letters))


def _as_usual(word: str, classes: WordClasses) -> str:
    return classes.usual(word) if word.isalpha() else word
