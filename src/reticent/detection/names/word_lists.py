"""What lists say of single words: whether they are parts of names of people, places and bodies, or medical words."""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from unicodedata import normalize

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
def word_lists() -> WordLists:
    """The table that ships with reticent, made by `training/build_word_lists.py`."""
    return decode_lists(files("reticent.detection.names").joinpath("data/word-lists.bin").read_bytes())
