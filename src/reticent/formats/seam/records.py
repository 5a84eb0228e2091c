"""Collections of any size: a file as one record after another, each read and written by itself.

The texts of one record are one document, so that a name found in one of them is known in all.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, count, pairwise
from typing import BinaryIO, TypeVar

from reticent.errors import DocumentError
from reticent.formats.seam.format import (
    DocumentSource,
    FileFormat,
    FileSource,
    RecordLayout,
    Relabel,
    as_file_source,
    require_edits,
)
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.outline import OutlinePassage
from reticent.plan import Edit
from reticent.rendering.edits import apply_edits
from reticent.text import Cell, Document, Span
from reticent.text.document import MASK

BLOCK = 1 << 20
"""How much of the beginning of a stream is looked at before its first record is read."""

LONGEST = 1 << 26
"""The most bytes of one line or record, so that memory stays bounded."""


@dataclass(frozen=True, slots=True)
class RawRecord:
    """The bytes of one record as they stand in the file, and its number there."""

    number: int
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Records:
    """A file that is open: how its records are read, what it begins with, and what is left of them."""

    layout: RecordLayout
    begins: bytes = field(repr=False)
    left: Iterator[RawRecord] = field(repr=False)


def open_records(
    format: FileFormat,  # noqa: A002 - it is one
    name: str,
    file: BinaryIO,
    options: FormatOptions,
    *,
    read: int = 0,
    done: int = 0,
) -> Records:
    """The records of a file, one at a time; `read` bytes and `done` records of them are passed over.

    A run goes on with the sum of the sizes and the number of the records that it is done with. What stands before the
    first record counts in neither. Only a file that can be read from the middle can be gone on with.
    """
    block = file.read(BLOCK)
    layout = format.lay_out(name, block, options, whole=len(block) < BLOCK)
    begins = block[: layout.size]
    if read:
        file.seek(layout.size + read)
        block = b""
    else:
        block = block[layout.size :]
    pieces = layout.cut(_lines(block, file, name))
    return Records(layout, begins, map(RawRecord, count(layout.first + done), pieces))


def read_records(layout: RecordLayout, data: bytes, options: FormatOptions) -> RecordsSource:
    """All records of a file that is in memory; `options` are those of the layout's records."""
    lines = io.BytesIO(data[layout.size :])
    records = map(layout.read, layout.cut(lines), count(layout.first))
    return RecordsSource(layout, tuple(map(as_file_source, records)), options)


@dataclass(frozen=True)
class RecordsSource(FileSource):
    """Many records in one file."""

    layout: RecordLayout = field(repr=False)
    records: tuple[FileSource, ...] = field(repr=False)
    options: FormatOptions

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the file, then those that single records have besides."""
        of_records = (label for each in self.records for label in each.labels)
        return tuple(dict.fromkeys([*self.layout.labels, *of_records]))

    def relabel(self, decide: Relabel) -> RecordsSource:
        """The same with other labels."""
        layout = self.layout.relabel(decide)
        records = tuple(as_file_source(layout.adopt(record)).relabel(decide) for record in self.records)
        return replace(
            self, layout=layout, records=records, options=layout.again if layout.labels else self.options
        )

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """The documents of all records."""
        return tuple(document for record in self.records for document in record.documents)

    @property
    def dropped(self) -> Mapping[str, int]:
        """What all records together leave out."""
        return sum_up(self.records)

    @property
    def outline(self) -> list[Sequence[OutlinePassage]]:
        """What each record says of its documents, each a row."""
        outlines = [passages for record in self.records for passages in record.outline]
        return [[replace(each, row=row) for each in passages] for row, passages in enumerate(outlines, 1)]

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """All records after their edits."""
        return self.layout.head + b"".join(write_each(self.records, edits))

    def count_changes(self, edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
        """What writing changes in the records besides the edits."""
        return count_each(self.records, edits)


AnySource = TypeVar("AnySource", bound=DocumentSource)


def write_each(records: Sequence[DocumentSource], edits: Sequence[Sequence[Edit]]) -> list[bytes]:
    """The bytes of each record; the edits are those of all their documents in order."""
    return [record.write(own) for record, own in share_edits(records, edits)]


def count_each(records: Sequence[FileSource], edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
    """What writing these edits changes in the records besides them."""
    total: Counter[str] = Counter()
    for record, own in share_edits(records, edits):
        total.update(record.count_changes(own))
    return total


def share_edits(
    records: Sequence[AnySource], edits: Sequence[Sequence[Edit]]
) -> list[tuple[AnySource, Sequence[Sequence[Edit]]]]:
    """Each record with the edits of its own documents; a DocumentError unless there is one list per document."""
    ends = list(accumulate((len(record.documents) for record in records), initial=0))
    require_edits(edits, ends[-1])
    return [(record, edits[start:end]) for record, (start, end) in zip(records, pairwise(ends), strict=True)]


def sum_up(records: Sequence[DocumentSource]) -> Mapping[str, int]:
    """What the records together leave out."""
    total: Counter[str] = Counter()
    for record in records:
        total.update(record.dropped)
    return total


def _lines(block: bytes, file: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines of what was read already and of what follows it in the file."""
    begun = io.BytesIO(block)
    for line in begun:
        if line.endswith(b"\n"):
            yield line
        else:
            yield _require_short(line + file.readline(LONGEST), name)
    while line := file.readline(LONGEST):
        yield _require_short(line, name)


