"""Whether every kind of value is found in every layout and in disguise, and how much is found in ordinary text.

Run as `python -m experiments.layouts [--quick] [--json FILE]`. Three matrices, those of the tests: values of every pattern in
layouts, identifiers under their labels in layouts, and the same in disguise. Rules were chosen on one half of the cases of the
last two; the other half, held out, is reported beside it. The texts are samples of Simple English Wikipedia and of English
Wikipedia (CC BY-SA), the court cases of the Text Anonymization Benchmark (MIT), MTSamples, and notes written for tests. To compare with older rules, run it
again with another checkout's `src` first on PYTHONPATH. It prints numbers only, never a text.
"""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.unit.detection import disguises
from tests.unit.detection.layouts import cases, left_over

from experiments.harness import data, run
from experiments.needs import Needs
from reticent.detection import Detector, patterns, several
from reticent.detection.names import names
from reticent.text import Document

SOURCES = {
    "court cases": "benchmarks/tab-train.jsonl",
    "Simple English Wikipedia": "corpora/simplewiki.jsonl.xz",
    "English Wikipedia": "corpora/enwiki-2015-sample.jsonl.xz",
    "MTSamples": "wild/mtsamples.jsonl.xz",
    "written notes": "wild/written.jsonl",
}
NEEDS = Needs(data=tuple(SOURCES.values()))


def measure(quick: bool) -> dict[str, Any]:
    """Cases of each matrix that are missed, and findings in each corpus."""
    files = {name: data(file) for name, file in SOURCES.items()}
    matrix = cases()
    missed = [layout for layout, text, value in matrix if left_over(text, value)]
    detectors: dict[str, Detector] = {"patterns": patterns(), "default": several(patterns(), names())}
    size = 5e5 if quick else 8e6
    return {
        "cases": len(matrix),
        "missed": len(missed),
        "missed_by_layout": dict(Counter(missed).most_common()),
        "labelled": _judge_all(disguises.lay_out(), detectors, quick=quick),
        "disguised": _judge_all(disguises.disguise(), detectors, quick=quick),
        "corpora": {name: _count(patterns(), _sample(file, size)) for name, file in files.items()},
        "corpora_default": {
            name: _count(detectors["default"], _sample(file, size / 8)) for name, file in files.items()
        },
    }


def _judge_all(
    matrix: Sequence[disguises.Case], detectors: Mapping[str, Detector], *, quick: bool
) -> dict[str, Any]:
    """What each detector leaves of the half that rules were chosen on and of the half held out."""
    halves = {False: "chosen on", True: "held out"}
    judged: dict[str, Any] = {}
    for name, detector in detectors.items():
        for held_out, half in halves.items():
            taken = [case for case in matrix if case.held_out is held_out][:: 8 if quick else 1]
            left = [case for case in taken if _leaves(detector, case)]
            judged[f"{name}, {half}"] = {
                "cases": len(taken),
                "left": len(left),
                "left_by_form": dict(Counter(case.form for case in left).most_common()),
            }
    return judged


def _leaves(detector: Detector, case: disguises.Case) -> bool:
    return bool(disguises.left_over(case, detector.mentions(Document("case", case.text))))


def _count(detector: Detector, texts: Iterable[str]) -> dict[str, Any]:
    size, words, kinds = 0, 0, Counter[str]()
    for number, text in enumerate(texts):
        size += len(text.encode())
        words += len(text.split())
        kinds.update(mention.kind for mention in detector.mentions(Document(str(number), text)))
    megabytes = size / 1e6
    return {
        "megabytes": megabytes,
        "findings": kinds.total(),
        "findings_a_megabyte": kinds.total() / megabytes,
        "findings_per_1000_words": 1000 * kinds.total() / words,
        "kinds": dict(kinds.most_common()),
    }


def _sample(file: Path, characters: float) -> Iterator[str]:
    """Every seventh text of a large corpus, all texts of a small one, up to so many characters."""
    step = 7 if file.parent.name == "corpora" else 1
    opener = lzma.open if file.suffix == ".xz" else open
    taken = 0
    with opener(file, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if taken >= characters:
                return
            if number % step == 0:
                text = json.loads(line)["text"]
                taken += len(text)
                yield text


def show(figures: Mapping[str, Any]) -> None:
    """Each matrix in a line for each detector and half, and a line for each corpus."""
    print(f"{figures['cases']} cases of a kind in a layout, {figures['missed']} missed")
    for layout, number in figures["missed_by_layout"].items():
        print(f"  {number:4} {layout}")
    for matrix in ("labelled", "disguised"):
        for name, judged in figures[matrix].items():
            print(f"{matrix:10} {name:22} {judged['left']:5} of {judged['cases']:5} left")
    for detectors in ("corpora", "corpora_default"):
        for name, counts in figures[detectors].items():
            print(
                f"{detectors:16} {name:25} {counts['megabytes']:6.2f} MB {counts['findings']:7} findings"
                f" {counts['findings_per_1000_words']:7.3f} per 1,000 words"
            )


if __name__ == "__main__":
    run("layouts", NEEDS, measure, show)
