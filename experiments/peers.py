"""reticent compared with Presidio on every public data set with marked names, in one run.

Run as `python -m experiments.peers [--quick] [--json FILE]`. RETICENT_PRESIDIO names the Python of an environment that has
presidio-analyzer, PRESIDIO_MODEL a spaCy model there; without a model Presidio finds by its expressions alone. The Wikipedia biographies come with
what Presidio with a model and Stanford's tagger masked, so that these stand in the table whatever is installed.

Precision and recall are over words, kinds aside. Sets that mark people, places and organizations alone are asked for these kinds. From
the sets marked "learned" the tagger has learned, so that its figures there are no measure of it; `experiments.names` leaves them out in turn.
"""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import tarfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments import registers
from experiments.harness import data, run
from experiments.needs import Needs
from experiments.registers import (
    DEFAULT_KINDS,
    NAMED,
    WRITERS,
    Marked,
    Place,
    count_false,
    read_mails,
    read_nameless,
    read_questions,
    read_written,
    score_words,
)
from reticent.detection import Detector, names, patterns, several
from reticent.evaluation import read_gold
from reticent.text import Document
from training import name_corpora

GUM, BIOGRAPHIES, WIKINEURAL = (
    "wild/gum-free.tar.xz",
    "benchmarks/wiki-biographies.jsonl",
    "ner/wikineural-en.conll",
)
NEEDS = Needs(data=(GUM, BIOGRAPHIES, WIKINEURAL)) | registers.NEEDS | name_corpora.ALL
VARIABLE = "RETICENT_PRESIDIO"
_NO_MODEL = "PRESIDIO_MODEL" not in os.environ
_FEW, _SENTENCES, _A_TEXT = 8, 2400, 20
"""Texts of a quick run; sentences of WikiNEuRal, and how many of them stand in one text, as there is no other context."""

_FIND = "import sys; sys.path.append(sys.argv[1]); import presidio_app; presidio_app.find()"
"""Appended, so that a module here doesn't stand for one of Python's own with the same name."""

_OF_GUM = {"person": "PERSON", "place": "LOCATION", "organization": "ORGANIZATION"}
_OF_WIKINEURAL = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION", "MISC": "MISC"}
_OF_PRESIDIO = {"PERSON": "PERSON", "LOCATION": "LOCATION", "ORGANIZATION": "ORGANIZATION"}
_ALL_KINDS = DEFAULT_KINDS | {"DEM", "QUANTITY", "MISC"}
_BIOGRAPHIES = "biographies (Wikipedia, masked by people)"


@dataclass(frozen=True, slots=True)
class MarkedSet:
    """Texts with their marks, the kinds that are marked and asked for, and whether the tagger has learned from them."""

    documents: Sequence[Marked]
    kinds: frozenset[str]
    learned: bool = False


def read_gum() -> list[Marked]:
    """The free genres of GUM: people, places and organizations that have an article of their own, as their names are written."""
    documents = []
    with tarfile.open(data(GUM)) as archive:
        for member in sorted(archive.getmembers(), key=lambda each: each.name):
            content = archive.extractfile(member)
            if content is not None and member.name.endswith(".xz"):
                documents.append(_read_gum(lzma.decompress(content.read()).decode("utf-8")))
    return documents


def _read_gum(written: str) -> Marked:
    """The text of a document, and the capitalized words of what is linked."""
    text, at = "", 0
    places: list[Place] = []
    for line in written.split("\n"):
        if line.startswith("#Text="):
            at = len(text)
            text += line.removeprefix("#Text=") + "\n"
        elif line[:1].isdigit() and len(fields := line.split("\t")) > 6:
            start = text.find(fields[2], at)
            if start < 0:
                continue
            at = start + len(fields[2])
            if fields[3] != "_" and fields[2][0].isupper():
                places.append((start, at, _kind_in_gum(fields[3], fields[6])))
    return Marked(text, tuple(places))


def _kind_in_gum(entities: str, identities: str) -> str:
    """The kind of a word that is a part of a linked person, place or organization, each with a number in square brackets; of other
    entities the set doesn't say whether they are named, so that they count neither way."""
    linked = {each.rpartition("[")[2] for each in identities.split("|") if each != "_"}
    kinds = [
        _OF_GUM[name]
        for each in entities.split("|")
        for name, _, number in [each.rpartition("[")]
        if number in linked and name in _OF_GUM
    ]
    return kinds[-1] if kinds else "MISC"


def read_wikineural() -> list[Marked]:
    """Sentences of Wikipedia with silver labels, some in each text."""
    documents: list[Marked] = []
    sentences = data(WIKINEURAL).read_text("utf-8").split("\n\n")[:_SENTENCES]
    for begin in range(0, len(sentences), _A_TEXT):
        text, places = "", []
        for line in "\n\n".join(sentences[begin : begin + _A_TEXT]).split("\n"):
            _, word, tag = line.split("\t") if line else ("", "\n", "O")
            if tag != "O":
                places.append((len(text), len(text) + len(word), _OF_WIKINEURAL[tag[2:]]))
            text += word + ("" if word == "\n" else " ")
        documents.append(Marked(text, tuple(places)))
    return documents


def _read_gold(file: str) -> list[Marked]:
    """Texts with what people masked in them, of whatever kind."""
    return [
        Marked(
            each.text,
            tuple(
                (span.start, span.end, "MASKED")
                for entity in each.entities
                for span, hidden in zip(entity.mentions, entity.hidden, strict=True)
                if hidden
            ),
        )
        for each in read_gold(data(file))
    ]


