"""A page that was read: its text, and how it is written with edits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reticent.errors import DocumentError
from reticent.formats.content import encode
from reticent.formats.fields import Fields, join_fields
from reticent.formats.format import require_edits
from reticent.formats.html.charsets import decode_text
from reticent.formats.html.pieces import Piece, Run, write_pieces
from reticent.formats.html.reading import read_pieces
from reticent.formats.options import FormatOptions
from reticent.plan import Edit
from reticent.rendering.edits import apply_edits
from reticent.text import Document

LARGEST = 1 << 25
"""The most bytes of a page."""

_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]{1,40})|<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{1,40})""",
    re.I,
)


@dataclass(frozen=True, slots=True)
class HtmlSource:
    """A page: its visible text and the texts of its attributes are one document."""

    fields: Fields
    pieces: tuple[Piece, ...] = field(repr=False)
    dropped: Mapping[str, int]
    options: FormatOptions
    line_end: str = "\n"

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document."""
        return (self.fields.document,)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The page in UTF-8 after the edits."""
        require_edits(edits, 1)
        (of_document,) = edits
        where = f"'{self.fields.document.id}'"
        of_text, *of_values = self.fields.split(of_document)
        values = [
            apply_edits(Document("", span.of(self.fields.document.text)), each).text
            for span, each in zip(self.fields.spans[1:], of_values, strict=True)
        ]
        written = "".join(write_pieces(self.pieces, of_text, values, where))
        return encode(written.replace("\n", self.line_end), where)


def read_html(name: str, data: bytes, options: FormatOptions) -> HtmlSource:
    """The page in `data`; a DocumentError when it can't be read."""
    if len(data) > LARGEST:
        raise DocumentError(f"'{name}' is a page of more than {LARGEST >> 20} MB: divide it")
    return read_page(name, decode_page(data, f"'{name}'"), options)


def decode_page(data: bytes, where: str) -> str:
    """The text of a page in the character set that it declares."""
    declared = _DECLARED.search(data[:1024])
    charset = (declared[1] or declared[2]).decode() if declared else None
    return decode_text(data, charset, where)


def read_page(name: str, text: str, options: FormatOptions) -> HtmlSource:
    """The page that this text is."""
    line_end = "\r\n" if "\r\n" in text else "\n"
    page = read_pieces(text.replace("\r\n", "\n").replace("\r", "\n"), f"'{name}'")
    visible = "".join(piece.text for piece in page.pieces if isinstance(piece, Run))
    dropped = {kind: count for kind, count in page.dropped.items() if count}
    return HtmlSource(
        join_fields(name, [visible, *page.values]), tuple(page.pieces), dropped, options, line_end
    )
