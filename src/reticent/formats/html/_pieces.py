"""A page as tokens, and in pieces: markup that stays, addresses, and stretches of text that edits may change.

The standard library's tokenizer takes quadratic time on pages that are made for it and changes between releases of
Python; this one follows the HTML standard in one pass, and the same page gives the same tokens everywhere.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.entities import html5
from typing import Literal
from urllib.parse import quote, unquote_to_bytes

from reticent.errors import DocumentError
from reticent.plan import Edit

_REFERENCE = re.compile(r"&(?:#0*([0-9]{1,7});?|#[xX]0*([0-9a-fA-F]{1,6});?|([A-Za-z][A-Za-z0-9]{1,31};?))")
_PLAIN = re.compile(r"[^&<>\"\r\ufeff]+")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\ufeff": "&#xfeff;"}


def escape(text: str) -> str:
    """The text as it can stand between tags and in an attribute."""
    return text if _PLAIN.fullmatch(text) else "".join(_ESCAPES.get(letter, letter) for letter in text)


def unescape(text: str) -> str:
    return "".join(decoded for _, decoded in divide(text)) if "&" in text else text


def divide(text: str) -> Iterator[tuple[str, str]]:
    """The text in stretches without a reference and single references, each as it may be written and as it reads."""
    position = 0
    for match in _REFERENCE.finditer(text):
        if match.start() > position:
            yield from _plain(text[position : match.start()])
        decoded = _read(match)
        yield (match[0] if match[0].endswith(";") and "&" not in decoded else escape(decoded)), decoded
        position = match.end()
    if position < len(text):
        yield from _plain(text[position:])


def _plain(text: str) -> Iterator[tuple[str, str]]:
    """Text without references; signs that should have been escaped are escaped."""
    for stretch in re.findall(r"[^&<>\r\ufeff]+|[&<>\r\ufeff]", text):
        yield (stretch, stretch) if len(stretch) > 1 else (_ESCAPES.get(stretch, stretch), stretch)


def _read(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name is None:
        digits = decimal or f"x{hexadecimal}"
        return html.unescape(f"&#{digits};").replace("\0", "")
    return html5.get(name) or html.unescape(match[0])


RAW = frozenset("script style xmp iframe noembed noframes".split())
"""Elements whose content is no markup up to their end tag."""

_RAW_WITH_REFERENCES = frozenset(("title", "textarea"))
_NAME = re.compile(r"[A-Za-z][^\t\n\f\r />]*")
_ATTRIBUTE = re.compile(
    r"[\t\n\f\r /]*(?P<name>[^\t\n\f\r />][^\t\n\f\r />=]*)"
    r"(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\t\n\f\r >\"'][^\t\n\f\r >]*)?))?"
)
_TAG_END = re.compile(r"[\t\n\f\r /]*>")
_COMMENT_END = re.compile(r"--!?>")
_CDATA = "<![CDATA["

Kind = Literal["text", "raw text", "start", "end", "comment", "doctype"]


@dataclass(frozen=True, slots=True)
class HtmlToken:
    """A stretch of the page; `source` is how it stands there, attributes are decoded."""

    kind: Kind
    source: str = field(repr=False)
    name: str = field(default="", repr=False)
    attributes: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    @property
    def closes_itself(self) -> bool:
        return self.source.endswith("/>")


def tokenize(page: str) -> Iterator[HtmlToken]:
    """The tokens of a page; joined, their sources are the page up to a tag that never ends."""
    position = 0
    while position < len(page):
        start = page.find("<", position)
        if start < 0:
            yield HtmlToken("text", page[position:])
            return
        if start > position:
            yield HtmlToken("text", page[position:start])
        token = _read_markup(page, start)
        yield token
        position = start + len(token.source)
        if token.kind == "start" and token.name in RAW | _RAW_WITH_REFERENCES | {"plaintext"}:
            content = _read_content(page, position, token.name)
            if content.source:
                yield content
            position += len(content.source)


def _read_markup(page: str, start: int) -> HtmlToken:
    """What begins with the `<` at `start`; a tag that the page ends in is a comment, because nobody sees it."""
    after = page[start + 1 : start + 2]
    if after.isascii() and after.isalpha():
        return _read_tag(page, start, start + 1, "start")
    if after == "/" and (letter := page[start + 2 : start + 3]).isascii() and letter.isalpha():
        return _read_tag(page, start, start + 2, "end")
    if page.startswith("<!--", start):
        return _read_comment(page, start)
    if page.startswith(_CDATA, start):
        end = page.find("]]>", start)
        source = page[start:] if end < 0 else page[start : end + 3]
        return HtmlToken("raw text", source, source.removeprefix(_CDATA).removesuffix("]]>"))
    if after and after in "!?/":
        source = page[start : page.find(">", start) + 1 or None]
        return HtmlToken("doctype" if source[:9].lower() == "<!doctype" else "comment", source)
    return HtmlToken("text", "<")


def _read_comment(page: str, start: int) -> HtmlToken:
    for empty in ("<!-->", "<!--->"):
        if page.startswith(empty, start):
            return HtmlToken("comment", empty)
    end = _COMMENT_END.search(page, start + 4)
    return HtmlToken("comment", page[start : end.end() if end else None])


def _read_tag(page: str, start: int, name_start: int, kind: Kind) -> HtmlToken:
    name = _NAME.match(page, name_start)
    position = name.end() if name else name_start
    attributes: dict[str, str] = {}
    while not (end := _TAG_END.match(page, position)):
        match = _ATTRIBUTE.match(page, position)
        if not match or match.end() == len(page):
            return HtmlToken("comment", page[start:])
        value = match["double"] or match["single"] or match["bare"] or ""
        attributes.setdefault(match["name"].lower(), unescape(value))  # the first of its name counts
        position = match.end()
    lowered = name[0].lower() if name else ""
    return HtmlToken(kind, page[start : end.end()], lowered, tuple(attributes.items()))


def _read_content(page: str, start: int, name: str) -> HtmlToken:
    """What stands in an element without markup: up to its end tag, or to the end of the page."""
    end = None if name == "plaintext" else re.compile(rf"</{name}(?=[\t\n\f\r />])", re.I).search(page, start)
    source = page[start : end.start() if end else None]
    return (
        HtmlToken("text", source) if name in _RAW_WITH_REFERENCES else HtmlToken("raw text", source, source)
    )


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
