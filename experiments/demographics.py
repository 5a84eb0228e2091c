"""How many words that say what somebody is are found in web texts where DEM is asked for.

Run as `python -m experiments.demographics [--quick] [--json FILE]`. The texts are the 2,001 sentences of the development part of the English
Web Treebank (CC BY-SA 4.0): answers, mails, newsgroups, reviews, weblogs. In `demographics.tsv` stand the numbers of a sentence, of a
first word and of the one after the last, and "+" for what is said of somebody, "?" for what may as well be left: groups, roles, "friend".
The marks were made by reading all sentences, before any rule was written, and by the author of the rules, who then looked at what was
missed: other texts will fare worse. A quick run reads the first quarter.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from training.wild_corpora import TREEBANK_DEV

from experiments.harness import data, run
from experiments.needs import Needs
from reticent.detection import Detector, names
from reticent.text import Document

NEEDS = Needs(data=(TREEBANK_DEV,), helpful=("onnxruntime",))
_MARKS = Path(__file__).with_suffix(".tsv")
_FOR_SURE = "+"
_QUARTER = 4

Mark = tuple[int, int, bool]
"""Start, end, and whether it is said of somebody for sure."""


def measure(quick: bool) -> dict[str, Any]:
    """The scores of each way to ask."""
    documents = list(_read_documents())
    if quick:
        documents = documents[: len(documents) // _QUARTER]
    ways: dict[str, Detector] = {
        "identifying, balanced": names(kinds=["DEM"], demographics="identifying"),
        "identifying, careful": names("careful", kinds=["DEM"], demographics="identifying"),
        "all, balanced": names(kinds=["DEM"]),
        "all, careful": names("careful", kinds=["DEM"]),
        "all, balanced, with the network": names(kinds=["DEM"], network=True),
    }
    return {name: _score(detector, documents) for name, detector in ways.items()}


def _score(detector: Detector, documents: list[tuple[str, list[Mark]]]) -> dict[str, Any]:
    """How many sure marks a finding meets, and how many findings meet no mark at all."""
    hit = marked = false = 0
    for text, marks in documents:
        found = [each.span for each in detector.mentions(Document("web", text))]
        sure = [mark for mark in marks if mark[2]]
        marked += len(sure)
        hit += sum(any(span.start < end and start < span.end for span in found) for start, end, _ in sure)
        false += sum(
            not any(span.start < end and start < span.end for start, end, _ in marks) for span in found
        )
    return {"marked": marked, "found": hit, "false": false, "precision": hit / max(hit + false, 1)}


def _read_documents() -> Iterator[tuple[str, list[Mark]]]:
    """Each document with its marks."""
    marks: dict[int, list[tuple[int, int, str]]] = {}
    for line in _MARKS.read_text("utf-8").splitlines():
        sentence, first, end, sign = line.split("\t")
        marks.setdefault(int(sentence), []).append((int(first), int(end), sign))
    number = 0
    for text, sentences in _read_sentences():
        places = []
        for places_of_words in sentences:
            for begin, stop, sign in marks.get(number, ()):
                places.append((places_of_words[begin][0], places_of_words[stop - 1][1], sign == _FOR_SURE))
            number += 1
        yield text, places


def _read_sentences() -> Iterator[tuple[str, list[list[tuple[int, int]]]]]:
    """The text of each document, and the places of the words of its sentences."""
    lines = lzma.decompress(data(TREEBANK_DEV).read_bytes()).decode("utf-8").split("\n")
    text, at = "", 0
    sentences: list[list[tuple[int, int]]] = []
    for line in lines:
        if line.startswith("# newdoc"):
            if sentences:
                yield text, sentences
            text, sentences = "", []
        elif line.startswith("# text = "):
            text += "" if not text else " " if text[-1] in ".!?\"')" else "\n"
            at = len(text)
            text += line.removeprefix("# text = ").rstrip("\n")
            sentences.append([])
        elif line[:1].isdigit():
            _, word, *_ = islice(line.split("\t"), 2)
            found = text.find(word, at)
            start, at = (found, found + len(word)) if found >= 0 else (at, at)
            sentences[-1].append((start, at))
    if sentences:
        yield text, sentences


def show(figures: Mapping[str, Any]) -> None:
    """A row for each way to ask."""
    print(f"{'demographic words in web texts':40}{'found':>8}{'of':>6}{'false':>8}{'precision':>11}")
    for name, row in figures.items():
        print(f"{name:40}{row['found']:8}{row['marked']:6}{row['false']:8}{row['precision']:11.2f}")


if __name__ == "__main__":
    run("demographics", NEEDS, measure, show)
