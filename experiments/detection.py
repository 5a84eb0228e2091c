"""How well the name tagger that ships does on texts that it has not seen, how fast, and in how much memory.

python -m experiments.detection [--quick] [--json FILE]

Mails, reviews and answers are the development part of the English Web Treebank with names (CC BY-SA 4.0); medical
transcriptions, whose names were taken out, tell how many findings are false; the Wikipedia biographies come with the masks of
people and of other tools, beside a control that masks every number and every capitalized word inside a sentence.
Presidio reads the invented documents, the mails and the transcriptions in the same run, if it can be imported: with its
expressions only, because its models are not to be had without a download. What the tagger does on registers that it was
trained on is told by `experiments.names`. A quick run reads fewer texts.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from experiments import registers
from experiments.harness import best_of, data, peak_megabytes, run
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
    read_written,
    score_words,
)
from experiments.tickets import make_tickets
from reticent.detection import Detector, Names, Patterns, names, patterns, several
from reticent.detection.names.cased_text import CasedText, read_cased
from reticent.detection.names.names import Setting
from reticent.detection.names.word_lists import WordClasses, word_classes
from reticent.evaluation import GoldDocument, Masking, read_gold
from reticent.evaluation.scores import as_maskings
from reticent.text import Document, Span, forget_texts
from training import name_corpora, wild_corpora

BIOGRAPHIES = "benchmarks/wiki-biographies.jsonl"
NEEDS = (
    Needs(data=(BIOGRAPHIES,), helpful=("presidio_analyzer",))
    | name_corpora.ALL
    | wild_corpora.ALL
    | registers.NEEDS
)

_WORD = re.compile(r"\w+")
_BATCH = 128
_CASES_FOR_NETWORK = 10
_SETTINGS: tuple[Setting, ...] = ("balanced", "careful")
_WAYS = {"": False, ", with the network": True}
"""Without and with the network, and how that is told."""
_UNTOLD = frozenset({"DATETIME", "DATE", "AGE", "QUANTITY"})
"""Kinds of which the transcriptions don't tell whether they were taken out."""


def measure(quick: bool) -> dict[str, Any]:
    """All figures."""
    speed = _measure_speed(quick)
    memory = peak_megabytes()
    speed["names, with the network"] = _measure_network()
    with_network = peak_megabytes()
    some = slice(None, 30 if quick else None)
    mails, nameless = read_mails()[some], read_nameless()[some]
    figures = {
        "mails": {
            setting + with_it: score_words(
                mails, _find(names(setting, kinds=NAMED, network=network), mails), NAMED
            )
            for with_it, network in _WAYS.items()
            for setting in _SETTINGS
        },
        "false findings": {
            name + with_it: _count_false(detector, nameless)
            for with_it, network in _WAYS.items()
            for name, detector in _detectors(network=network).items()
        },
        "biographies": _biographies(word_classes(), quick=quick),
        "speed": speed,
        "memory_mb": memory,
        "memory_with_network_mb": with_network,
    }
    return {**figures, "presidio, expressions only": _ask_presidio(mails, nameless, some)}


def _detectors(*, network: bool) -> dict[str, Detector]:
    """The tagger alone, and what the default policy asks."""
    policy = several(patterns(), names(kinds=DEFAULT_KINDS, network=network))
    return {"names": names(network=network), "default policy": policy}


def _find(detector: Detector, documents: Sequence[Marked]) -> list[list[Place]]:
    return [
        [(each.span.start, each.span.end, each.kind) for each in detector.mentions(Document("d", one.text))]
        for one in documents
    ]


def _count_false(detector: Detector, documents: Sequence[Marked]) -> dict[str, float]:
    """Findings per 1,000 words: of all kinds, and of those that were taken out of the texts for sure."""
    found = _find(detector, documents)
    told = [[place for place in places if place[2] not in _UNTOLD] for places in found]
    return {"all kinds": count_false(documents, found), "names and codes": count_false(documents, told)}


def _ask_presidio(mails: Sequence[Marked], nameless: Sequence[Marked], some: slice) -> dict[str, Any] | None:
    """What Presidio's expressions find, with no model of names behind them; nothing where it can't be imported."""
    try:
        detector = _load_presidio()
    except ImportError:
        return None
    written = {
        register: [document for writer in writers for document in read_written(writer)][some]
        for register, writers in WRITERS.items()
    }
    return {
        "mails": score_words(mails, _find(detector, mails), NAMED),
        "false findings": _count_false(detector, nameless),
        **{
            register: score_words(documents, _find(detector, documents), DEFAULT_KINDS)
            for register, documents in written.items()
        },
    }


def _load_presidio() -> Detector:
    import spacy
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine

    from reticent.detection.presidio import Presidio

    engine = SpacyNlpEngine(
        models=[{"lang_code": "en", "model_name": "blank"}], ner_model_configuration=NerModelConfiguration()
    )
    vars(engine)["nlp"] = {"en": spacy.blank("en")}
    return Presidio(AnalyzerEngine(nlp_engine=engine, supported_languages=["en"]), name="expressions only")


