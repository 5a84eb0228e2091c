"""The words of a text as runs have them, and 64 bits for each run of words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from reticent.language import find_language
from reticent.text import Document, Span
from reticent.text.document import MASK
from reticent.text.tokens import tokenize

Hashes = NDArray[np.uint64]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))

_MARK = re.compile(r"[\[<]([A-Z][A-Z_ ]*?)([ _]\d[\d,]*)?[\]>]")
"""What looks like a placeholder of any style and kind."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text as runs have it, with its place."""

    form: str = field(repr=False)
    span: Span


def read_words(document: Document, *, exact: bool = False) -> list[Word]:
    """The words, numbers and pictographs of a document in order, in small letters, without those in placeholders.

    `exact` takes them as they are written, and other signs as words too.

    >>> [word.form for word in read_words(Document("note", "The court's 3rd order, of May."))]
    ['the', 'court', "'s", '3rd', 'order', 'of', 'may']
    >>> [word.form for word in read_words(Document("note", "In May, ♥"), exact=True)]
    ['In', 'May', ',', '♥']
    """
    language = find_language(document.language)
    tokens = tokenize(document.mask_placeholders(), language=language)
    if exact:
        return [Word(token.text, token.span) for token in tokens if token.text.strip(MASK)]
    return [Word(token.text.casefold(), token.span) for token in tokens if _is_word(token.text)]


def _is_word(written: str) -> bool:
    return any(map(str.isalnum, written)) or any(category(char) == "So" for char in written)


def read_mark(written: str) -> str:
    """A mark of a collection as it is compared with those of other texts, whatever its style.

    >>> read_mark("[PERSON 1]"), read_mark("<PERSON_1>"), read_mark("[see above]")
    ('PERSON 1', 'PERSON 1', '')
    """
    found = _MARK.fullmatch(written.removeprefix("\\"))
    return "".join(part or "" for part in found.groups()).replace("_", " ") if found else ""


@dataclass(frozen=True, slots=True)
class Hasher:
    """64 bits for each word, and for each run of them."""

    known: dict[str, int] = field(default_factory=dict)

    def words(self, forms: Sequence[str]) -> Hashes:
        """The bits of each word."""
        for form in forms:
            if form not in self.known:
                digest = hashlib.blake2b(form.encode("utf-8", "surrogatepass"), digest_size=8).digest()
                self.known[form] = int.from_bytes(digest, "little")
        return np.array([self.known[form] for form in forms], dtype=np.uint64)

    def runs(self, forms: Sequence[str], longest: int) -> list[Hashes]:
        """The hashes of all runs of 1, 2, … words, each length in the order in which its runs begin."""
        words = self.words(forms)
        rows = [mix(words)]
        for length in range(2, min(longest, len(words)) + 1):
            rows.append(mix(rows[-1][:-1] * _STEP + words[length - 1 :]))
        return rows


def mix(values: Hashes) -> Hashes:
    """Values spread over all bits (the finalizer of SplitMix64)."""
    mixed = values + _STEP
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _MIX[0]
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _MIX[1]
    result: Hashes = mixed ^ (mixed >> np.uint64(31))
    return result


def find_marks(text: str) -> set[str]:
    """What looks like marks in a text, as `read_mark` reads them."""
    return set(filter(None, (read_mark(found[0]) for found in _MARK.finditer(text))))
