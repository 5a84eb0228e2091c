"""Pictures of office files without the words that they carry: only what draws stays."""

from __future__ import annotations

import struct

from reticent.formats.pdf.cleaning.stripping import strip_jpeg

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = frozenset(
    [b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"pHYs", b"sBIT"]
)
_GIF_ANIMATION = b"\x21\xff\x0bNETSCAPE2.0\x03\x01"

ENDINGS = {"image/png": "png", "image/jpeg": "jpeg", "image/gif": "gif"}
"""The pictures that stay, and their endings; vector pictures hold text that no reader here sees."""


def strip_picture(data: bytes) -> tuple[str, bytes] | None:
    """The media type and the stripped bytes of a picture; None when it is of no kind that stays, or damaged."""
    for kind, strip in (("image/png", _strip_png), ("image/jpeg", strip_jpeg), ("image/gif", _strip_gif)):
        stripped = strip(data)
        if stripped is not None:
            return kind, stripped
    return None


def _strip_png(data: bytes) -> bytes | None:
    if not data.startswith(_PNG):
        return None
    parts, position = [_PNG], len(_PNG)
    while position + 12 <= len(data):
        size, kind = struct.unpack(">I4s", data[position : position + 8])
        chunk = data[position : position + 12 + size]
        if len(chunk) < 12 + size:
            return None
        if kind in _PNG_KEPT:
            parts.append(chunk)
        if kind == b"IEND":
            return b"".join(parts)
        position += len(chunk)
    return None


def _strip_gif(data: bytes) -> bytes | None:
    if data[:6] not in (b"GIF87a", b"GIF89a") or len(data) < 13:
        return None
    start = 13 + _table_size(data[10])
    parts, position = [data[:start]], start
    while position < len(data):
        kind = data[position]
        if kind == 0x3B:
            return b"".join([*parts, b";"])
        end = _block_end(data, position)
        if end is None:
            return None
        block = data[position:end]
        if kind == 0x2C or block[:2] == b"\x21\xf9" or block.startswith(_GIF_ANIMATION):
            parts.append(block)
        position = end
    return None


def _table_size(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _block_end(data: bytes, position: int) -> int | None:
    """Where an extension or a picture of a GIF ends; None when it can't be followed."""
    if data[position] == 0x2C and position + 10 < len(data):
        position += 11 + _table_size(data[position + 9])
    elif data[position] == 0x21:
        position += 2
    else:
        return None
    while position < len(data) and data[position]:
        position += data[position] + 1
    return position + 1 if position < len(data) else None
