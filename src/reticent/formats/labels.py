"""Collections in which somebody marked what is sensitive: CoNLL files, TAB JSON, and `{"text", "label"}` lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import PurePath
from typing import Any

from reticent.errors import DocumentError
from reticent.formats.content import decode
from reticent.formats.marks import read_marks
from reticent.formats.objects.values import parse, to_python
from reticent.text import Document, Span, merge_spans

PERSONS = frozenset(["PER", "PERSON", "NAME"])
"""The labels that count as sensitive unless others are named; case makes no difference."""


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text with its sensitive places, in order and disjoint."""

    document: Document
    sensitive: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class LabelledWords:
    """A document that comes as sentences of words, each word sensitive or not."""

    sentences: tuple[tuple[str, ...], ...] = field(repr=False)
    labels: tuple[tuple[bool, ...], ...] = field(repr=False)


Labelled = LabelledText | LabelledWords


def read_labelled(
    name: str, lines: Iterable[bytes], kinds: frozenset[str] = PERSONS
) -> Iterator[LabelledText | LabelledWords]:
    """The documents of a labelled collection, one by one; `kinds` are the labels that mean sensitive.

    A name that ends in `.json` or `.jsonl` holds an object a line, any other name a word and its label a line.
    """
    wanted = frozenset(kind.upper() for kind in kinds)
    if PurePath(name).suffix.lower() in {".json", ".jsonl"}:
        return _read_json_lines(name, lines, wanted)
    return _read_conll(name, lines, wanted)


def _read_json_lines(name: str, lines: Iterable[bytes], kinds: frozenset[str]) -> Iterator[LabelledText]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = f"'{name}', line {number}"
            record = _read_record(line, where)
            marks = read_marks(record.get("label", record.get("entities")), len(record["text"]), where)
            sensitive = [
                mark.span for mark in marks.places if mark.kind is None or mark.kind.upper() in kinds
            ]
            document = Document(f"{name}:{number}", record["text"])
            yield LabelledText(document, tuple(merge_spans(span for span in sensitive if span)))


def _read_record(line: bytes, where: str) -> dict[str, Any]:
    """The JSON object on a line, which has a string under `text`."""
    record = to_python(parse(decode(line, where), where))
    if not isinstance(record, dict) or not isinstance(record.get("text"), str):
        raise DocumentError(f"{where}: there is no string under 'text': add it")
    return record


def _read_conll(name: str, lines: Iterable[bytes], kinds: frozenset[str]) -> Iterator[LabelledWords]:
    """A document each: the sentences between two `-DOCSTART-` lines, or single sentences where there are none."""
    sentences: list[list[tuple[str, bool]]] = []
    words: list[tuple[str, bool]] = []
    whole = False
    for number, raw in enumerate(chain(lines, [b""]), 1):
        line = decode(raw, f"'{name}', line {number}").strip()
        if line.startswith("-DOCSTART-"):
            yield from _gather_document(sentences)
            sentences, whole = [], True
        elif line:
            words.append(_read_word(line, len(words), f"'{name}', line {number}", kinds))
        elif words:
            sentences.append(words)
            words = []
            if not whole:
                yield from _gather_document(sentences)
                sentences = []
    yield from _gather_document(sentences)


def _gather_document(sentences: list[list[tuple[str, bool]]]) -> Iterator[LabelledWords]:
    if sentences:
        yield LabelledWords(
            tuple(tuple(word for word, _ in sentence) for sentence in sentences),
            tuple(tuple(label for _, label in sentence) for sentence in sentences),
        )


def _read_word(line: str, place: int, where: str, kinds: frozenset[str]) -> tuple[str, bool]:
    """The first column is the word, or the second where the first counts the words; the last is the label."""
    columns = line.split("\t") if "\t" in line else line.split()
    if len(columns) < 2:
        raise DocumentError(f"{where}: there is a word but no label: write the label in the last column")
    counted = len(columns) > 2 and columns[0] in (str(place), str(place + 1))
    label = columns[-1].strip()
    return columns[1 if counted else 0], label != "O" and label.rpartition("-")[2].upper() in kinds
