"""Addresses in attributes: which stay, as what text they are judged, and how they are written."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote_to_bytes

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
