"""A search for words in texts and bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from unicodedata import normalize

SHORTEST, SHORTEST_IN_BYTES = 3, 5
"""Letters of a word that is looked for in text and in bytes: three given letters, in capitals or not, come up
about once in two megabytes of random bytes. Shorter words in text are found by the readers."""


class Search:
    """Looks for words in texts; in bytes only for words that are long enough."""

    def __init__(self, words: Sequence[str]) -> None:
        plain = [" ".join(normalize("NFKC", word).casefold().split()) for word in words]
        self._numbers = {word: number for number, word in enumerate(plain)}
        self._texts = _by_beginning([word for word in plain if len(word) >= SHORTEST])
        self._bytes = _by_beginning([word for word in plain if len(word) >= SHORTEST_IN_BYTES])

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

    def _find(self, words: Mapping[str, Sequence[str]], text: str) -> set[int]:
        """The words that begin and end where words of the text do; each stretch of it counts for the longest one."""
        if not words:
            return set()
        plain = _BLANKS.sub(" ", normalize("NFKC", text).casefold())
        found: set[int] = set()
        end = 0
        for beginning in _BEGINNING.finditer(plain):
            start = beginning.start()
            if start >= end and (candidates := words.get(beginning[0])) is not None:
                word = next((each for each in candidates if _stands_at(plain, start, each)), None)
                if word is not None:
                    found.add(self._numbers[word])
                    end = start + len(word)
        return found


_BLANKS = re.compile(r"\s+")
_BEGINNING = re.compile(r"\w+|[^\w\s]")
"""What a word begins with: its first letters and digits up to another sign, or that sign."""


def _by_beginning(words: Iterable[str]) -> dict[str, list[str]]:
    """The words by what they begin with, longest first: a text is gone through once, however many they are."""
    grouped: dict[str, list[str]] = {}
    for word in sorted(set(words), key=len, reverse=True):
        beginning = _BEGINNING.match(word)
        if beginning is not None:
            grouped.setdefault(beginning[0], []).append(word)
    return grouped


def _stands_at(text: str, start: int, word: str) -> bool:
    """Whether a word stands there by itself, and not within a longer one."""
    end = start + len(word)
    inside = (start and _is_letter(text[start - 1])) or (end < len(text) and _is_letter(text[end]))
    return not inside and text.startswith(word, start)


def _is_letter(sign: str) -> bool:
    return sign.isalnum() or sign == "_"
