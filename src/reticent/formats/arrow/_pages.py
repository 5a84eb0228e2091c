"""A binary table opened within limits, and the pages, notes, dictionaries and statistics that a file of one carries.

The footer and the page headers of Parquet are read here and not by the library that wrote them. Their structs are
dictionaries by field number; the numbers are those of `parquet.thrift`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from reticent.errors import DocumentError, needs_extra
from reticent.formats.arrow import Coding
from reticent.formats.seam.inspection import METADATA, FileFinding

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa
    import pyarrow.parquet as pq


MOST_CELL_BYTES = 2 << 30
"""How large the cells of a table may be, unpacked: all of them are in memory. Chosen by hand."""

MOST_ROWS = 20_000_000
"""Every row is a document of some hundred bytes, so that as many again as the cells may take; chosen by hand."""

_ROWS_AT_ONCE = 4096
"""Rows unpacked before the limits are checked: a batch of pages that are made to swell stays small. Chosen by hand."""

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


@dataclass(frozen=True, slots=True)
class Packing:
    """How a Parquet file is packed: by which codec, with dictionaries or not, and how many rows each of its groups has."""

    codec: str = "none"
    coded: bool = False
    groups: tuple[int, ...] = ()


UNPACKED = Packing()
_WRITTEN_CODECS = {
    "SNAPPY": "snappy",
    "GZIP": "gzip",
    "BROTLI": "brotli",
    "ZSTD": "zstd",
    "LZ4": "lz4",
    "LZ4_RAW": "lz4",
}
"""What can be written, by the names of the codecs in a file; of any other kind is written unpacked."""


def read_packing(coding: Coding, data: bytes) -> Packing:
    """How a file is packed, as most of its columns are; an Arrow file is written unpacked."""
    if coding != "parquet":
        return UNPACKED
    notes = pq.ParquetFile(pa.BufferReader(data)).metadata
    groups = [notes.row_group(number) for number in range(notes.num_row_groups)]
    chunks = [group.column(number) for group in groups for number in range(group.num_columns)]
    codecs = Counter(_WRITTEN_CODECS.get(each.compression, "none") for each in chunks)
    codec = min(codecs, key=lambda name: (-codecs[name], name), default="none")
    known = codec == "none" or pa.Codec.is_available(codec)
    coded = any(each.has_dictionary_page for each in chunks)
    return Packing(codec if known else "none", coded, tuple(group.num_rows for group in groups))


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


_DEEPEST_STRUCT = 64
"""Structs within structs: Parquet has 8 levels, and a deeper footer is made to exhaust the stack of its reader."""


_Type = IntEnum("_Type", "STOP TRUE FALSE BYTE I16 I32 I64 DOUBLE BINARY LIST SET MAP STRUCT", start=0)
"""The types of values in Thrift's compact protocol; no part of Parquet holds a map."""


class CompactReader:
    """Reads values of Thrift's compact protocol one after the other; a struct is a dictionary by field number."""

    def __init__(self, data: bytes, place: int = 0) -> None:
        self.data, self.place = data, place

    def struct(self, depth: int = 0) -> dict[int, Any]:
        if depth > _DEEPEST_STRUCT:
            raise _damage_error()
        fields: dict[int, Any] = {}
        number = 0
        while (head := self._byte()) & 15 != _Type.STOP:
            number = number + (head >> 4) if head >> 4 else self._zigzag()
            kind = head & 15
            is_flag = kind in (_Type.TRUE, _Type.FALSE)
            fields[number] = kind == _Type.TRUE if is_flag else self._value(kind, depth + 1)
        return fields

    def _value(self, kind: int, depth: int) -> Any:
        match kind:
            case _Type.TRUE | _Type.FALSE | _Type.BYTE:
                return self._byte()
            case _Type.I16 | _Type.I32 | _Type.I64:
                return self._zigzag()
            case _Type.DOUBLE:
                return self._take(8)
            case _Type.BINARY:
                return self._take(self._varint())
            case _Type.LIST | _Type.SET:
                return self._list(depth)
            case _Type.STRUCT:
                return self.struct(depth)
        raise _damage_error()

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
_CODECS = {1: "snappy", 2: "gzip", 4: "brotli", 6: "zstd", 7: "lz4_raw"}  # `CompressionCodec`; 0 is none

MOST_BYTES = 1 << 30
"""How large a page may be, unpacked: writers make pages of about a megabyte, and one may be a single large value."""


Footer = IntEnum("Footer", {"SCHEMA": 2, "ROW_GROUPS": 4, "KEY_VALUES": 5, "CREATED_BY": 6})
"""Fields of `FileMetaData`, as those below are of the structs that they name."""

