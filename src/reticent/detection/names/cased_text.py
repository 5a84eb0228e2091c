"""A text as the name tagger reads it: words in sentences, with their usual capitals where the text has none of its own."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from reticent.detection.names.gaps import find_item_ends, read_gaps
from reticent.detection.names.word_classes import WordClasses
from reticent.languages import ENGLISH
from reticent.text import Analysis, analyze_text

PART = 100_000
"""A text of more words is looked at in parts of this length, so that memory stays bounded."""

_SHORTEST_SHOUT = 2
_ENOUGH_WORDS = 8
_LEAST_FUNCTION_WORDS = 0.08
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")


@dataclass(frozen=True, slots=True)
class CasedText:
    """The words of a text with their places, and in `bounds` where sentences begin, and the last one ends, in words.

    `words` are in their usual case where a sentence shouts or the text never uses a capital (it is `silent`); `recased`
    tells for each sentence whether that is so. `number` is that of the first sentence in the whole text; `gaps` tells
    what stands before each word (see `gaps`).
    """

    words: list[str] = field(repr=False)
    starts: list[int] = field(repr=False)
    ends: list[int] = field(repr=False)
    bounds: list[int]
    recased: list[bool]
    silent: bool = False
    number: int = 0
    gaps: bytes = field(default=b"", repr=False)

    def __len__(self) -> int:
        return len(self.words)

    def sentence_of(self, word: int) -> int:
        """The number of the sentence that a word stands in, counted from 0."""
        return bisect_right(self.bounds, word) - 1

    def parts(self) -> Iterator[tuple[int, CasedText]]:
        """The text in parts of whole sentences, as far as those are short enough, each with where it begins."""
        if len(self) <= PART:
            if self.words:
                yield 0, self
            return
        begin = 0
        while begin < len(self):
            first = self.sentence_of(begin)
            end = min(begin + PART, len(self))
            whole = self.bounds[self.sentence_of(end)]
            end = whole if begin < whole <= end else end
            inner = [bound for bound in self.bounds[first + 1 :] if bound < end]
            yield begin, self._between(begin, end, [begin, *inner, end], first)
            begin = end

    def _between(self, begin: int, end: int, bounds: Sequence[int], first: int) -> CasedText:
        return CasedText(
            self.words[begin:end],
            self.starts[begin:end],
            self.ends[begin:end],
            [bound - begin for bound in bounds],
            self.recased[first : first + len(bounds) - 1],
            self.silent,
            self.number + first,
            self.gaps[begin:end],
        )

    def foreign(self) -> frozenset[int]:
        """The numbers of the sentences that are no English.

        Most of their words are written in letters that English doesn't have, or the text has no capitals and the
        sentence hardly a function word, so that nothing tells a name from any other word.
        """
        if not self.silent and not any(map(_is_strange, self.words)):
            return frozenset()
        return frozenset(
            number
            for number, (begin, end) in enumerate(pairwise(self.bounds))
            if self._is_foreign(self.words[begin:end])
        )

    def _is_foreign(self, sentence: Sequence[str]) -> bool:
        spelt = [word for word in sentence if word[0].isalpha()]
        if 2 * sum(map(_is_strange, spelt)) > len(spelt):
            return True
        helping = sum(word.lower() in ENGLISH.stop_words for word in sentence)
        return self.silent and len(spelt) >= _ENOUGH_WORDS and helping < _LEAST_FUNCTION_WORDS * len(spelt)


def _is_strange(word: str) -> bool:
    """Whether a word is written in letters that English doesn't have."""
    return not word.isascii() and word[0].isalpha() and not _LATIN.search(word)


def read_cased(text: str, classes: WordClasses) -> CasedText:
    """The words of `text` in sentences."""
    return cased_text(analyze_text(text), classes)


def cased_text(analysis: Analysis, classes: WordClasses) -> CasedText:
    """The words of an analyzed text."""
    tokens = [token for row in analysis.tokens for token in row]
    words = [token.text for token in tokens]
    starts, ends = [token.start for token in tokens], [token.end for token in tokens]
    gaps = read_gaps(analysis.text, starts, ends)
    bounds = [0]
    for row in analysis.tokens:
        bounds.append(bounds[-1] + len(row))
    bounds = sorted({*bounds, *find_item_ends(analysis.text, starts, ends, gaps)})
    recased = []
    usual: dict[str, str] = {}
    silent = not any(word[0].isupper() for word in words)
    for begin, end in pairwise(bounds):
        part = words[begin:end]
        recased.append(silent or _shouts(part))
        if recased[-1]:
            words[begin:end] = [
                usual.get(word) or usual.setdefault(word, _as_usual(word, classes)) for word in part
            ]
    return CasedText(words, starts, ends, bounds, recased, silent, gaps=gaps)


def _shouts(words: list[str]) -> bool:
    """Whether a sentence is written in capitals throughout."""
    spelt = 0
    for word in words:
        if word.isalpha() and len(word) > 1:
            if not word.isupper():
                return False
            spelt += 1
    return spelt >= _SHORTEST_SHOUT


def _as_usual(word: str, classes: WordClasses) -> str:
    return classes.usual(word) if word.isalpha() else word
