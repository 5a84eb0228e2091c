"""What is known of single words: what lists say of them, their class, how common and how often capitalized they are."""

from __future__ import annotations

import hashlib
import lzma
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from unicodedata import normalize

from reticent.language import DEFAULT_LANGUAGE

LISTED = ("given", "family", "place", "body", "drug", "abbreviation", "medical", "clinical", "eponym")
"""What a digit of a code grades, from 0 for not at all to 3: names by how many people bear them, places by how many
live there, bodies by how many have the word in their name; drugs, clinical abbreviations, words of medical terms, words of
notes by how many have them, names in medical terms."""

NOTHING = "0" * len(LISTED)


@dataclass(frozen=True, slots=True)
class WordLists:
    """A table of plain words in small letters and the codes of what lists say of them."""

    codes: Mapping[str, str] = field(repr=False)
    fingerprint: str = ""

    def of(self, word: str) -> str:
        """One digit for each of `LISTED`; accents don't count."""
        low = word.lower()
        return self.codes.get(low if low.isascii() else plain_word(low), NOTHING)


def plain_word(word: str) -> str:
    """A word in small letters without its accents.

    >>> plain_word("Gráinne"), plain_word("Ołeksiak")
    ('grainne', 'oleksiak')
    """
    if word.isascii():
        return word.lower()
    parts = normalize("NFKD", word.lower().translate(_STROKES))
    return "".join(part for part in parts if not "\u0300" <= part <= "\u036f")


_STROKES = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i", "’": "'"}
)


def encode_lists(codes: Mapping[str, str]) -> bytes:
    """The table as the bytes that `decode_lists` reads: for each code its words in order, compressed."""
    by_code: dict[str, list[str]] = {}
    for word, code in sorted(codes.items()):
        by_code.setdefault(code, []).append(word)
    lines = [f"{code} {' '.join(words)}" for code, words in sorted(by_code.items())]
    return lzma.compress("\n".join(lines).encode("utf-8"), preset=9 | lzma.PRESET_EXTREME)


def decode_lists(data: bytes) -> WordLists:
    """The table in `data`."""
    codes: dict[str, str] = {}
    for line in lzma.decompress(data).decode("utf-8").split("\n"):
        code, *words = line.split(" ")
        codes.update(dict.fromkeys(words, code))
    return WordLists(codes, "sha256:" + hashlib.sha256(data).hexdigest())


@cache
def word_lists(package: str = DEFAULT_LANGUAGE.name_tagger) -> WordLists:
    """The table of a language's name tagger; that of English is made by `training/build_word_lists.py`."""
    return decode_lists(files(package).joinpath("data/word-lists.bin").read_bytes())


_DIGIT = re.compile(r"\d")

NAMED = ("given", "family", "place", "body", "people", "role")
"""What a word may be part of: names of people, of places, of bodies of people; an origin; an occupation."""

MOSTLY_HIGH = 4
"""From this grade on, a word is capitalized inside a sentence more often than not."""

RARE, A_WORD, COMMON = 1, 2, 5
"""Grades of frequency: grade n is for words that stand 4^n to 4^(n+1) times in the Wikipedia of `training/build_word_classes.py`.
Chosen by hand: of grade 1 are "torsos" and "harrow", of grade 2 "stairway" and "finch", of grade 5 "storage" and "price"."""


@dataclass(frozen=True, slots=True)
class WordKnowledge:
    """What is known of one word.

    `fine` and `coarse` number its classes (0: none), `frequency` and `capitals` are grades from 1 upwards (0: unknown),
    and `named` holds one digit for each of `NAMED`, 0 for hardly ever to 3 for often.
    """

    fine: int
    coarse: int
    frequency: int
    capitals: int
    named: str


UNKNOWN = WordKnowledge(0, 0, 0, 0, "0" * len(NAMED))


@dataclass(frozen=True, slots=True)
class WordClasses:
    """A table of words and the codes of what is known of each, asked by the form in the text, then in small letters."""

    codes: Mapping[str, str] = field(repr=False)
    fingerprint: str = ""

    def of(self, word: str) -> WordKnowledge:
        """What is known of `word`, or `UNKNOWN`."""
        plain = _DIGIT.sub("0", word)
        code = self.codes.get(plain) or self.codes.get(plain.lower())
        return _read_code(code) if code else UNKNOWN

    def usual(self, word: str) -> str:
        """The word as it is mostly written inside a sentence, for texts that are all in capitals or in none.

        A word that the table doesn't have is taken for a name where everything is in capitals.
        """
        low = word.lower()
        title = low[:1].upper() + low[1:]
        best = max((low, title, word.upper()), key=lambda form: self._exactly(form).frequency)
        if best not in self.codes:
            return title if word.isupper() else low
        return best if self._exactly(best).capitals >= MOSTLY_HIGH else low

    def is_common(self, word: str) -> bool:
        """Whether everybody writes a word, mostly in small letters."""
        known = self.of(word)
        return known.frequency >= COMMON and known.capitals < MOSTLY_HIGH

    def in_small_letters(self, word: str) -> int:
        """How common a word is in small letters, as the grade of its frequency."""
        return self._exactly(word).frequency

    def is_mostly_high(self, word: str) -> bool:
        """Whether a word in small letters is written with a capital more often than not, or not known otherwise."""
        known = self._exactly(word)
        return not known.frequency or known.capitals >= MOSTLY_HIGH

    def _exactly(self, form: str) -> WordKnowledge:
        code = self.codes.get(form)
        return _read_code(code) if code else UNKNOWN


def encode_classes(table: Mapping[str, WordKnowledge]) -> bytes:
    """The table as the bytes that `decode_classes` reads: lines in the order of the words, compressed."""
    lines = [
        f"{word}\t{known.fine} {known.coarse} {known.frequency}{known.capitals}{known.named}"
        for word, known in sorted(table.items())
    ]
    return lzma.compress("\n".join(lines).encode("utf-8"), preset=9 | lzma.PRESET_EXTREME)


def decode_classes(data: bytes) -> WordClasses:
    """The table in `data`; codes are read when they are asked for."""
    parts = lzma.decompress(data).decode("utf-8").replace("\n", "\t").split("\t")
    codes = dict(zip(parts[::2], parts[1::2], strict=True))
    return WordClasses(codes, "sha256:" + hashlib.sha256(data).hexdigest())


@cache
def _read_code(code: str) -> WordKnowledge:
    fine, coarse, rest = code.split(" ")
    return WordKnowledge(int(fine), int(coarse), int(rest[0]), int(rest[1]), rest[2:])


@cache
def word_classes(package: str = DEFAULT_LANGUAGE.name_tagger) -> WordClasses:
    """The table of a language's name tagger; that of English is made from Wikipedia by `training/build_word_classes.py`."""
    return decode_classes(files(package).joinpath("data/word-classes.bin").read_bytes())
