"""A search for words in texts and bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import normalize

SHORTEST, SHORTEST_IN_BYTES = 3, 5
"""Letters of a word that is looked for in text and in bytes: three given letters, in capitals or not, come up
about once in two megabytes of random bytes. Shorter words in text are found by the readers."""


class Search:
    """Looks for words in texts; in bytes only for words that are long enough."""

    def __init__(self, words: Sequence[str]) -> None:
        plain = [" ".join(normalize("NFKC", word).casefold().split()) for word in words]
        self._numbers = {word: number for number, word in enumerate(plain)}
        self._texts = _pattern([word for word in plain if len(word) >= SHORTEST])
        self._bytes = _pattern([word for word in plain if len(word) >= SHORTEST_IN_BYTES])

    def text(self, text: str) -> set[int]:
        """The words that stand in a text."""
        return self._find(self._texts, text)

    def raw(self, data: bytes) -> set[int]:
        """The words that stand in bytes, whether a letter takes one byte or two."""
        letters = data.decode("latin-1")
        found = self._find(self._bytes, letters)
        return found | self._find(self._bytes, letters.replace("\0", "")) if "\0" in letters else found

    def inside(self, data: bytes) -> set[int]:
        """The words that stand anywhere in bytes, even inside other words: for lists without gaps."""
        letters = normalize("NFKC", data.replace(b"\0", b"").decode("latin-1")).casefold()
        return {
            number
            for word, number in self._numbers.items()
            if len(word) >= SHORTEST_IN_BYTES and word in letters
        }

    def _find(self, pattern: re.Pattern[str] | None, text: str) -> set[int]:
        if pattern is None:
            return set()
        plain = re.sub(r"\s+", " ", normalize("NFKC", text).casefold())
        return {self._numbers[match[0]] for match in pattern.finditer(plain)}


def _pattern(words: Iterable[str]) -> re.Pattern[str] | None:
    alternatives = sorted(map(re.escape, set(words)), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)") if alternatives else None
