"""What a learner sees of a word and of its neighbours, worked out once for each distinct word.

A feature is a 32-bit number: the hash of what is seen and of where. Learned weights therefore hold no words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from struct import Struct
from zlib import crc32

from reticent.models.greedy_sanitize.learners.learner import HIDDEN

FEATURES_VERSION = "2"
"""Changes whenever a word could show other features; a model file records it."""

_RUNS = re.compile(r"(.)\1+")
_SHAPED = 20
_NAME_LIKE = "Xx"
_AFFIXES = (2, 3, 4)
_TAIL = 3


@dataclass(frozen=True, slots=True)
class Shown:
    """The features of a word, four bytes each: at its own place, then as its neighbours see it; and its shape."""

    features: bytes
    shape: str


WIDTHS = (10, 3, 3, 2, 2)
"""How many features a word shows at its own place, from the left, the right, two to the left and two to the right."""

_PACKED = Struct(f"<{sum(WIDTHS)}I")


def shape(word: str) -> str:
    """How a word is written, with runs of one kind of character as one.

    >>> shape("McDonald's"), shape("2004-05")
    ("XxXx'x", 'd-d')
    """
    kinds = (
        "X" if c.isupper() else "x" if c.isalpha() else "d" if c.isdigit() else c for c in word[:_SHAPED]
    )
    return _RUNS.sub(r"\1", "".join(kinds))


def hash_feature(seen: str) -> int:
    """A 32-bit number for what is seen; half characters are seen too."""
    return crc32(seen.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=1 << 17)
def show_features(word: str) -> Shown:
    """The features of a word; those of frequent words are kept."""
    # A classifier reads its own removals again: beside them it should see what it saw before, the shape of a name.
    lower, form = word.lower(), _NAME_LIKE if word == HIDDEN else shape(word)
    seen = [f"w{lower}", f"W{word}", f"s{form}", f"e{form} {lower[-2:]}"]
    seen += [f"p{size}{lower[:size]}" for size in _AFFIXES] + [f"t{size}{lower[-size:]}" for size in _AFFIXES]
    for place in ("-1", "+1"):
        seen += [f"{place}w{lower}", f"{place}s{form}", f"{place}t{lower[-_TAIL:]}"]
    for place in ("-2", "+2"):
        seen += [f"{place}w{lower}", f"{place}s{form}"]
    return Shown(_PACKED.pack(*map(hash_feature, seen)), form)


EDGE = show_features("")
"""What stands before the first word and after the last."""


@lru_cache(maxsize=1 << 16)
def joint_features(left: str, middle: str, right: str) -> tuple[int, int]:
    """The features that several words show together, by their shapes."""
    return hash_feature(f"j{left} {middle} {right}"), hash_feature(f"k{left} {middle}")
