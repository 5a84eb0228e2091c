"""A spaCy pipeline as a detector."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from reticent.detection.detector import EVERY_LANGUAGE, require_kinds
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

_ALL_KINDS = frozenset({*KINDS.values(), "MISC"})


@dataclass(frozen=True, slots=True)
class SpacyPipeline:
    """A loaded pipeline with a named-entity recognizer, as a detector of the kinds in `only`.

    spaCy gives no scores, so that each mention has `score`.
    """

    pipeline: Callable[[str], Any] = field(repr=False)
    name: str = "spacy pipeline"
    score: float = 0.85
    only: frozenset[str] | None = None
    _fingerprint: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        require_kinds(self.only, _ALL_KINDS)
        object.__setattr__(self, "_fingerprint", _hash_pipeline(self.pipeline, self.kinds))

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds that labels are mapped to, or those of them that are asked for."""
        return _ALL_KINDS if self.only is None else self.only

    @property
    def languages(self) -> frozenset[str]:
        """The language of the pipeline, English where it doesn't say; a multilingual one ("xx") reads every language."""
        code = getattr(self.pipeline, "lang", "en")
        return EVERY_LANGUAGE if code == "xx" else frozenset({code})

    @property
    def declared(self) -> Mapping[str, str]:
        """The hash of the pipeline's components and settings, as they were when it became a detector, and of the kinds."""
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
            for entity in self.pipeline(document.mask_placeholders()).ents
            if KINDS.get(entity.label_, "MISC") in self.kinds
        ]
        return settle(with_words(outside(found, document.placeholders), document))


def load_spacy(name: str = "en_core_web_sm", *, kinds: Iterable[str] | None = None) -> SpacyPipeline:
    """The installed pipeline of that name as a detector."""
    try:
        import spacy
    except ImportError:
        raise MissingExtraError("spacy", "a spaCy pipeline as detector") from None
    try:
        pipeline = spacy.load(name)
    except OSError:
        raise InputError(f"the spaCy pipeline is not installed: python -m spacy download {name}") from None
    return SpacyPipeline(pipeline, name, only=None if kinds is None else frozenset(kinds))


def _hash_pipeline(pipeline: Callable[[str], Any], kinds: frozenset[str]) -> str:
    """The hash of what the pipeline writes to disk but its vocabulary, which is large and decides nothing by itself."""
    to_bytes = getattr(pipeline, "to_bytes", None)
    content = to_bytes(exclude=["vocab"]) if to_bytes else type(pipeline).__qualname__.encode()
    return f"sha256:{hashlib.sha256(content + repr(sorted(kinds)).encode()).hexdigest()}"
