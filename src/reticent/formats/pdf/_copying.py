"""Colours, shadings, patterns and graphics states, copied key by key into another PDF."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reticent.errors import needs_extra
from reticent.formats._pictures import strip_profile
from reticent.formats.pdf import _keeping as keeping
from reticent.formats.pdf._opening import check_unpacking

if TYPE_CHECKING:
    from reticent.formats.pdf._rebuilding import Rebuild

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name, String


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
