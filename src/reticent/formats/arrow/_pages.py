"""A binary table as it came, opened within limits.

The pages of a Parquet file, found by its footer and unpacked, whatever they hold.

The notation in which Parquet writes its footer and the heads of its pages, read without the library that wrote them.

What a binary table carries besides its cells: dictionaries, statistics, indexes, notes of programs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reticent.errors import DocumentError, needs_extra
from reticent.formats.arrow import Coding
from reticent.formats.seam.inspection import METADATA, FileFinding

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa
    import pyarrow.parquet as pq

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa


MOST_CELL_BYTES = 2 << 30
"""How large the cells of a table may be, unpacked: all of them are in memory."""

MOST_ROWS = 20_000_000
_ROWS_AT_ONCE = 4096

BROKEN = (pa.ArrowException, OSError, ValueError, KeyError, NotImplementedError, MemoryError)
"""What the library raises on a file that it can't read."""


def open_table(coding: Coding, name: str, data: bytes) -> pa.Table:
    """All cells of the file; a DocumentError when it is damaged or too large."""
    try:
        schema, batches = _open(coding, data)
        table = pa.Table.from_batches(_within_limits(batches, name), schema)
        table.validate(full=True)
    except DocumentError:
        raise
    except BROKEN:
        raise DocumentError(
            f"'{name}' is no {coding} file that can be read, or a damaged one: write it anew with the program that made it"
        ) from None
    return table


def _open(coding: Coding, data: bytes) -> tuple[pa.Schema, Iterable[pa.RecordBatch]]:
    buffer = pa.py_buffer(data)
    if coding == "parquet":
        file = pq.ParquetFile(pa.BufferReader(buffer))
        return file.schema_arrow, file.iter_batches(batch_size=_ROWS_AT_ONCE, use_threads=False)
    if data.startswith(b"ARROW1"):
        reader = pa.ipc.open_file(buffer)
        return reader.schema, (reader.get_batch(place) for place in range(reader.num_record_batches))
    stream = pa.ipc.open_stream(buffer)
    return stream.schema, stream


def _within_limits(batches: Iterable[pa.RecordBatch], name: str) -> Iterator[pa.RecordBatch]:
    size = rows = 0
    for batch in batches:
        size += batch.nbytes
        rows += batch.num_rows
        if size > MOST_CELL_BYTES or rows > MOST_ROWS:
            raise DocumentError(
                f"'{name}' holds more than {MOST_CELL_BYTES >> 30} GB or {MOST_ROWS:,} rows: divide it into several files"
            )
        yield batch


MOST_DEEP = 64
_STOP, _TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY = 0, 1, 2, 3, 7, 8
_LISTS, _STRUCT = (9, 10), 12


class Notation:
    """Reads values one after the other; a struct is a dictionary by the numbers of its fields."""

    def __init__(self, data: bytes, place: int = 0) -> None:
        self.data, self.place = data, place

    def struct(self, depth: int = 0) -> dict[int, Any]:
        """The struct that begins here."""
        if depth > MOST_DEEP:
            raise _damage_error()
        fields: dict[int, Any] = {}
        number = 0
        while (head := self._byte()) & 15 != _STOP:
            number = number + (head >> 4) if head >> 4 else self._zigzag()
            kind = head & 15
            fields[number] = kind == _TRUE if kind in (_TRUE, _FALSE) else self._value(kind, depth + 1)
        return fields

    def _value(self, kind: int, depth: int) -> Any:
        match kind:
            case _ if kind in (_TRUE, _FALSE, _BYTE):
                return self._byte()
            case 4 | 5 | 6:
                return self._zigzag()
            case _ if kind == _DOUBLE:
                return self._take(8)
            case _ if kind == _BINARY:
                return self._take(self._varint())
            case _ if kind in _LISTS:
                return self._list(depth)
            case _ if kind == _STRUCT:
                return self.struct(depth)
        raise _damage_error()  # no part of Parquet holds a map

    def _list(self, depth: int) -> list[Any]:
        head = self._byte()
        count = self._varint() if head >> 4 == 15 else head >> 4
        if count > len(self.data):
            raise _damage_error()
        return [self._value(head & 15, depth + 1) for _ in range(count)]

    def _byte(self) -> int:
        return self._take(1)[0]

    def _take(self, size: int) -> bytes:
        taken = self.data[self.place : self.place + size]
        if len(taken) != size:
            raise _damage_error()
        self.place += size
        return taken

    def _varint(self) -> int:
        value = shift = 0
        while (byte := self._byte()) & 128:
            value |= (byte & 127) << shift
            shift += 7
        return value | byte << shift

    def _zigzag(self) -> int:
        value = self._varint()
        return (value >> 1) ^ -(value & 1)


