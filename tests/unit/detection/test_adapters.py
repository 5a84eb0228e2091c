"""Other tools' findings become mentions, and ours theirs."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from reticent.detection.presidio import Presidio, from_presidio, to_presidio
from reticent.detection.spacy_pipeline import SpacyPipeline
from reticent.errors import DocumentError
from reticent.text import Document, Mention, Span

DOCUMENT = Document("d", "Call Jane Doe in Oslo [X].", (Span(22, 25),))


@dataclass
class Result:
    entity_type: str
    start: int
    end: int
    score: float


class Analyzer:
    def analyze(self, text: str, language: str) -> list[Result]:
        return [Result("PERSON", 5, 9, 0.85), Result("PERSON", 5, 13, 0.6), Result("URL", 20, 25, 0.5)]

    def get_supported_entities(self, language: str) -> list[str]:
        return ["PERSON", "URL"]


def test_overlapping_results_become_one_mention_and_placeholders_none() -> None:
    detector = Presidio(Analyzer())
    assert [(m.span, m.kind) for m in detector.mentions(DOCUMENT)] == [(Span(5, 13), "PERSON")]
    assert detector.kinds == {"PERSON", "URL"}


@pytest.mark.parametrize(
    "result", [Result("PERSON", 3, 99, 1.0), Result("PERSON", -1, 2, 1.0), Result("PERSON", 4, 2, 1.0)]
)
def test_a_result_outside_the_text_is_refused(result: Result) -> None:
    with pytest.raises(DocumentError, match="outside"):
        from_presidio([result], DOCUMENT)


def test_mentions_become_presidio_results() -> None:
    pytest.importorskip("presidio_analyzer")
    result = to_presidio([Mention(Span(5, 13), "PERSON", 0.7)])[0]
    assert (result.entity_type, result.start, result.end, result.score) == ("PERSON", 5, 13, 0.7)


def test_a_pipeline_serves_as_detector() -> None:
    ents = [
        SimpleNamespace(start_char=5, end_char=13, label_="PERSON"),
        SimpleNamespace(start_char=17, end_char=21, label_="GPE"),
        SimpleNamespace(start_char=22, end_char=25, label_="ODD"),
    ]
    detector = SpacyPipeline(lambda text: SimpleNamespace(ents=ents))
    assert [(m.span, m.kind) for m in detector.mentions(DOCUMENT)] == [
        (Span(5, 13), "PERSON"),
        (Span(17, 21), "LOCATION"),
    ]
    assert {m.kind for m in detector.mentions(DOCUMENT)} <= detector.kinds
