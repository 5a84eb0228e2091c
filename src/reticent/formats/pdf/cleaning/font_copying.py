"""Fonts, copied into another PDF without the names that others gave their parts."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from reticent.errors import needs_extra
from reticent.formats.pdf.cleaning import keeping
from reticent.formats.pdf.cleaning.copying import copy_graphics, copy_once, unpack
from reticent.formats.pdf.cleaning.unpacking import check_unpacking
from reticent.formats.pdf.reading.font_programs import keep_tables
from reticent.formats.pdf.reading.to_unicode import read_to_unicode, write_to_unicode

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name, String

if TYPE_CHECKING:
    from reticent.formats.pdf.cleaning.rebuilding import Rebuild

_SAFE_NAME = re.compile(r"/[A-Za-z0-9][A-Za-z0-9+,._-]{0,100}")


def copy_font(work: Rebuild, thing: pikepdf.Object) -> pikepdf.Object:
    """A font with its encoding and shapes, without the names that others gave its parts."""
    if thing.objgen == (0, 0):
        return work.target.make_indirect(_copy_font(work, thing, Dictionary()))
    key = ("font", thing.objgen)
    if key not in work.copies:
        work.copies[key] = copy = work.target.make_indirect(Dictionary())
        _copy_font(work, thing, copy)
    return work.copies[key]


def _copy_font(work: Rebuild, thing: pikepdf.Object, copy: Dictionary) -> Dictionary:
    for key in sorted(keeping.FONT):
        if key in thing:
            copy[key] = copy_graphics(work, thing[key], 1)
    if "/BaseFont" in copy and not _SAFE_NAME.fullmatch(str(copy["/BaseFont"])):
        copy["/BaseFont"] = Name("/rtFont")
    descendants = thing.get("/DescendantFonts")
    if isinstance(descendants, Array) and len(descendants) and isinstance(descendants[0], Dictionary):
        copy["/DescendantFonts"] = Array([copy_font(work, descendants[0])])
    if isinstance(thing.get("/FontDescriptor"), Dictionary):
        copy["/FontDescriptor"] = _copy_descriptor(work, thing["/FontDescriptor"])
    if isinstance(thing.get("/CIDSystemInfo"), Dictionary):
        copy["/CIDSystemInfo"] = _copy_collection(thing["/CIDSystemInfo"])
    _copy_encoding(work, thing, copy)
    if isinstance(thing.get("/CharProcs"), Dictionary):
        _copy_shapes(work, thing, copy)
    return copy


def _copy_descriptor(work: Rebuild, thing: pikepdf.Object) -> Dictionary:
    copy = Dictionary()
    for key in sorted(keeping.DESCRIPTOR):
        if key in thing:
            copy[key] = copy_graphics(work, thing[key], 1)
    if "/FontName" in copy and not _SAFE_NAME.fullmatch(str(copy["/FontName"])):
        copy["/FontName"] = Name("/rtFont")
    for key in ("/FontFile", "/FontFile2", "/FontFile3"):
        if isinstance(thing.get(key), pikepdf.Stream):
            copy[key] = copy_once(work, "program", thing[key], partial(_copy_program, work, thing[key]))
    return work.target.make_indirect(copy)


def _copy_program(work: Rebuild, program: pikepdf.Object) -> pikepdf.Object:
    check_unpacking(work.name, program)
    data = keep_tables(unpack(program))
    copy = work.target.make_stream(data)
    for key in ("/Length1", "/Length2", "/Length3", "/Subtype"):
        if key in program:
            copy[key] = program[key]
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


def _copy_encoding(work: Rebuild, thing: pikepdf.Object, copy: Dictionary) -> None:
    encoding = thing.get("/Encoding")
    if isinstance(encoding, Name):
        copy["/Encoding"] = encoding if _SAFE_NAME.fullmatch(str(encoding)) else Name("/rtEncoding")
    elif isinstance(encoding, pikepdf.Stream):
        work.note("a font has an encoding of its own that can't be read")
        copy["/Encoding"] = Name("/Identity-H")
    elif isinstance(encoding, Dictionary):
        kept: dict[str, pikepdf.Object] = {"/Type": Name.Encoding}
        if "/BaseEncoding" in encoding:
            kept["/BaseEncoding"] = encoding["/BaseEncoding"]
        if isinstance(encoding.get("/Differences"), Array):
            kept["/Differences"] = copy_graphics(work, encoding["/Differences"], 1)
        copy["/Encoding"] = Dictionary(kept)
    if isinstance(thing.get("/ToUnicode"), pikepdf.Stream):
        check_unpacking(work.name, thing["/ToUnicode"])
        letters = read_to_unicode(unpack(thing["/ToUnicode"]))
        copy["/ToUnicode"] = work.target.make_stream(write_to_unicode(letters))


def _copy_shapes(work: Rebuild, thing: pikepdf.Object, copy: Dictionary) -> None:
    """The glyphs of a Type 3 font, each a small content of its own; they share the font's resources."""
    shapes = Dictionary()
    names = work.names(thing.get("/Resources", Dictionary()))
    for name, shape in sorted(thing["/CharProcs"].items()):
        if isinstance(shape, pikepdf.Stream):
            data, text = work.content(shape, names)
            shapes[name] = work.target.make_stream(data)
            if text:
                work.note("a glyph is made of other glyphs")
    copy["/CharProcs"] = shapes
    copy["/Resources"] = names.build_resources()
