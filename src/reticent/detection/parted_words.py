"""Words that a hyphen or a blank parts where none belongs, as typing and text recognition leave them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.detection.spellings import Spelling
from reticent.languages.en.common_words import common_words
from reticent.languages.en.stop_words import STOP_WORDS

_LETTERS = r"[^\W\d_]+"
_HYPHENATED = re.compile(rf"(?<![^\W\d_]){_LETTERS}(?:-{_LETTERS})+")  # begun anywhere else it takes quadratic time
_TWO = re.compile(rf"(?<![\w-])({_LETTERS})(?:[ \t]-[ \t]?|-?\s)(?=({_LETTERS})(?![\w-]))")
_SHORTEST_HYPHENATED = 5
_SHORTEST_IN_TWO = 6
_SHORTEST_OF_WORDS = 8
_SHORTEST_PART = 3

Places = Callable[[str], Iterable[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class PartedWords:
    """The words that may be parted: `inside` any entry by hyphens, those that are a `whole` entry by a blank as well.

    `begins` are all beginnings of the latter, `longest` is the length of the longest of the former.
    """

    inside: frozenset[str] = field(repr=False)
    whole: frozenset[str] = field(repr=False)
    begins: frozenset[str] = field(repr=False)
    longest: int = 0

    @classmethod
    def of(cls, entries: Mapping[str, Sequence[Spelling]]) -> PartedWords:
        """The words of a list's entries; short ones and acronyms make other words where they are parted."""
        ways = [way for each in entries.values() for way in each if not way.acronym]
        forms = {form for way in ways for token in way.tokens for form in token if form.isalpha()}
        single = {form for way in ways if len(way.tokens) == 1 for form in way.tokens[0] if form.isalpha()}
        whole = frozenset(form for form in single if len(form) >= _SHORTEST_IN_TWO)
        begins = frozenset(form[:length] for form in whole for length in range(1, len(form)))
        inside = frozenset(form for form in forms if len(form) >= _SHORTEST_HYPHENATED)
        return cls(inside, whole, begins, max(map(len, inside), default=0))

    def find_hyphenated(self, text: str, places: Places) -> Iterator[tuple[int, int]]:
        """The places that are found once the hyphens inside a word are gone, each with such a hyphen inside."""
        hyphens = [at for run in _HYPHENATED.finditer(text) for at in self._hyphens_inside(run)]
        if not hyphens:
            return
        shifted = [at - number for number, at in enumerate(hyphens)]
        pieces = [text[start + 1 : end] for start, end in zip([-1, *hyphens], [*hyphens, None], strict=True)]
        for start, end in places("".join(pieces)):
            before, until = bisect_left(shifted, start + 1), bisect_left(shifted, end)
            if before < until:
                yield start + before, end + until

    def find_in_two(self, text: str) -> Iterator[tuple[int, int]]:
        """The places of two words that are one entry together: "tuber culosis", but not "the rapist"."""
        for found in _TWO.finditer(text) if self.begins else ():
            first, second = found[1].casefold(), found[2].casefold()
            if first in self.begins and first + second in self.whole and _is_one_word(first, second):
                yield found.start(1), found.end(2)

    def _hyphens_inside(self, run: re.Match[str]) -> Iterator[int]:
        """The hyphens of a run that stand inside a word, by the longest words from the left."""
        parts = list(re.finditer(_LETTERS, run[0].casefold() if run[0].isascii() else run[0]))
        first = 0
        while first < len(parts):
            end = self._end_of_word(parts, first)
            yield from (run.start() + part.end() for part in parts[first : end - 1])
            first = end

    def _end_of_word(self, parts: Sequence[re.Match[str]], first: int) -> int:
        """Where the longest word ends that begins with a part; parts that make no word stand alone."""
        joined, end = "", first + 1
        for number, part in enumerate(parts[first : first + self.longest], first + 1):
            joined += part[0]
            if len(joined) > self.longest:
                break
            if number > first + 1 and joined in self.inside:
                end = number
        return end


def _is_one_word(first: str, second: str) -> bool:
    """Whether two words are rather one: one of them is no word, or both are longer ones that mean something."""
    parts = (first, second)
    if not STOP_WORDS.isdisjoint(parts):
        return False
    if not all(part in common_words() for part in parts):
        return True
    return len(first + second) >= _SHORTEST_OF_WORDS and min(map(len, parts)) >= _SHORTEST_PART
