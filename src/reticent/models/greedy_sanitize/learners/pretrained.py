"""Detectors as learners: an attacker need not learn names where somebody else's tagger knows them already."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.detection.detector import Detector, complete_detector
from reticent.errors import InputError, ModelError
from reticent.models.greedy_sanitize.learners.learner import (
    HIDDEN,
    Classifier,
    Labels,
    Learner,
    Sentence,
)
from reticent.text import Document, Mention, Span

_BATCH = 512  # sentences that a detector gets at a time, to bound its memory; chosen by hand


def _open_names() -> Detector:
    from reticent.detection.names import names  # its parameters load with it

    return names()


def _open_presidio() -> Detector:
    from reticent.detection.presidio import load_presidio

    return load_presidio()


def _open_spacy() -> Detector:
    from reticent.detection.presidio import load_spacy

    return load_spacy()


DETECTORS: Mapping[str, Callable[[], Detector]] = {
    "names": _open_names,
    "presidio": _open_presidio,
    "spacy": _open_spacy,
}
"""The detectors that can stand among learners, by the names that commands and model files give them."""


@dataclass(frozen=True, slots=True)
class DetectorClassifier:
    """Calls the words sensitive that a detector reports under one of `kinds`; it reads each sentence by itself."""

    name: str
    kinds: frozenset[str]
    detector: Detector = field(repr=False, compare=False)

    form = "detector"

    def predict(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        """Whether each word is sensitive."""
        return [[score > 0 for score in row] for row in self.scores(sentences)]

    def scores(self, sentences: Sequence[Sentence]) -> list[list[float]]:
        """The detector's own score of each word that it finds, and nothing for the others."""
        return [
            _score_words(sentence, [mention for mention in mentions if mention.kind in self.kinds])
            for sentence, mentions in zip(sentences, find_mentions(self.detector, sentences), strict=True)
        ]

    def to_bytes(self) -> bytes:
        """The detector's name, what it declares of itself, and the kinds that count."""
        known = {
            "name": self.name,
            "kinds": sorted(self.kinds),
            "declared": dict(sorted(self.detector.declared.items())),
        }
        return json.dumps(known, sort_keys=True).encode()


@dataclass(frozen=True, slots=True)
class Pretrained(Learner):
    """A detector in the place of a learner: all that it learns is which of the detector's kinds point at secrets.

    A kind counts when one right word comes with fewer than `worth` wrong ones: who looks for secrets reads on through
    false alarms, and what they would cost the publisher is judged by the loop.
    """

    name: str = field()
    detector: Detector = field(repr=False)
    worth: float = 10.0

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Classifier:
        """The classifier that takes the kinds which are right often enough."""
        gain: dict[str, float] = {}
        for sentence, row, mentions in zip(
            sentences, labels, find_mentions(self.detector, sentences), strict=True
        ):
            for mention in mentions:
                for place in _words_of(sentence, mention):
                    gain[mention.kind] = gain.get(mention.kind, 0.0) + (self.worth if row[place] else -1)
        return DetectorClassifier(
            self.name, frozenset(kind for kind, more in gain.items() if more > 0), self.detector
        )


def open_pretrained(name: str) -> Pretrained:
    """The learner over one of `DETECTORS`; an InputError where there is none of that name."""
    if name not in DETECTORS:
        raise InputError(f"there is no detector '{name}'; known are {', '.join(DETECTORS)}")
    return Pretrained(name, DETECTORS[name]())


def detector_from_bytes(data: bytes) -> DetectorClassifier:
    """The classifier that wrote these bytes; a ModelError where its detector is another by now."""
    known = json.loads(data)
    detector = DETECTORS[known["name"]]()
    if dict(detector.declared) != known["declared"]:
        raise ModelError(
            f"the model was trained with another version of the detector '{known['name']}': train again"
        )
    return DetectorClassifier(known["name"], frozenset(known["kinds"]), detector)


def find_mentions(detector: Detector, sentences: Sequence[Sentence]) -> list[Sequence[Mention]]:
    """What the detector reports of each sentence; hidden words are placeholders to it."""
    found: list[Sequence[Mention]] = []
    documents = [_document(sentence) for sentence in sentences]
    for start in range(0, len(documents), _BATCH):
        batch = documents[start : start + _BATCH]
        together = complete_detector(detector).mentions_of_many(batch)
        found += map(detector.mentions, batch) if together is None else together
    return found


def _document(sentence: Sentence) -> Document:
    spans = _word_spans(sentence)
    hidden = tuple(span for word, span in zip(sentence, spans, strict=True) if word == HIDDEN)
    return Document("sentence", " ".join(sentence), hidden)


def _word_spans(sentence: Sentence) -> list[Span]:
    spans, start = [], 0
    for word in sentence:
        spans.append(Span(start, start + len(word)))
        start += len(word) + 1
    return spans


def _words_of(sentence: Sentence, mention: Mention) -> list[int]:
    """The numbers of the words that a mention meets, but for hidden ones."""
    return [
        place
        for place, (word, span) in enumerate(zip(sentence, _word_spans(sentence), strict=True))
        if word != HIDDEN and span.overlaps(mention.span)
    ]


def _score_words(sentence: Sentence, mentions: Sequence[Mention]) -> list[float]:
    scores = [0.0] * len(sentence)
    for mention in mentions:
        for place in _words_of(sentence, mention):
            scores[place] = max(scores[place], mention.score or 1.0)
    return scores
