"""Copies of what draws, key by key from keep-lists: fonts without the names that others gave their parts, pictures without
what they carry besides their pixels, colours without descriptions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from reticent.errors import needs_extra
from reticent.formats._pictures import strip_jpeg, strip_jpx, strip_profile
from reticent.formats._typefaces import is_known_typeface
from reticent.formats.pdf import _keeping as keeping
from reticent.formats.pdf._canonical_content import key_of
from reticent.formats.pdf._fonts import is_glyph_name, keep_tables
from reticent.formats.pdf._letters import read_to_unicode, write_to_unicode
from reticent.formats.pdf._opening import as_list, check_unpacking, find

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name, Stream, String

if TYPE_CHECKING:
    from reticent.formats.pdf._rebuilding import Rebuild


_MOST_DEEP = 30  # values or patterns inside each other, chosen by hand, far below where Python gives up
_LOOKUP, _LOOKUP_STRING = 768, 1024  # bytes of a palette: 256 colours of three or four parts
_PROCESS_INKS = frozenset(["/All", "/None", "/Cyan", "/Magenta", "/Yellow", "/Black"])


def copy_graphics(work: Rebuild, thing: Any, depth: int = 0) -> Any:
    """A copy of a value that draws: numbers and names, arrays, dictionaries and streams of kept keys, no strings."""
    if depth > _MOST_DEEP:
        raise work.refuse("values lie too deep in each other: print the file to a new PDF")
    if isinstance(thing, Array):
        return _copy_array(work, thing, depth)
    if isinstance(thing, Stream):
        return copy_once(work, "graphics", thing, lambda: _copy_stream(work, thing, depth))
    if isinstance(thing, Dictionary):
        return copy_dictionary(work, thing, depth)
    if isinstance(thing, Name):
        return keep_name(thing)
    return String("") if isinstance(thing, pikepdf.Object) else thing


def keep_name(name: pikepdf.Object) -> Name:
    """A name of the standard; ours in place of any other."""
    try:
        written = str(name)
    except UnicodeDecodeError:
        written = ""
    return Name(written if written in keeping.NAMES else "/rtName")


def copy_once(work: Rebuild, kind: str, thing: pikepdf.Object, make: Callable[[], Any]) -> Any:
    """What `make` makes of a thing, made once for each thing that has a number."""
    if thing.objgen == (0, 0):
        return make()
    key = (kind, thing.objgen)
    if key not in work.copies:
        work.copies[key] = make()
    return work.copies[key]


def copy_keys(work: Rebuild, thing: pikepdf.Object, copy: Any, keys: Iterable[str]) -> None:
    """Copy those of the keys that a thing has."""
    for key in sorted(keys):
        if key in thing:
            copy[key] = copy_graphics(work, thing[key], 1)


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
    if written in _PROCESS_INKS:
        return Name(written)
    return work.inks.setdefault(written, Name(f"/rtInk{len(work.inks) + 1}"))


def _copy_lookup(work: Rebuild, table: Any) -> Any:
    if isinstance(table, Stream):
        check_unpacking(work.name, table)
        return String(table.read_bytes()[:_LOOKUP])
    return String(bytes(table)[:_LOOKUP_STRING])


def _copy_profile(work: Rebuild, profile: Any, depth: int) -> Any:
    """A colour profile without its descriptions, or the plain colours where it can't be followed."""
    count = int(profile.get("/N", 3)) if isinstance(profile, Stream) else 3
    plain = {1: Name.DeviceGray, 4: Name.DeviceCMYK}.get(count, Name.DeviceRGB)
    if not isinstance(profile, Stream):
        return plain

    def make() -> Any:
        data = strip_profile(work.unpack(profile))
        if data is None:
            return plain
        stream = work.target.make_stream(data, N=count)
        return work.target.make_indirect(Array([Name.ICCBased, stream]))

    return copy_once(work, "profile", profile, make)


def copy_dictionary(work: Rebuild, thing: pikepdf.Object, depth: int) -> Dictionary:
    """The keys of a dictionary that draw."""
    copy = Dictionary()
    for key in sorted(thing.keys()):
        if key == "/G" and isinstance(thing[key], Stream):
            copy[key] = work.form(thing[key])
            if work.shows_text(copy[key]):
                work.note("text is used as a stencil")
        elif key == "/Font" and isinstance(thing[key], Array) and len(thing[key]) == 2:
            copy[key] = Array([copy_font(work, thing[key][0]), thing[key][1]])
        elif key in keeping.GRAPHICS:
            copy[key] = copy_graphics(work, thing[key], depth + 1)
    return copy