def _biographies(classes: WordClasses, *, quick: bool) -> dict[str, Any]:
    """Plain token scores against the human masks: ours at both settings, the control, and the peers."""
    path = data(BIOGRAPHIES)
    gold = read_gold(path)[: 30 if quick else None]
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    maskings: dict[str, Masking] = {}
    for with_it, network in _WAYS.items():
        for setting in _SETTINGS:
            detector = names(setting, ages="all", network=network)
            maskings[setting + with_it] = {
                each.id: tuple(mention.span for mention in detector.mentions(Document(each.id, each.text)))
                for each in gold
            }
    maskings["control"] = {each.id: _control(read_cased(each.text, classes)) for each in gold}
    for peer in rows[0]["peer_masks"]:
        maskings[peer] = {
            each.id: tuple(Span(start, end) for start, end in row["peer_masks"][peer])
            for each, row in zip(gold, rows, strict=False)
        }
    return {name: _plain(gold, masking) for name, masking in maskings.items()}


def _control(text: CasedText) -> tuple[Span, ...]:
    """Every word with a digit and every capitalized word that does not begin a sentence."""
    first = np.isin(np.arange(len(text)), text.bounds)
    chosen = [
        number
        for number, word in enumerate(text.words)
        if any(map(str.isdigit, word)) or (word[0].isupper() and not first[number])
    ]
    return tuple(Span(text.starts[number], text.ends[number]) for number in chosen)


def _plain(gold: Sequence[GoldDocument], masking: Masking) -> dict[str, float]:
    """Precision, recall and F1 over all words of a text, nothing forgiven."""
    counts: Counter[tuple[bool, bool]] = Counter()
    human = as_maskings(gold)
    for document in gold:
        true, said = (_cover(document, spans) for spans in (human[document.id], masking[document.id]))
        for word in _WORD.finditer(document.text):
            counts[all(true[word.start() : word.end()]), all(said[word.start() : word.end()])] += 1
    precision = counts[True, True] / (counts[True, True] + counts[False, True])
    recall = counts[True, True] / (counts[True, True] + counts[True, False])
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / (precision + recall)}


def _cover(document: GoldDocument, spans: Iterable[Span]) -> bytearray:
    covered = bytearray(len(document.text))
    for span in spans:
        covered[span.start : span.end] = b"\1" * len(span)
    return covered


def _measure_speed(quick: bool) -> dict[str, float]:
    """Megabytes a second on one core: of court cases by patterns, names and both, and of many tickets by both."""
    texts = [case.text for case in read_gold(data(name_corpora.CASES))][: 20 if quick else None]
    documents = [Document(str(number), text) for number, text in enumerate(texts)]
    size = sum(len(text.encode()) for text in texts) / 1e6
    detectors = {"patterns": patterns(), "names": names(), "both": several(patterns(), names())}
    rounds = 2 if quick else 4
    speeds = {
        name: size / best_of(rounds, lambda each=each: _read_afresh(each, documents))  # type: ignore[misc]
        for name, each in detectors.items()
    }
    tickets = [
        Document(str(number), text) for number, text in enumerate(make_tickets(400 if quick else 4000))
    ]
    volume = sum(len(ticket.text.encode()) for ticket in tickets) / 1e6
    found, tagger = patterns(), names()
    speeds["tickets"] = volume / best_of(rounds, lambda: _read_tickets(found, tagger, tickets))
    return speeds


def _measure_network() -> float:
    """Megabytes of court cases a second on one core, by names with the network."""
    texts = [case.text for case in read_gold(data(name_corpora.CASES))][:_CASES_FOR_NETWORK]
    documents = [Document(str(number), text) for number, text in enumerate(texts)]
    tagger = names(network=True)
    return (
        sum(len(text.encode()) for text in texts) / 1e6 / best_of(2, lambda: _read_afresh(tagger, documents))
    )


def _read_afresh(detector: Detector, documents: Sequence[Document]) -> None:
    forget_texts()
    for document in documents:
        detector.mentions(document)


def _read_tickets(found: Patterns, tagger: Names, tickets: Sequence[Document]) -> None:
    forget_texts()
    for begin in range(0, len(tickets), _BATCH):
        batch = tickets[begin : begin + _BATCH]
        tagger.mentions_of_many(batch)
        for ticket in batch:
            found.mentions(ticket)


def show(figures: Mapping[str, Any]) -> None:
    """The figures as tables."""
    print(f"{'':46}precision    recall        F1")
    for setting, part in figures["mails"].items():
        _print_row(f"mails, reviews, answers, {setting}", part)
    for name, part in figures["biographies"].items():
        _print_row(f"biographies, {name}", part)
    for name, part in figures["false findings"].items():
        print(f"findings per 1,000 words of transcriptions, {name}: {_write_counts(part)}")
    peer = figures["presidio, expressions only"]
    if peer:
        for name, part in peer.items():
            if name == "false findings":
                print(f"findings per 1,000 words of transcriptions, Presidio: {_write_counts(part)}")
            else:
                _print_row(f"Presidio, expressions only: {name}", part)
    memory = figures["memory_mb"], figures["memory_with_network_mb"]
    print("\nmemory of finding: {:.0f} MB, with the network {:.0f} MB".format(*memory))
    print("MB/s on one core: " + ", ".join(f"{name} {speed:.3f}" for name, speed in figures["speed"].items()))


def _print_row(name: str, part: Mapping[str, float]) -> None:
    print(f"{name:46}{part['precision']:9.3f}{part['recall']:10.3f}{part['f1']:10.3f}")


def _write_counts(part: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:.1f}" for name, value in part.items())


if __name__ == "__main__":
    run("detection", NEEDS, measure, show)
