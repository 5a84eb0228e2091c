"""Other tools' findings become mentions, and ours theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from reticent.detection import names, several
from reticent.detection.presidio import Presidio, SpacyPipeline, from_presidio, to_presidio
from reticent.engine import sanitize
from reticent.errors import DocumentError
from reticent.models.redaction import Redaction
from reticent.text import Document, Mention, Span

DOCUMENT = Document("d", "Call Jane Doe in Oslo [X].", (Span(22, 25),))
LETTER = "Call Jane Doe in Oslo, jane@example.org, about case K-77."


@dataclass
class Result:
    entity_type: str
    start: int
    end: int
    score: float


class Analyzer:
    def analyze(self, text: str, language: str) -> list[Result]:
        return [Result("PERSON", 5, 9, 0.85), Result("PERSON", 5, 13, 0.6), Result("URL", 22, 25, 0.5)]

    def get_supported_entities(self, language: str) -> list[str]:
        return ["PERSON", "URL"]


def test_overlapping_results_become_one_mention_and_placeholders_none() -> None:
    detector = Presidio(Analyzer())
    assert [(m.span, m.kind) for m in detector.mentions(DOCUMENT)] == [(Span(5, 13), "PERSON")]
    assert detector.kinds == {"PERSON", "URL"}


def test_of_results_that_overlap_in_part_every_character_is_kept() -> None:
    results = [Result("PERSON", 5, 13, 0.9), Result("LOCATION", 10, 21, 0.4), Result("PERSON", 5, 13, 0.9)]
    assert [(m.span, m.kind) for m in from_presidio(results, DOCUMENT)] == [(Span(5, 21), "LOCATION")]


def test_of_a_result_that_reaches_into_a_placeholder_the_words_outside_are_kept() -> None:
    mentions = from_presidio([Result("LOCATION", 17, 26, 0.5)], DOCUMENT)
    assert [m.span.of(DOCUMENT.text).strip() for m in mentions] == ["Oslo"]


def test_an_unknown_kind_becomes_one_that_a_placeholder_can_name() -> None:
    document = Document("d", "Call Jane Doe.")
    mentions = from_presidio([Result("vip-name 2", 5, 13, 7.0)], document)
    assert [(m.kind, m.score) for m in mentions] == [("VIP_NAME_2", 1.0)]
    model = Redaction(())
    assert sanitize(document, model, mentions=mentions).text == "Call [VIP NAME 2]."


@pytest.mark.parametrize(
    "result", [Result("PERSON", 3, 99, 1.0), Result("PERSON", -1, 2, 1.0), Result("PERSON", 4, 2, 1.0)]
)
def test_a_result_outside_the_text_is_refused(result: Result) -> None:
    with pytest.raises(DocumentError, match="outside"):
        from_presidio([result], DOCUMENT)


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


def ruled(*patterns: tuple[str, str]) -> Any:
    """A spaCy pipeline that needs no download: a tokenizer and a list of names."""
    spacy = pytest.importorskip("spacy")
    pipeline = spacy.blank("en")
    pipeline.add_pipe("entity_ruler").add_patterns(
        [{"label": label, "pattern": pattern} for label, pattern in patterns]
    )
    return pipeline


NAMES = (("PERSON", "Jane Doe"), ("GPE", "Oslo"))


@pytest.fixture
def analyzer() -> Callable[..., Any]:
    """Makes a real analyzer over such a pipeline, with e-mail addresses and further patterns by their kind."""
    presidio = pytest.importorskip("presidio_analyzer")
    engines = pytest.importorskip("presidio_analyzer.nlp_engine")
    recognizers = pytest.importorskip("presidio_analyzer.predefined_recognizers")

    def made(**further: str) -> Any:
        engine = engines.SpacyNlpEngine()
        engine.nlp = {"en": ruled(*NAMES)}
        registry = presidio.RecognizerRegistry(supported_languages=["en"])
        registry.add_recognizer(recognizers.SpacyRecognizer())
        for kind, regex in {"EMAIL_ADDRESS": r"\S+@[\w.]+", "URL": r"example\.org", **further}.items():
            pattern = presidio.Pattern(kind, regex, 0.6)
            registry.add_recognizer(presidio.PatternRecognizer(kind, patterns=[pattern]))
        return presidio.AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=["en"])

    return made


def test_presidios_own_analyzer_serves_as_detector(analyzer: Callable[..., Any]) -> None:
    detector = Presidio(analyzer(**{"case-no": r"K-\d+"}))
    mentions = detector.mentions(Document("d", LETTER))
    assert [(m.kind, m.span.of(LETTER)) for m in mentions] == [
        ("PERSON", "Jane Doe"),
        ("LOCATION", "Oslo"),
        ("EMAIL_ADDRESS", "jane@example.org"),
        ("CASE_NO", "K-77"),
    ]
    assert {m.kind for m in mentions} <= detector.kinds
    outcome = sanitize(Document("d", LETTER), Redaction((detector,)))
    assert outcome.violations == ()
    assert outcome.text == "Call [PERSON] in [LOCATION], [EMAIL ADDRESS], about case [CASE NO]."


def test_an_analyzer_is_declared_by_what_it_is_made_of(analyzer: Callable[..., Any]) -> None:
    one, same, other = analyzer(), analyzer(), analyzer(CASE=r"K-\d+")
    assert Presidio(one).declared == Presidio(same).declared != Presidio(other).declared
    assert set(Presidio(one, name="ours").declared) == {"ours"}


def test_mentions_become_presidio_results_and_come_back() -> None:
    presidio = pytest.importorskip("presidio_analyzer")
    document = Document("d", LETTER)
    mentions = names("careful").mentions(document)
    results = to_presidio(mentions)
    assert results
    assert all(isinstance(result, presidio.RecognizerResult) for result in results)
    assert [(r.entity_type, r.start, r.end, r.score) for r in results] == [
        (m.kind, m.span.start, m.span.end, m.score) for m in mentions
    ]
    back = from_presidio(results, document)
    assert [(m.span, m.kind, m.score) for m in back] == [(m.span, m.kind, m.score) for m in mentions]


def test_a_kind_that_presidio_does_not_know_goes_there_and_back() -> None:
    pytest.importorskip("presidio_analyzer")
    mention = Mention(Span(5, 13), "PROJECT_NAME", 0.7)
    (back,) = from_presidio(to_presidio([mention]), DOCUMENT)
    assert (back.span, back.kind, back.score) == (mention.span, mention.kind, mention.score)


def test_a_real_pipeline_serves_as_detector_beside_our_own() -> None:
    detector = SpacyPipeline(ruled(*NAMES, ("WORK_OF_ART", "case K-77")))
    mentions = detector.mentions(Document("d", LETTER))
    assert [(m.kind, m.span.of(LETTER)) for m in mentions] == [
        ("PERSON", "Jane Doe"),
        ("LOCATION", "Oslo"),
        ("MISC", "case K-77"),
    ]
    both = several(names("careful"), detector).mentions(Document("d", LETTER))
    assert all(any(m.span.overlaps(other.span) for other in both) for m in mentions)


def test_a_real_pipeline_is_declared_by_what_it_knows() -> None:
    one, same, other = (SpacyPipeline(ruled(*rules)).declared for rules in (NAMES, NAMES, NAMES[:1]))
    assert one == same != other
    assert one["spacy pipeline"].startswith("sha256:")
