"""Texts with marks that stand apart from them: i2b2's XML (a text and its TAGS), and brat's `.ann` beside a `.txt`.

Offsets are code points, end exclusive. A mark that does not hold the words that it says is refused: it was made for another text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from xml.parsers import expat

from reticent.errors import DocumentError
from reticent.formats.plain import decode

I2B2, BRAT = ".xml", ".ann"
"""The endings of annotated files."""


@dataclass(frozen=True, slots=True)
class MarkedPlace:
    """A marked place: where, of what kind, and the words that stand there."""

    start: int
    end: int
    kind: str
    words: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """A text and what somebody marked in it, in order."""

    name: str
    text: str = field(repr=False)
    places: tuple[MarkedPlace, ...]


def is_annotated(name: str) -> bool:
    """Whether a file of this name holds marks that stand apart from their text."""
    return PurePath(name).suffix.lower() in (I2B2, BRAT)


def read_annotated(name: str, data: bytes, text: bytes | None = None) -> AnnotatedText:
    """The text and the marks of a file; `text` is the text beside a file of brat.

    A DocumentError tells the number of the mark that is wrong, never a word of it.
    """
    stem = PurePath(name).stem
    if PurePath(name).suffix.lower() == I2B2:
        return _read_i2b2(stem, data, f"'{name}'")
    if text is None:
        raise DocumentError(f"'{name}' has no text beside it: put '{stem}.txt' into the same folder")
    written = decode(text, f"'{stem}.txt'")
    return AnnotatedText(stem, written, _check(read_brat_marks(name, data), written, f"'{name}'"))


_MARK = re.compile(r"T[0-9]+\t([^\t ]+) ([0-9]+ [0-9]+(?:;[0-9]+ [0-9]+)*)\t(.*)")


def read_brat_marks(name: str, data: bytes) -> list[MarkedPlace]:
    """The marks of a file of brat without their text; a mark in several pieces is several. Relations, events and notes are none."""
    places = []
    for number, line in enumerate(decode(data, f"'{name}'").splitlines(), 1):
        if not line.startswith("T"):
            continue
        found = _MARK.fullmatch(line)
        if not found:
            raise DocumentError(
                f"'{name}', line {number}, is not a mark of brat: 'T1<tab>KIND 0 5<tab>words'"
            )
        pieces = [tuple(map(int, each.split())) for each in found[2].split(";")]
        rest = found[3]
        for start, end in pieces:
            words = rest[: end - start] if len(pieces) > 1 else rest
            rest = rest[end - start + 1 :]
            places.append(MarkedPlace(start, end, found[1], words))
    return places


@dataclass(slots=True)
class _I2b2Reader:
    """What was met of a file: its text, and the tags after it."""

    where: str
    text: list[str] = field(default_factory=list, repr=False)
    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list, repr=False)
    way: list[str] = field(default_factory=list, repr=False)

    def read(self, data: bytes) -> None:
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = lambda _: self.way.pop() and None
        parser.CharacterDataHandler = self._add
        parser.EntityDeclHandler = self._refuse
        parser.StartDoctypeDeclHandler = self._refuse
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            raise DocumentError(
                f"{self.where} is not well-formed XML (line {error.lineno}): correct it"
            ) from None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self.way[-1:] == ["TAGS"]:
            self.tags.append((name, attributes))
        self.way.append(name)

    def _add(self, text: str) -> None:
        if self.way[-1:] == ["TEXT"]:
            self.text.append(text)

    def _refuse(self, *_: object) -> None:
        raise DocumentError(
            f"{self.where} has a document type, which annotated texts don't have: take it out"
        )


def _read_i2b2(name: str, data: bytes, where: str) -> AnnotatedText:
    reader = _I2b2Reader(where)
    reader.read(data)
    if not reader.text:
        raise DocumentError(f"{where} holds no text with marks as i2b2 writes them: elements TEXT and TAGS")
    text, places = "".join(reader.text), []
    for number, (kind, attributes) in enumerate(reader.tags, 1):
        if not (attributes.get("start", "").isdecimal() and attributes.get("end", "").isdecimal()):
            raise DocumentError(f"{where}, mark {number}, has no start and end: correct it")
        words = attributes.get("text", "")
        start, end = int(attributes["start"]), int(attributes["end"])
        places.append(MarkedPlace(start, end, attributes.get("TYPE") or kind, words))
    return AnnotatedText(name, text, _check(places, text, where))


def _check(places: Sequence[MarkedPlace], text: str, where: str) -> tuple[MarkedPlace, ...]:
    for number, place in enumerate(places, 1):
        stands = text[place.start : place.end]
        if not place.start < place.end <= len(text) or (
            place.words and stands.split() != place.words.split()
        ):
            raise DocumentError(
                f"{where}, mark {number}, does not hold its words: it was made for another text, or counts bytes"
            )
    return tuple(sorted(places, key=lambda each: (each.start, each.end)))
