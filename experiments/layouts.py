"""Whether every kind of value is found in every layout, and how much the patterns find in ordinary text.

Run as `python -m experiments.layouts [--quick] [--json FILE]`. The matrix is that of the tests; the texts are samples of Simple
English Wikipedia and of English Wikipedia (CC BY-SA), the court cases of the Text Anonymization Benchmark (MIT),
MTSamples, and notes written for tests. To compare with older rules, run it again with another checkout's `src` first on
PYTHONPATH. It prints numbers only, never a text.
"""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.unit.detection.layouts import cases, left_over

from experiments.harness import data, run
from experiments.needs import Needs
from reticent.detection import patterns
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
    """Cases of the matrix that are missed, and findings a megabyte in each corpus."""
    files = {name: data(file) for name, file in SOURCES.items()}
    matrix = cases()
    missed = [layout for layout, text, value in matrix if left_over(text, value)]
    return {
        "cases": len(matrix),
        "missed": len(missed),
        "missed_by_layout": dict(Counter(missed).most_common()),
        "corpora": {name: _count(_sample(file, 5e5 if quick else 8e6)) for name, file in files.items()},
    }


def _count(texts: Iterable[str]) -> dict[str, Any]:
    detector, size, kinds = patterns(), 0, Counter[str]()
    for number, text in enumerate(texts):
        size += len(text.encode())
        kinds.update(mention.kind for mention in detector.mentions(Document(str(number), text)))
    megabytes = size / 1e6
    return {
        "megabytes": megabytes,
        "findings": kinds.total(),
        "findings_a_megabyte": kinds.total() / megabytes,
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
    """The matrix in one line, the layouts that hide something, and a line for each corpus."""
    print(f"{figures['cases']} cases of a kind in a layout, {figures['missed']} missed")
    for layout, number in figures["missed_by_layout"].items():
        print(f"  {number:4} {layout}")
    for name, counts in figures["corpora"].items():
        print(
            f"{name:25} {counts['megabytes']:6.2f} MB {counts['findings']:7} findings"
            f" {counts['findings_a_megabyte']:7.0f} a megabyte"
        )


if __name__ == "__main__":
    run("layouts", NEEDS, measure, show)