def _read_synthetic() -> list[Marked]:
    rows = json.loads(data(name_corpora.SYNTHETIC).read_text("utf-8"))
    return [
        Marked(
            row["full_text"],
            tuple(
                (span["start_position"], span["end_position"], "MASKED")
                for span in row["spans"]
                if span["entity_type"] != "TITLE"
            ),
        )
        for row in rows
    ]


def read_sets() -> dict[str, MarkedSet]:
    """Every set, by its name; those of which all that people masked is marked are asked for all kinds."""
    masked = frozenset({"MASKED"})
    sets = {
        "mails, reviews, answers (English Web Treebank, dev)": MarkedSet(read_mails(), NAMED),
        "twelve free genres (GUM)": MarkedSet(read_gum(), NAMED),
        "Wikipedia sentences (WikiNEuRal)": MarkedSet(read_wikineural(), NAMED),
        _BIOGRAPHIES: MarkedSet(_read_gold(BIOGRAPHIES), masked),
        "court cases (Text Anonymization Benchmark)": MarkedSet(
            _read_gold(name_corpora.CASES), masked, learned=True
        ),
        "Presidio's synthetic sentences": MarkedSet(_read_synthetic(), masked, learned=True),
    }
    for register, writers in WRITERS.items():
        documents = [document for writer in writers for document in read_written(writer)]
        sets[f"{register} (invented)"] = MarkedSet(documents, DEFAULT_KINDS, learned=True)
    return sets


def measure(quick: bool) -> dict[str, Any]:
    """Scores by set and by who was asked, and false findings in texts without names."""
    some = slice(None, _FEW if quick else None)
    nameless = {"transcriptions": read_nameless()[some], "clinical questions": read_questions()[some]}
    figures: dict[str, Any] = {"learned": [], "sets": {}, "false findings per 1,000 words": {}}
    for name, each in read_sets().items():
        documents = each.documents[some]
        scores = {
            way: score_words(documents, found, each.kinds)
            for way, found in _ask(documents, each.kinds).items()
        }
        figures["sets"][name] = scores
        figures["learned"] += [name] if each.learned else []
    figures["sets"][_BIOGRAPHIES] |= _score_peers(some)
    for name, documents in nameless.items():
        asked = _ask(documents, DEFAULT_KINDS)
        figures["false findings per 1,000 words"][name] = {
            way: count_false(documents, found) for way, found in asked.items() if way != "careful"
        }
    return figures


def _ask(documents: Sequence[Marked], kinds: frozenset[str]) -> dict[str, list[list[Place]]]:
    """What we find at both settings, and what Presidio finds if there is one."""
    texts = [each.text for each in documents]
    asked = _ALL_KINDS if kinds.isdisjoint(DEFAULT_KINDS) else kinds
    ours: dict[str, Detector] = {
        "balanced": names(kinds=asked, ages="all", demographics="identifying"),
        "careful": names("careful", kinds=asked, ages="all", demographics="identifying"),
    }
    with_patterns = kinds != NAMED
    found = {
        way: [_find(several(patterns(), each) if with_patterns else each, text) for text in texts]
        for way, each in ours.items()
    }
    python = os.environ.get(VARIABLE)
    if python:
        every = list(_ask_presidio(python, texts))
        found["Presidio, expressions only" if _NO_MODEL else "Presidio"] = [
            [place for place in places if with_patterns or place[2] in _OF_PRESIDIO] for places in every
        ]
    return found


def _find(detector: Detector, text: str) -> list[Place]:
    return [
        (each.span.start, each.span.end, each.kind) for each in detector.mentions(Document("study", text))
    ]


def _ask_presidio(python: str, texts: Iterable[str]) -> Iterator[list[Place]]:
    """What Presidio finds in each text, in an environment of its own."""
    done = subprocess.run(
        [python, "-P", "-c", _FIND, str(Path(__file__).parent)],
        input="".join(json.dumps(text) + "\n" for text in texts),
        capture_output=True,
        text=True,
        check=True,
    )
    for line in done.stdout.splitlines():
        yield [(start, end, kind) for start, end, kind in json.loads(line)]


def _score_peers(some: slice) -> dict[str, dict[str, float]]:
    """The masks of other tools that came with the biographies."""
    documents = _read_gold(BIOGRAPHIES)[some]
    rows = [json.loads(line) for line in data(BIOGRAPHIES).read_text("utf-8").splitlines()][some]
    return {
        f"{peer}, masks that came with the texts": score_words(
            documents, [[(start, end, "") for start, end in row["peer_masks"][peer]] for row in rows]
        )
        for peer in rows[0]["peer_masks"]
    }


def show(figures: Mapping[str, Any]) -> None:
    """The figures as tables."""
    for name, ways in figures["sets"].items():
        print(f"{name}{' (learned)' if name in figures['learned'] else ''}")
        for way, part in ways.items():
            print(f"  {way:44}{part['precision']:8.3f}{part['recall']:8.3f}{part['f1']:8.3f}")
    for name, ways in figures["false findings per 1,000 words"].items():
        print(f"{name}: " + ", ".join(f"{way} {value:.2f}" for way, value in ways.items()))


if __name__ == "__main__":
    run("peers", NEEDS, measure, show)
