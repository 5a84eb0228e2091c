"""HL7 version 2: messages of segments and fields, each field by the rule that one table has for its segment and number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.errors import DocumentError
from reticent.formats.hl7._fields import CHARACTER_SETS, Leaf, MessageLayout, find_divided, is_kept
from reticent.formats.hl7._segments import (
    OPENING,
    Hl7Segment,
    SegmentReader,
    copy_segments,
    read_written,
    write_segments,
)
from reticent.formats.html import without_blanks
from reticent.formats.plain import decode, encode, inspect_text, is_text
from reticent.formats.seam.format import FileFormat, FileSource, Residue, VerifiesFile
from reticent.formats.seam.inspection import METADATA, FileFinding
from reticent.formats.seam.options import DEFAULTS, FormatOptions
from reticent.formats.seam.records import SEPARATOR, Fields, join_fields, share_edits, sum_up
from reticent.formats.seam.search import Search
from reticent.formats.xml import XmlField
from reticent.plan import Edit
from reticent.text import Cell, Document, Span

LARGEST = 1 << 26
"""The most bytes of a file, all of whose messages are in memory at once; chosen by hand."""

_OPENS = re.compile(rb"[\x0b\s]*(?:MSH|FHS|BHS)([^\sA-Za-z0-9])[^\sA-Za-z0-9]{4,5}\1")
_CHARACTER_SET = 18
"""The field of MSH that says it."""


def looks_like_hl7(head: bytes) -> bool:
    """Whether a file that begins so is a message: `MSH|^~\\&|`, or one with other delimiters."""
    return _OPENS.match(head.removeprefix(b"\xef\xbb\xbf")) is not None


@dataclass(frozen=True, slots=True)
class Hl7File(FileFormat):
    """A file of messages: one document per message."""

    holds = "more"

    name: str = "hl7"
    suffixes: tuple[str, ...] = (".hl7",)

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so is a message."""
        return is_text(head) and looks_like_hl7(head)

    def read(self, name: str, data: bytes, options: FormatOptions) -> Hl7Source:
        """A document per message; a DocumentError when it is none."""
        if len(data) > LARGEST:
            raise DocumentError(f"'{name}' has more than {LARGEST >> 20} MB of messages: divide it")
        segments, dropped = _read_segments(data, f"'{name}'")
        groups = _cut_messages(segments)
        messages = tuple(
            _read_message(name if len(groups) == 1 else f"{name}, message {number}", group, options)
            for number, group in enumerate(groups, 1)
        )
        total = Counter(sum_up(messages)) + dropped
        return Hl7Source(messages, {kind: count for kind, count in total.items() if count}, options)

    def agrees(self, released: str, found: str) -> bool:
        """Whether all that was found was released: a date that goes leaves an empty field, and lines may be parted anew."""
        ours = without_blanks(released)
        return all(without_blanks(line) in ours for line in _LINES.split(found))

    def reread(self, data: bytes) -> Iterator[str]:
        """The texts of each message, as a reader finds them that knows only the form that is written here."""
        segments, odd = read_written(data.decode("utf-8", "replace"))
        for group in _cut_messages(segments):
            yield SEPARATOR.join(each.text for each in MessageLayout(list(group)).lay_out().fields)
        yield from odd

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every field that holds one of the words."""
        search = Search(list(words))
        segments, odd = read_written(data.decode("utf-8", "replace"))
        found = {Residue(word, "no field") for each in odd for word in search.text(each)}
        for group in _cut_messages(segments):
            for each in _MessageText.of(group):
                found |= {Residue(word, each.place) for word in search.text(each.text)}
        return sorted(found, key=lambda each: (each.word, each.place))

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What doesn't go out, and signs without a shape."""
        dropped = self.read("the file", data, DEFAULTS).dropped
        texts = (each for segment in _read_segments(data, "the file")[0] for each in _list_texts(segment))
        shapeless = inspect_text("\n".join(texts).replace("\r", "\n"))
        return [*(FileFinding(METADATA, count, kind) for kind, count in dropped.items()), *shapeless]


@dataclass(frozen=True, slots=True)
class _MessageText:
    """What a search looks at: a part that is judged or has no rule, or a whole text of several lines."""

    place: str
    text: str = field(repr=False)

    @classmethod
    def of(cls, group: Sequence[Hl7Segment]) -> Iterator[_MessageText]:
        for segment in group:
            for number, text in enumerate(_list_texts(segment), 1):
                if not is_kept(text):
                    yield cls(f"{segment.name}, part {number}", text)
        for each in MessageLayout(copy_segments(group)).lay_out().fields:
            yield cls(each.way[0], each.text.replace("\n", ""))
            yield cls(each.way[0], each.text)


def _list_texts(segment: Hl7Segment) -> Iterator[str]:
    for repetitions in segment.fields:
        for components in repetitions:
            yield "".join("".join(parts) for parts in components)
            yield from (part for parts in components for part in parts)


def _read_segments(data: bytes, where: str) -> tuple[list[Hl7Segment], Counter[str]]:
    encoding = _find_encoding(data, where)
    try:
        text = decode(data, where) if encoding == "utf-8" else data.decode(encoding)
    except UnicodeDecodeError:
        raise DocumentError(
            f"{where} is not in the character set that MSH-18 says: correct it, or convert it to UTF-8"
        ) from None
    reader = SegmentReader(where, encoding=encoding)
    segments = reader.read(text.removeprefix("\ufeff"))
    if not text.isascii():
        _say_character_set(segments)
    return segments, reader.dropped


