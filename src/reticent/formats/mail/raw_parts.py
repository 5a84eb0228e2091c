"""A message divided and decoded by hand, for the readers that check what was written."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_LIMIT = 40
_BOUNDARY = re.compile(r"""boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))""", re.I)
_FILENAME = re.compile(r"""filename\s*=\s*"?[^"\n]*?(\.[A-Za-z0-9]+)"?\s*(?:;|$)""", re.I | re.M)
_END_OF_HEADERS = re.compile(r"\r?\n[ \t]*\r?\n|\A\r?\n")
_QUOTED = re.compile(rb"=(?:([0-9A-Fa-f]{2})|[ \t]*\r?\n)")


@dataclass(frozen=True, slots=True)
class RawPart:
    """Headers and decoded content of a part; `text` is what stands outside of all parts in it."""

    headers: str = field(repr=False)
    media: str
    content: bytes = field(repr=False)
    ending: str = ""


def divide_message(data: str, depth: int = 0) -> Iterator[RawPart]:
    """All parts of a message in order, those that hold others with what stands outside of these.

    `data` is one letter a byte.
    """
    end = _END_OF_HEADERS.search(data)
    headers, body = (data[: end.start()], data[end.end() :]) if end else (data, "")
    unfolded = re.sub(r"\r?\n[ \t]+", " ", headers)
    media = _find(r"^content-type:\s*([^\s;]+)", unfolded).lower() or "text/plain"
    boundary = _BOUNDARY.search(unfolded) if media.startswith("multipart/") else None
    if depth < _LIMIT and boundary:
        yield from _divide_group(unfolded, media, boundary[1] or boundary[2], body, depth)
    elif depth < _LIMIT and media == "message/rfc822":
        yield RawPart(unfolded, media, b"")
        yield from divide_message(body, depth + 1)
    else:
        encoding = _find(r"^content-transfer-encoding:\s*([^\s;]+)", unfolded).lower()
        ending = _FILENAME.search(unfolded)
        yield RawPart(unfolded, media, _decode(body.encode("latin-1"), encoding), ending[1] if ending else "")


def _divide_group(headers: str, media: str, boundary: str, body: str, depth: int) -> Iterator[RawPart]:
    line = rf"^--{re.escape(boundary)}(?:--)?[ \t]*\r?$\n?"
    preamble, *parts = re.split(line, body, flags=re.M)
    epilogue = parts.pop() if parts else ""
    yield RawPart(headers, media, f"{preamble}\n{epilogue}".encode("latin-1"))
    for part in parts:
        yield from divide_message(part.removesuffix("\n").removesuffix("\r"), depth + 1)


def _find(pattern: str, headers: str) -> str:
    match = re.search(pattern, headers, re.I | re.M)
    return match[1] if match else ""


def _decode(body: bytes, encoding: str) -> bytes:
    if encoding == "quoted-printable":
        return _QUOTED.sub(lambda match: bytes([int(match[1], 16)]) if match[1] else b"", body)
    if encoding != "base64":
        return body
    try:
        return base64.b64decode(re.sub(rb"[^A-Za-z0-9+/=]", b"", body) + b"===")
    except binascii.Error:
        return body
