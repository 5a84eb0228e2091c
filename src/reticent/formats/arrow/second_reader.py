"""What stands in the pages of a written table, decoded here and not by the library that wrote them."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from reticent.errors import DocumentError, needs_extra
from reticent.formats.arrow.cells import texts_in
from reticent.formats.arrow.file import Coding
from reticent.formats.arrow.kinds import kind_of, plain_type
from reticent.formats.arrow.pages import (
    DATA_PAGE,
    PLAIN,
    TEXTS,
    Chunk,
    Page,
    find_chunks,
    find_pages,
    read_footer,
)
from reticent.formats.fields import SEPARATOR

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa


def read_again(coding: Coding, data: bytes, kept: frozenset[str]) -> Iterator[str]:
    """The text of every row without the columns that are kept."""
    yield from _read_parquet(data, kept) if coding == "parquet" else _read_arrow(data, kept)


def _read_parquet(data: bytes, kept: frozenset[str]) -> Iterator[str]:
    """Group by group of rows; columns that hold no texts are passed over."""
    footer, _ = read_footer(data)
    groups = footer.get(4, [])
    rows: list[list[list[str]]] = [[[] for _ in range(group[3])] for group in groups]
    for chunk in find_chunks(footer):
        if chunk.leaf.physical == TEXTS and chunk.leaf.column not in kept:
            for row, text in _read_chunk(data, chunk):
                rows[chunk.group][row].append(text)
    for group in rows:
        yield from map(SEPARATOR.join, group)


def _read_chunk(data: bytes, chunk: Chunk) -> Iterator[tuple[int, str]]:
    """The texts of a chunk, each with its row."""
    row = -1
    for page in find_pages(data, chunk):
        notes = page.head.get(5, {})
        if page.kind != DATA_PAGE or notes.get(2) != PLAIN:
            raise DocumentError("a written table has pages that can't be read again: please report this")
        count, place = notes[1], 0
        repeats, place = _levels(page, place, count, chunk.leaf.repeated)
        depths, place = _levels(page, place, count, chunk.leaf.deepest)
        for repeat, depth in zip(repeats, depths, strict=True):
            row += repeat == 0
            if depth == chunk.leaf.deepest:
                size = int.from_bytes(page.body[place : place + 4], "little")
                yield row, page.body[place + 4 : place + 4 + size].decode()
                place += 4 + size


def _levels(page: Page, place: int, count: int, highest: int) -> tuple[list[int], int]:
    """So many small numbers, written as runs or packed bits, and where what follows them begins."""
    if not highest:
        return [0] * count, place
    size = int.from_bytes(page.body[place : place + 4], "little")
    start, end = place + 4, place + 4 + size
    return _unpack_runs(page.body[start:end], highest.bit_length(), count), end


def _unpack_runs(data: bytes, width: int, count: int) -> list[int]:
    levels: list[int] = []
    place, size = 0, (width + 7) // 8
    while len(levels) < count:
        head = shift = 0
        while data[place] & 128:
            head, shift, place = head | (data[place] & 127) << shift, shift + 7, place + 1
        head, place = head | data[place] << shift, place + 1
        if head & 1:
            taken = (head >> 1) * width
            bits = int.from_bytes(data[place : place + taken], "little")
            levels += [bits >> at * width & (1 << width) - 1 for at in range((head >> 1) * 8)]
            place += taken
        else:
            levels += [int.from_bytes(data[place : place + size], "little")] * (head >> 1)
            place += size
    return levels[:count]


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
            yield SEPARATOR.join(text for column in columns for text in texts_in(column[row]))


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
