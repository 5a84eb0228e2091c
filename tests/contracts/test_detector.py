"""What every detector keeps to; a new one only adds itself to the list."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.detection import Detector, WordList, names, patterns, several
from reticent.detection.presidio import Presidio
from reticent.detection.spacy_pipeline import SpacyPipeline
from reticent.text import Document, Span
from tests.contracts.fitted import fitted


class OtherTool:
    """Answers as Presidio's analyzer and as spaCy's pipelines do, with results that overlap."""

    forms: ClassVar = {
        "EMAIL": r"jane@\w+\.org|\w{5,20}@example",
        "URL": r"example\.org",
        "ANIMAL": r"zebras?",
        "LETTER": r"z|br",
    }

    def analyze(self, text: str, language: str) -> list[SimpleNamespace]:
        return [
            SimpleNamespace(entity_type=kind, start=found.start(), end=found.end(), score=0.5)
            for kind, form in self.forms.items()
            for found in re.finditer(form, text)
        ]

    def get_supported_entities(self, language: str) -> list[str]:
        return list(self.forms)

    def __call__(self, text: str) -> SimpleNamespace:
        ents = [
            SimpleNamespace(start_char=each.start, end_char=each.end, label_=each.entity_type)
            for each in self.analyze(text, "en")
        ]
        return SimpleNamespace(ents=ents)


WORDS = ("zebra", "New York", "AIDS", "❤")
DETECTORS: dict[str, Callable[[], Detector]] = {
    "patterns": patterns,
    "some patterns": lambda: patterns(["EMAIL", "PHONE"], at_least=0.0),
    "word list": lambda: WordList(WORDS),
    "names": lambda: names(deny=WORDS),
    "careful names": lambda: names("careful", deny=WORDS),
    "learned classifiers": lambda: fitted(("zebra", "Zorblat")),
    "presidio": lambda: Presidio(OtherTool()),
    "spacy": lambda: SpacyPipeline(OtherTool()),
    "several": lambda: several(patterns(), WordList(WORDS)),
}
CANARY = "quokkacanary"
PIECES = st.sampled_from(
    [
        *(
            "jane@example.org",
            "+44 20 7946 0958",
            "4111 1111 1111 1111",
            "12 March 2019",
            "aged 93",
            "https://x.org/a",
        ),
        *(
            "zebra",
            "New York",
            "AIDS",
            "❤",
            "GB82 WEST 1234 5698 7654 32",
            "10.0.0.1",
            "MRN: 123456",
            "123-45-6789",
        ),
        *(
            " ",
            ". ",
            "\n",
            "\r\n",
            "-\n",
            "\u200b",
            "\u00ad",
            "\x00",
            "😀",
            "e\u0301",
            "שלום ",
            "ａ",
            "1",
            "\ufffc",
            "@",
        ),
    ]
)
TEXTS = st.one_of(st.lists(PIECES, max_size=12).map("".join), st.text(max_size=80))


@pytest.fixture(params=DETECTORS, scope="module")
def detector(request: pytest.FixtureRequest) -> Detector:
    return DETECTORS[request.param]()


@given(text=TEXTS)
def test_mentions_lie_in_the_text_in_order_and_apart(detector: Detector, text: str) -> None:
    mentions = detector.mentions(Document("d", text))
    assert all(0 <= m.span.start < m.span.end <= len(text) for m in mentions)
    assert all(a.span.end <= b.span.start for a, b in pairwise(mentions))
    assert all(0 <= m.score <= 1 and m.kind in detector.kinds and m.reason for m in mentions)


@given(text=TEXTS)
def test_the_same_text_gives_the_same_mentions(detector: Detector, text: str) -> None:
    assert detector.mentions(Document("d", text)) == detector.mentions(Document("other", text))


@given(
    parts=st.lists(st.tuples(TEXTS, st.sampled_from(["[EMAIL]", "[zebra]", "[12 March 2019]"])), max_size=4)
)
def test_no_mention_touches_a_placeholder(detector: Detector, parts: list[tuple[str, str]]) -> None:
    text, placeholders = "", []
    for before, placeholder in parts:
        text += before
        placeholders.append(Span(len(text), len(text) + len(placeholder)))
        text += placeholder
    mentions = detector.mentions(Document("d", text, tuple(placeholders)))
    assert not any(m.span.overlaps(span) for m in mentions for span in placeholders)


@given(before=TEXTS)
def test_what_stands_before_a_paragraph_does_not_move_its_mentions(detector: Detector, before: str) -> None:
    paragraph = "Mail jane@example.org or see a zebra."
    text = f"{before}\n\n{paragraph}"
    offset = len(text) - len(paragraph)
    alone = {
        (m.span.start + offset, m.span.end + offset) for m in detector.mentions(Document("d", paragraph))
    }
    assert alone <= {(m.span.start, m.span.end) for m in detector.mentions(Document("d", text))}
    assert alone


def test_nothing_that_is_shown_quotes_the_document(detector: Detector) -> None:
    text = f"{CANARY} wrote {CANARY}@example.org to a zebra at https://{CANARY}.org on 12 March 2019"
    document = Document("d", text)
    mentions = detector.mentions(document)
    assert mentions
    assert CANARY not in repr((document, detector, mentions, dict(detector.declared)))


def test_what_it_knows_is_declared_by_hashes(detector: Detector) -> None:
    assert detector.declared
    assert all(value.startswith("sha256:") and len(value) == 71 for value in detector.declared.values())


@pytest.mark.parametrize(
    "text", ["", "\x00", "\x00\x00 \x00", "\r\n\r\n", "\ufeff", "😀", "\u0301", "שָׁלוֹם", "\ud800"]
)
def test_texts_without_words_have_no_mentions(detector: Detector, text: str) -> None:
    assert detector.mentions(Document("d", text)) == []


@pytest.mark.parametrize("piece", ["plain words and 12 numbers, ", "é’s “odd” — text ", "a"])
def test_a_line_of_a_megabyte_takes_seconds(detector: Detector, piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    began = time.process_time()
    detector.mentions(Document("d", text))
    assert time.process_time() - began < 5
