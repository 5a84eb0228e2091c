"""How a file looks to whoever opens it: headings, tables and parts in a document's text, and pages with places on them.

Nothing here decides or writes: it is for showing an original to a person who may see it.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from reticent.text import Document, Span

Role = Literal["text", "heading", "cell", "header", "footer", "note"]


@dataclass(frozen=True, slots=True)
class OutlinePassage:
    """A stretch of a document and what it is there.

    `level` is that of a heading; a cell says in which table, row and column it stands, and `name` what its column is called.
    Of anything else `name` is what a program shows before it, such as "Subject" or "slide 3".
    """

    span: Span
    role: Role = "text"
    name: str = field(default="", repr=False)
    level: int = 0
    table: int = 0
    row: int = 0
    column: int = 0


_FEWEST = 2  # columns of a table: the one text of a ticket reads better as a text


def list_cells(document: Document, row: int = 1) -> list[OutlinePassage]:
    """The cells that a document itself knows, as one row of each of their tables; a single column is no table."""
    if len({each.column for each in document.cells}) < _FEWEST:
        return []
    names = dict.fromkeys(each.column[0] for each in document.cells)
    tables = {name: number for number, name in enumerate(names, 1)}
    return [
        OutlinePassage(
            each.span, "cell", each.header, table=tables[each.column[0]], row=row, column=each.column[1]
        )
        for each in document.cells
    ]


def move_passages(passages: Iterable[OutlinePassage], by: int, *, name: str = "") -> list[OutlinePassage]:
    """The passages of a text that begins so much later in another; the first gets `name` where it has none."""
    return [
        replace(
            each,
            span=Span(each.span.start + by, each.span.end + by),
            name=each.name or (name if number == 0 else ""),
        )
        for number, each in enumerate(passages)
    ]


class PageBox(NamedTuple):
    """A place on a page, which is counted from 1, in points from the lower left corner of the file's own coordinates."""

    page: int
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class PageFrame:
    """The edges of a page in points, and by how many degrees it is turned clockwise when it is shown."""

    left: float
    bottom: float
    right: float
    top: float
    turn: int = 0


class PagesInSight(ABC):
    """The pages of a file as pictures, and where on them its text stands."""

    @property
    @abstractmethod
    def frames(self) -> Sequence[PageFrame]:
        """The edges of every page, in order."""

    @abstractmethod
    def draw(self, page: int) -> bytes:
        """A page as it looks, not turned, as a PNG file."""

    @abstractmethod
    def find_boxes(self, span: Span) -> list[PageBox]:
        """Where a stretch of the text stands, a box for each line of it."""

    @abstractmethod
    def find_spans(self, boxes: Iterable[PageBox]) -> list[Span]:
        """The stretches of the text that stand in these boxes."""


def write_png(rows: Sequence[bytes], width: int) -> bytes:
    """A PNG file of dots in red, green and blue, three bytes a dot."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + len(rows).to_bytes(4, "big") + bytes((8, 2, 0, 0, 0))
    packed = zlib.compress(b"".join(b"\0" + row for row in rows), _QUICK)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


_QUICK = (
    3  # the level of zlib, chosen by hand: six takes twice as long for a page that goes over a loopback alone
)
