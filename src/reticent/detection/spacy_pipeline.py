"""A spaCy pipeline as a detector."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from reticent.detection.settling import settle
from reticent.errors import InputError, MissingExtraError
from reticent.text import Document, Mention, Span

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "PERSON": "PERSON",
        "PER": "PERSON",
        "GPE": "LOCATION",
        "LOC": "LOCATION",
        "FAC": "LOCATION",
        "ORG": "ORGANIZATION",
        "NORP": "DEM",
        "LANGUAGE": "DEM",
        "DATE": "DATETIME",
        "TIME": "DATETIME",
        "MONEY": "QUANTITY",
        "PERCENT": "QUANTITY",
        "QUANTITY": "QUANTITY",
        "CARDINAL": "QUANTITY",
        "ORDINAL": "QUANTITY",
    }
)
"""The labels of spaCy's pipelines as our kinds; all others are MISC."""


@dataclass(frozen=True, slots=True)
class SpacyPipeline:
    """A loaded pipeline with a named-entity recognizer; spaCy gives no scores, so that each mention has `score`."""

    pipeline: Callable[[str], Any] = field(repr=False)
    name: str = "spacy pipeline"
    score: float = 0.85

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds that labels are mapped to."""
        return frozenset({*KINDS.values(), "MISC"})

    @property
    def declared(self) -> Mapping[str, str]:
        """The name and version of the pipeline, where it tells them."""
        meta = getattr(self.pipeline, "meta", {})
        return {self.name: f"{meta.get('lang', '?')}_{meta.get('name', '?')} {meta.get('version', '?')}"}

    def mentions(self, document: Document) -> Sequence[Mention]:
        """The entities that the pipeline finds outside placeholders."""
        found = [
            Mention(
                Span(entity.start_char, entity.end_char),
                KINDS.get(entity.label_, "MISC"),
                self.score,
                f"spacy {entity.label_}",
            )
            for entity in self.pipeline(document.masked()).ents
        ]
        return settle(
            mention
            for mention in found
            if not any(mention.span.overlaps(placeholder) for placeholder in document.placeholders)
        )


def spacy_pipeline(name: str = "en_core_web_sm") -> SpacyPipeline:
    """The installed pipeline of that name as a detector."""
    try:
        import spacy
    except ImportError:
        raise MissingExtraError("spacy", "a spaCy pipeline as detector") from None
    try:
        return SpacyPipeline(spacy.load(name), name)
    except OSError:
        raise InputError(f"the spaCy pipeline is not installed: python -m spacy download {name}") from None
