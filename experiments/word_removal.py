"""Random words removed from a file of any format, and how many can still be found in the written file."""

from __future__ import annotations

import csv
import io
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from experiments.harness import data_folder
from reticent.formats.seam.format import DocumentSource, FileFormat, as_file_source
from reticent.plan import Edit
from reticent.text import Document, Span

WORDS = 20
LABEL = "\u00a4"
"""One sign that no file holds, so that the labels can be told from what stayed."""

_WORD = re.compile(r"[^\W\d_]{4,}")

Edits = list[list[Edit]]


def list_files(*endings: str) -> list[Path]:
    """The files at hand with these endings; without any, exit code 2 and where they belong."""
    folder = data_folder() / "formats"
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in endings)
    if not found:
        raise SystemExit(
            f"This can't start yet: there are no files in {folder}; see docs/reference/reproduce.md"
        )
    return found


def choose_edits(documents: Sequence[Document]) -> tuple[list[str], Edits]:
    """Twenty random words of the texts, and an edit for each of their places, in any case."""
    known = sorted({word for document in documents for word in words_of(document.text)})
    words = random.Random(7).sample(known, min(WORDS, len(known)))
    chosen = set(words)
    return words, [
        [
            Edit(Span(*match.span()), LABEL, 0, placeholder=True)
            for match in _WORD.finditer(document.text)
            if match[0].casefold() in chosen
        ]
        for document in documents
    ]


def count_left(
    form: FileFormat, name: str, source: DocumentSource, written: bytes, words: Sequence[str]
) -> int:
    """How many of the words our reader, another reader or the search of the whole file finds."""
    texts = read_all(form, name, source, written)
    checks = as_file_source(source).find_verifier(form)
    found: set[int] = set()
    if checks.holds == "more":
        texts += checks.reread(written)
        found |= {each.word for each in checks.residue(written, words)}
    else:
        texts += _read_plainly(form, written)
    there = {word for text in texts for word in words_of(text)}
    return len(found | {number for number, word in enumerate(words) if word in there})


def read_all(form: FileFormat, name: str, source: DocumentSource, written: bytes) -> list[str]:
    """The texts of a written file, by our own reader."""
    return [document.text for document in form.read(name, written, source.options).documents]


def share_kept(source: DocumentSource, words: Sequence[str], texts: Sequence[str]) -> float:
    """The share of the words that were not chosen and still stand in the texts."""
    before = Counter(word for document in source.documents for word in words_of(document.text))
    for word in words:
        del before[word]
    after = Counter(word for text in texts for word in words_of(text))
    return (before & after).total() / before.total() if before else 1.0


def words_of(text: str) -> Iterator[str]:
    """The words of a text that may be chosen, in small letters."""
    return (match[0].casefold() for match in _WORD.finditer(text))


def _read_plainly(form: FileFormat, written: bytes) -> list[str]:
    """A text as it is, and the cells of a table by the standard library; names of columns are no cells."""
    text = written.decode("utf-8-sig")
    if form.name not in ("csv", "tsv"):
        return [text]
    rows = csv.reader(io.StringIO(text, newline=""), delimiter="\t" if form.name == "tsv" else ",")
    return [cell for row in list(rows)[1:] for cell in row]
