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

from reticent.languages.mixing import Hashes, Mixture, mix_one

Numbers = NDArray[np.integer]

PAD = "\n"
"""Stands twice between sentences; no token is white space."""

REACH = (-2, -1, 1, 2)
_LOWER, _SUFFIX2, _SUFFIX, _SHAPE, _KIND, _MAY_BE, _MAY_BE_SUFFIX = 0, 3, 4, 10, 12, 13, 14
_NEXT_TO = (_LOWER, _SUFFIX, _SUFFIX2, _SHAPE, _MAY_BE)
_NEIGHBOUR = {-2: (_LOWER, _MAY_BE), -1: _NEXT_TO, 1: _NEXT_TO, 2: (_LOWER, _MAY_BE)}
GROUPS = np.cumsum([0, 15, *(len(_NEIGHBOUR[distance]) for distance in REACH)])[:-1]
"""Where the features begin that a word shows at distance 0 and at those of `REACH`."""

_PAIR_SOURCES = (
    *(
        (_LOWER, -2),
        (_LOWER, -1),
        (_LOWER, 0),
        (_LOWER, 1),
        (_LOWER, 2),
        (_SUFFIX, 0),
        (_SHAPE, 0),
        (_KIND, -1),
    ),
    *((_MAY_BE_SUFFIX, -1), (_MAY_BE_SUFFIX, 0), (_MAY_BE_SUFFIX, 1)),
)
_PAIR_COLUMNS = np.array([column for column, _ in _PAIR_SOURCES])[:, None]
_PAIR_DISTANCES = [distance for _, distance in _PAIR_SOURCES]
_L2, _L1, _L, _R1, _R2, _ENDING, _FORM, _KIND_BEFORE, _MAY_BEFORE, _MAY, _MAY_AFTER = range(11)
PAIRS = Mixture(
    (11, _MAY_BEFORE, _MAY, _MAY_AFTER),
    (1, _L1, _L), (2, _L, _R1), (3, _L1, _R1), (4, _KIND_BEFORE, _FORM), (5, _L1, _ENDING), (6, _ENDING, _R1),
    (7, _L2, _L1), (8, _R1, _R2), (9, _L1, _MAY), (10, _MAY, _R1),
)  # fmt: skip
"""What words say together with their neighbours."""

_BEFORE2, _BEFORE, _AFTER, _AFTER2, _WORD, _WORD_ENDING = range(6)
TAGS = Mixture(
    (29, _BEFORE2, _BEFORE, _AFTER, _AFTER2), (26, _BEFORE, _AFTER, _WORD),
    (21, _BEFORE, _AFTER), (22, _BEFORE2, _BEFORE), (23, _AFTER, _AFTER2), (24, _BEFORE, _WORD), (25, _AFTER, _WORD),
    (27, _BEFORE, _WORD_ENDING), (28, _AFTER, _WORD_ENDING),
)  # fmt: skip
"""What guessed tags say of the word between them."""

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


@lru_cache(maxsize=1 << 14)
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


def word_features(own: Hashes) -> Hashes:
    """For distinct words: what each says of itself, then what it says of the words around it, as in `GROUPS`."""
    around = [mix_one(distance + 40, own[:, list(_NEIGHBOUR[distance])]) for distance in REACH]
    return np.concatenate([own, *around], axis=1)


def pair_features(own: Hashes, types: Numbers) -> Hashes:
    """For every word of a text (`types` index rows of `own`): what it says together with its neighbours."""
    return PAIRS.mix(own[near(types, _PAIR_DISTANCES), _PAIR_COLUMNS]).T


def tag_features(own: Hashes, types: Numbers, tags: Numbers) -> Hashes:
    """For every word of a text: what the tags around it, as guessed so far, say of it."""
    around = near(tags, REACH).astype(np.uint32)
    return TAGS.mix(np.concatenate([around, own[types][:, [_LOWER, _SUFFIX]].T])).T


def near(values: Numbers, distances: Sequence[int]) -> Numbers:
    """A row for each distance: the values so far away; at the ends, where there are only pads, those of the other end."""
    places = np.arange(len(values)) + np.array(distances)[:, None]
    around: Numbers = values[places % len(values)]
    return around


def flatten(sentences: Sequence[Sequence[str]]) -> list[str]:
    """All words in one list, two pads before, between and after the sentences."""
    words = [PAD, PAD]
    for sentence in sentences:
        words += [*sentence, PAD, PAD]
    return words
