"""The corpora that the name tagger learns from, each word with the labels that its annotation allows.

The court cases tell everything; the others only mark some kinds, so that an unmarked word may still be a date. What
they do mark is taken as a name that readers would mask.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from experiments.needs import Needs
from numpy.typing import NDArray

from reticent.detection.names.cased_text import CasedText, read_cased
from reticent.detection.names.model import LABELS
from reticent.detection.names.word_lists import WordClasses
from reticent.evaluation.scores import GoldDocument, read_gold

Allowed = NDArray[np.bool_]

CASES = "benchmarks/tab-train.jsonl"
WIKIGOLD = "ner/wikigold.conll"
WNUT = "ner/wnut17-train.conll"
SYNTHETIC = "ner/presidio-synthetic.json"
ALL = Needs(data=(CASES, WIKIGOLD, WNUT, SYNTHETIC))
"""The files of the data folder whose licences allow to ship what is learned from them; callers declare and name what they read."""

OF_BENCHMARK = {"LOC": "LOCATION", "ORG": "ORGANIZATION"}
"""The benchmark's names of kinds where ours differ."""

_UNMARKED = ("DATETIME", "CODE", "QUANTITY", "AGE", "CONTACT")
_WIKIGOLD = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION", "MISC": "MISC"}
_WNUT = {
    "person": "PERSON",
    "location": "LOCATION",
    "corporation": "ORGANIZATION",
    "group": "ORGANIZATION",
    "product": "MISC",
    "creative-work": "MISC",
}
_SYNTHETIC = {
    "PERSON": ("PERSON",),
    "STREET_ADDRESS": ("LOCATION",),
    "GPE": ("LOCATION",),
    "ORGANIZATION": ("ORGANIZATION",),
    "DATE_TIME": ("DATETIME",),
    "AGE": ("AGE",),
    "EMAIL_ADDRESS": ("CONTACT",),
    "PHONE_NUMBER": ("CONTACT",),
    "DOMAIN_NAME": ("CONTACT",),
    "IP_ADDRESS": ("CONTACT", "CODE"),
    "NRP": ("DEM",),
    "ZIP_CODE": ("CODE", "LOCATION"),
}
_SENTENCES_A_BLOCK = 20
_AGE = re.compile(r"\byears? old\b|\byear-old\b|\baged? (?:of )?\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sample:
    """A text to learn from, for each of its words the labels that it may have, and how much it counts."""

    source: str
    text: CasedText
    allowed: Allowed
    weight: float = 1.0


def labels(kinds: Iterable[str], signs: str = "+-", *, outside: bool = False) -> Allowed:
    """A row that allows these kinds."""
    row = np.zeros(len(LABELS), bool)
    row[[LABELS.index(kind + sign) for kind in kinds for sign in signs]] = True
    row[0] = outside
    return row


def court_cases(path: Path, classes: WordClasses) -> list[tuple[GoldDocument, Sample]]:
    """The cases of the benchmark with all their labels known."""
    return [(case, _court_case(case, classes)) for case in read_gold(path)]


def _court_case(case: GoldDocument, classes: WordClasses) -> Sample:
    text = read_cased(case.text, classes)
    allowed = np.tile(labels((), outside=True), (len(text), 1))
    for entity in case.entities:
        kind = OF_BENCHMARK.get(entity.kind, entity.kind)
        for span, hidden in zip(entity.mentions, entity.hidden, strict=True):
            row = labels([kind], "+" if hidden else "-")
            if _AGE.search(case.text[span.start : span.end]):
                row |= labels(["AGE"], "+" if hidden else "-")
            allowed[find_words(text, span.start, span.end)] = row
    return Sample("court", text, allowed)


def wikigold(path: Path, classes: WordClasses) -> list[Sample]:
    """Wikipedia sentences in blocks; an adjective of origin is a demographic attribute, other MISC stay so."""
    return [_block("wikigold", part, _WIKIGOLD, classes) for part in _blocks(_conll(path, " "))]


def wnut(path: Path, classes: WordClasses) -> list[Sample]:
    """Sentences of social media in blocks."""
    return [_block("wnut", part, _WNUT, classes) for part in _blocks(_conll(path, "\t"))]


def synthetic(path: Path, classes: WordClasses) -> list[Sample]:
    """Invented sentences with personal data; everything with a form of its own is a code."""
    samples = []
    for row in json.loads(path.read_text("utf-8")):
        text = read_cased(row["full_text"], classes)
        allowed = np.tile(
            labels(("DATETIME", "QUANTITY", "DEM", "MISC", "AGE"), outside=True), (len(text), 1)
        )
        for span in row["spans"]:
            if span["entity_type"] == "TITLE":
                continue
            kinds = _SYNTHETIC.get(span["entity_type"], ("CODE",))
            allowed[find_words(text, span["start_position"], span["end_position"])] = labels(kinds, "+")
        if len(text):
            samples.append(Sample("synthetic", text, allowed))
    return samples


def _conll(path: Path, separator: str) -> Iterator[list[tuple[str, str]]]:
    """Sentences of (word, tag)."""
    sentence: list[tuple[str, str]] = []
    for line in path.read_text("utf-8").splitlines():
        word, _, tag = line.rpartition(separator)
        if word.strip():
            sentence.append((word, tag))
        elif sentence:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _blocks(sentences: Iterable[list[tuple[str, str]]]) -> Iterator[list[list[tuple[str, str]]]]:
    every = list(sentences)
    for begin in range(0, len(every), _SENTENCES_A_BLOCK):
        yield every[begin : begin + _SENTENCES_A_BLOCK]


def _block(
    source: str, sentences: Sequence[Sequence[tuple[str, str]]], kinds: dict[str, str], classes: WordClasses
) -> Sample:
    written, tagged = "", []
    for sentence in sentences:
        for word, tag in sentence:
            tagged.append((len(written), len(written) + len(word), tag))
            written += word + " "
        written += "\n\n"
    text = read_cased(written, classes)
    allowed = np.tile(labels(_UNMARKED, outside=True), (len(text), 1))
    for start, end, tag in tagged:
        if tag != "O":
            words = find_words(text, start, end)
            kind = kinds[tag.split("-", 1)[1]]
            origin = kind == "MISC" and any(classes.of(word).named[4] != "0" for word in text.words[words])
            allowed[words] = labels(["DEM"]) if origin else labels([kind], "+")
    return Sample(source, text, allowed)


def find_words(text: CasedText, start: int, end: int) -> slice:
    """The words that overlap a place in the text."""
    begin = int(np.searchsorted(text.ends, start, side="right"))
    return slice(begin, max(begin, int(np.searchsorted(text.starts, end, side="left"))))