Element = IntEnum("Element", {"TYPE": 1, "REPETITION": 3, "NAME": 4, "CHILDREN": 5})  # `SchemaElement`
RowGroup = IntEnum("RowGroup", {"COLUMNS": 1, "ROWS": 3})
ColumnChunk = IntEnum("ColumnChunk", {"METADATA": 3, "OFFSET_INDEX": 4, "COLUMN_INDEX": 6})
ColumnNotes = IntEnum(  # `ColumnMetaData`
    "ColumnNotes",
    {
        "PATH": 3,
        "CODEC": 4,
        "PACKED_SIZE": 7,
        "DATA_PAGE": 9,
        "DICTIONARY_PAGE": 11,
        "STATISTICS": 12,
        "BLOOM_FILTER": 14,
    },
)
PageHeader = IntEnum(
    "PageHeader", {"KIND": 1, "SIZE": 2, "PACKED_SIZE": 3, "DATA": 5, "DICTIONARY": 7, "DATA_V2": 8}
)
DataPage = IntEnum("DataPage", {"VALUES": 1, "ENCODING": 2})  # `DataPageHeader` and `DictionaryPageHeader`
DataPageV2 = IntEnum(
    "DataPageV2",
    {
        "VALUES": 1,
        "NULLS": 2,
        "ENCODING": 4,
        "DEFINITION_SIZE": 5,
        "REPETITION_SIZE": 6,
        "IS_PACKED": 7,
    },
)
_EXTREMES = (1, 2, 5, 6)
"""Fields of `Statistics` that hold a value of the column: the greatest and the least, in the old and the new order."""

_OPTIONAL, _REPEATED = 1, 2  # `FieldRepetitionType`
DATA_PAGE, DICTIONARY_PAGE = 0, 2  # `PageType`
PLAIN = 0  # `Encoding`: values as they are
CODED = frozenset({2, 8})  # `Encoding`: numbers of a dictionary's values, by its old name and its new one
TEXTS = 6  # `Type`: byte arrays


@dataclass(frozen=True, slots=True)
class ParquetLeaf:
    """A column of values: the table's column that it is part of, and how deep its values may be missing or repeated."""

    column: str
    physical: int
    deepest: int
    repeated: int


@dataclass(frozen=True, slots=True)
class ParquetPage:
    """A page: its header, as a struct and as it is written, and its bytes unpacked."""

    head: dict[int, Any] = field(repr=False)
    raw_head: bytes = field(repr=False)
    body: bytes = field(repr=False)

    @property
    def kind(self) -> int:
        return int(self.head[PageHeader.KIND])


@dataclass(frozen=True, slots=True)
class Chunk:
    """The values of one leaf in one group of rows: the notes about them, and where their bytes lie."""

    group: int
    leaf: ParquetLeaf
    column: dict[int, Any] = field(repr=False)
    start: int
    end: int

    @property
    def notes(self) -> dict[int, Any]:
        """The `ColumnMetaData` of the chunk."""
        notes: dict[int, Any] = self.column.get(ColumnChunk.METADATA, {})
        return notes


def read_footer(data: bytes) -> tuple[dict[int, Any], int]:
    """The notes at the end of the file, and where they begin."""
    size = int.from_bytes(data[-8:-4], "little")
    start = len(data) - 8 - size
    if data[-4:] != MARK or start < len(MARK):
        raise DocumentError("a Parquet file has no footer: write it anew")
    return CompactReader(data[:-8], start).struct(), start


def find_chunks(footer: dict[int, Any]) -> Iterator[Chunk]:
    """Every chunk of values, group by group."""
    leaves = list(_leaves(footer[Footer.SCHEMA]))
    for number, group in enumerate(footer.get(Footer.ROW_GROUPS, [])):
        for leaf, column in zip(leaves, group[RowGroup.COLUMNS], strict=True):
            notes = column.get(ColumnChunk.METADATA, {})
            pages = (notes.get(ColumnNotes.DATA_PAGE), notes.get(ColumnNotes.DICTIONARY_PAGE))
            start = min(filter(None, pages), default=0)
            yield Chunk(number, leaf, column, start, start + notes.get(ColumnNotes.PACKED_SIZE, 0))


