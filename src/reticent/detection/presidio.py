"""Presidio's results as mentions, ours as Presidio's, and its analyzer as a detector.

A spaCy pipeline as a detector.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from reticent.detection.detector import (
    EVERY_LANGUAGE,
    CompleteDetector,
    outside,
    require_kinds,
    settle,
    with_words,
)
from reticent.errors import DocumentError, InputError, MissingExtraError
from reticent.kinds import table
from reticent.text import Document, Mention, Span

_NOT_IN_KINDS = re.compile(r"[^A-Z0-9_]+")


class Result(Protocol):
    """What Presidio's analyzer returns for each place."""

    @property
    def entity_type(self) -> str:
        """Its kind."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""

    @property
    def score(self) -> float:
        """How sure the analyzer is."""


class Analyzer(Protocol):
    """The part of Presidio's `AnalyzerEngine` that is used."""

    def analyze(self, text: str, language: str) -> Sequence[Result]:
        """All places of interest in a text."""

    def get_supported_entities(self, language: str) -> Sequence[str]:
        """All kinds that it may report."""


def from_presidio(results: Iterable[Result], document: Document) -> list[Mention]:
    """The results as mentions, disjoint and in order, none in a placeholder; overlaps become one."""
    mentions = [_mention(result, len(document.text)) for result in results]
    return settle(with_words(outside(mentions, document.placeholders), document))


def to_presidio(mentions: Iterable[Mention]) -> list[Any]:
    """The mentions as `RecognizerResult`s; needs presidio-analyzer."""
    try:
        from presidio_analyzer import RecognizerResult
    except ImportError:
        raise MissingExtraError("presidio", "the exchange with Presidio") from None
    return [RecognizerResult(each.kind, each.span.start, each.span.end, each.score) for each in mentions]


@dataclass(frozen=True, slots=True)
class Presidio(CompleteDetector):
    """A Presidio analyzer as a detector of the kinds in `only`; `name` is what promises call it."""

    analyzer: Analyzer = field(repr=False)
    language: str = "en"
    name: str = "presidio analyzer"
    only: frozenset[str] | None = None
    at_least: float = 0.0

    def __post_init__(self) -> None:
        require_kinds(self.only, self._supported_kinds())

    @property
    def kinds(self) -> frozenset[str]:
        """The entities that the analyzer supports, or those of them that are asked for."""
        return self._supported_kinds() if self.only is None else self.only

    @property
    def languages(self) -> frozenset[str]:
        """The language that the analyzer is asked about."""
        return frozenset({self.language})

    @property
    def declared(self) -> Mapping[str, str]:
        """The hash of what the analyzer tells of itself (recognizers, threshold, pipelines) and of what is asked for."""
        asked = f"{sorted(self.kinds)}|{self.at_least}|{_describe(self.analyzer, self.language)}"
        return {self.name: f"sha256:{hashlib.sha256(asked.encode()).hexdigest()}"}

    def mentions(self, document: Document) -> Sequence[Mention]:
        """What the analyzer finds outside placeholders."""
        results = self.analyzer.analyze(document.mask_placeholders(), self.language)
        asked = [
            each
            for each in results
            if each.score >= self.at_least and kind_of(each.entity_type) in self.kinds
        ]
        return from_presidio(asked, document)

    def _supported_kinds(self) -> frozenset[str]:
        return frozenset(map(kind_of, self.analyzer.get_supported_entities(self.language)))


def load_presidio(
    pipeline: str = "en_core_web_lg",
    language: str = "en",
    *,
    kinds: Iterable[str] | None = None,
    at_least: float = 0.0,
) -> Presidio:
    """Presidio's analyzer with its own recognizers over an installed spaCy pipeline; nothing is downloaded."""
    try:
        import spacy
        from presidio_analyzer import AnalyzerEngine
        from presidio_analyzer.nlp_engine import NlpEngineProvider
    except ImportError:
        raise MissingExtraError("presidio", "Presidio as a detector") from None
    if not spacy.util.is_package(pipeline):  # Presidio would fetch it
        raise InputError(f"the spaCy pipeline is not installed: python -m spacy download {pipeline}")
    models = [{"lang_code": language, "model_name": pipeline}]
    engine = NlpEngineProvider(
        nlp_configuration={"nlp_engine_name": "spacy", "models": models}
    ).create_engine()
    analyzer = AnalyzerEngine(nlp_engine=engine, supported_languages=[language])
    return Presidio(analyzer, language, only=None if kinds is None else frozenset(kinds), at_least=at_least)


def _mention(result: Result, size: int) -> Mention:
    if not 0 <= result.start <= result.end <= size:
        raise DocumentError("a Presidio result lies outside the document: analyze the same text again")
    score = min(1.0, max(0.0, float(result.score)))
    kind = kind_of(result.entity_type)
    return Mention(Span(result.start, result.end), kind, score, f"presidio {kind}")


def kind_of(entity_type: str) -> str:
    """An entity type in the form that placeholders can name.

    >>> [kind_of(name) for name in ("PERSON", "my-type 2", "")]
    ['PERSON', 'MY_TYPE_2', 'MISC']
    """
    return _NOT_IN_KINDS.sub("_", entity_type.upper()).strip("_") or "MISC"


def _describe(analyzer: Analyzer, language: str) -> str:
    """The analyzer's configuration as text, as far as it tells."""
    recognizers: list[Any] = getattr(analyzer, "get_recognizers", lambda language: [])(language)
    pipelines = getattr(getattr(analyzer, "nlp_engine", None), "nlp", None) or {}
    return json.dumps(
        {
            "analyzer": type(analyzer).__qualname__,
            "language": language,
            "entities": sorted(analyzer.get_supported_entities(language)),
            "recognizers": sorted(
                json.dumps([type(each).__qualname__, each.to_dict()], sort_keys=True, default=str)
                for each in recognizers
            ),
            "threshold": getattr(analyzer, "default_score_threshold", None),
            "pipelines": {name: getattr(each, "meta", {}) for name, each in pipelines.items()},
        },
        sort_keys=True,
        default=str,
    )


_OTHER = "MISC"


def kind_of_spacy(label: str) -> str:
    """What a label of spaCy's pipelines means.

    >>> kind_of_spacy("GPE"), kind_of_spacy("WORK_OF_ART")
    ('LOCATION', 'MISC')
    """
    return next((kind.name for kind in table().kinds.values() if label in kind.spacy), _OTHER)


def _kinds_of_labels() -> frozenset[str]:
    return frozenset({_OTHER, *(kind.name for kind in table().kinds.values() if kind.spacy)})


@dataclass(frozen=True, slots=True)
class SpacyPipeline(CompleteDetector):
    """A loaded pipeline with a named-entity recognizer, as a detector of the kinds in `only`.

    spaCy gives no scores, so that each mention has `score`.
    """

    pipeline: Callable[[str], Any] = field(repr=False)
    name: str = "spacy pipeline"
    score: float = 0.85
    only: frozenset[str] | None = None
    _fingerprint: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        require_kinds(self.only, _kinds_of_labels())
        object.__setattr__(self, "_fingerprint", _hash_pipeline(self.pipeline, self.kinds))

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds that labels are mapped to, or those of them that are asked for."""
        return _kinds_of_labels() if self.only is None else self.only

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
                kind_of_spacy(entity.label_),
                self.score,
                f"spacy {entity.label_}",
            )
            for entity in self.pipeline(document.mask_placeholders()).ents
            if kind_of_spacy(entity.label_) in self.kinds
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