def strings_in(value: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], bytes]]:
    """Every string in a struct, with the numbers of the fields that lead to it."""
    if isinstance(value, bytes):
        yield path, value
    elif isinstance(value, dict):
        for number, part in value.items():
            yield from strings_in(part, (*path, number))
    elif isinstance(value, list):
        for part in value:
            yield from strings_in(part, path)


def _damage_error() -> DocumentError:
    return DocumentError("the notes at the end of a Parquet file are damaged: write the file anew")


MARK = b"PAR1"
_CODECS = {1: "snappy", 2: "gzip", 4: "brotli", 6: "zstd", 7: "lz4_raw"}
_OPTIONAL, _REPEATED = 1, 2
DATA_PAGE, DICTIONARY_PAGE = 0, 2
PLAIN = 0
TEXTS = 6
"""The numbers of the notation: kinds of pages, the plain coding, and the type of texts."""

MOST_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Leaf:
    """A column of values: the table's column that it is part of, and how deep its values may be missing or repeated."""

    column: str
    physical: int
    deepest: int
    repeated: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its head, its kind, and its bytes unpacked."""

    head: dict[int, Any] = field(repr=False)
    raw_head: bytes = field(repr=False)
    body: bytes = field(repr=False)

    @property
    def kind(self) -> int:
        """What the page holds, by the number of the notation."""
        return int(self.head[1])


@dataclass(frozen=True, slots=True)
class Chunk:
    """The values of one leaf in one group of rows: the notes about them, and where their bytes lie."""

    group: int
    leaf: Leaf
    notes: dict[int, Any] = field(repr=False)
    start: int
    end: int


def read_footer(data: bytes) -> tuple[dict[int, Any], int]:
    """The notes at the end of the file, and where they begin."""
    size = int.from_bytes(data[-8:-4], "little")
    start = len(data) - 8 - size
    if data[-4:] != MARK or start < len(MARK):
        raise DocumentError("a Parquet file has no footer: write it anew")
    return Notation(data[:-8], start).struct(), start


def find_chunks(footer: dict[int, Any]) -> Iterator[Chunk]:
    """Every chunk of values, group by group."""
    leaves = list(_leaves(footer[2]))
    for number, group in enumerate(footer.get(4, [])):
        for leaf, column in zip(leaves, group[1], strict=True):
            notes = column.get(3, {})
            begin = [place for place in (notes.get(9), notes.get(11)) if place]
            start = min(begin, default=0)
            yield Chunk(number, leaf, column, start, start + notes.get(7, 0))


def _leaves(schema: list[dict[int, Any]]) -> Iterator[Leaf]:
    """The leaves of the schema, which stands in the file as a tree in the order of a walk."""
    elements = iter(schema[1:])

    def walk(count: int, column: str, deepest: int, repeated: int) -> Iterator[Leaf]:
        for _ in range(count):
            element = next(elements)
            name = column or element[4].decode("utf-8", "replace")
            way = element.get(3, 0)
            below = deepest + (way in (_OPTIONAL, _REPEATED)), repeated + (way == _REPEATED)
            if element.get(5):
                yield from walk(element[5], name, *below)
            else:
                yield Leaf(name, element.get(1, -1), *below)

    yield from walk(schema[0].get(5, 0), "", 0, 0)


def find_pages(data: bytes, chunk: Chunk) -> Iterator[Page]:
    """The pages of a chunk, unpacked."""
    place = chunk.start
    while place < chunk.end:
        notation = Notation(data, place)
        head = notation.struct()
        raw = data[notation.place : notation.place + head[3]]
        yield Page(head, data[place : notation.place], _unpack(raw, head, chunk.notes[3].get(4, 0)))
        place = notation.place + head[3]


def split_texts(page: Page, leaf: Leaf) -> list[bytes]:
    """The texts of a page one by one where each stands after its length; otherwise all of its bytes as one piece."""
    place, pieces = _skip_levels(page, leaf), []
    if leaf.physical != TEXTS or not _stands_plainly(page):
        return [page.body]
    while place < len(page.body):
        size = int.from_bytes(page.body[place : place + 4], "little")
        pieces.append(page.body[place + 4 : place + 4 + size])
        place += 4 + size
    return pieces if place == len(page.body) else [page.body]


def _stands_plainly(page: Page) -> bool:
    notes, key = (page.head[8], 4) if 8 in page.head else (page.head.get(5) or page.head.get(7, {}), 2)
    return page.kind == DICTIONARY_PAGE or notes.get(key) == PLAIN


def _skip_levels(page: Page, leaf: Leaf) -> int:
    """Where the values begin, after the numbers that say which of them are missing or repeated."""
    if 8 in page.head:
        return int(page.head[8].get(5, 0) + page.head[8].get(6, 0))
    place = 0
    for highest in (leaf.repeated, leaf.deepest) if page.kind == DATA_PAGE else ():
        if highest:
            place += 4 + int.from_bytes(page.body[place : place + 4], "little")
    return place


def _unpack(raw: bytes, head: dict[int, Any], codec: int) -> bytes:
    newer = head.get(8, {})
    levels = newer.get(5, 0) + newer.get(6, 0)
    if not codec or newer.get(7) is False or len(raw) == levels:
        return raw
    size = head[2] - levels
    if codec not in _CODECS or not 0 <= size <= MOST_BYTES:
        raise DocumentError("a page of a Parquet file is packed in a way that can't be undone: write it anew")
    unpacked: bytes = pa.decompress(raw[levels:], size, _CODECS[codec], asbytes=True)
    return raw[:levels] + unpacked


STATISTICS = "statistics of tables"
DICTIONARIES = "dictionaries of tables"
FILTERS = "filters and indexes of tables"


def inspect_arrow(coding: Coding, data: bytes) -> list[FileFinding]:
    """Everything but the cells, by kind."""
    try:
        return list(_inspect_parquet(data) if coding == "parquet" else _inspect_arrow(data))
    except DocumentError:
        raise
    except BROKEN:
        raise DocumentError("the table is damaged: write it anew with the program that made it") from None


def count_extras(coding: Coding, data: bytes) -> Mapping[str, int]:
    """How many things of each kind there are; none of them goes out."""
    try:
        found = inspect_arrow(coding, data)
    except (DocumentError, LookupError):
        return {"notes that can't be read": 1}
    counts: Counter[str] = Counter()
    for each in found:
        counts[each.kind] += each.count
    return dict(counts)


def _inspect_parquet(data: bytes) -> Iterator[FileFinding]:
    footer, _ = read_footer(data)
    notes = [b": ".join([pair[1], pair.get(2, b"")]).decode("utf-8", "replace") for pair in footer.get(5, [])]
    if 6 in footer:
        notes.append(footer[6].decode("utf-8", "replace"))
    if notes:
        yield FileFinding(METADATA, len(notes), "the footer", tuple(notes))
    chunks = list(find_chunks(footer))
    yield from _statistics(chunks)
    yield from _dictionaries(data, chunks)
    others = sum(bool(chunk.notes.get(4)) + bool(chunk.notes.get(6)) for chunk in chunks)
    others += sum(14 in chunk.notes.get(3, {}) for chunk in chunks)
    if others:
        yield FileFinding(FILTERS, others, "the file outside its pages")


def _statistics(chunks: list[Chunk]) -> Iterator[FileFinding]:
    """The least and the greatest value of every chunk that notes them."""
    words, count = [], 0
    for chunk in chunks:
        found = chunk.notes.get(3, {}).get(12)
        if found:
            values = {found[key] for key in (1, 2, 5, 6) if isinstance(found.get(key), bytes)}
            words += sorted(f"{chunk.leaf.column}: {_show(value)}" for value in values)
            count += 1
    if count:
        yield FileFinding(STATISTICS, count, "the footer", tuple(words))


def _show(value: bytes) -> str:
    text = value.decode("utf-8", "replace")
    return text if text.isprintable() else value.hex()


def _dictionaries(data: bytes, chunks: list[Chunk]) -> Iterator[FileFinding]:
    pages = sum(
        page.kind == DICTIONARY_PAGE
        for chunk in chunks
        if chunk.notes.get(3, {}).get(11)
        for page in find_pages(data, chunk)
    )
    if pages:
        yield FileFinding(DICTIONARIES, pages, "pages")


def _inspect_arrow(data: bytes) -> Iterator[FileFinding]:
    buffer = pa.py_buffer(data)
    is_file = data.startswith(b"ARROW1")
    reader = pa.ipc.open_file(buffer) if is_file else pa.ipc.open_stream(buffer)
    notes = list(_pairs(reader.schema.metadata))
    notes += [pair for each in reader.schema for pair in _pairs(each.metadata)]
    if is_file:
        notes += list(_pairs(reader.metadata))
    if notes:
        yield FileFinding(METADATA, len(notes), "the schema", tuple(notes))
    coded = sum(pa.types.is_dictionary(each.type) for each in reader.schema)
    if coded:
        yield FileFinding(DICTIONARIES, coded, "columns")


def _pairs(metadata: Mapping[bytes, bytes] | None) -> Iterator[str]:
    for key, value in (metadata or {}).items():
        yield b": ".join([key, value]).decode("utf-8", "replace")
