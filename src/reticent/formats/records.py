"""Collections of any size: a file as one record after another, each read and written by itself."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, count, pairwise
from typing import BinaryIO

from reticent.errors import DocumentError
from reticent.formats.format import (
    Labelled,
    LabelledLayout,
    Layout,
    RecordFormat,
    Relabel,
    Source,
    count_changes,
    list_labels,
    require_edits,
)
from reticent.formats.options import FormatOptions
from reticent.plan import Edit
from reticent.text import Document

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

    layout: Layout
    begins: bytes = field(repr=False)
    left: Iterator[RawRecord] = field(repr=False)


def open_records(
    format: RecordFormat,  # noqa: A002 - it is one
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


def read_records(layout: Layout, data: bytes, options: FormatOptions) -> RecordsSource:
    """All records of a file that is in memory; `options` are those of the layout's records."""
    lines = io.BytesIO(data[layout.size :])
    records = map(layout.read, layout.cut(lines), count(layout.first))
    return RecordsSource(layout, tuple(records), options)


@dataclass(frozen=True)
class RecordsSource:
    """Many records in one file."""

    layout: Layout = field(repr=False)
    records: tuple[Source, ...] = field(repr=False)
    options: FormatOptions

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the file, then those that single records have besides."""
        return tuple(
            dict.fromkeys(label for each in (self.layout, *self.records) for label in list_labels(each))
        )

    def relabel(self, decide: Relabel) -> RecordsSource:
        """The same with other labels."""
        if not isinstance(self.layout, LabelledLayout):
            return self
        layout = self.layout.relabel(decide)
        adopted = [layout.adopt(record) for record in self.records]
        records = tuple(each.relabel(decide) if isinstance(each, Labelled) else each for each in adopted)
        return replace(self, layout=layout, records=records, options=layout.again)

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """The documents of all records."""
        return tuple(document for record in self.records for document in record.documents)

    @property
    def dropped(self) -> Mapping[str, int]:
        """What all records together leave out."""
        return sum_up(self.records)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """All records after their edits."""
        return self.layout.head + b"".join(write_each(self.records, edits))

    def count_changes(self, edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
        """What writing changes in the records besides the edits."""
        return count_each(self.records, edits)


def write_each(records: Sequence[Source], edits: Sequence[Sequence[Edit]]) -> list[bytes]:
    """The bytes of each record; the edits are those of all their documents in order."""
    return [record.write(own) for record, own in share_edits(records, edits)]


def count_each(records: Sequence[Source], edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
    """What writing these edits changes in the records besides them."""
    total: Counter[str] = Counter()
    for record, own in share_edits(records, edits):
        total.update(count_changes(record, own))
    return total


def share_edits(
    records: Sequence[Source], edits: Sequence[Sequence[Edit]]
) -> list[tuple[Source, Sequence[Sequence[Edit]]]]:
    """Each record with the edits of its own documents; a DocumentError unless there is one list a document."""
    ends = list(accumulate((len(record.documents) for record in records), initial=0))
    require_edits(edits, ends[-1])
    return [(record, edits[start:end]) for record, (start, end) in zip(records, pairwise(ends), strict=True)]


def sum_up(records: Sequence[Source]) -> Mapping[str, int]:
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
            f"'{name}' has a line of more than {LONGEST >> 20} MB, which is no record: divide it into records"
        )
    return line
