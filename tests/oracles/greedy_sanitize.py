"""GreedySanitize from its promise: none of the classifiers finds a word of the release."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from reticent.text import Span


@dataclass(frozen=True, slots=True)
class WordLists:
    """A classifier that knows its words by heart."""

    words: frozenset[str]
    form: str = "list"

    def predict(self, sentences: Sequence[tuple[str, ...]]) -> list[list[bool]]:
        return [[word in self.words for word in sentence] for sentence in sentences]

    def scores(self, sentences: Sequence[tuple[str, ...]]) -> list[list[float]]:
        return [[float(word in self.words) for word in sentence] for sentence in sentences]

    def to_bytes(self) -> bytes:
        return " ".join(sorted(self.words)).encode()


def expected_violations(
    text: str, lists: Sequence[Collection[str]], exempt: Collection[str] = ()
) -> list[Span]:
    """The words, apart by blanks, that are in any list; a mark without letter or digit is no word."""
    return [
        Span(match.start(), match.end())
        for match in re.finditer(r"\S+", text)
        if any(match[0] in words for words in lists)
        and match[0] not in exempt
        and any(character.isalnum() for character in match[0])
    ]
