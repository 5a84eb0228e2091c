"""The words of a text by place, with their parts of speech: what stands beside a gap on the same line."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from reticent.text import Document, Span, analyze

BULLETS = frozenset({"-", "*", "•", "–", "·"})
"""Signs that begin a line of a list."""


class PlacedWord(NamedTuple):
    """A word or sign at its place, with its part of speech."""

    text: str
    span: Span
    tag: str


@dataclass(slots=True)
class WordPlaces:
    """The words of a text in order; those that are `gone` by now are passed over."""

    text: str = field(repr=False)
    words: tuple[PlacedWord, ...] = field(repr=False)
    starts: tuple[int, ...] = field(repr=False)
    gone: bytearray = field(repr=False)

    @classmethod
    def of(cls, document: Document) -> WordPlaces:
        """The words of a document, none of them gone."""
        analysis = analyze(document)
        words = tuple(
            PlacedWord(token.text, token.span, tag)
            for row, tags in zip(analysis.tokens, analysis.tags(), strict=True)
            for token, tag in zip(row, tags, strict=True)
        )
        return cls(
            document.text, words, tuple(word.span.start for word in words), bytearray(len(document.text))
        )

    def take(self, span: Span) -> None:
        """Let what stands there be gone."""
        self.gone[span.start : span.end] = b"\1" * len(span)

    def is_gone(self, span: Span) -> bool:
        """Whether something of a place is gone."""
        return any(self.gone[span.start : span.end])

    def before(self, place: int) -> PlacedWord | None:
        """The nearest word that ends at or before a place, on the same line."""
        at = bisect_left(self.starts, place) - 1
        while at >= 0 and (self.words[at].span.end > place or self.is_gone(self.words[at].span)):
            at -= 1
        return self._on_line(at, place)

    def after(self, place: int) -> PlacedWord | None:
        """The nearest word that begins at or after a place, on the same line."""
        at = bisect_left(self.starts, place)
        while at < len(self.words) and self.is_gone(self.words[at].span):
            at += 1
        return self._on_line(at, place)

    def last_in(self, span: Span) -> PlacedWord | None:
        """The last word that begins inside a place."""
        at = bisect_right(self.starts, span.end - 1) - 1
        return self.words[at] if at >= 0 and self.words[at].span.end > span.start else None

    def line(self, place: int) -> Span:
        """The line of a place, without its end."""
        start = self.text.rfind("\n", 0, place) + 1
        end = self.text.find("\n", place)
        return Span(start, len(self.text) if end < 0 else end)

    def in_line(self, line: Span) -> list[PlacedWord]:
        """The words of a line that are not gone."""
        first, last = bisect_left(self.starts, line.start), bisect_left(self.starts, line.end)
        return [word for word in self.words[first:last] if not self.is_gone(word.span)]

    def _on_line(self, at: int, place: int) -> PlacedWord | None:
        if not 0 <= at < len(self.words):
            return None
        word = self.words[at]
        between = self.text[min(word.span.end, place) : max(word.span.start, place)]
        return None if "\n" in between else word
