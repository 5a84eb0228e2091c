"""The pages of a Parquet file, found by its footer and unpacked, whatever they hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from reticent.errors import DocumentError, needs_extra
from reticent.formats.arrow.thrift import Notation

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa

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
