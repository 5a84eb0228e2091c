"""What the name tagger sees of words, as 32-bit numbers.

Everything that a word shows by itself is worked out once for each distinct word; what depends on its neighbours or on
the document is mixed from that, for all words of a text at a time (`name_surroundings`). Training and tagging share
these modules, so they can't see different things.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.reading import Reading
from reticent.detection.names.word_classes import WordClasses
from reticent.languages import ENGLISH

Hashes = NDArray[np.uint32]
"""Features; 0 is none and never has a weight."""

LOWER, COARSE, SHAPE = 0, 1, 2
"""Columns of a word's own features that its surroundings are mixed from."""

OWN = 31
"""How many features of its own a word has."""

SPEECH = 30
"""The column of a word's part of speech."""

_LONGEST_SHAPE = 24
_REPEATED = re.compile(r"(.)\1+")
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d\Z")
_ROMAN = re.compile(r"[IVXLC]+\Z")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The distinct words of a text and what they show; one more row at the end stands for the edge of a sentence.

    `types` tells for each place which word is there. `grades` are how much the word is part of places' names, how
    common it is, and how much it tells an origin; `high` says that it is capitalized, `link` that it may link two
    capitalized words.
    """

    words: list[str] = field(repr=False)
    types: NDArray[np.int64]
    sentence: NDArray[np.int64]
    own: Hashes
    grades: Hashes
    high: NDArray[np.bool_]
    link: NDArray[np.bool_]

    @property
    def edge(self) -> int:
        """The row that is no word."""
        return len(self.words)

    def at(self, distance: int) -> NDArray[np.int64]:
        """For each place, the row of the word so far away in the same sentence, or the edge."""
        if not distance:
            return self.types
        moved = np.full(len(self.types), self.edge, np.int64)
        far = abs(distance)
        same = self.sentence[far:] == self.sentence[:-far]
        here, there = (
            (slice(None, -far), slice(far, None)) if distance > 0 else (slice(far, None), slice(None, -far))
        )
        moved[here] = np.where(same, self.types[there], self.edge)
        return moved


def lexicon(reading: Reading, classes: WordClasses, known: dict[str, list[int]]) -> Lexicon:
    """The distinct words of a reading; `known` keeps what words show from text to text."""
    numbers: dict[str, int] = {}
    types = np.fromiter(
        (numbers.setdefault(word, len(numbers)) for word in reading.words), np.int64, len(reading)
    )
    new = [word for word in numbers if word not in known]
    known.update(
        (word, shown(word, speech, classes)) for word, speech in zip(new, parts_of_speech(new), strict=True)
    )
    rows = [known[word] for word in numbers]
    rows.append([hashed("edge"), *[0] * (OWN + 2)])
    table = np.array(rows, np.uint32)
    return Lexicon(
        list(numbers),
        types,
        reading.sentence,
        table[:, :OWN],
        table[:, OWN:],
        np.array([*(word[0].isupper() for word in numbers), False]),
        np.array([*(word in ENGLISH.names.links for word in numbers), False]),
    )


def parts_of_speech(words: Sequence[str]) -> list[str]:
    """What the tagger takes each word for when it stands alone; to ask it for whole sentences would take far longer."""
    return [tag for (tag,) in ENGLISH.tagger().tags([[word] for word in words])] if words else []


def shown(word: str, speech: str, classes: WordClasses) -> list[int]:
    """The hashes of everything that a word shows by itself, the most telling first, and then its grades."""
    lower, form = word.lower(), shape(word)
    known, small = classes.of(word), classes.of(lower)
    values = [
        lower,
        f"{known.coarse}" if known.coarse else f"?{form}",
        form,
        f"{known.fine}" if known.fine else f"?{form}{lower[-2:]}",
        known.named,
        f"{known.capitals} {known.frequency}",
        lower[-3:],
        _number(word),
        f"{form} {known.capitals} {small.frequency}",
        *(digit if digit != "0" else "" for digit in known.named),
        lower[:2],
        lower[:3],
        lower[:4],
        lower[-1:],
        lower[-2:],
        lower[-4:],
        word if word != lower else "",
        f"{form} {lower[-2:]}",
        f"{form} {known.coarse}",
        f"{len(word)}" if len(word) < 6 else "",
        "roman" if _ROMAN.match(word) else "",
        f"{small.capitals}{small.coarse}",
        lower.split("-")[0] if "-" in lower else "",
        lower.rsplit("-")[-1] if "-" in lower else "",
        "any",
        speech,
    ]
    hashes = [hashed(f"{number} {value}") if value else 0 for number, value in enumerate(values)]
    return [*hashes, int(known.named[2]), known.frequency, int(known.named[4])]


def shape(word: str) -> str:
    """How a word is written, with runs of the same kind of character as one.

    >>> [shape(word) for word in ("Smith", "18403/91", "Z.M.", "NATO-led")]
    ['Xx', 'd/d', 'X.X.', 'X-x']
    """
    kinds = (
        "X" if char.isupper() else "d" if char.isdigit() else "x" if char.isalpha() else char
        for char in word[:_LONGEST_SHAPE]
    )
    return _REPEATED.sub(r"\1", "".join(kinds))


def _number(word: str) -> str:
    """What sort of number a word is, nothing if it has no digit."""
    if not any(map(str.isdigit, word)):
        return ""
    if not word.isdecimal():
        return _DIGIT.sub("0", word)[:12]
    if _YEAR.match(word):
        return "year"
    return "day" if len(word) <= 2 and 1 <= int(word) <= 31 else f"d{len(word)}"


def hashed(value: str) -> int:
    """The number of a feature."""
    return crc32(value.encode("utf-8", "surrogatepass")) or 1


def mixed(salt: int, *parts: Hashes) -> Hashes:
    """The numbers of features made of several; of a single one that is none, none is made."""
    whole = np.full(parts[0].shape, salt * 0x9E3779B1 & 0xFFFFFFFF, dtype=np.uint32)
    for part in parts:
        whole = (whole ^ part) * np.uint32(0x85EBCA6B)
        whole ^= whole >> np.uint32(15)
    if len(parts) == 1:
        whole[parts[0] == 0] = 0
    return whole