def _copy_stream(work: Rebuild, thing: pikepdf.Object, depth: int) -> pikepdf.Object | None:
    if thing.get("/PatternType") == 1:
        return _copy_pattern(work, thing, depth)
    if thing.get("/Subtype") == Name.Form:
        return work.form(thing)
    if thing.get("/Subtype") == Name.Image:
        return copy_image(work, thing)
    return work.make_stream(work.unpack(thing), copy_dictionary(work, thing, depth))


def _copy_pattern(work: Rebuild, thing: pikepdf.Object, depth: int) -> pikepdf.Object:
    if depth >= _MOST_DEEP or work.depth >= _MOST_DEEP:
        raise work.refuse("patterns lie too deep in each other: print the file to a new PDF")
    data, resources, text = work.inner_content(thing, thing.get("/Resources"))
    if text:
        work.note("a pattern holds text")
    return work.make_stream(data, copy_dictionary(work, thing, depth), resources)


def _name_font(found: pikepdf.Object) -> Name:
    """The name of a font that comes with programs; for any other, a name with the style that it has."""
    try:
        written = str(found)[1:]
    except UnicodeDecodeError:
        written = ""
    if _SAFE_NAME.fullmatch(written) and is_known_typeface(written):
        return Name(f"/{written}")
    style = "".join(each.capitalize() for each in _STYLES if each in written.lower())
    return Name(f"/rtFont-{style}" if style else "/rtFont")


_SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9+,._-]{0,100}")
_STYLES = ("bold", "italic", "oblique", "roman", "mono", "sans")
"""Words in the name of a font by which readers choose another one for it."""


def copy_font(work: Rebuild, thing: Any) -> pikepdf.Object | None:
    """A font with its encoding and shapes, without the names that others gave its parts."""
    if not isinstance(thing, Dictionary):
        return None
    if thing.objgen == (0, 0):
        return _fill_font(work, thing, work.target.make_indirect(Dictionary()))
    key = ("font", thing.objgen)
    if key not in work.copies:  # remembered before it is filled: its shapes may use the font itself
        work.copies[key] = work.target.make_indirect(Dictionary())
        _fill_font(work, thing, work.copies[key])
    return work.copies[key]


def _fill_font(work: Rebuild, thing: pikepdf.Object, copy: pikepdf.Object) -> pikepdf.Object:
    copy_keys(work, thing, copy, keeping.FONT)
    if isinstance(thing.get("/BaseFont"), Name):
        copy["/BaseFont"] = _name_font(thing["/BaseFont"])
    descendants = find(thing, "/DescendantFonts", Array)
    if descendants is not None and len(descendants) and isinstance(descendants[0], Dictionary):
        copy["/DescendantFonts"] = Array([copy_font(work, descendants[0])])
    if (descriptor := find(thing, "/FontDescriptor")) is not None:
        copy["/FontDescriptor"] = _copy_descriptor(work, descriptor)
    if (collection := find(thing, "/CIDSystemInfo")) is not None:
        copy["/CIDSystemInfo"] = _copy_collection(collection)
    _copy_encoding(work, thing, copy)
    if find(thing, "/CharProcs") is not None:
        _copy_shapes(work, thing, copy)
    return copy


def _copy_descriptor(work: Rebuild, thing: pikepdf.Object) -> Dictionary:
    copy = Dictionary()
    copy_keys(work, thing, copy, keeping.DESCRIPTOR)
    if isinstance(thing.get("/FontName"), Name):
        copy["/FontName"] = _name_font(thing["/FontName"])
    for key in ("/FontFile", "/FontFile2", "/FontFile3"):
        if (program := find(thing, key, Stream)) is not None:
            copy[key] = copy_once(work, "program", program, partial(_copy_program, work, program))
    return work.target.make_indirect(copy)


def _copy_program(work: Rebuild, program: pikepdf.Object) -> pikepdf.Object:
    data = keep_tables(work.unpack(program))
    copy = work.target.make_stream(data)
    for key in ("/Length1", "/Length2", "/Length3", "/Subtype"):
        if key in program:
            copy[key] = copy_graphics(work, program[key], 1)
    if "/Length2" not in program and "/Length1" in program:
        copy["/Length1"] = len(data)
    return copy


def _copy_collection(thing: pikepdf.Object) -> Dictionary:
    ordering = bytes(thing.get("/Ordering", String("Identity")))
    known = ordering if ordering in keeping.ORDERINGS else b"Identity"
    number = thing.get("/Supplement", 0)
    return Dictionary(
        Registry=String("Adobe"), Ordering=String(known), Supplement=number if isinstance(number, int) else 0
    )


