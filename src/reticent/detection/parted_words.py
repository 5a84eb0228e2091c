"""Words of protected names that are parted where nothing belongs, or glued to others: "tuber-culosis", "H IV", "letterheroin"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from reticent.detection.names.word_classes import word_classes
from reticent.detection.spellings import Spelling
from reticent.languages.en.common_words import common_words
from reticent.languages.en.stop_words import STOP_WORDS
from reticent.text.origins import leave_out

_LETTERS = r"[^\W\d_]+"
_HYPHENATED = re.compile(
    rf"(?<![^\W\d_]){_LETTERS}(?:-{_LETTERS})+"
)  # begun anywhere else it takes quadratic time
_TWO = re.compile(rf"(?<![\w-])({_LETTERS})(?:[ \t]-[ \t]?|-?\s)(?=({_LETTERS})(?![\w-]))")
_CAPITALS_APART = re.compile(
    r"(?<![^\W_])(?:[A-Z]{1,5}(?:[ \t\n./•-]{1,2}[A-Z]{1,5})+|[A-Za-z]{1,5}(?:[-./•_][A-Za-z]{1,5})+)(?![^\W_])"
)
_SHORTEST_HYPHENATED = 4
_SHORTEST_OF_WORDS = 8
_SHORTEST_PART = 3
_LONG_GLUED = 6
"""Letters of a name that stands in longer words by chance only where it is shorter: "Paris" is in "comparison"."""

_LONGEST_MADE = 60
"""Letters up to which a word is looked at for what it is made of: beyond, it is no word."""

_RARE = 1
"""The grade up to which hardly anybody writes a word in small letters: of "Ob ama" neither part is one."""

_MOST_PARTS = 6
"""Into how many parts the longest acronym falls."""

_PREFIXES = frozenset("anti non pre post pro".split())

Places = Callable[[str], Iterable[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class PartedWords:
    """The words that may be parted: `inside` any entry by hyphens or blanks, and `acronyms` between any of their letters.

    Words of three or four letters are parted as acronyms are: "J.o.b.s".
    `begins` are all beginnings of the former, `longest` is the length of the longest of them; `glued` are entries without
    their blanks that are found inside longer words.
    """

    inside: frozenset[str] = field(repr=False)
    begins: frozenset[str] = field(repr=False)
    acronyms: frozenset[str] = field(repr=False)
    glued: frozenset[str] = field(repr=False)
    longest: int = 0

    @classmethod
    def of(cls, entries: Mapping[str, Sequence[Spelling]]) -> PartedWords:
        """The words of a list's entries; short ones make other words where they are parted or glued."""
        every = [way for each in entries.values() for way in each]
        ways = [way for way in every if not way.acronym]
        forms = {form for way in ways for token in way.tokens for form in token if form.isalpha()}
        inside = frozenset(form for form in forms if len(form) >= _SHORTEST_HYPHENATED)
        begins = frozenset(form[:length] for form in inside for length in range(1, len(form)))
        alone = {form for way in every if len(way.tokens) == 1 for form in way.tokens[0] if form.isalpha()}
        acronyms = {form for way in every if way.acronym for form in _of_one_token(way) if len(form) > 1}
        acronyms |= {form for form in alone if _SHORTEST_PART <= len(form) <= _SHORTEST_HYPHENATED}
        glued = frozenset(form for form in alone if len(form) >= _SHORTEST_PART)
        longest = max(map(len, inside), default=0)
        return cls(inside, begins, frozenset(acronyms), glued, longest)

    def find_parted(self, text: str, places: Places) -> Iterator[tuple[int, int]]:
        """The places that are found once hyphens and blanks inside a word are gone, each with one of them inside."""
        hyphens = [(at, at + 1) for run in _HYPHENATED.finditer(text) for at in self._hyphens_inside(run)]
        gaps = sorted({*hyphens, *self._blanks_inside(text)})
        if not gaps:
            return
        joined, origins = leave_out(text, gaps)
        for start, end in places(joined):
            first, last = int(origins.starts[start]), int(origins.ends[end - 1])
            if last - first > end - start:
                yield first, last

    def find_acronyms(self, text: str) -> Iterator[tuple[int, int]]:
        """The places of acronyms whose letters stand apart: "H IV", "HI-V", "h.i-v"; with blanks in capitals only."""
        for run in _CAPITALS_APART.finditer(text) if self.acronyms else ():
            parts = list(re.compile("[A-Za-z]+").finditer(text, *run.span()))
            for first, size in product(range(len(parts)), range(2, _MOST_PARTS + 1)):
                some = parts[first : first + size]
                letters = [part[0] for part in some]
                if "".join(letters).casefold() in self.acronyms and _may_be_acronym(letters, run[0]):
                    yield some[0].start(), some[-1].end()

    def find_glued(self, word: str) -> Iterator[tuple[int, int]]:
        """The places of an entry inside a longer word, which is made of it and words that everybody writes.

        >>> list(PartedWords.of({}).find_glued("letterheroin"))
        []
        """
        small = word.casefold()
        if len(small) != len(word) or not 2 * _SHORTEST_PART < len(small) <= _LONGEST_MADE:
            return
        for start in range(len(small)):
            for end in range(len(small), start + _SHORTEST_PART - 1, -1):
                if small[start:end] in self.glued and self._is_glued(small, start, end):
                    yield start, end
                    break

    def _is_glued(self, small: str, start: int, end: int) -> bool:
        """Whether all that stands beside an entry in a word is made of words; beside a short one, longer ones and on one side."""
        rest = [small[:start].strip("0123456789"), small[end:].strip("0123456789")]
        if end - start >= _LONG_GLUED:
            return small[start:end] != small and all(map(self._are_words, rest))
        least = _SHORTEST_PART + 1
        alone = (
            not all(rest) and len("".join(rest)) >= least and small.strip("0123456789") not in common_words()
        )
        return alone and all(map(self._are_words, rest))

    def _are_words(self, rest: str) -> bool:
        """Whether letters are nothing, a prefix, a name, or one or two words that everybody writes."""
        if not rest or rest in _PREFIXES or self._is_word(rest):
            return True
        return any(
            self._is_word(rest[:at]) and self._is_word(rest[at:])
            for at in range(_SHORTEST_PART, len(rest) - _SHORTEST_PART + 1)
        )

    def _is_word(self, part: str) -> bool:
        return len(part) >= _SHORTEST_PART and (part in common_words() or part in self.glued)

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

    def _blanks_inside(self, text: str) -> Iterator[tuple[int, int]]:
        """The blanks between two words that are one together: "tuber culosis", but not "the rapist"."""
        for found in _TWO.finditer(text) if self.begins else ():
            first, second = found[1].casefold(), found[2].casefold()
            if first in self.begins and first + second in self.inside and _is_one_word(first, second):
                yield found.end(1), found.start(2)


def _may_be_acronym(parts: Sequence[str], run: str) -> bool:
    """Whether parts of capitals are one acronym rather than words of their own; two letters with a blank or a point only."""
    if sum(map(len, parts)) == 2:
        return "-" not in run and "/" not in run and all(map(str.isupper, parts))
    return not all(part.casefold() in STOP_WORDS for part in parts)


def _is_one_word(first: str, second: str) -> bool:
    """Whether two words are rather one: one of them is no word, or both are longer ones that mean something."""
    parts = (first, second)
    if not STOP_WORDS.isdisjoint(parts):
        return min(map(len, parts)) > 1 and not all(part in common_words() for part in parts)
    if any(word_classes().of(part).frequency <= _RARE for part in parts):
        return True
    return len(first + second) >= _SHORTEST_OF_WORDS and min(map(len, parts)) >= _SHORTEST_PART


def _of_one_token(way: Spelling) -> Iterable[str]:
    return filter(str.isalpha, way.tokens[0]) if len(way.tokens) == 1 else ()
