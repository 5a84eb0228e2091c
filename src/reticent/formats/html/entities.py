"""Character references such as `&amp;` and `&#228;`: read, and written."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from html.entities import html5

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
