"""Twenty random words removed from each of many real web pages and messages: what is left of them, how long it took.

Run as `python -m experiments.files_mail [--quick] [--json FILE]`. The files lie under `data/formats`: test files of
ruby-mail, docling and unstructured. Every word goes wherever it stands, in any case. Left is a word that our reader, the
other reader (lexbor for pages, a decoder of our own for mail) or the search of the container finds in the written file;
kept is the share of the other words that are still there. Seconds are of the processor, for reading, writing and both
checks.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.harness import data_folder, run
from experiments.needs import Needs
from reticent.errors import DocumentError
from reticent.formats.format import Container, Source
from reticent.formats.options import FormatOptions
from reticent.formats.registry import HEAD, find_format
from reticent.plan import Edit
from reticent.text import Span

NEEDS = Needs(packages=("selectolax",))
WORDS = 20
LABEL = "\u00a4"
ENDINGS = (".html", ".htm", ".xhtml", ".eml", ".mbox")
_WORD = re.compile(r"[^\W\d_]{4,}")
_REASONS = {
    "character set": "character set",
    "not UTF-8": "character set",
    "but it holds": "something else than its name says",
    "a file inside its text": "a file inside its text",
    "they can't be found": "parts that can't be found",
    "encrypted": "encrypted",
}


@dataclass(frozen=True, slots=True)
class Trial:
    """What one file gave."""

    refused: str = ""
    words: int = 0
    edits: int = 0
    left: int = 0
    kept: float = 1.0
    seconds: float = 0.0


def measure(quick: bool) -> dict[str, Any]:
    """The counts over all pages, and over all messages."""
    found = [
        path for path in sorted((data_folder() / "formats").rglob("*")) if path.suffix.lower() in ENDINGS
    ]
    files = found[::4] if quick else found
    pages = [path for path in files if path.suffix.lower() not in (".eml", ".mbox")]
    return {
        "pages": _count([_try(path) for path in pages]),
        "mail": _count([_try(path) for path in files if path not in pages]),
    }


def _count(trials: list[Trial]) -> dict[str, Any]:
    written = [trial for trial in trials if not trial.refused]
    return {
        "files": len(trials),
        "written": len(written),
        "refused": dict(Counter(trial.refused for trial in trials if trial.refused)),
        "words": sum(trial.words for trial in written),
        "places": sum(trial.edits for trial in written),
        "left": sum(trial.left for trial in written),
        "least_kept": min((trial.kept for trial in written), default=1.0),
        "seconds": sum(trial.seconds for trial in written),
        "most_seconds": max((trial.seconds for trial in written), default=0.0),
    }


def _try(path: Path) -> Trial:
    data, options = path.read_bytes(), FormatOptions(numbers="keep")
    start = time.process_time()
    try:
        form = find_format(path.name, data[:HEAD], options)
        source = form.read(path.name, data, options)
        words, edits = _choose(source)
        written = source.write(edits)
    except DocumentError as error:
        return Trial(refused=next((short for part, short in _REASONS.items() if part in str(error)), "other"))
    assert isinstance(form, Container)
    again = " ".join(document.text for document in form.read(path.name, written, source.options).documents)
    left = {residue.word for residue in form.residue(written, words)}
    for text in (again, *form.reread(written)):
        there = {match[0].casefold() for match in _WORD.finditer(text)}
        left |= {number for number, word in enumerate(words) if word in there}
    seconds = time.process_time() - start
    return Trial("", len(words), sum(map(len, edits)), len(left), _kept(source, words, again), seconds)


def _choose(source: Source) -> tuple[list[str], list[list[Edit]]]:
    """Random words of the texts, and an edit for each of their places."""
    texts = [document.text for document in source.documents]
    known = sorted({match[0].casefold() for text in texts for match in _WORD.finditer(text)})
    words = random.Random(7).sample(known, min(WORDS, len(known)))
    chosen = set(words)
    return words, [
        [
            Edit(Span(*match.span()), LABEL, 0, placeholder=True)
            for match in _WORD.finditer(text)
            if match[0].casefold() in chosen
        ]
        for text in texts
    ]


def _kept(source: Source, words: list[str], again: str) -> float:
    """The share of the words that were not chosen and still stand in the text."""
    before = Counter(
        match[0].casefold() for document in source.documents for match in _WORD.finditer(document.text)
    )
    for word in words:
        del before[word]
    after = Counter(match[0].casefold() for match in _WORD.finditer(again))
    return (before & after).total() / before.total() if before else 1.0


def show(figures: Mapping[str, Any]) -> None:
    """The counts, line by line."""
    for name, each in figures.items():
        print(f"{name}: {each['files']} files, {each['written']} written in {each['seconds']:.1f} s,")
        print(f"  {each['most_seconds']:.2f} s at most for one")
        for reason, count in sorted(each["refused"].items(), key=lambda item: -item[1]):
            print(f"  {count:4} refused: {reason}")
        print(f"  {each['words']} words removed at {each['places']} places, {each['left']} left")
        print(f"  of the other words at least {each['least_kept']:.1%} stand where they stood")


if __name__ == "__main__":
    run("files_mail", NEEDS, measure, show)
