"""Removed words that are still in a binary table: its cells, pages, dictionaries, notes and the bytes between them.

The other reading of a written table, for which its pages are decoded here and not by the library that wrote them.
"""

from __future__ import annotations

import re
import struct
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from reticent.errors import DocumentError, needs_extra
from reticent.formats.arrow import Coding
from reticent.formats.arrow._columns import kind_of, plain_type, texts_in
from reticent.formats.arrow._pages import (
    BROKEN,
    CODED,
    DATA_PAGE,
    DICTIONARY_PAGE,
    PLAIN,
    TEXTS,
    Chunk,
    ColumnChunk,
    ColumnNotes,
    DataPage,
    Element,
    Footer,
    PageHeader,
    ParquetPage,
    RowGroup,
    find_chunks,
    find_pages,
    read_footer,
    read_levels,
    read_sized,
    split_texts,
    strings_in,
    unpack_runs,
)
from reticent.formats.seam.format import Residue
from reticent.formats.seam.records import SEPARATOR
from reticent.formats.seam.search import Search

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa


_VOCABULARY: frozenset[tuple[int, ...]] = frozenset(
    {
        (Footer.SCHEMA, Element.NAME),
        (Footer.ROW_GROUPS, RowGroup.COLUMNS, ColumnChunk.METADATA, ColumnNotes.PATH),
    }
)
"""Where the footer of a Parquet file holds the names of the columns, which go out as they are."""

_BASE64 = re.compile(rb"[A-Za-z0-9+/]{16,}={0,2}")


def find_residue(coding: Coding, data: bytes, words: Sequence[str], kept: frozenset[str]) -> list[Residue]:
    """Every place that holds one of the words; `kept` are columns whose cells are to stay."""
    search = Search(words)
    try:
        pairs = (
            _search_parquet(data, search, kept) if coding == "parquet" else _search_arrow(data, search, kept)
        )
        found = {(word, place) for place, there in pairs for word in there}
    except BROKEN:
        raise DocumentError(
            "a written table can't be searched, so nothing is written: please report this"
        ) from None
    return [Residue(word, place) for word, place in sorted(found)]


Places = Iterator[tuple[str, set[int]]]


def _search_parquet(data: bytes, search: Search, kept: frozenset[str]) -> Places:
    footer, start = read_footer(data)
    for path, text in strings_in(footer):
        ours = path == (Footer.CREATED_BY,) and text == _creator()
        if path not in _VOCABULARY and not ours:
            yield "a note in the footer", _search_note(text, search)
    chunks = list(find_chunks(footer))
    for number, chunk in enumerate(chunks):
        for page in find_pages(data, chunk) if chunk.leaf.column not in kept else ():
            yield f"chunk {number}: the head of a page", search.raw(page.raw_head)
            for text in split_texts(page, chunk.leaf):
                yield f"chunk {number}: a page", _search_bytes(text, search)
    ranges = [(chunk.start, chunk.end) for chunk in chunks]
    for gap in _gaps(data[:start], ranges):
        yield "the file outside its pages", search.raw(gap)


def _search_note(text: bytes, search: Search) -> set[int]:
    """The words of a note, also of one that hides them in the letters of base64."""
    hidden = b64decode(text) if _BASE64.fullmatch(text) and len(text) % 4 == 0 else b""
    return _search_bytes(text, search) | search.raw(hidden)


def _search_bytes(text: bytes, search: Search) -> set[int]:
    try:
        return search.text(text.decode())
    except UnicodeDecodeError:
        return search.raw(text)


def _creator() -> bytes:
    return f"parquet-cpp-arrow version {pa.__version__}".encode()


def _gaps(data: bytes, ranges: Iterable[tuple[int, int]]) -> Iterator[bytes]:
    place = 0
    for start, end in sorted(ranges):
        yield data[place:start]
        place = max(place, end)
    yield data[place:]


def _search_arrow(data: bytes, search: Search, kept: frozenset[str]) -> Places:
    buffer = pa.py_buffer(data)
    reader = pa.ipc.open_file(buffer)
    ranges = []
    for number in range(reader.num_record_batches):
        batch = reader.get_batch(number)
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            ranges += list(_lie_in(column, buffer))
            yield f"batch {number}: beneath empty cells", _search_hidden(column, search)
            if name not in kept:
                yield f"batch {number}: a cell", _search_cells(column, search)
    names = {name.encode() for each in reader.schema for name in _names_in(each)}
    for gap in _gaps(data, ranges):
        yield "the file outside its cells", search.raw(_without_names(gap, names))


def _search_cells(column: pa.Array, search: Search) -> set[int]:
    """The words in the cells, and in a dictionary whether a cell uses them or not."""
    while isinstance(column, pa.ExtensionArray):
        column = column.storage
    if isinstance(column, pa.DictionaryArray):
        column = column.dictionary
    if kind_of(plain_type(column.type)) != "text":
        return set()
    return {word for cell in column.to_pylist() for _, text in texts_in(cell) for word in search.text(text)}


