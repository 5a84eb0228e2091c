"""Colours, shadings, patterns and graphics states, copied key by key into another PDF.

Pictures and colour profiles without the words that they carry: only what draws stays.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reticent.errors import needs_extra
from reticent.formats.pdf.cleaning import keeping
from reticent.formats.pdf.cleaning.unpacking import check_unpacking

if TYPE_CHECKING:
    from reticent.formats.pdf.cleaning.rebuilding import Rebuild

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name, String


_JPEG_KEPT = frozenset([0xE0, 0xEE])
"""JFIF and Adobe: how the colours are stored. All other application segments and comments are words."""

_JPX_KEPT = frozenset([b"jP  ", b"ftyp", b"jp2h", b"jp2c"])

_ICC_WORDS = frozenset(
    [
        b"desc",
        b"cprt",
        b"dmnd",
        b"dmdd",
        b"vued",
        b"meta",
        b"targ",
        b"dscm",
        b"mmod",
        b"pseq",
        b"psid",
        b"scrd",
    ]
)


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
    end = scan.rfind(b"\xff\xd9")
    first = scan.find(b"\xff\xd9")
    return scan if end < 0 else scan[: first + 2]


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
    if count > 1000 or 132 + 12 * count > len(data):
        return None
    end = 132 + 12 * count
    for number in range(count):
        entry = data[132 + 12 * number : 144 + 12 * number]
        tag, offset, size = struct.unpack(">4sII", entry)
        if offset + size > len(data):
            return None
        end = max(end, offset + size)
        if tag in _ICC_WORDS:
            blank[offset + 4 : offset + size] = bytes(max(0, size - 4))
    blank[48:56] = bytes(8)
    return bytes(blank[:end])


MOST_DEEP = 30
PROCESS_INKS = frozenset(["/All", "/None", "/Cyan", "/Magenta", "/Yellow", "/Black"])


def copy_graphics(work: Rebuild, thing: Any, depth: int = 0) -> Any:
    """A copy of a value that draws: numbers and names, arrays, dictionaries and streams of kept keys, no strings."""
    if depth > MOST_DEEP:
        raise work.refuse("values lie too deep in each other: print the file to a new PDF")
    if isinstance(thing, Array):
        return _copy_array(work, thing, depth)
    if isinstance(thing, pikepdf.Stream):
        return copy_once(work, "graphics", thing, lambda: _copy_stream(work, thing, depth))
    if isinstance(thing, Dictionary):
        return copy_dictionary(work, thing, depth)
    if isinstance(thing, Name):
        return copy_name(thing)
    return String("") if isinstance(thing, pikepdf.Object) else thing


def copy_name(thing: pikepdf.Object) -> Name:
    """The same name, or one of our own where it isn't UTF-8."""
    try:
        return Name(str(thing))
    except (UnicodeDecodeError, ValueError):
        return Name("/rtName")


def copy_once(work: Rebuild, kind: str, thing: pikepdf.Object, make: Callable[[], Any]) -> Any:
    """What `make` makes of a thing, made once for each thing that has a number."""
    key = (kind, thing.objgen)
    if thing.objgen == (0, 0):
        return make()
    if key not in work.copies:
        work.copies[key] = make()
    return work.copies[key]


def _copy_array(work: Rebuild, thing: pikepdf.Object, depth: int) -> Any:
    items = list(thing)
    first = items[0] if items and isinstance(items[0], Name) else None
    if first == Name.ICCBased and len(items) > 1:
        return _copy_profile(work, items[1], depth)
    if first in (Name.Indexed, Name.I) and len(items) == 4:
        base, most = copy_graphics(work, items[1], depth + 1), items[2]
        return Array([Name.Indexed, base, most, _copy_lookup(work, items[3])])
    if first in (Name.Separation, Name.DeviceN) and len(items) > 3:
        inks = _ink(work, items[1]) if first == Name.Separation else Array([_ink(work, i) for i in items[1]])
        return Array([first, inks, *(copy_graphics(work, each, depth + 1) for each in items[2:4])])
    return Array([copy_graphics(work, each, depth + 1) for each in items])


def _ink(work: Rebuild, name: pikepdf.Object) -> Name:
    """A colour's name says nothing about its looks, so that other names than the usual ones become our own."""
    written = str(name)
    if written in PROCESS_INKS:
        return Name(written)
    return work.inks.setdefault(written, Name(f"/rtInk{len(work.inks) + 1}"))


def _copy_lookup(work: Rebuild, table: Any) -> Any:
    if isinstance(table, pikepdf.Stream):
        check_unpacking(work.name, table)
        return String(table.read_bytes()[:768])
    return String(bytes(table)[:1024])


def _copy_profile(work: Rebuild, profile: Any, depth: int) -> Any:
    """A colour profile without its descriptions, or the plain colours where it can't be followed."""
    count = int(profile.get("/N", 3)) if isinstance(profile, pikepdf.Stream) else 3
    plain = {1: Name.DeviceGray, 4: Name.DeviceCMYK}.get(count, Name.DeviceRGB)
    if not isinstance(profile, pikepdf.Stream):
        return plain

    def make() -> Any:
        check_unpacking(work.name, profile)
        data = strip_profile(unpack(profile))
        if data is None:
            return plain
        stream = work.target.make_stream(data, N=count)
        return work.target.make_indirect(Array([Name.ICCBased, stream]))

    return copy_once(work, "profile", profile, make)


def unpack(stream: pikepdf.Object) -> bytes:
    """The unpacked bytes of a stream, or nothing when it is damaged."""
    try:
        return stream.read_bytes()
    except pikepdf.PdfError:
        return b""


def copy_dictionary(work: Rebuild, thing: pikepdf.Object, depth: int) -> Dictionary:
    """The keys of a dictionary that draw."""
    copy = Dictionary()
    for key in sorted(thing.keys()):
        if key == "/G" and isinstance(thing[key], pikepdf.Stream):
            copy[key] = _mask_group(work, thing[key])
        elif key == "/Font" and isinstance(thing[key], Array) and len(thing[key]) == 2:
            copy[key] = Array([work.font(thing[key][0]), thing[key][1]])
        elif key in keeping.GRAPHICS:
            copy[key] = copy_graphics(work, thing[key], depth + 1)
    return copy


def _mask_group(work: Rebuild, group: pikepdf.Object) -> pikepdf.Object:
    copy = work.form(group)
    if copy.objgen in work.texts:
        work.note("text is used as a stencil")
    return copy


def _copy_stream(work: Rebuild, thing: pikepdf.Object, depth: int) -> pikepdf.Object | None:
    if thing.get("/PatternType") == 1:
        return _copy_pattern(work, thing, depth)
    if thing.get("/Subtype") == Name.Form:
        return work.form(thing)
    if thing.get("/Subtype") == Name.Image:
        return work.picture(thing)
    check_unpacking(work.name, thing)
    copy = work.target.make_stream(unpack(thing))
    for key, value in copy_dictionary(work, thing, depth).items():
        copy[key] = value
    return copy


def _copy_pattern(work: Rebuild, thing: pikepdf.Object, depth: int) -> pikepdf.Object:
    if depth >= MOST_DEEP or work.depth >= MOST_DEEP:
        raise work.refuse("patterns lie too deep in each other: print the file to a new PDF")
    work.depth += 1
    names = work.names(thing.get("/Resources", Dictionary()))
    data, text = work.content(thing, names)
    work.depth -= 1
    if text:
        work.note("a pattern holds text")
    copy = work.target.make_stream(data)
    for key, value in copy_dictionary(work, thing, depth).items():
        copy[key] = value
    copy["/Resources"] = names.build_resources()
    return copy
