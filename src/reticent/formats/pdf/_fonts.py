"""Font files inside a PDF: the tables that draw, the shapes that are used, and the letters of an encoding of their own."""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from reticent.errors import needs_extra
from reticent.formats.pdf._keeping import FONT_TABLES
from reticent.formats.pdf._opening import find

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pdfminer.encodingdb import EncodingDB, name2unicode


_MOST_GLYPHS = 70_000  # a font file numbers its glyphs with 16 bits; one that claims more is broken


_HEADER, _ENTRY = 12, 16  # bytes of a font file's header and of an entry of its table directory


def _read_tables(data: bytes) -> list[tuple[bytes, int, bytes]] | None:
    """Tag, checksum and bytes of every table of a TrueType or OpenType file; None for any other file."""
    if data[:4] not in (b"\0\1\0\0", b"true", b"OTTO") or len(data) < _HEADER:
        return None
    (count,) = struct.unpack(">H", data[4:6])
    directory = data[_HEADER : _HEADER + _ENTRY * count]
    entries = struct.iter_unpack(">4sIII", directory[: len(directory) // _ENTRY * _ENTRY])
    return [(tag, checksum, data[offset : offset + size]) for tag, checksum, offset, size in entries]


def keep_tables(data: bytes) -> bytes:
    """A TrueType or OpenType file without tables of names, licences and signatures; any other file as it is."""
    tables = _read_tables(data)
    if tables is None:
        return data
    kept = [table for table in tables if table[0] in FONT_TABLES]
    if not kept:
        return b""
    header = _HEADER + _ENTRY * len(kept)
    directory, body = b"", b""
    for tag, checksum, table in kept:
        directory += struct.pack(">4sIII", tag, checksum, header + len(body), len(table))
        body += table + bytes(-len(table) % 4)
    power = 1 << (len(kept).bit_length() - 1)
    search = struct.pack(
        ">HHHH", len(kept), _ENTRY * power, power.bit_length() - 1, _ENTRY * (len(kept) - power)
    )
    return data[:4] + search + directory + body


def foreign_tables(data: bytes) -> bytes:
    """The tables of a TrueType or OpenType file that `keep_tables` would drop, one after the other."""
    return b"\n".join(table for tag, _, table in _read_tables(data) or () if tag not in FONT_TABLES)


def blank_truetype(data: bytes, used: Callable[[Any], Iterable[int]]) -> bytes | None:
    """A TrueType file in which only the used glyphs have a shape; None when it can't be done.

    `used` says which glyph numbers stay, given the opened font.
    """
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.tables._g_l_y_f import Glyph

    font = TTFont(io.BytesIO(data), lazy=True, recalcBBoxes=False, recalcTimestamp=False)
    if "glyf" not in font or len(font.getGlyphOrder()) > _MOST_GLYPHS:
        return None
    order, shapes = font.getGlyphOrder(), font["glyf"]
    keep = _with_parts(font, {0, *used(font)})
    for number, name in enumerate(order):
        if number not in keep:
            shapes[name] = Glyph()
    out = io.BytesIO()
    font.save(out, reorderTables=False)
    return out.getvalue()


def _with_parts(font: Any, keep: set[int]) -> set[int]:
    """The glyphs and all those that they are composed of."""
    order, shapes = font.getGlyphOrder(), font["glyf"]
    waiting, found = list(keep), set(keep)
    while waiting:
        number = waiting.pop()
        if number < len(order) and shapes[order[number]].isComposite():
            parts = {font.getGlyphID(part.glyphName) for part in shapes[order[number]].components} - found
            found |= parts
            waiting += parts
    return found


def blank_cff(data: bytes, used: Callable[[Any], Iterable[str]]) -> bytes | None:
    """A CFF file in which only the used glyphs have a shape; None when it can't be done.

    `used` says which glyph names stay, given the font's top dictionary.
    """
    from fontTools.misc.psCharStrings import T2CharString

    fonts, top = _open_cff(data)
    if len(top.charset) > _MOST_GLYPHS:
        return None
    keep = {".notdef", *used(top)}
    for name in top.charset:
        if name not in keep:
            old = top.CharStrings[name]
            empty = T2CharString(program=["endchar"], private=old.private, globalSubrs=old.globalSubrs)
            top.CharStrings.charStringsIndex[top.CharStrings.charStrings[name]] = empty
    out = io.BytesIO()
    fonts.compile(out, None)
    return out.getvalue()


def _open_cff(data: bytes) -> tuple[Any, Any]:
    """The fonts of a CFF file, and the top dictionary of the first."""
    from fontTools.cffLib import CFFFontSet

    fonts = CFFFontSet()
    fonts.decompile(io.BytesIO(data), None)
    return fonts, fonts[fonts.fontNames[0]]


def read_built_in(data: bytes) -> dict[int, str]:
    """The letters of the codes of a font file that has its own encoding; those that it has no name for are left out."""
    from fontTools.agl import toUnicode

    names = _cff_names(data) if data[:1] == b"\1" else _truetype_names(data)
    return {code: letters for code, name in names.items() if (letters := str(toUnicode(name)))}


def _cff_names(data: bytes) -> dict[int, str]:
    from fontTools.encodings.StandardEncoding import StandardEncoding

    encoding = getattr(_open_cff(data)[1], "Encoding", "StandardEncoding")
    return dict(enumerate(encoding if isinstance(encoding, list) else StandardEncoding))


def _truetype_names(data: bytes) -> dict[int, str]:
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(data), lazy=True)
    if "cmap" not in font or "post" not in font or font["post"].formatType == 3.0:
        return {}
    return {code & 0xFF: name for table in font["cmap"].tables for code, name in table.cmap.items()}


_SYMBOLS = (
    (0x20, " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\u203e"),
    (0x61, "αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"),
    (0xA0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪"),
    (0xF1, "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"),
)
"""The letters of the font Symbol from each of these codes on (ISO 32000, annex D.5)."""

_DINGBATS = (
    (0x20, " ✁✂✃✄☎✆✇✈✉☛☞✌✍✎✏✐✑✒✓✔✕✖✗✘✙✚✛✜✝✞✟✠✡✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❐❑❒▲▼◆❖◗❘❙❚❛❜❝❞"),
    (0x80, "❨❩❪❫❬❭❮❯❰❱❲❳❴❵"),
    (0xA1, "❡❢❣❤❥❦❧♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→↔↕➘➙➚➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯"),
    (0xF1, "➱➲➳➴➵➶➷➸➹➺➻➼➽➾"),
)
"""The same of the font ZapfDingbats (annex D.6)."""

_OF_STANDARD_FONTS = {
    name: {start + place: letter for start, letters in table for place, letter in enumerate(letters)}
    for names, table in ((("Symbol", "SymbolMT"), _SYMBOLS), (("ZapfDingbats",), _DINGBATS))
    for name in names
}


def read_own_letters(found: pikepdf.Object) -> dict[int, str] | None:
    """The letters of a simple font whose encoding is its own, or None when it uses a common one alone."""
    if found.get("/Subtype") == pikepdf.Name.Type0:
        return None
    encoding = found.get("/Encoding")
    base = _base_letters(found, encoding)
    if not isinstance(encoding, pikepdf.Dictionary) or "/Differences" not in encoding:
        return base
    letters = dict(EncodingDB.get_encoding("StandardEncoding") if base is None else base)
    if base is None and "/BaseEncoding" in encoding:
        letters = dict(EncodingDB.get_encoding(str(encoding["/BaseEncoding"])[1:]))
    for code, name in read_differences(encoding).items():
        letters[code] = _letter(name, dingbats=_name_of(found) == "ZapfDingbats")
    return letters


def _base_letters(found: pikepdf.Object, encoding: object) -> dict[int, str] | None:
    """The letters of a font file's own encoding, where no common one is named."""
    if isinstance(encoding, pikepdf.Name) or (
        isinstance(encoding, pikepdf.Dictionary) and "/BaseEncoding" in encoding
    ):
        return None
    standard = _OF_STANDARD_FONTS.get(_name_of(found))
    descriptor = found.get("/FontDescriptor")
    for key in ("/FontFile2", "/FontFile3"):
        if (program := find(descriptor, key, pikepdf.Stream)) is not None:
            try:
                return {**(standard or {}), **read_built_in(program.read_bytes())}
            except Exception:  # font files are broken in many ways; then it has no letters
                return standard or {}
    return standard


def _name_of(found: pikepdf.Object) -> str:
    """The name of a font, without the six letters that stand before that of a part of one."""
    name = found.get("/BaseFont")
    return str(name)[1:].rpartition("+")[2] if isinstance(name, pikepdf.Name) else ""


def _letter(name: str, *, dingbats: bool) -> str:
    from fontTools.agl import toUnicode

    if dingbats:
        return str(toUnicode(name, isZapfDingbats=True))
    try:
        return name2unicode(name)
    except (KeyError, ValueError):
        return ""


def read_differences(encoding: pikepdf.Object) -> dict[int, str]:
    """The names that an encoding gives to codes, without their slash."""
    names: dict[int, str] = {}
    code = 0
    entries: list[Any] = list(encoding.get("/Differences", pikepdf.Array()))
    for each in entries:
        if isinstance(each, pikepdf.Name):
            names[code] = str(each)[1:]
            code += 1
        elif not isinstance(each, pikepdf.Object):
            code = int(each)
    return names


def is_glyph_name(name: str) -> bool:
    """Whether a glyph is called as letters and signs are, or by a number.

    >>> [is_glyph_name(each) for each in ("Adieresis", "f_i", "g12", "uni00AB", "one.oldstyle", "Zoellner")]
    [True, True, True, True, True, False]
    """
    plain = name.partition(".")[0]
    return all(_NUMBERED.fullmatch(part) or part in _glyph_names() for part in plain.split("_")) or not plain


_NUMBERED = re.compile(
    r"uni(?:[0-9A-F]{4}){1,4}|u[0-9A-F]{4,6}|(?:[A-Za-z]{0,2}|cid|gid|glyph|index|char)[0-9]{1,5}"
)


@lru_cache(maxsize=1)
def _glyph_names() -> frozenset[str]:
    from fontTools.agl import AGL2UV

    return frozenset(AGL2UV)
