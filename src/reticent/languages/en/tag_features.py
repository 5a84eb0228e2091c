"""What the tagger sees of a word and of its neighbours, as 32-bit numbers.

The features of a distinct word are worked out once; those of pairs and of tags are mixed from them, for all words of
a text at a time. Training and tagging share this module, so they can't see different things.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint32]
Numbers = NDArray[np.integer]

PAD = "\n"
"""Stands twice between sentences; no token is white space."""

REACH = (-2, -1, 1, 2)
_LOWER, _SUFFIX2, _SUFFIX, _SHAPE, _KIND, _MAY_BE, _MAY_BE_SUFFIX = 0, 3, 4, 10, 12, 13, 14
_NEXT_TO = (_LOWER, _SUFFIX, _SUFFIX2, _SHAPE, _MAY_BE)
_NEIGHBOUR = {-2: (_LOWER, _MAY_BE), -1: _NEXT_TO, 1: _NEXT_TO, 2: (_LOWER, _MAY_BE)}
_ENDINGS = (
    ("ies", ("y",)),
    ("es", ("", "e")),
    ("s", ("",)),
    ("ied", ("y",)),
    ("ed", ("", "e")),
    ("ing", ("", "e")),
    ("er", ("", "e")),
    ("est", ("", "e")),
    ("ly", ("",)),
    (".", ("",)),
)
_SHAPES = (
    (re.compile(r"[^\W\d_]*[A-Z]{2,}[^\W\d_]*\Z"), "XX"),
    (re.compile(r"[A-Z]\.?\Z"), "X"),
    (re.compile(r"[A-Z]\w*\Z"), "Xx"),
    (re.compile(r"[^\W\d_]+\Z"), "x"),
    (re.compile(r"[\d.,:/]+\Z"), "d"),
    (re.compile(r"\d"), "dx"),
    (re.compile(r"[A-Z].*-"), "X-"),
    (re.compile(r".*-"), "x-"),
    (re.compile(r"\w"), "w"),
)


@cache
def _classes() -> dict[str, str]:
    data = files("reticent.languages.en").joinpath("data/classes.txt.gz").read_bytes()
    listed = (line.partition(" ") for line in gzip.decompress(data).decode().split("\n"))
    return {word: letters for letters, _, words in listed for word in words.split(" ")}


def word_class(word: str) -> str:
    """What a lower-case word may be according to WordNet, as letters; inflected forms are marked."""
    classes = _classes()
    if word in classes:
        return classes[word]
    for ending, stems in _ENDINGS:
        if not word.endswith(ending):
            continue
        base = word[: len(word) - len(ending)]
        for stem in (base + added for added in stems):
            if stem in classes:
                return f"{classes[stem]}+{ending}"
        if len(base) > 2 and base[-1] == base[-2] and base[:-1] in classes:
            return f"{classes[base[:-1]]}+{ending}"
    tail = word.rpartition("-")[2]
    return f"-{classes.get(tail, '')}" if tail != word else ""


def shape(word: str) -> str:
    """How a word is written: capitals, small letters, digits, hyphens."""
    return next((name for pattern, name in _SHAPES if pattern.match(word)), word[:1])


@lru_cache(maxsize=1 << 16)
def hashes_of_word(word: str) -> tuple[int, ...]:
    """The hashes of everything a word shows by itself."""
    lower, form = word.lower(), shape(word)
    may_be = word_class(lower)
    shown = [
        lower,
        word,
        *(lower[-length:] for length in (1, 2, 3, 4, 5)),
        *(lower[:length] for length in (1, 2, 3)),
        form,
        f"{form} {lower[-2:]}",
        word[:1] if not word[:1].isalnum() else "w",
        f"{may_be} {form}",
        f"{may_be} {lower[-2:]}",
    ]
    # A suffix as long as the word and its prefix must differ, hence the number.
    return tuple(
        crc32(f"{number} {value}".encode("utf-8", "surrogatepass")) for number, value in enumerate(shown)
    )


def hashes_of(words: Iterable[str]) -> Hashes:
    """One row of `hashes_of_word` a word."""
    return np.array([hashes_of_word(word) for word in words], dtype=np.uint32)


def word_features(own: Hashes) -> list[Hashes]:
    """For distinct words: what each says of itself, then what it says of the words around it, by distance."""
    around = [_mixed(distance + 40, own[:, list(_NEIGHBOUR[distance])]) for distance in REACH]
    return [own, *around]


def pair_features(own: Hashes, types: Numbers) -> Hashes:
    """For every word of a text (`types` index rows of `own`): what it says together with its neighbours."""
    lower, suffix, form, kind, may_be = (
        own[types, column] for column in (_LOWER, _SUFFIX, _SHAPE, _KIND, _MAY_BE_SUFFIX)
    )
    before, after = _shifted(lower, 1), _shifted(lower, -1)
    return np.stack(
        [
            _mixed(1, before, lower),
            _mixed(2, lower, after),
            _mixed(3, before, after),
            _mixed(4, _shifted(kind, 1), form),
            _mixed(5, before, suffix),
            _mixed(6, suffix, after),
            _mixed(7, _shifted(lower, 2), before),
            _mixed(8, after, _shifted(lower, -2)),
            _mixed(9, before, may_be),
            _mixed(10, may_be, after),
            _mixed(11, _shifted(may_be, 1), may_be, _shifted(may_be, -1)),
        ],
        axis=1,
    )


def tag_features(own: Hashes, types: Numbers, tags: Numbers) -> Hashes:
    """For every word of a text: what the tags around it, as guessed so far, say of it."""
    lower, suffix = own[types, _LOWER], own[types, _SUFFIX]
    tag = tags.astype(np.uint32)
    before, after = _shifted(tag, 1), _shifted(tag, -1)
    before2, after2 = _shifted(tag, 2), _shifted(tag, -2)
    return np.stack(
        [
            _mixed(21, before, after),
            _mixed(22, before2, before),
            _mixed(23, after, after2),
            _mixed(24, before, lower),
            _mixed(25, after, lower),
            _mixed(26, before, after, lower),
            _mixed(27, before, suffix),
            _mixed(28, after, suffix),
            _mixed(29, before2, before, after, after2),
        ],
        axis=1,
    )


def flattened(sentences: Sequence[Sequence[str]]) -> list[str]:
    """All words in one list, two pads before, between and after the sentences."""
    words = [PAD, PAD]
    for sentence in sentences:
        words += [*sentence, PAD, PAD]
    return words


def _shifted(values: Hashes, distance: int) -> Hashes:
    return np.roll(values, distance)


def _mixed(salt: int, *parts: Hashes) -> Hashes:
    mixed = np.full(parts[0].shape, salt * 0x9E3779B1 & 0xFFFFFFFF, dtype=np.uint32)
    for part in parts:
        mixed = (mixed ^ part) * np.uint32(0x85EBCA6B)
        mixed ^= mixed >> np.uint32(15)
    return mixed