def _search_hidden(column: pa.Array, search: Search) -> set[int]:
    """The words in the letters of a column of texts where others are stored than its cells show."""
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return set()
    letters = column.buffers()[2]
    stored = letters.to_pybytes() if letters else b""
    shown = "".join(cell for cell in column.to_pylist() if cell is not None).encode()
    return set() if stored.rstrip(b"\0") == shown.rstrip(b"\0") else search.inside(stored)


def _lie_in(column: pa.Array, whole: pa.Buffer) -> Iterator[tuple[int, int]]:
    """Where the buffers of a column lie in the file, as far as they do."""
    for part in column.buffers():
        start = part.address - whole.address if part else -1
        if part and 0 <= start <= whole.size:
            yield start, start + part.size


def _names_in(part: pa.Field) -> Iterator[str]:
    yield part.name
    for place in range(part.type.num_fields):
        yield from _names_in(part.type.field(place))


def _without_names(gap: bytes, names: Iterable[bytes]) -> bytes:
    """The bytes without the names of columns, each of which stands after its length."""
    for name in names:
        gap = gap.replace(len(name).to_bytes(4, "little") + name + b"\0", b"\0")
    return gap


def read_again(coding: Coding, data: bytes, kept: frozenset[str]) -> Iterator[str]:
    """The text of every row without the columns that are kept."""
    yield from _read_parquet(data, kept) if coding == "parquet" else _read_arrow(data, kept)


def _read_parquet(data: bytes, kept: frozenset[str]) -> Iterator[str]:
    """Group by group of rows; columns that hold no texts are passed over."""
    footer, _ = read_footer(data)
    groups = footer.get(Footer.ROW_GROUPS, [])
    rows: list[list[list[str]]] = [[[] for _ in range(group[RowGroup.ROWS])] for group in groups]
    for chunk in find_chunks(footer):
        if chunk.leaf.physical == TEXTS and chunk.leaf.column not in kept:
            for row, text in _read_chunk(data, chunk):
                rows[chunk.group][row].append(text)
    for group in rows:
        yield from map(SEPARATOR.join, group)


def _read_chunk(data: bytes, chunk: Chunk) -> Iterator[tuple[int, str]]:
    """The texts of a chunk, each with its row."""
    row, coded = -1, list[bytes]()
    for page in find_pages(data, chunk):
        if page.kind == DICTIONARY_PAGE:
            coded = split_texts(page, chunk.leaf)
            continue
        notes = page.head.get(PageHeader.DATA, {})
        encoding = notes.get(DataPage.ENCODING)
        if page.kind != DATA_PAGE or encoding not in (PLAIN, *CODED):
            raise DocumentError("a written table has pages that can't be read again: please report this")
        count = notes[DataPage.VALUES]
        repeats, place = read_levels(page, 0, count, chunk.leaf.repeated)
        depths, place = read_levels(page, place, count, chunk.leaf.deepest)
        there = sum(depth == chunk.leaf.deepest for depth in depths)
        texts = (
            _read_coded(page.body[place:], there, coded) if encoding in CODED else _read_plain(page, place)
        )
        for repeat, depth in zip(repeats, depths, strict=True):
            row += repeat == 0
            if depth == chunk.leaf.deepest:
                yield row, next(texts).decode()


def _read_plain(page: ParquetPage, place: int) -> Iterator[bytes]:
    """The texts of a page, each after its length."""
    while place < len(page.body):
        text, place = read_sized(page.body, place)
        yield text


def _read_coded(numbers: bytes, count: int, coded: Sequence[bytes]) -> Iterator[bytes]:
    """So many texts that stand in a dictionary, by their numbers, after how many bits each number has."""
    return (coded[number] for number in unpack_runs(numbers[1:], numbers[0], count)) if count else iter(())


def _read_arrow(data: bytes, kept: frozenset[str]) -> Iterator[str]:
    """Batch by batch, texts from the bytes of their buffers."""
    reader = pa.ipc.open_file(pa.py_buffer(data))
    for number in range(reader.num_record_batches):
        batch = reader.get_batch(number)
        columns = [
            _read_array(batch.column(place))
            for place, name in enumerate(batch.schema.names)
            if name not in kept and kind_of(plain_type(batch.schema.field(place).type)) == "text"
        ]
        for row in range(batch.num_rows):
            yield SEPARATOR.join(text for column in columns for _, text in texts_in(column[row]))


def _read_array(array: pa.Array) -> list[Any]:
    if not pa.types.is_string(array.type) or not len(array):
        return list(array.to_pylist())
    _, places, letters = array.buffers()
    raw = letters.to_pybytes() if letters else b""
    ends = struct.unpack_from(f"<{len(array) + 1}i", places.to_pybytes(), 4 * array.offset)
    return [
        raw[start:end].decode() if valid else None
        for start, end, valid in zip(ends, ends[1:], array.is_valid().to_pylist(), strict=False)
    ]
