"""What is found of the numbers that python-stdnum checks in text that holds none: every finding is false.

Run as `python -m experiments.national_numbers [--quick] [--json FILE]`. Texts: a million words each of Simple English Wikipedia and English
Wikipedia (CC BY-SA), and medical transcriptions without names (MTSamples). A quick run reads a twentieth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from training.wild_corpora import TRANSCRIPTIONS, read_transcriptions

from experiments import corpora
from experiments.harness import data, run
from experiments.needs import Needs
from reticent.detection.patterns import Patterns, patterns
from reticent.detection.validators import STDNUM
from reticent.text import Document

NEEDS = Needs(data=(corpora.SIMPLE, corpora.SAMPLE, TRANSCRIPTIONS))
_WORDS, _PART = 1_000_000, 20


def measure(quick: bool) -> dict[str, Any]:
    """How many numbers there are, and how many are found."""
    rules = tuple(rule for rule in patterns().rules if (rule.validator or "").startswith(STDNUM))
    modules = [str(rule.validator).removeprefix(STDNUM) for rule in rules]
    detector, most = Patterns(rules, ages="all"), _WORDS // _PART if quick else _WORDS
    texts: dict[str, Iterable[str]] = {
        "Simple English Wikipedia": (text for _, text in corpora.articles(corpora.SIMPLE)),
        "English Wikipedia": (text for _, text in corpora.articles(corpora.SAMPLE)),
        "MTSamples": read_transcriptions(data(TRANSCRIPTIONS), learned=False),
    }
    return {
        "numbers": len(rules),
        "countries": len({module.partition(".")[0] for module in modules}),
        "texts": {name: _count(detector, each, most) for name, each in texts.items()},
    }


def _count(detector: Patterns, texts: Iterable[str], most: int) -> dict[str, int]:
    words = found = 0
    for text in texts:
        words += len(text.split())
        found += len(detector.mentions(Document("text", text)))
        if words >= most:
            break
    return {"words": words, "found": found}


def show(figures: Mapping[str, Any]) -> None:
    """The figures in a few lines."""
    print(f"{figures['numbers']} numbers of {figures['countries']} countries")
    for name, row in figures["texts"].items():
        print(f"{name:28}{row['found']:6} found in {row['words']:,} words")


if __name__ == "__main__":
    run("national_numbers", NEEDS, measure, show)
