"""Words in pieces: whole common words, and parts of the others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from unicodedata import category, normalize

UNKNOWN = 0
"""The number of what has no piece, such as a letter of another script."""

INSIDE = "##"
"""How a piece begins that can't begin a word."""

MOST = 12
"""A longer word is known by its first pieces."""

_RUN = re.compile(r"[^\W_]+|[\W_]")


@dataclass(frozen=True, slots=True)
class Pieces:
    """The number of each piece."""

    numbers: Mapping[str, int] = field(repr=False)

    @classmethod
    def of(cls, pieces: Iterable[str]) -> Pieces:
        """Pieces numbered from 1 in their order."""
        return cls({piece: number for number, piece in enumerate(pieces, UNKNOWN + 1)})

    def split(self, word: str) -> list[int]:
        """The numbers of a word's pieces, each as long as can be; case and accents don't count.

        >>> Pieces.of(["ward", "##en"]).split("Warden")
        [1, 2]
        """
        found: list[int] = []
        for run in _RUN.findall(_plain(word)):
            found += self._split_run(run)
        return found[:MOST] or [UNKNOWN]

    def _split_run(self, run: str) -> list[int]:
        found, begin = [], 0
        while begin < len(run):
            mark = INSIDE if begin else ""
            ends = range(len(run), begin, -1)
            end = next((end for end in ends if mark + run[begin:end] in self.numbers), None)
            if end is None:
                return [UNKNOWN]
            found.append(self.numbers[mark + run[begin:end]])
            begin = end
        return found


def _plain(word: str) -> str:
    low = word.lower()
    return low if low.isascii() else "".join(each for each in normalize("NFD", low) if category(each) != "Mn")
