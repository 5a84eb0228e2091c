"""Collections in which somebody marked what is sensitive: CoNLL files, TAB JSON, and `{"text", "label"}` lines.

A marked place is `[start, end]`, `[start, end, kind]`, or an entity of TAB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import PurePath
from typing import Any

from reticent.errors import DocumentError
from reticent.formats.annotated import AnnotatedText
from reticent.formats.json_values import read_lines
from reticent.formats.plain import decode
from reticent.plan import Edit
from reticent.rendering.tracing import Trace
from reticent.text import Document, Span, merge_spans


@dataclass(frozen=True, slots=True)
class Place:
    """A marked place; only TAB says which entity it belongs to and how it identifies (DIRECT, QUASI, NO_MASK)."""

    span: Span
    kind: str | None = None
    entity: str | None = None
    identifier: str | None = None


@dataclass(frozen=True, slots=True)
class Marks:
    """The marked places of one text, and whether they are written as TAB does."""

    places: tuple[Place, ...]
    of_tab: bool = False

    def move(self, field: Span, edits: Sequence[Edit]) -> Marks:
        """The marks at the places where what they mark stands after the edits; what is gone needs none.

        `field` is where the marked text stands in its document.
        """
        trace = Trace.of(edits)
        start = field.start + sum(
            len(edit.text) - len(edit.span) for edit in edits if edit.span.end <= field.start
        )
        moved = []
        for place in self.places:
            at = Span(place.span.start + field.start, place.span.end + field.start)
            if now := trace.to_released(at):
                moved.append(replace(place, span=Span(now.start - start, now.end - start)))
        return replace(self, places=tuple(moved))

    def to_json(self) -> list[Any]:
        """The marks as a JSON value; of TAB's keys only those that hold no words of the text."""
        if self.of_tab:
            return list(map(_describe_place, self.places))
        return [[each.span.start, each.span.end, *([each.kind] if each.kind else [])] for each in self.places]


def read_marks(value: Any, length: int, where: str) -> Marks:
    """The marks in a JSON value, for a text of this length; a DocumentError when one is no place in it.

    Offsets are code points, end exclusive.
    """
    if not isinstance(value, list):
        raise DocumentError(
            f"{where}: there is no list under 'label' (or 'entities'): add one, it may be empty"
        )
    try:
        places = tuple(map(_read_place, value))
    except (TypeError, ValueError, KeyError):
        raise DocumentError(
            f"{where}: a label is [start, end] or [start, end, kind] with 0 <= start <= end: correct it"
        ) from None
    if any(place.span.end > length for place in places):
        raise DocumentError(
            f"{where}: a label ends after the text does: it was made for another text, or counts bytes"
        )
    return Marks(places, of_tab=any(isinstance(mark, dict) for mark in value))


def _read_place(mark: Any) -> Place:
    """The place of a mark; a TypeError, ValueError or KeyError when it is none."""
    if isinstance(mark, dict):
        span = _span(mark["start_offset"], mark["end_offset"])
        words = mark["entity_type"], mark.get("entity_id"), mark.get("identifier_type")
    elif isinstance(mark, list) and len(mark) in (2, 3):
        span, words = _span(mark[0], mark[1]), (mark[2] if len(mark) == 3 else None, None, None)
    else:
        raise TypeError
    if not all(isinstance(word, str | None) for word in words):
        raise TypeError
    return Place(span, *words)


def _span(start: Any, end: Any) -> Span:
    if type(start) is not int or type(end) is not int:
        raise TypeError
    return Span(start, end)


def _describe_place(place: Place) -> dict[str, Any]:
    members = {
        "entity_type": place.kind,
        "entity_id": place.entity,
        "start_offset": place.span.start,
        "end_offset": place.span.end,
        "identifier_type": place.identifier,
    }
    return {key: value for key, value in members.items() if value is not None}


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

    A name that ends in `.json` or `.jsonl` holds an object per line, any other name a word and its label per line.
    """
    wanted = frozenset(kind.upper() for kind in kinds)
    if PurePath(name).suffix.lower() in {".json", ".jsonl"}:
        return _read_json_lines(name, lines, wanted)
    return _read_conll(name, lines, wanted)


def label_annotated(annotated: AnnotatedText, kinds: frozenset[str] = PERSONS) -> LabelledText:
    """The text of an annotated file with the places that are sensitive."""
    wanted = frozenset(kind.upper() for kind in kinds)
    sensitive = [Span(each.start, each.end) for each in annotated.places if each.kind.upper() in wanted]
    return LabelledText(Document(annotated.name, annotated.text), tuple(merge_spans(sensitive)))


def _read_json_lines(name: str, lines: Iterable[bytes], kinds: frozenset[str]) -> Iterator[LabelledText]:
    for number, record in read_lines(name, lines):
        where = f"'{name}', line {number}"
        if not isinstance(record, dict) or not isinstance(record.get("text"), str):
            raise DocumentError(f"{where}: there is no string under 'text': add it")
        marks = read_marks(record.get("label", record.get("entities")), len(record["text"]), where)
        sensitive = [mark.span for mark in marks.places if mark.kind is None or mark.kind.upper() in kinds]
        document = Document(f"{name}:{number}", record["text"])
        yield LabelledText(document, tuple(merge_spans(filter(None, sensitive))))


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
