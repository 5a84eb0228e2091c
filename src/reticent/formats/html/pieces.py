"""A page in pieces: markup that stays, and stretches of text that edits may change.

Addresses in attributes: which stay, as what text they are judged, and how they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, unquote_to_bytes

from reticent.errors import DocumentError
from reticent.formats.html.tokens import escape
from reticent.plan import Edit

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_KEPT = re.compile(r"(?:https?://|mailto:|tel:)(?!/)", re.I)
_ESCAPED = re.compile("%[0-9A-Fa-f]{2}")
_AUTHORITY = re.compile(r"[A-Za-z]*:?//[^/]*@")
_SAFE = "/@!$'()*,;=~+-._"


def read_link(value: str) -> str | None:
    """The text that an address is judged as: without its query and fragment, decoded; None when it can't stay.

    Queries carry marks of single readers, and values in encodings that nobody sees through.
    """
    address = re.sub(r"[\t\n\r]", "", value).strip("\0\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f \x1f")
    address = re.split(r"[?#]", address, maxsplit=1)[0]
    if (_SCHEME.match(address) and not _KEPT.match(address)) or _AUTHORITY.match(address):
        return None
    try:
        text = unquote_to_bytes(address).decode("utf-8")
    except UnicodeError:
        return None
    if not text.strip() or _ESCAPED.search(text) or "\0" in text:
        return None
    return text


def write_link(text: str) -> str:
    """The address whose text this is; what doesn't begin with a kept scheme becomes a path."""
    scheme = _KEPT.match(text)
    start = scheme[0] if scheme else ""
    return start + quote(text[len(start) :].encode("utf-8", "surrogatepass"), safe=_SAFE)


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of the page: as it is written, and the text that it adds to the document.

    Where both are equal any part of it can be edited; where they differ (a reference, a run of blanks, a line end that
    nobody wrote) it is written as it was only when nothing of it is.
    """

    written: str = field(repr=False)
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a tag: a value that stays, or the number of the text that it holds."""

    name: str
    value: str = field(default="", repr=False)
    slot: int | None = None
    is_link: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """A start tag with at least one attribute that is judged."""

    name: str
    attributes: tuple[Attribute, ...]
    closes_itself: bool

    def write(self, texts: Sequence[str], where: str) -> str:
        """The tag with these texts in its attributes."""
        values = [_write_attribute(each, texts, where) for each in self.attributes]
        return f"<{self.name}{''.join(values)}{'/' if self.closes_itself else ''}>"


Piece = Run | Tag


def write_tag(name: str, attributes: Sequence[Attribute], *, closes_itself: bool) -> str:
    """A tag in canonical form whose attributes all stay."""
    return Tag(name, tuple(attributes), closes_itself).write((), "")


def _write_attribute(attribute: Attribute, texts: Sequence[str], where: str) -> str:
    if attribute.slot is None:
        return f' {attribute.name}="{escape(attribute.value)}"'
    text = texts[attribute.slot]
    if not attribute.is_link:
        return f' {attribute.name}="{escape(text)}"' if text else ""
    if not text.strip():
        return ""
    written = write_link(text)
    if read_link(written) != text:
        raise DocumentError(
            f"{where} has a link that can't hold its replacement: remove the link from the page"
        )
    return f' {attribute.name}="{escape(written)}"'


def write_pieces(
    pieces: Sequence[Piece], edits: Sequence[Edit], texts: Sequence[str], where: str
) -> Iterator[str]:
    """The page after the edits of its visible text, with these texts in its attributes."""
    position, rest = 0, list(reversed(edits))
    for piece in pieces:
        if isinstance(piece, Tag):
            yield piece.write(texts, where)
            continue
        if not piece.text:
            yield piece.written
            continue
        end = position + len(piece.text)
        touching = []
        while rest and rest[-1].span.start < end:
            touching.append(rest[-1])
            if rest[-1].span.end > end:
                break
            rest.pop()
        yield _edit_run(piece, position, touching) if touching else piece.written
        position = end
    yield from (escape(edit.text) for edit in reversed(rest) if edit.span.start >= position)


def _edit_run(run: Run, start: int, edits: Sequence[Edit]) -> str:
    """A run after the edits that touch it; the text of an edit stands where the edit begins."""
    parts, position = [], start
    for edit in edits:
        if edit.span.start >= start:
            parts += [run.text[position - start : edit.span.start - start], edit.text]
        position = max(position, edit.span.end)
    parts.append(run.text[position - start :])
    return escape("".join(parts))