def _require_short(line: bytes, name: str) -> bytes:
    if len(line) >= LONGEST:
        raise DocumentError(
            f"'{name}' has a line of more than {LONGEST >> 20} MB, which is not a record: divide it into records"
        )
    return line


SEPARATOR = f"\n\n{MASK}\n\n"
"""Stands between two texts: no term, sentence or pattern crosses it, because its middle is marked as a placeholder."""

_MARK = SEPARATOR.index(MASK)


@dataclass(frozen=True, slots=True)
class Fields:
    """A document made of several texts, and where each of them stands in it."""

    document: Document
    spans: tuple[Span, ...]

    def texts(self, edits: Sequence[Edit]) -> list[str]:
        """The texts after the edits; a DocumentError when one of them reaches from one text into another.

        What reaches across can't be carried out: the two texts are written to different places.
        """
        texts = [span.of(self.document.text) for span in self.spans]
        if not edits:
            return texts
        return [
            apply_edits(Document(self.document.id, text), own).text if own else text
            for text, own in zip(texts, self.split(edits), strict=True)
        ]

    def split(self, edits: Sequence[Edit]) -> list[list[Edit]]:
        """The edits of each text, at their places in it; a DocumentError as `texts` raises."""
        if any(left.span.end > right.span.start for left, right in pairwise(edits)):
            raise DocumentError(f"edits of '{self.document.id}' overlap or are not in order: sort them")
        if edits and edits[-1].span.end > len(self.document.text):
            raise DocumentError(f"an edit of '{self.document.id}' ends after the text does: plan again")
        divided, rest = [], list(reversed(edits))
        for span in self.spans:
            inside = []
            while rest and span.covers(rest[-1].span):
                edit = rest.pop()
                moved = Span(edit.span.start - span.start, edit.span.end - span.start)
                inside.append(replace(edit, span=moved))
            divided.append(inside)
        if rest:
            raise DocumentError(
                f"an edit at {rest[-1].span.start} to {rest[-1].span.end} reaches out of its field"
                f" of '{self.document.id}': edit each field by itself"
            )
        return divided


Column = tuple[tuple[str, int], str]
"""Where a text of a record stands: the table and the number of its column there, and the header of that."""


def join_fields(
    name: str, texts: Sequence[str], *, subject: str = "", columns: Sequence[Column] = ()
) -> Fields:
    """The texts as one document with that id, about that subject; `columns` are those that the texts stand in, if any."""
    joined = join_documents(name, [Document(name, text) for text in texts])
    if not subject and not columns:
        return joined
    cells = tuple(Cell(span, *column) for span, column in zip(joined.spans, columns, strict=False))
    return replace(joined, document=replace(joined.document, subject=subject, cells=cells))


def join_labels(name: str, labels: Sequence[str]) -> Fields:
    """Names of something as one document with that id, in which each is known as a label."""
    joined = join_fields(name, labels)
    return replace(joined, document=replace(joined.document, labels=joined.spans))


def require_subject(value: object, field: str, where: str) -> str:
    """What a record says under its subject field; a DocumentError, beginning with `where`, when that is nothing."""
    if isinstance(value, bool) or not isinstance(value, str | int) or str(value).strip() == "":
        raise DocumentError(
            f"{where}: there is no string or number under '{field}': add it, or name another --subject-field"
        )
    return str(value).strip()


def join_documents(name: str, documents: Sequence[Document]) -> Fields:
    """Whole documents as the texts of one with that id; what is a placeholder in one of them stays one."""
    spans: list[Span] = []
    marks: list[Span] = []
    start = 0
    for document in documents:
        end = start + len(document.text)
        spans.append(Span(start, end))
        marks += [Span(start + each.start, start + each.end) for each in document.placeholders]
        marks.append(Span(end + _MARK, end + _MARK + 1))
        start = end + len(SEPARATOR)
    text = SEPARATOR.join(document.text for document in documents)
    return Fields(Document(name, text, tuple(marks[:-1])), tuple(spans))


_NUMBER = re.compile(r"0[0-9]{3}(?:-[0-9]{3}){0,2}")


def write_number(number: int) -> str:
    """The name that a file or folder gets whose own tells something: 0001, and 0012-345 from a thousand on.

    The zero at its beginning and the groups keep it from reading as a year or as the number of a record.
    """
    groups = []
    while number >= 1000:
        number, rest = divmod(number, 1000)
        groups.append(f"-{rest:03d}")
    return f"{number:04d}" + "".join(reversed(groups))


def is_number(name: str) -> bool:
    """Whether a name of a released folder is one that `write_number` writes, which tells nothing."""
    return _NUMBER.fullmatch(name) is not None
