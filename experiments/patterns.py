"""How fast the shipped patterns read court cases on one core, and which of them take the time.

Run as `python -m experiments.patterns [--quick] [--json FILE]`. Where scrubadub or DataFog can be imported they read the
same texts in the same run, so that the ratio holds on any machine. Texts: the Text Anonymization Benchmark (MIT).
"""

from __future__ import annotations

import importlib
import json
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from experiments.harness import best_of, data, run
from experiments.needs import Needs
from reticent.detection import Pattern, Patterns, patterns
from reticent.text import Document
from reticent.text.matching import matching_view

CASES = "benchmarks/tab-train.jsonl"
NEEDS = Needs(data=(CASES,), helpful=("scrubadub", "datafog"))


def measure(quick: bool) -> dict[str, Any]:
    """Megabytes a second of all patterns together, of rivals at hand, and each pattern's share of the time."""
    texts = _texts(20 if quick else None)
    size = sum(len(text.encode()) for text in texts) / 1e6
    rounds = 3 if quick else 7
    documents = [Document(str(number), text) for number, text in enumerate(texts)]
    detector = patterns()
    seconds = best_of(rounds, lambda: [detector.mentions(document) for document in documents])
    times = {rule.name: _alone(rule, documents, rounds) for rule in detector.rules}
    total = sum(times.values())
    rivals = {
        name: size / best_of(2, lambda read=read: [read(text) for text in texts])  # type: ignore[misc]
        for name, read in _rivals()
    }
    return {
        "megabytes": size,
        "megabytes_a_second": size / seconds,
        "view_megabytes_a_second": size / best_of(rounds, lambda: [matching_view(text) for text in texts]),
        "mentions": sum(len(detector.mentions(document)) for document in documents),
        "share": {name: spent / total for name, spent in sorted(times.items(), key=lambda item: -item[1])},
        "rivals_megabytes_a_second": rivals,
        "times_as_fast": {name: size / seconds / speed for name, speed in rivals.items()},
    }


def _alone(rule: Pattern, documents: list[Document], rounds: int) -> float:
    """The time of one pattern, with the plain reading taken off."""
    detector, reading = Patterns((rule,)), Patterns(())
    spent = best_of(rounds, lambda: [detector.mentions(document) for document in documents])
    return max(0.0, spent - best_of(rounds, lambda: [reading.mentions(document) for document in documents]))


def _rivals() -> Iterable[tuple[str, Callable[[str], object]]]:
    warnings.simplefilter("ignore")
    try:
        scrubber = importlib.import_module("scrubadub").Scrubber()
        yield "scrubadub", lambda text: list(scrubber.iter_filth(text))
    except ImportError:
        pass
    try:
        module = importlib.import_module("datafog.processing.text_processing.regex_annotator.regex_annotator")
        yield "DataFog", module.RegexAnnotator().annotate
    except ImportError:
        pass


def _texts(most: int | None) -> list[str]:
    with data(CASES).open(encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines][:most]


def show(figures: Mapping[str, Any]) -> None:
    """The speeds, and each pattern's share of the time."""
    print(f"{figures['megabytes']:.2f} MB of court cases, {figures['mentions']} mentions")
    print(f"all patterns      {figures['megabytes_a_second']:6.2f} MB/s")
    print(f"matching view     {figures['view_megabytes_a_second']:6.2f} MB/s")
    for name, speed in figures["rivals_megabytes_a_second"].items():
        print(f"{name:17} {speed:6.2f} MB/s; reticent is {figures['times_as_fast'][name]:.1f} times as fast")
    for name, share in figures["share"].items():
        print(f"  {share:6.1%}  {name}")


if __name__ == "__main__":
    run("patterns", NEEDS, measure, show)