def _copy_encoding(work: Rebuild, thing: pikepdf.Object, copy: pikepdf.Object) -> None:
    encoding = thing.get("/Encoding")
    if isinstance(encoding, Name):
        copy["/Encoding"] = keep_name(encoding)
    elif isinstance(encoding, Stream):
        work.note("a font has an encoding of its own that can't be read")
        copy["/Encoding"] = Name("/Identity-H")
    elif isinstance(encoding, Dictionary):
        kept: dict[str, pikepdf.Object] = {"/Type": Name.Encoding}
        if "/BaseEncoding" in encoding:
            kept["/BaseEncoding"] = copy_graphics(work, encoding["/BaseEncoding"], 1)
        if isinstance(encoding.get("/Differences"), Array):
            kept["/Differences"] = _copy_differences(thing, encoding["/Differences"])
        copy["/Encoding"] = Dictionary(kept)
    if (table := find(thing, "/ToUnicode", Stream)) is not None:
        letters = read_to_unicode(work.unpack(table))
        copy["/ToUnicode"] = work.target.make_stream(write_to_unicode(letters))


def _copy_differences(font: pikepdf.Object, found: Any) -> Array:
    """The names that an encoding gives to codes: those of a font file, or ours for shapes that lie in the PDF itself."""
    own = _name_shapes(font)
    return Array(
        [
            own.get(key_of(each), each) if isinstance(each, Name) else each
            for each in found
            if isinstance(each, Name | int)
        ]
    )


def _name_shapes(font: pikepdf.Object) -> dict[str, Name]:
    """What the shapes of a Type 3 font are called: as letters are, or by a number of ours."""
    shapes = find(font, "/CharProcs")
    names = sorted(shapes.keys()) if shapes is not None else []
    return {
        name: Name(name if is_glyph_name(name[1:]) else f"/rtg{number}")
        for number, name in enumerate(names, 1)
    }


def _copy_shapes(work: Rebuild, thing: pikepdf.Object, copy: pikepdf.Object) -> None:
    """The glyphs of a Type 3 font, each a small content of its own; they share the font's resources."""
    shapes = Dictionary()
    names, called = work.names(thing.get("/Resources", Dictionary())), _name_shapes(thing)
    for name, shape in sorted(thing["/CharProcs"].items()):
        if isinstance(shape, Stream):
            data, text = work.content(shape, names)
            shapes[called[name]] = work.target.make_stream(data)
            if text:
                work.note("a glyph is made of other glyphs")
    copy["/CharProcs"] = shapes
    copy["/Resources"] = names.build_resources()


def copy_image(work: Rebuild, thing: pikepdf.Object) -> pikepdf.Object | None:
    """A picture with its masks, without comments, thumbnails and descriptions."""
    return copy_once(work, "image", thing, lambda: make_image(work, thing))  # type: ignore[no-any-return]


def make_image(work: Rebuild, thing: pikepdf.Object) -> pikepdf.Object | None:
    """A new copy of a picture; None when it can't be cleaned."""
    data, filters, parameters = _picture(work, thing)
    if data is None:
        work.note("a picture can't be cleaned of what else it carries")
        return None
    copy = work.target.make_stream(data)
    for key in sorted(keeping.IMAGE & set(thing.keys())):
        mask = find(thing, key, Stream) if key in ("/SMask", "/Mask") else None
        copy[key] = copy_graphics(work, thing[key], 1) if mask is None else copy_image(work, mask)
    if filters:
        copy["/Filter"] = Array([Name(each) for each in filters])
        copy["/DecodeParms"] = Array([_parameters(work, each) for each in parameters])
    return copy


def _picture(work: Rebuild, thing: pikepdf.Object) -> tuple[bytes | None, list[str], list[Any]]:
    """The packed bytes of a picture, cleaned, with the filters that unpack them."""
    filters = [str(each) for each in as_list(thing.get("/Filter"))]
    parameters: list[Any] = [*as_list(thing.get("/DecodeParms")), *[None] * len(filters)][: len(filters)]
    data, last = thing.read_raw_bytes(), filters[-1] if filters else ""
    if last not in ("/DCTDecode", "/JPXDecode", "/DCT"):
        return data, filters, parameters
    if len(filters) > 1:
        check_unpacking(work.name, thing)
        outer = work.target.make_stream(data, Filter=Array([Name(each) for each in filters[:-1]]))
        data = read_bytes(outer)
    clean = strip_jpx(data) if last == "/JPXDecode" else strip_jpeg(data)
    return clean, [last], parameters[-1:]


def _parameters(work: Rebuild, found: Any) -> Any:
    if not isinstance(found, Dictionary):
        return Dictionary()
    copy = copy_dictionary(work, found, 1)
    if (shared := find(found, "/JBIG2Globals", Stream)) is not None:
        copy["/JBIG2Globals"] = work.target.make_stream(read_bytes(shared))
    return copy


def read_bytes(stream: pikepdf.Object) -> bytes:
    """The unpacked bytes of a stream, or nothing when it is damaged."""
    try:
        return stream.read_bytes()
    except pikepdf.PdfError:
        return b""
