"""HL7 version 2 as rows of fields, repetitions, components and parts, with their escapes decoded, and back in one form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reticent.errors import DocumentError

Parts = list[str]
Components = list[Parts]
Repetitions = list[Components]

FIELD, COMPONENT, REPEAT, ESCAPE, PART = "|", "^", "~", "\\", "&"
"""The delimiters that every message has that is written here."""

OPENING = ("MSH", "FHS", "BHS")
"""Segments that say which delimiters those after them have."""

LONGEST_FIELD = 1 << 24
"""The most characters of a segment: a scanned page in one is 10 MB. Chosen by hand."""

MOST_PARTS = 2_000_000
"""The most parts of a file: each is some hundred bytes of memory. Chosen by hand."""

_NAME = re.compile("[A-Z][A-Z0-9]{2}")
_START, _END = "\x0b", "\x1c"
"""What stands around messages on a wire (MLLP)."""


@dataclass(slots=True)
class Hl7Segment:
    """A segment: its name and its fields, of which an opening one has the delimiters as the first two."""

    name: str
    fields: list[Repetitions] = field(repr=False)


def copy_segments(segments: Sequence[Hl7Segment]) -> list[Hl7Segment]:
    """Segments that can be changed without changing the others."""
    return [
        Hl7Segment(each.name, [[[list(parts) for parts in row] for row in field_] for field_ in each.fields])
        for each in segments
    ]


@dataclass(slots=True)
class SegmentReader:
    """Reads the segments of a file, and counts what doesn't go out of their escapes."""

    where: str
    dropped: Counter[str] = field(default_factory=Counter)
    encoding: str = "utf-8"
    _signs: str = field(default="", repr=False)
    _escapes: re.Pattern[str] = field(default=re.compile("(?!)"), repr=False)

    def read(self, text: str) -> list[Hl7Segment]:
        """All segments; a DocumentError tells the number of the line that is none."""
        plain = text.replace(_START, "").replace(_END, "")
        self.dropped["frames of a wire"] += len(text) - len(plain)
        ends = "\r" if "\r" in plain.replace("\r\n", "") else "\n"
        segments, parts = [], 0
        for number, line in enumerate(plain.replace("\r\n", ends).split(ends), 1):
            if line.strip():
                segments.append(self._read_segment(line.strip("\n"), number))
                parts += sum(map(line.count, self._signs[:3]))
                if parts > MOST_PARTS or len(line) > LONGEST_FIELD:
                    raise DocumentError(f"{self.where} has too large or too many segments: divide it")
        if not segments or segments[0].name not in OPENING:
            raise DocumentError(f"{self.where} does not begin with a segment MSH, FHS or BHS: correct it")
        return segments

    def _read_segment(self, line: str, number: int) -> Hl7Segment:
        name = line[:3]
        if name in OPENING:
            self._take_delimiters(line, number)
        if not _NAME.fullmatch(name) or line[3:4] not in ("", self._signs[:1]) or not self._signs:
            raise DocumentError(f"{self.where}, line {number}, is no segment of HL7 version 2: correct it")
        written = line.split(self._signs[0])[1:]
        if name in OPENING:
            return Hl7Segment(name, [[], [], *map(self._read_field, written[1:])])
        return Hl7Segment(name, [self._read_field(each) for each in written])

    def _take_delimiters(self, line: str, number: int) -> None:
        signs = line[3:4] + line[4:9].split(line[3:4], maxsplit=1)[0] if len(line) > 3 else ""
        odd = len(set(signs)) < len(signs) or any(sign.isalnum() or sign.isspace() for sign in signs)
        if not 5 <= len(signs) <= 6 or odd:
            raise DocumentError(
                f"{self.where}, line {number}, does not say which delimiters it has, such as |^~\\&: correct it"
            )
        self._signs = signs
        escape = re.escape(signs[3])
        self._escapes = re.compile(rf"{escape}([^{escape}]{{0,200}}){escape}")

    def _read_field(self, written: str) -> Repetitions:
        component, repeat, part = self._signs[1], self._signs[2], self._signs[4]
        return [
            [[self._decode(each) for each in parts.split(part)] for parts in components.split(component)]
            for components in written.split(repeat)
        ]

    def _decode(self, written: str) -> str:
        if self._signs[3] not in written:
            return written
        return self._escapes.sub(self._decode_escape, written)

    def _decode_escape(self, found: re.Match[str]) -> str:
        said = found[1]
        signs = dict(zip("FSRET", (self._signs[each] for each in (0, 1, 2, 3, 4)), strict=True))
        if said in signs:
            return signs[said]
        if re.fullmatch(
            r"\.(?:br|sp ?[+]?[0-9]{0,3}|ce|fi|nf|in[+-]?[0-9]{0,3}|ti[+-]?[0-9]{0,3}|sk[0-9 ]{0,4})", said
        ):
            return "\n" if said[1:3] in ("br", "sp", "ce") else " " if said[1:3] == "sk" else ""
        if re.fullmatch("X(?:[0-9A-Fa-f]{2})+", said):
            return bytes.fromhex(said[1:]).decode(self.encoding, "replace").replace("\0", "")
        if said[:1] in ("C", "M"):
            raise DocumentError(
                f"{self.where} changes its character set inside a text: convert it to UTF-8 first"
            )
        self.dropped["marks of layout"] += 1
        return ""


