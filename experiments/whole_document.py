"""What whole releases take that is no name, what they leave of names, and how often an organization is taken for a person.

Run as `python -m experiments.whole_document [--quick] [--json FILE]`. Texts: the invented documents of eight writers (CC0), which the tagger
that ships has learned from, so that only differences say something; a third of the medical transcriptions (MTSamples) that it has
not learned from, whose names were taken out; and the mails of the English Web Treebank (CC BY-SA 4.0), which it has not seen. To
compare with older rules, run it again with another checkout's `src` first on PYTHONPATH. It prints numbers only, never a text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
    read_written,
    score_words,
)
from reticent.detection import names, patterns
from reticent.engine import sanitize
from reticent.errors import LanguageError
from reticent.models.redaction import Redaction
from reticent.text import Document

NEEDS = registers.NEEDS
_WORD = re.compile(r"\w+")
_FEW = 10
_EACH = 3
"""One in so many of the transcriptions that `registers` reads is put through."""


def measure(quick: bool) -> dict[str, Any]:
    """Scores of releases by register, places that are taken in transcriptions, and kinds of what is found in mails."""
    some = slice(None, _FEW if quick else None)
    model = Redaction((patterns(), names(kinds=DEFAULT_KINDS)))
    figures: dict[str, Any] = {}
    for register, writers in WRITERS.items():
        documents = [document for writer in writers for document in read_written(writer)][some]
        released, taken = _release(model, documents)
        figures[register] = {
            **score_words(released, taken, DEFAULT_KINDS),
            "false places per 1,000 words": _count_untrue(released, taken),
            "kinds": _compare_kinds(documents),
        }
    released, taken = _release(model, read_nameless()[::_EACH][some])
    mails = read_mails()[some]
    return {
        **figures,
        "transcriptions": {"false places per 1,000 words": count_false(released, taken)},
        "mails": {"kinds": _compare_kinds(mails)},
    }


def _release(model: Redaction, documents: Sequence[Marked]) -> tuple[list[Marked], list[list[Place]]]:
    """The documents in a language that is read, and the places that their releases take."""
    read, taken = [], []
    for document in documents:
        try:
            outcome = sanitize(Document("study", document.text), model)
        except LanguageError:
            continue
        read.append(document)
        taken.append([(edit.span.start, edit.span.end, "") for edit in outcome.release.edits])
    return read, taken


def _count_untrue(documents: Sequence[Marked], taken: Sequence[Sequence[Place]]) -> float:
    untrue = sum(
        not any(start < end and begin < stop for start, stop, _ in document.places)
        for document, places in zip(documents, taken, strict=True)
        for begin, end, _ in places
    )
    return 1000 * untrue / sum(len(_WORD.findall(document.text)) for document in documents)


def _compare_kinds(documents: Sequence[Marked]) -> dict[str, int]:
    """Of the found people, places and organizations that are marked as one of these, how many have another kind."""
    detector = names(kinds=NAMED)
    pairs = [
        (kind, mention.kind)
        for document in documents
        for mention in detector.mentions(Document("study", document.text))
        for start, end, kind in document.places
        if kind in NAMED and start < mention.span.end and mention.span.start < end
    ]
    return {
        "compared": len(pairs),
        "wrong": sum(true != said for true, said in pairs),
        "organizations as people": pairs.count(("ORGANIZATION", "PERSON")),
    }


def show(figures: Mapping[str, Any]) -> None:
    """The figures as a table."""
    print(f"{'':32}precision   recall       F1   false places per 1,000 words")
    for name, part in figures.items():
        scores = "".join(
            f"{part[key]:9.4f}" if key in part else " " * 9 for key in ("precision", "recall", "f1")
        )
        if "false places per 1,000 words" in part:
            print(f"{name:32}{scores}{part['false places per 1,000 words']:9.2f}")
    for name, part in figures.items():
        if "kinds" in part:
            print(f"kinds in {name}: {', '.join(f'{key} {value}' for key, value in part['kinds'].items())}")


if __name__ == "__main__":
    run("whole_document", NEEDS, measure, show)