def _leaves(schema: list[dict[int, Any]]) -> Iterator[ParquetLeaf]:
    """The leaves of the schema, which stands in the file as a tree in the order of a walk."""
    elements = iter(schema[1:])

    def walk(count: int, column: str, deepest: int, repeated: int) -> Iterator[ParquetLeaf]:
        for _ in range(count):
            element = next(elements)
            name = column or element[Element.NAME].decode("utf-8", "replace")
            way = element.get(Element.REPETITION, 0)
            below = deepest + (way in (_OPTIONAL, _REPEATED)), repeated + (way == _REPEATED)
            if element.get(Element.CHILDREN):
                yield from walk(element[Element.CHILDREN], name, *below)
            else:
                yield ParquetLeaf(name, element.get(Element.TYPE, -1), *below)

    yield from walk(schema[0].get(Element.CHILDREN, 0), "", 0, 0)


def find_pages(data: bytes, chunk: Chunk) -> Iterator[ParquetPage]:
    place, codec = chunk.start, chunk.notes.get(ColumnNotes.CODEC, 0)
    while place < chunk.end:
        reader = CompactReader(data, place)
        head = reader.struct()
        end = reader.place + head[PageHeader.PACKED_SIZE]
        body = _unpack(data[reader.place : end], head, codec)
        yield ParquetPage(head, data[place : reader.place], body)
        place = end


def read_sized(body: bytes, place: int) -> tuple[bytes, int]:
    """The bytes that stand after their length, and where what follows them begins."""
    end = place + 4 + int.from_bytes(body[place : place + 4], "little")
    return body[place + 4 : end], end


def split_texts(page: ParquetPage, leaf: ParquetLeaf) -> list[bytes]:
    """The texts of a page one by one where each stands after its length; otherwise all of its bytes as one piece."""
    place, pieces = _skip_levels(page, leaf), []
    if leaf.physical != TEXTS or not _stands_plainly(page):
        return [page.body]
    while place < len(page.body):
        piece, place = read_sized(page.body, place)
        pieces.append(piece)
    return pieces if place == len(page.body) else [page.body]


def _stands_plainly(page: ParquetPage) -> bool:
    if PageHeader.DATA_V2 in page.head:
        encoding = page.head[PageHeader.DATA_V2].get(DataPageV2.ENCODING)
    else:
        notes = page.head.get(PageHeader.DATA) or page.head.get(PageHeader.DICTIONARY, {})
        encoding = notes.get(DataPage.ENCODING)
    return page.kind == DICTIONARY_PAGE or encoding == PLAIN


def _skip_levels(page: ParquetPage, leaf: ParquetLeaf) -> int:
    """Where the values begin, after the numbers that say which of them are missing or repeated."""
    if PageHeader.DATA_V2 in page.head:
        return _levels_size(page.head)
    place = 0
    for highest in (leaf.repeated, leaf.deepest) if page.kind == DATA_PAGE else ():
        if highest:
            _, place = read_sized(page.body, place)
    return place


def _levels_size(head: dict[int, Any]) -> int:
    """How many bytes of a page of version 2 the levels take, which are never packed; 0 in version 1."""
    newer = head.get(PageHeader.DATA_V2, {})
    return int(newer.get(DataPageV2.DEFINITION_SIZE, 0) + newer.get(DataPageV2.REPETITION_SIZE, 0))


def _unpack(raw: bytes, head: dict[int, Any], codec: int) -> bytes:
    levels = _levels_size(head)
    is_packed = head.get(PageHeader.DATA_V2, {}).get(DataPageV2.IS_PACKED) is not False
    if not codec or not is_packed or len(raw) == levels:
        return raw
    size = head[PageHeader.SIZE] - levels
    if codec not in _CODECS or not 0 <= size <= MOST_BYTES:
        raise DocumentError("a page of a Parquet file is packed in a way that can't be undone: write it anew")
    unpacked: bytes = pa.decompress(raw[levels:], size, _CODECS[codec], asbytes=True)
    return raw[:levels] + unpacked


def read_levels(page: ParquetPage, place: int, count: int, highest: int) -> tuple[list[int], int]:
    """So many small numbers, written as runs or packed bits, and where what follows them begins."""
    if not highest:
        return [0] * count, place
    runs, end = read_sized(page.body, place)
    return unpack_runs(runs, highest.bit_length(), count), end


def unpack_runs(data: bytes, width: int, count: int) -> list[int]:
    """So many numbers of this width in bits, each run of them either repeated or packed."""
    numbers: list[int] = []
    place, size = 0, (width + 7) // 8
    while len(numbers) < count:
        head = shift = 0
        while data[place] & 128:
            head, shift, place = head | (data[place] & 127) << shift, shift + 7, place + 1
        head, place = head | data[place] << shift, place + 1
        if head & 1:
            taken = (head >> 1) * width
            bits = int.from_bytes(data[place : place + taken], "little")
            numbers += [bits >> at * width & (1 << width) - 1 for at in range((head >> 1) * 8)]
            place += taken
        else:
            numbers += [int.from_bytes(data[place : place + size], "little")] * (head >> 1)
            place += size
    return numbers[:count]


