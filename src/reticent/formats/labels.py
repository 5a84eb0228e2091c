"""Collections in which somebody marked what is sensitive: CoNLL files, TAB JSON, and `{"text", "label"}` lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import PurePath
from typing import Any

from reticent.errors import DocumentError
from reticent.text import Document, Span, merged

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
        return _json_lines(name, lines, wanted)
    return _conll(name, lines, wanted)


def labels_in(record: dict[str, Any], where: str, kinds: frozenset[str] = PERSONS) -> tuple[Span, ...]:
    """The sensitive places that a JSON record marks: its `label`, or the `entities` of TAB.

    `label` is a list of `[start, end]` or `[start, end, kind]`; offsets are code points, end exclusive.
    """
    wanted = frozenset(kind.upper() for kind in kinds)
    found = [span for span, kind in spans_in(record, where) if kind is None or kind.upper() in wanted]
    return tuple(merged(span for span in found if span))


def spans_in(record: dict[str, Any], where: str) -> list[tuple[Span, str | None]]:
    """Every place that a JSON record marks, with its kind if it has one."""
    try:
        found = [(Span(start, end), kind) for start, end, kind in map(_entry, _marks(record, where))]
    except (TypeError, ValueError, KeyError):
        raise DocumentError(
            f"{where}: a label is [start, end] or [start, end, kind] with 0 <= start <= end: correct it"
        ) from None
    if any(span.end > len(record["text"]) for span, _ in found):
        raise DocumentError(
            f"{where}: a label ends after the text does: it was made for another text, or counts bytes"
        )
    return found


def _marks(record: dict[str, Any], where: str) -> list[Any]:
    marks = record.get("label", record.get("entities"))
    if not isinstance(marks, list):
        raise DocumentError(
            f"{where}: there is no list under 'label' (or 'entities'): add one, it may be empty"
        )
    return marks


def _entry(mark: Any) -> tuple[int, int, str | None]:
    """Start, end and kind of a mark; a TypeError, ValueError or KeyError when it is none."""
    if isinstance(mark, dict):
        mark = mark["start_offset"], mark["end_offset"], mark["entity_type"]
    start, end, kind = mark if len(mark) == 3 else (*mark, None)
    if type(start) is not int or type(end) is not int or not isinstance(kind, str | None):
        raise TypeError
    return start, end, kind


def _json_lines(name: str, lines: Iterable[bytes], kinds: frozenset[str]) -> Iterator[LabelledText]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            record = read_record(line, f"'{name}', line {number}")
            document = Document(f"{name}:{number}", record["text"])
            yield LabelledText(document, labels_in(record, f"'{name}', line {number}", kinds))


def read_record(line: bytes, where: str) -> dict[str, Any]:
    """The JSON object on a line, which has a string under `text`."""
    try:
        record = json.loads(line)
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise DocumentError(f"{where}: this is not a JSON object on one line: correct it") from None
    if not isinstance(record, dict) or not isinstance(record.get("text"), str):
        raise DocumentError(f"{where}: there is no string under 'text': add it") from None
    return record


def _conll(name: str, lines: Iterable[bytes], kinds: frozenset[str]) -> Iterator[LabelledWords]:
    """A document each: the sentences between two `-DOCSTART-` lines, or single sentences where there are none."""
    sentences: list[list[tuple[str, bool]]] = []
    words: list[tuple[str, bool]] = []
    whole = False
    for number, raw in enumerate(chain(lines, [b""]), 1):
        line = _decoded(raw, name, number)
        if line.startswith("-DOCSTART-"):
            yield from _document(sentences)
            sentences, whole = [], True
        elif line:
            words.append(_word(line, len(words), f"'{name}', line {number}", kinds))
        elif words:
            sentences.append(words)
            words = []
            if not whole:
                yield from _document(sentences)
                sentences = []
    yield from _document(sentences)


def _document(sentences: list[list[tuple[str, bool]]]) -> Iterator[LabelledWords]:
    if sentences:
        yield LabelledWords(
            tuple(tuple(word for word, _ in sentence) for sentence in sentences),
            tuple(tuple(label for _, label in sentence) for sentence in sentences),
        )


def _decoded(raw: bytes, name: str, number: int) -> str:
    try:
        return raw.decode("utf-8").strip()
    except UnicodeDecodeError:
        raise DocumentError(f"'{name}', line {number}: this is not UTF-8: convert the file first") from None


def _word(line: str, place: int, where: str, kinds: frozenset[str]) -> tuple[str, bool]:
    """The first column is the word, or the second where the first counts the words; the last is the label."""
    columns = line.split("\t") if "\t" in line else line.split()
    if len(columns) < 2:
        raise DocumentError(f"{where}: there is a word but no label: write the label in the last column")
    counted = len(columns) > 2 and columns[0] in (str(place), str(place + 1))
    label = columns[-1].strip()
    return columns[1 if counted else 0], label != "O" and label.rpartition("-")[2].upper() in kinds
