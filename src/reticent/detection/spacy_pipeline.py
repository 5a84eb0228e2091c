"""A spaCy pipeline as a detector."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from reticent.detection.settling import outside, settle, with_words
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
    _fingerprint: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_fingerprint", _fingerprint(self.pipeline))

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds that labels are mapped to."""
        return frozenset({*KINDS.values(), "MISC"})

    @property
    def declared(self) -> Mapping[str, str]:
        """The hash of the pipeline's components and settings as they were when it became a detector."""
        return {self.name: self._fingerprint}

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
        return settle(with_words(outside(found, document.placeholders), document))


def _fingerprint(pipeline: Callable[[str], Any]) -> str:
    """The hash of what the pipeline writes to disk but its vocabulary, which is large and decides nothing by itself."""
    to_bytes = getattr(pipeline, "to_bytes", None)
    told = to_bytes(exclude=["vocab"]) if to_bytes else type(pipeline).__qualname__.encode()
    return f"sha256:{hashlib.sha256(told).hexdigest()}"


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
