"""A page as a row of tokens, divided as browsers divide it, in one pass whatever the page holds.

The standard library's tokenizer takes quadratic time on pages that are made for it and changes between releases of
Python; this one follows the HTML standard, and the same page gives the same tokens everywhere.

Character references such as `&amp;` and `&#228;`: read, and written.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5
from typing import Literal

_REFERENCE = re.compile(r"&(?:#0*([0-9]{1,7});?|#[xX]0*([0-9a-fA-F]{1,6});?|([A-Za-z][A-Za-z0-9]{1,31};?))")
_PLAIN = re.compile(r"[^&<>\"\r\ufeff]+")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\ufeff": "&#xfeff;"}


def escape(text: str) -> str:
    """The text as it can stand between tags and in an attribute."""
    return text if _PLAIN.fullmatch(text) else "".join(_ESCAPES.get(letter, letter) for letter in text)


def unescape(text: str) -> str:
    """The text behind the references."""
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
class Token:
    """A stretch of the page; `source` is how it stands there, attributes are decoded."""

    kind: Kind
    source: str = field(repr=False)
    name: str = field(default="", repr=False)
    attributes: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    @property
    def closes_itself(self) -> bool:
        """Whether the tag ends as `<br/>` does."""
        return self.source.endswith("/>")


def tokenize(page: str) -> Iterator[Token]:
    """The tokens of a page; joined, their sources are the page up to a tag that never ends."""
    position = 0
    while position < len(page):
        start = page.find("<", position)
        if start < 0:
            yield Token("text", page[position:])
            return
        if start > position:
            yield Token("text", page[position:start])
        token = _read_markup(page, start)
        yield token
        position = start + len(token.source)
        if token.kind == "start" and token.name in RAW | _RAW_WITH_REFERENCES | {"plaintext"}:
            content = _read_content(page, position, token.name)
            if content.source:
                yield content
            position += len(content.source)


def _read_markup(page: str, start: int) -> Token:
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
        return Token("raw text", source, source.removeprefix(_CDATA).removesuffix("]]>"))
    if after and after in "!?/":
        source = page[start : page.find(">", start) + 1 or None]
        return Token("doctype" if source[:9].lower() == "<!doctype" else "comment", source)
    return Token("text", "<")


def _read_comment(page: str, start: int) -> Token:
    for empty in ("<!-->", "<!--->"):
        if page.startswith(empty, start):
            return Token("comment", empty)
    end = _COMMENT_END.search(page, start + 4)
    return Token("comment", page[start : end.end() if end else None])


def _read_tag(page: str, start: int, name_start: int, kind: Kind) -> Token:
    name = _NAME.match(page, name_start)
    position = name.end() if name else name_start
    attributes: dict[str, str] = {}
    while not (end := _TAG_END.match(page, position)):
        match = _ATTRIBUTE.match(page, position)
        if not match or match.end() == len(page):
            return Token("comment", page[start:])
        position = _note(match, attributes)
    lowered = name[0].lower() if name else ""
    return Token(kind, page[start : end.end()], lowered, tuple(attributes.items()))


def _note(match: re.Match[str], attributes: dict[str, str]) -> int:
    """Note an attribute, the first of its name, and tell where it ends."""
    value = match["double"] or match["single"] or match["bare"] or ""
    attributes.setdefault(match["name"].lower(), unescape(value))
    return match.end()


def _read_content(page: str, start: int, name: str) -> Token:
    """What stands in an element without markup: up to its end tag, or to the end of the page."""
    end = None if name == "plaintext" else re.compile(rf"</{name}(?=[\t\n\f\r />])", re.I).search(page, start)
    source = page[start : end.start() if end else None]
    return Token("text", source) if name in _RAW_WITH_REFERENCES else Token("raw text", source, source)
