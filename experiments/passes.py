"""What each pass after the name tagger's CRF is worth: F1 and false findings with it and without it.

python -m experiments.passes [--quick] [--json FILE]

The texts of `experiments.registers` (the invented documents, which the tagger has learned from, so that only differences say something),
the mails of the English Web Treebank, which it has not seen, and texts without names: a part of the medical transcriptions and of the
answered clinical questions that nothing was learned from. The detectors are those of the default policy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from experiments import registers
from experiments.harness import run
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
from reticent.detection import Names, names, patterns, several
from reticent.detection.names.names import PASSES
from reticent.detection.names.passes import DEMOGRAPHICS
from reticent.text import Document

NEEDS = registers.NEEDS
_FEW = 10
_NAMELESS = ("transcriptions", "questions")
_ALL, _MAILS = "all passes", "mails"


def measure(quick: bool) -> dict[str, Any]:
    """For each pass that is left out, and for none, the F1 of each register and the false findings in texts without names."""
    some = slice(None, _FEW if quick else None)
    sets = {
        register: [document for writer in writers for document in read_written(writer)][some]
        for register, writers in WRITERS.items()
    }
    sets[_MAILS] = read_mails()[some]
    sets["transcriptions"], sets["questions"] = read_nameless()[::2][some], read_questions()[::2][some]
    whole = names(kinds=DEFAULT_KINDS)
    ways = {_ALL: whole} | {
        name: replace(whole, left_out=frozenset({name})) for name in PASSES if name != DEMOGRAPHICS
    }
    figures: dict[str, Any] = {way: {} for way in ways}
    for name, documents in sets.items():
        asked = {way: replace(each, only=NAMED) for way, each in ways.items()} if name == _MAILS else ways
        for way, found in _find(asked, documents, with_patterns=name != _MAILS).items():
            figures[way][name] = _judge(name, documents, found)
    return figures


def _find(
    ways: Mapping[str, Names], documents: Sequence[Marked], *, with_patterns: bool
) -> dict[str, list[list[Place]]]:
    """What each way finds; the CRF judges each document once, for all of them."""
    found: dict[str, list[list[Place]]] = {way: [] for way in ways}
    forms = [patterns()] if with_patterns else []
    for number, each in enumerate(documents):
        document = Document(str(number), each.text)
        for way, tagger in ways.items():
            mentions = several(*forms, tagger).mentions(document)
            found[way].append([(one.span.start, one.span.end, one.kind) for one in mentions])
    return found


def _judge(name: str, documents: Sequence[Marked], found: Sequence[Sequence[Place]]) -> float:
    if name in _NAMELESS:
        return count_false(documents, found)
    return score_words(documents, found, NAMED if name == _MAILS else DEFAULT_KINDS)["f1"]


def show(figures: Mapping[str, Mapping[str, float]]) -> None:
    """The figures with all passes, then what changes without each."""
    whole = figures[_ALL]
    print(f"{'':28}" + "".join(f"{name[:14]:>16}" for name in whole))
    print(f"{_ALL:28}" + "".join(f"{value:16.4f}" for value in whole.values()))
    for way, part in figures.items():
        if way != _ALL:
            print(
                f"without {way:20}" + "".join(f"{part[name] - value:+16.4f}" for name, value in whole.items())
            )


if __name__ == "__main__":
    run("passes", NEEDS, measure, show)
