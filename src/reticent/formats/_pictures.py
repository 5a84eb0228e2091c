"""Pictures and colour profiles without the words that they carry: only what draws stays."""

from __future__ import annotations

import struct

_JPEG_KEPT = frozenset([0xE0, 0xEE])
"""JFIF and Adobe: how the colours are stored. All other application segments and comments are words."""

_JPX_KEPT = frozenset([b"jP  ", b"ftyp", b"jp2h", b"jp2c"])
_ICC_WORDS = frozenset(b"desc cprt dmnd dmdd vued meta targ dscm mmod pseq psid scrd".split())
_MOST_TAGS = 1000  # of a colour profile, chosen by hand: real ones have some dozens
_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = frozenset(b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB pHYs sBIT".split())
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


def strip_jpeg(data: bytes) -> bytes | None:
    """A JPEG without comments and foreign segments, or None when its segments can't be followed."""
    if data[:2] != b"\xff\xd8":
        return None
    parts, position = [b"\xff\xd8"], 2
    while position + 4 <= len(data):
        if data[position] != 0xFF:
            return None
        marker = data[position + 1]
        if marker == 0xFF:
            position += 1
            continue
        size = 2 + int(struct.unpack(">H", data[position + 2 : position + 4])[0])
        segment = data[position : position + size]
        if marker == 0xE0:
            segment = _plain_jfif(segment)
        if not (0xE0 <= marker <= 0xEF or marker == 0xFE) or marker in _JPEG_KEPT:
            parts.append(segment)
        position += size
        if marker == 0xDA:
            return b"".join(parts) + _strip_after_end(data[position:])
    return None


def _plain_jfif(segment: bytes) -> bytes:
    """A JFIF segment without its thumbnail; any other APP0 segment goes."""
    if segment[4:9] != b"JFIF\0" or len(segment) < 18:
        return b""
    return b"\xff\xe0\x00\x10" + segment[4:16] + b"\0\0"


def _strip_after_end(scan: bytes) -> bytes:
    """The picture's data up to its end mark; what a program has appended after it goes."""
    end = scan.find(b"\xff\xd9")
    return scan if end < 0 else scan[: end + 2]


def strip_jpx(data: bytes) -> bytes | None:
    """A JPEG 2000 file with the boxes that draw alone, or None when its boxes can't be followed."""
    if data[:4] == b"\xff\x4f\xff\x51":
        return data
    parts, position = [], 0
    while position + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[position : position + 8])
        if size == 1 and position + 16 <= len(data):
            size = int(struct.unpack(">Q", data[position + 8 : position + 16])[0])
        size = size or len(data) - position
        if size < 8:
            return None
        if kind in _JPX_KEPT:
            parts.append(data[position : position + size])
        position += size
    return b"".join(parts) if parts else None


def strip_profile(data: bytes) -> bytes | None:
    """A colour profile whose descriptions are blank, or None when its table can't be followed."""
    if len(data) < 132 or data[36:40] != b"acsp":
        return None
    blank = bytearray(data)
    count = int(struct.unpack(">I", data[128:132])[0])
    end = 132 + 12 * count
    if count > _MOST_TAGS or end > len(data):
        return None
    for tag, offset, size in struct.iter_unpack(">4sII", data[132:end]):
        if offset + size > len(data):
            return None
        end = max(end, offset + size)
        if tag in _ICC_WORDS:
            blank[offset + 4 : offset + size] = bytes(max(0, size - 4))
    blank[48:56] = bytes(8)
    return bytes(blank[:end])