def _holds_unused_values(data: bytes, chunk: Chunk) -> bool:
    """Whether a dictionary says more than its cells do; True where its pages can't be read."""
    listed, used = 0, set[int]()
    for page in find_pages(data, chunk):
        if page.kind == DICTIONARY_PAGE:
            listed += page.head[PageHeader.DICTIONARY][DataPage.VALUES]
        elif not _stands_plainly(page):
            try:
                used.update(_read_numbers(page, chunk.leaf))
            except (IndexError, KeyError):
                return True
    return listed > len(used)


def _read_numbers(page: ParquetPage, leaf: ParquetLeaf) -> list[int]:
    """The number in the dictionary of each value of a page that is there."""
    if newer := page.head.get(PageHeader.DATA_V2):
        place, there = _levels_size(page.head), newer[DataPageV2.VALUES] - newer[DataPageV2.NULLS]
    else:
        count = page.head[PageHeader.DATA][DataPage.VALUES]
        _, place = read_levels(page, 0, count, leaf.repeated)
        depths, place = read_levels(page, place, count, leaf.deepest)
        there = sum(depth == leaf.deepest for depth in depths)
    return unpack_runs(page.body[place + 1 :], page.body[place], there) if there else []


STATISTICS = "statistics of tables"
DICTIONARIES = "dictionaries of tables"
"""Those of a Parquet file count where they hold a value that no cell has."""
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
    pairs = ((pair[1], pair.get(2, b"")) for pair in footer.get(Footer.KEY_VALUES, []))
    notes = list(_show_pairs(pairs))
    if Footer.CREATED_BY in footer:
        notes.append(footer[Footer.CREATED_BY].decode("utf-8", "replace"))
    if notes:
        yield FileFinding(METADATA, len(notes), "the footer", tuple(notes))
    chunks = list(find_chunks(footer))
    noted = [(chunk, found) for chunk in chunks if (found := chunk.notes.get(ColumnNotes.STATISTICS))]
    if noted:
        words = [word for chunk, found in noted for word in _show_extremes(chunk.leaf.column, found)]
        yield FileFinding(STATISTICS, len(noted), "the footer", tuple(words))
    coded = [chunk for chunk in chunks if chunk.notes.get(ColumnNotes.DICTIONARY_PAGE)]
    telling = sum(_holds_unused_values(data, chunk) for chunk in coded)
    if telling:
        yield FileFinding(DICTIONARIES, telling, "pages")
    indexes = (ColumnChunk.OFFSET_INDEX, ColumnChunk.COLUMN_INDEX)
    others = sum(bool(chunk.column.get(index)) for chunk in chunks for index in indexes)
    others += sum(ColumnNotes.BLOOM_FILTER in chunk.notes for chunk in chunks)
    if others:
        yield FileFinding(FILTERS, others, "the file outside its pages")


def _show_extremes(column: str, statistics: dict[int, Any]) -> list[str]:
    """The least and the greatest value of a chunk that notes them."""
    values = {statistics[key] for key in _EXTREMES if isinstance(statistics.get(key), bytes)}
    texts = ((value, value.decode("utf-8", "replace")) for value in values)
    return sorted(f"{column}: {text if text.isprintable() else value.hex()}" for value, text in texts)


def _inspect_arrow(data: bytes) -> Iterator[FileFinding]:
    buffer = pa.py_buffer(data)
    is_file = data.startswith(b"ARROW1")
    reader = pa.ipc.open_file(buffer) if is_file else pa.ipc.open_stream(buffer)
    noted = [reader.schema.metadata, *(each.metadata for each in reader.schema)]
    noted += [reader.metadata] if is_file else []
    notes = [note for metadata in noted for note in _show_pairs((metadata or {}).items())]
    if notes:
        yield FileFinding(METADATA, len(notes), "the schema", tuple(notes))
    coded = sum(pa.types.is_dictionary(each.type) for each in reader.schema)
    if coded:
        yield FileFinding(DICTIONARIES, coded, "columns")


def _show_pairs(pairs: Iterable[tuple[bytes, bytes]]) -> Iterator[str]:
    return (b": ".join(pair).decode("utf-8", "replace") for pair in pairs)
