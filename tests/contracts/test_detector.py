"""What every detector keeps to; a new one only adds itself to the list."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import ClassVar

import pytest

from reticent.detection import WordList, names, patterns, several
from reticent.detection.presidio import Presidio, SpacyPipeline
from reticent.testing import contract
from reticent.testing.detectors import CHECKS, DetectorCase
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
MAIL = ("Mail jane@example.org or see a zebra.",)
ANIMAL = ("Mail jane@example.org or see a zebra.", "A zebra.")
CERTAIN = ("Go and see a zebra.", "A zebra.", "It was 14:35 then.")
"""For the name tagger, which judges a word by the whole document, as it says: how terse a text is, whether it has capitals, and
where else the word stands move a likelihood over its threshold. What it was told and what a form of its own tells is certain
wherever it stands; a name in a sentence is not, and is not asked for here."""
CASES = [
    DetectorCase("patterns", patterns, (*MAIL, "seen on 12 March 2019")),
    DetectorCase("some patterns", lambda: patterns(["EMAIL", "PHONE"], at_least=0.0), MAIL),
    DetectorCase("word list", lambda: WordList(WORDS), (*ANIMAL, "In New York.")),
    DetectorCase("names", lambda: names(deny=WORDS), CERTAIN),
    DetectorCase("careful names", lambda: names("careful", deny=WORDS), CERTAIN),
    DetectorCase("learned classifiers", lambda: fitted(("zebra", "Zorblat")), ANIMAL),
    DetectorCase("presidio", lambda: Presidio(OtherTool()), ANIMAL),
    DetectorCase("some of presidio", lambda: Presidio(OtherTool(), only=frozenset({"ANIMAL"})), ANIMAL),
    DetectorCase("spacy", lambda: SpacyPipeline(OtherTool()), ANIMAL),
    DetectorCase("several", lambda: several(patterns(), WordList(WORDS)), ANIMAL),
]


LONG_TEXTS = [check for check in CHECKS if "megabyte" in check.__name__]


@contract([check for check in CHECKS if check not in LONG_TEXTS], CASES)
def test_a_detector_keeps_the_contract(check: Callable[[DetectorCase], None], case: DetectorCase) -> None:
    check(case)


@pytest.mark.slow
@contract(LONG_TEXTS, CASES)
def test_a_detector_reads_long_texts_in_time(
    check: Callable[[DetectorCase], None], case: DetectorCase
) -> None:
    check(case)