def _find_encoding(data: bytes, where: str) -> str:
    """The character set that the first message says; UTF-8 where it says none."""
    line = next((each for each in re.split(rb"[\r\n]", data) if each.lstrip(b"\x0b")[:3] == b"MSH"), b"")
    fields = line.lstrip(b"\x0b").split(line.lstrip(b"\x0b")[3:4] or b"|")
    said = fields[_CHARACTER_SET - 1] if len(fields) >= _CHARACTER_SET else b""
    name = re.split(rb"[~^]", said)[0].decode("ascii", "replace").strip().upper()
    if name not in CHARACTER_SETS or b"~" in said:
        raise DocumentError(f"{where} is in a character set that is not read here: convert it to UTF-8")
    return CHARACTER_SETS[name]


def _say_character_set(segments: Sequence[Hl7Segment]) -> None:
    """Let every message say that it is in UTF-8, in which it is written."""
    for segment in segments:
        if segment.name == "MSH":
            missing = _CHARACTER_SET - len(segment.fields)
            segment.fields += [[[[""]]] for _ in range(missing)]
            segment.fields[_CHARACTER_SET - 1] = [[["UNICODE UTF-8"]]]


def _cut_messages(segments: Sequence[Hl7Segment]) -> list[list[Hl7Segment]]:
    groups: list[list[Hl7Segment]] = []
    for segment in segments:
        if segment.name in OPENING or not groups:
            groups.append([])
        groups[-1].append(segment)
    return groups


def _read_message(name: str, group: Sequence[Hl7Segment], options: FormatOptions) -> MessageSource:
    layout = MessageLayout(list(group)).lay_out()
    numbers: dict[tuple[str, ...], int] = {}
    columns = [
        ((name, numbers.setdefault((*each.way, each.header), len(numbers))), each.header)
        for each in layout.fields
    ]
    fields = join_fields(name, [each.text for each in layout.fields], columns=columns)
    document = fields.document
    divided = [
        Cell(Span(span.start + each.start, span.start + each.end), (name, -1), "last name")
        for span, place in zip(fields.spans, layout.fields, strict=True)
        for each in find_divided(place.text)
    ]
    fields = replace(fields, document=replace(document, cells=(*document.cells, *divided)))
    dropped = {kind: count for kind, count in layout.dropped.items() if count}
    return MessageSource(
        fields, tuple(layout.segments), tuple(layout.fields), tuple(layout.leaves), dropped, options
    )


@dataclass(frozen=True, slots=True)
class MessageSource(FileSource):
    """One message."""

    fields: Fields
    segments: tuple[Hl7Segment, ...] = field(repr=False)
    places: tuple[XmlField, ...] = field(repr=False)
    leaves: tuple[Leaf, ...] = field(repr=False)
    dropped: Mapping[str, int]
    options: FormatOptions

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document."""
        return (self.fields.document,)

    def _change(self, edits: Sequence[Edit]) -> list[Hl7Segment]:
        """The segments after the edits; where a date or a number became another text, the part is empty."""
        segments = copy_segments(self.segments)
        for place, own in zip(self.places, self.fields.split(edits), strict=True):
            for part, text in place.change(own) if own else ():
                leaf = self.leaves[part.node or 0]
                segment, number, repetition, component, at = leaf.place
                parts = segments[segment].fields[number - 1][repetition][component]
                parts[at] = text if leaf.fits(text) else ""
        return segments

    def _list_shown(self, released: str) -> Iterator[str]:
        """The texts that a reader finds of a release: not those that had to be a date, and not what became a code."""
        for place, text in zip(self.places, released.split(SEPARATOR), strict=True):
            leaf = self.leaves[place.parts[0].node or 0]
            if leaf.fits(text) and (text == place.text or not is_kept(text)):
                yield text


@dataclass(frozen=True)
class Hl7Source(FileSource, VerifiesFile):
    """The messages of a file."""

    holds = "more"
    messages: tuple[MessageSource, ...] = field(repr=False)
    dropped: Mapping[str, int]
    options: FormatOptions

    @property
    def documents(self) -> tuple[Document, ...]:
        """A document for each message."""
        return tuple(document for message in self.messages for document in message.documents)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The file in UTF-8 after the edits, with the usual delimiters."""
        where = f"'{self.documents[0].id}'"
        segments = [
            segment
            for message, own in share_edits(self.messages, edits)
            for segment in message._change(own[0])
        ]
        text = write_segments(segments)
        if not text.isascii():
            _say_character_set(segments)
            text = write_segments(segments)
        return encode(text, where)

    def agrees_with(self, released: Sequence[str], found: Sequence[str]) -> bool:
        """Whether just what was judged is there, but for dates and numbers that went."""
        if not len(released) == len(found) == len(self.messages):
            return False
        return all(
            _is_same(without_blanks("".join(message._list_shown(ours))), theirs)
            for message, ours, theirs in zip(self.messages, released, found, strict=True)
        )

    def reread(self, data: bytes) -> Iterator[str]:
        """As the format does."""
        return HL7.reread(data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """As the format does."""
        return HL7.residue(data, words)

    def find_verifier(self, form: FileFormat) -> VerifiesFile:
        """The source itself, which knows what was a date."""
        return self


_LINES = re.compile(f"{SEPARATOR}|\n")


def _is_same(expected: str, found: str) -> bool:
    """Whether texts are the same, but for the order of those that were gathered to one text before, and are not now."""
    lines = list(map(without_blanks, _LINES.split(found)))
    if "".join(lines) == expected:
        return True
    return sorted("".join(lines)) == sorted(expected) and all(line in expected for line in lines)


HL7 = Hl7File()
