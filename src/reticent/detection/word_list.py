"""Finds the words and phrases of a list, however they are written."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from reticent.detection.detector import EVERY_LANGUAGE, CompleteDetector, settle
from reticent.detection.spellings import (
    TOKEN,
    PartedWords,
    Spelling,
    fold_token,
    needed_capitals,
    spellings,
    split_token,
)
from reticent.errors import PolicyError
from reticent.language import DEFAULT_LANGUAGE, find_language
from reticent.language.registry import has_language
from reticent.text import Document, Mention
from reticent.text.analysis import analyze
from reticent.text.matching import View, matching_view

Case = Literal["smart", "any"]
"""Whether an entry in capitals is also found in small letters that are a common word: "IT" in "it"."""

_FEW = 200
"""Forms that are faster looked for one by one than by a look at every word of a text."""

_SHORT = 3
"""Letters from which a form is looked for anywhere: shorter ones are in too many words."""

_COMPOUND = re.compile(r"[^\W\d_]{5,}(?:-[^\W\d_]{1,30}){0,4}|[^\W\d_]{2,}(?:-[^\W\d_]{1,30}){1,4}")
"""A word long enough to be a compound, or one that hyphens make."""

_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


@dataclass(frozen=True, slots=True)
class WordList(CompleteDetector):
    """The detector of every word and phrase in a list, as whole words, also in the plural or possessive.

    Case doesn't matter, except that an entry in capitals whose small letters are a common word needs a capital, or all of
    them: "AIDS" is found in "Aids" but not in "aids", "WHO" in capitals only, "WILL" also as a name ("Mr Will"). With `case` "any" it doesn't matter there
    either. Blanks, line breaks, hyphens and underscores between the words of a phrase are all alike. Accents don't matter
    either, and a word is also found where capitals or digits part it from what it is written together with:
    "patientJohnSmith", "HIV2", or where tags, quotes, brackets and the like stand around the words of a phrase. Unless `parted`
    is false it is found as well where a hyphen or a blank stands inside a word of it or where it is glued to other words:
    "tuber-culosis", "micro soft", "H IV", "letterheroin".
    """

    words: Iterable[str] = field(repr=False)
    kind: str = "WORD"
    score: float = 1.0
    parted: bool = True
    case: Case = "smart"
    _entries: Mapping[str, Sequence[Spelling]] = field(init=False, repr=False, compare=False)
    _parted: PartedWords | None = field(init=False, repr=False, compare=False)
    _longest: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        words = (self.words,) if isinstance(self.words, str) else tuple(self.words)
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "_entries", _by_first_token(words, any_case=self.case == "any"))
        object.__setattr__(self, "_longest", max(map(len, self._entries), default=0))
        object.__setattr__(self, "_parted", PartedWords.of(self._entries) if self.parted else None)

    @property
    def kinds(self) -> frozenset[str]:
        """The one kind that the list stands for."""
        return frozenset({self.kind})

    @property
    def languages(self) -> frozenset[str]:
        """Every language: its words are given."""
        return EVERY_LANGUAGE

    @property
    def in_capitals(self) -> tuple[str, ...]:
        """The entries that are not found in small letters, where they are a common word."""
        return tuple(word for word in self.words if self.case != "any" and needed_capitals(word.strip()))

    @property
    def declared(self) -> Mapping[str, str]:
        """The hash of the list, and of the case that it is found in."""
        lines = "\n".join(
            [*sorted(set(self.words)), *([] if self.case == "smart" else [f"case {self.case}"])]
        )
        return {
            f"word list {self.kind}": f"sha256:{hashlib.sha256(lines.encode('utf-8', 'surrogatepass')).hexdigest()}"
        }

    def mentions(self, document: Document) -> Sequence[Mention]:
        """Every place of an entry, disjoint and in order."""
        return settle(
            Mention(view.span(start, end), self.kind, self.score, "word list")
            for view in analyze(document).readings  # "Smith-\nson" is "Smithson" and "son": both count
            for start, end in (*self.places(view), *self._places_in_compounds(view.text, document.language))
        )

    def places(self, view: View) -> Iterator[tuple[int, int]]:
        """The places of entries in one reading of a text, as it has them."""
        yield from self._places(view.text)
        yield from self._places_parted(view.text)
        yield from self._places_spread(view)

    def _places_parted(self, text: str) -> Iterator[tuple[int, int]]:
        """The places where a hyphen or a blank stands inside a word of an entry."""
        if self._parted:
            yield from self._parted.find_parted(text, self._places)
            yield from self._parted.find_acronyms(text)

    def _places_in_compounds(self, text: str, code: str) -> Iterator[tuple[int, int]]:
        """The compounds with an entry among their parts: "Tumorpatient" tells of a tumour."""
        parts_of = find_language(code).parts_of if self.parted and has_language(code) else None
        if parts_of is None or parts_of is DEFAULT_LANGUAGE.parts_of:
            return
        for word in _COMPOUND.finditer(text):
            parts = parts_of(word[0].lower())
            if any(way.end(part, 0, len(part)) for part in parts for way in self._entries_of(part)):
                yield word.span()

    def _places_spread(self, view: View) -> Iterator[tuple[int, int]]:
        """The places inside words whose characters stood apart: where one ends there nothing says ("i h a v e h i v")."""
        for begin, stop in view.spread:
            for start in range(begin, stop):
                for end in range(min(stop, start + self._longest), start + _SHORT - 1, -1):
                    part = view.text[start:end]
                    if any(
                        len(way.tokens) == 1 and way.end(view.text, start, end)
                        for way in self._entries_of(part)
                    ):
                        yield start, end
                        break

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        for token in self._likely_tokens(text):
            start, end = token.span()
            stop = max((entry.end(text, start, end) for entry in self._entries_of(token[0])), default=0)
            if stop:
                yield start, stop
                continue
            for first, last in split_token(text, start, end):
                part = text[first:last]
                ends = (
                    entry.end(text, first, last)
                    for entry in self._entries_of(part)
                    if entry.may_be_part(part)
                )
                if stop := max(ends, default=0):
                    yield first, stop
            if self._parted and end - start > _SHORT:
                glued = self._parted.find_glued(token[0])
                yield from ((start + first, start + last) for first, last in glued)

    def _likely_tokens(self, text: str) -> Iterator[re.Match[str]]:
        """The tokens that may be or hold the first of an entry; of a long list, all."""
        small = text.replace("İ", "i").lower()  # the one letter whose small form is longer
        if len(self._entries) > _FEW or len(small) != len(text):
            yield from TOKEN.finditer(text)
            return
        starts = {found.start() for found in _NOT_ASCII.finditer(text)}
        for form in filter(str.isascii, self._entries):
            starts.update(_find_short(form, text) if len(form) < _SHORT else _find_all(form, small))
        end = 0
        for start in sorted(starts):
            token = _token_at(text, start) if start >= end else None
            if token:
                yield token
                end = token.end()

    def _entries_of(self, token: str) -> Iterable[Spelling]:
        """The ways to write an entry that begin with this token."""
        if token.isascii():
            return self._entries.get(token.casefold(), ())
        return [entry for form in fold_token(token) for entry in self._entries.get(form, ())]


def _token_at(text: str, place: int) -> re.Match[str] | None:
    """The token that a place of a text lies in."""
    start = place
    while start > 0 and text[start - 1].isalnum() and text[place].isalnum():
        start -= 1
    return TOKEN.match(text, start)


def _find_all(form: str, small: str) -> Iterator[int]:
    """Where a form stands in a text in small letters."""
    at = small.find(form)
    while at >= 0:
        yield at
        at = small.find(form, at + len(form))


def _find_short(form: str, text: str) -> Iterator[int]:
    """Where a form of a letter or two may be a word, or a part of one that capitals or digits tell apart."""
    first, rest = re.escape(form[0]), f"(?i:{re.escape(form[1:])})" if form[1:] else ""
    begins = rf"(?:(?<![A-Za-z]){first}|{re.escape(form[0].upper())})" if form[0].isalpha() else first
    shape = re.compile(begins + rest + ("(?![a-z])" if form[-1].isalpha() else ""))
    return (found.start() for found in shape.finditer(text))


def _by_first_token(words: Sequence[str], *, any_case: bool) -> dict[str, list[Spelling]]:
    entries: dict[str, list[Spelling]] = defaultdict(list)
    for number, word in enumerate(words, start=1):
        ways = spellings(matching_view(word).text, any_case=any_case)
        if not ways:
            raise PolicyError(f"entry {number} of the word list is empty: delete it or fill it in")
        for way in ways:
            for form in way.tokens[0]:
                entries[form].append(way)
    return dict(entries)
