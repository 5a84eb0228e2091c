"""Presidio's results as mentions, ours as Presidio's, and its analyzer as a detector."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from reticent.detection.settling import settle
from reticent.errors import DocumentError, MissingExtraError
from reticent.text import Document, Mention, Span


class Result(Protocol):
    """What Presidio's analyzer returns for each place."""

    entity_type: str
    start: int
    end: int
    score: float


class Analyzer(Protocol):
    """The part of Presidio's `AnalyzerEngine` that is used."""

    def analyze(self, text: str, language: str) -> Sequence[Result]:
        """All places of interest in a text."""

    def get_supported_entities(self, language: str) -> Sequence[str]:
        """All kinds that it may report."""


def from_presidio(results: Iterable[Result], document: Document) -> list[Mention]:
    """The results as mentions, disjoint and in order, none in a placeholder; overlaps become one."""
    mentions = [_mention(result, len(document.text)) for result in results]
    return settle(piece for mention in mentions for piece in _outside(mention, document.placeholders))


def to_presidio(mentions: Iterable[Mention]) -> list[Any]:
    """The mentions as `RecognizerResult`s; needs presidio-analyzer."""
    try:
        from presidio_analyzer import RecognizerResult
    except ImportError:
        raise MissingExtraError("presidio", "the exchange with Presidio") from None
    return [RecognizerResult(each.kind, each.span.start, each.span.end, each.score) for each in mentions]


@dataclass(frozen=True, slots=True)
class Presidio:
    """A Presidio analyzer as a detector; `name` declares its configuration, which has no hash of its own."""

    analyzer: Analyzer = field(repr=False)
    language: str = "en"
    name: str = "presidio analyzer"

    @property
    def kinds(self) -> frozenset[str]:
        """The entities that the analyzer supports."""
        return frozenset(self.analyzer.get_supported_entities(self.language))

    @property
    def declared(self) -> Mapping[str, str]:
        """Only a name: what an analyzer knows can't be hashed."""
        return {self.name: "unknown"}

    def mentions(self, document: Document) -> Sequence[Mention]:
        """What the analyzer finds outside placeholders."""
        return from_presidio(self.analyzer.analyze(document.masked(), self.language), document)


def _mention(result: Result, size: int) -> Mention:
    if not 0 <= result.start <= result.end <= size:
        raise DocumentError("a Presidio result lies outside the document: analyze the same text again")
    score = min(1.0, max(0.0, float(result.score)))
    return Mention(
        Span(result.start, result.end), result.entity_type, score, f"presidio {result.entity_type}"
    )


def _outside(mention: Mention, placeholders: Sequence[Span]) -> list[Mention]:
    return [] if any(mention.span.overlaps(placeholder) for placeholder in placeholders) else [mention]