def write_segments(segments: Sequence[Hl7Segment]) -> str:
    """The file that these segments are, with the usual delimiters."""
    return "".join(f"{line}\r" for line in map(_write_segment, segments))


def _write_segment(segment: Hl7Segment) -> str:
    fields = [
        REPEAT.join(
            COMPONENT.join(PART.join(map(_encode, parts)) for parts in components) for components in each
        )
        for each in segment.fields
    ]
    if segment.name in OPENING:
        fields = [f"{COMPONENT}{REPEAT}{ESCAPE}{PART}", *fields[2:]]
    return FIELD.join([segment.name, *fields])


_NAMES = {FIELD: "F", COMPONENT: "S", REPEAT: "R", ESCAPE: "E", PART: "T", "\n": ".br", "\r": ".br"}
_SPECIAL = re.compile(r"\r\n|[|^~\\&\x00-\x1f\x7f]")


def _encode(text: str) -> str:
    return _SPECIAL.sub(lambda found: f"\\{_NAMES.get(found[0][-1], f'X{ord(found[0][-1]):02X}')}\\", text)


_TOKEN = re.compile(r"([|^~&]?)((?:[^|^~&\\]|\\[^\\|^~&]{0,200}\\)*)")
_WRITTEN = {f"\\{name}\\": sign for sign, name in _NAMES.items() if sign != "\r"}
_ANY_ESCAPE = re.compile(r"\\([^\\]*)\\")


def read_written(written: str) -> tuple[list[Hl7Segment], list[str]]:
    """The segments of a file in the form that is written here, by another way to read, and what is in no such form."""
    segments: list[Hl7Segment] = []
    odd: list[str] = []
    for line in filter(None, written.split("\r")):
        head = re.match(r"([A-Z][A-Z0-9]{2})(\|\^~\\&)?", line)
        if not head:
            odd.append(line)
            continue
        fields: list[Repetitions] = [[], []] if head[2] else []
        for divider, text in _cut(line[head.end() :], odd):
            decoded = _ANY_ESCAPE.sub(_show_escape, text)
            if divider == FIELD:
                fields.append([[[decoded]]])
            elif not fields or not fields[-1]:
                odd.append(decoded)
            elif divider == REPEAT:
                fields[-1].append([[decoded]])
            elif divider == COMPONENT:
                fields[-1][-1].append([decoded])
            else:
                fields[-1][-1][-1].append(decoded)
        segments.append(Hl7Segment(head[1], fields))
    return segments, odd


def _cut(line: str, odd: list[str]) -> Iterator[tuple[str, str]]:
    place = 0
    while place < len(line):
        found = _TOKEN.match(line, place)
        if not found or found.end() == place:
            odd.append(line[place:])
            return
        yield found[1], found[2]
        place = found.end()


def _show_escape(found: re.Match[str]) -> str:
    if found[0] in _WRITTEN:
        return _WRITTEN[found[0]]
    return chr(int(found[1][1:3], 16)) if re.fullmatch("X[0-9A-F]{2}", found[1]) else found[1]
