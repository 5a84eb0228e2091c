"""What pypdfium2, which has written nothing of it, finds in a PDF, and removed words that are still in it.

Every string, name and stream of the file is searched, old versions included.
"""

from __future__ import annotations

import ctypes
import io
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from math import hypot
from typing import Any
from unicodedata import normalize

from reticent.errors import needs_extra
from reticent.formats._typefaces import is_known_typeface
from reticent.formats.pdf._canonical_content import key_of
from reticent.formats.pdf._fonts import foreign_tables, is_glyph_name
from reticent.formats.pdf._glyphs import Glyph, GlyphPlace
from reticent.formats.pdf._interpreting import NAMED, SHOW
from reticent.formats.pdf._keeping import NAMES
from reticent.formats.pdf._layout import PAGE_END, find_lines, read_lines
from reticent.formats.pdf._letters import read_to_unicode, readable
from reticent.formats.pdf._opening import MOST_UNPACKED, PDFIUM, as_list, silence
from reticent.formats.seam.format import Residue
from reticent.formats.seam.search import Search

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name, Stream, String


_HYPHENS = re.compile("[\ufffe\x02]\n?")
"""How pdfium marks the hyphen of a word that it has joined."""


def read_again(data: bytes) -> Iterator[str]:
    """The text of every page, in the order and with the spaces that the other library finds."""
    for _, text in open_pages(data):
        yield _HYPHENS.sub("", text.get_text_range().replace("\r\n", "\n"))


def read_laid_out(data: bytes) -> str:
    """The text of all pages: letters and places are the other library's, lines and words are put together by us.

    A model that judges a text by its sentences would stumble over another order of the same words.
    """
    pages = (read_lines(find_lines(_join_ligatures(_glyphs(text)))) for _, text in open_pages(data))
    return "".join("".join(each.text for each in page) + PAGE_END for page in pages)


def open_pages(data: bytes) -> Iterator[tuple[Any, Any]]:
    """Every page of the other library, and its text; both are closed after their turn."""
    import pypdfium2

    with PDFIUM, closing(pypdfium2.PdfDocument(data)) as document:
        for page in document:
            text = page.get_textpage()
            yield page, text
            text.close()
            page.close()


def _glyphs(text: Any) -> Iterator[Glyph]:
    """The characters of a page that stand in the file, without those that the library makes up."""
    import pypdfium2.raw as pdfium

    x, y = ctypes.c_double(), ctypes.c_double()
    box, matrix = pdfium.FS_RECTF(), pdfium.FS_MATRIX()
    for number in range(text.count_chars()):
        if pdfium.FPDFText_IsGenerated(text, number):
            continue
        pdfium.FPDFText_GetCharOrigin(text, number, x, y)
        pdfium.FPDFText_GetLooseCharBox(text, number, box)
        pdfium.FPDFText_GetMatrix(text, number, matrix)
        length = hypot(matrix.a, matrix.b) or 1.0
        u, v = matrix.a / length, matrix.b / length
        yield Glyph(
            number,
            GlyphPlace(0, 0, 0, number),
            _letter(pdfium.FPDFText_GetUnicode(text, number)),
            b"",
            font=0,
            style="",
            mode=0,
            origin=(x.value, y.value),
            direction=(u, v),
            advance=(wide := abs(u) * (box.right - box.left) + abs(v) * (box.top - box.bottom)),
            width=wide,
            size=abs(pdfium.FPDFText_GetFontSize(text, number)) * hypot(matrix.c, matrix.d),
            along=x.value * u + y.value * v,
            across=y.value * u - x.value * v,
        )


def _join_ligatures(glyphs: Iterable[Glyph]) -> list[Glyph]:
    """Letters that one glyph shows, which the other library puts at one place, as one glyph again."""
    joined: list[Glyph] = []
    for glyph in glyphs:
        if joined and joined[-1].origin == glyph.origin and glyph.text.isalpha():
            joined[-1] = joined[-1]._replace(text=joined[-1].text + glyph.text)
        else:
            joined.append(glyph)
    return joined


@lru_cache(maxsize=4096)  # more than a page has different letters
def _letter(code: int) -> str:
    return "-" if code in (0x02, 0xFFFE) else readable(chr(code))


def letters_missed(ours: Iterable[str], theirs: str) -> int:
    """How many letters and digits the other reader finds on a page that we don't."""
    return (_letters(theirs) - _letters("".join(ours))).total()


def _letters(text: str) -> Counter[str]:
    return Counter(each for each in normalize("NFKD", text) if each.isalnum())


_GIVEN_NAMES = frozenset(
    ["/Font", "/XObject", "/ExtGState", "/ColorSpace", "/Shading", "/Pattern", "/Properties"]
)
"""Parts of the resources whose keys somebody made up; all other keys are the words of PDF itself."""

_FONT_FILES = frozenset(["/FontFile", "/FontFile2", "/FontFile3", "/CIDToGIDMap"])
_MOST_DEEP = 30  # values inside each other: no deeper than `rebuild` writes them
_LITERAL = re.compile(rb"\((?:\\.|[^()\\])*\)", re.S)
_HEX = re.compile(rb"<([0-9A-Fa-f\s]{2,})>")
_OBJECT = re.compile(
    rb"\d+ \d+ obj\b.*?endobj|trailer\s*<<.*?>>\s*(?=startxref)|startxref\s+\d+|\bxref[\s\dnf]*", re.S
)
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\n?endstream", re.S)


def find_residue(data: bytes, words: Sequence[str]) -> list[Residue]:
    """Every place of the file that holds one of the words."""
    with silence():
        return _find(data, Search(words))


def _find(data: bytes, search: Search) -> list[Residue]:
    found: set[tuple[int, str, str]] = set()
    pdf = pikepdf.open(io.BytesIO(data))
    kinds, pages = _kinds(pdf), _contents_of_pages(pdf)
    for number, item in enumerate([pdf.trailer, *pdf.objects]):
        for place, words_there in _search_object(item, search, kinds):
            part = pages.get(item.objgen, f"object {number}")
            found |= {(word, f"object {number}: {place}", part) for word in words_there}
    known = {item.read_raw_bytes() for item in pdf.objects if isinstance(item, Stream)}
    for stream in _STREAM.finditer(data):
        if stream[1] not in known:
            found |= {(word, "an earlier version", "") for word in search.raw(_inflate(stream[1]))}
    found |= {(word, "the file outside its objects", "") for word in search.raw(_outside(data))}
    for number, text in enumerate(read_again(data), 1):
        where = f"page {number}"
        found |= {(word, f"{where}, by another reader", where) for word in search.text(text)}
    return [Residue(*each) for each in sorted(found)]


def _contents_of_pages(pdf: pikepdf.Pdf) -> dict[tuple[int, int], str]:
    """The page that each content belongs to."""
    return {
        each.objgen: f"page {number}"
        for number, page in enumerate(pdf.pages, 1)
        for each in as_list(page.obj.get("/Contents"))
        if isinstance(each, Stream)
    }


def _outside(data: bytes) -> bytes:
    """Comments, what lies between the objects of a file, and the strings of every object, old ones included."""
    bare = _STREAM.sub(b"", data)
    strings = [match[0] for match in _LITERAL.finditer(bare)]
    strings += [bytes.fromhex(_hex_digits(match[1])) for match in _HEX.finditer(bare)]
    return b"\n".join([*strings, _OBJECT.sub(b" ", bare)])


def _hex_digits(found: bytes) -> str:
    digits = "".join(found.decode().split())
    return digits + "0" * (len(digits) % 2)


def _inflate(raw: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(raw, MOST_UNPACKED)
    except zlib.error:
        return raw


def _kinds(pdf: pikepdf.Pdf) -> dict[tuple[int, int], str]:
    """What the streams are that lie under a key which says so: font files, letters of a font, contents."""
    found: dict[tuple[int, int], str] = {}
    for item in pdf.objects:
        if not isinstance(item, Dictionary | Stream):
            continue
        for key in (*_FONT_FILES, "/ToUnicode", "/Contents"):
            for each in as_list(item.get(key)):
                if isinstance(each, Stream):
                    found[each.objgen] = key
        for each in item["/CharProcs"].as_dict().values() if "/CharProcs" in item else ():
            found[each.objgen] = "/Contents"
        if isinstance(item, Stream) and (item.get("/Subtype") == Name.Form or item.get("/PatternType") == 1):
            found[item.objgen] = "/Contents"
    return found


def _search_object(
    item: pikepdf.Object, search: Search, kinds: dict[tuple[int, int], str]
) -> Iterator[tuple[str, set[int]]]:
    for place, text in _strings(item, "", 0):
        yield place, search.text(text)
    if not isinstance(item, Stream):
        return
    kind = kinds.get(item.objgen)
    if kind == "/ToUnicode":
        for text in read_to_unicode(_unpack(item)).values():
            yield "letters of a font", search.text(text)
    elif kind in _FONT_FILES:
        yield "a table of a font", search.inside(foreign_tables(_unpack(item)))
    elif item.get("/Subtype") == Name.Image:
        yield "a picture", search.raw(_picture(item))
    else:
        yield "a stream", search.raw(_unpack(item))
        for place, text in _content(item) if kind == "/Contents" else ():
            yield place, search.text(text)


def _strings(item: Any, key: str, depth: int) -> Iterator[tuple[str, str]]:
    """The strings and made-up names of one object; what has a number is an object of its own."""
    if isinstance(item, String):
        yield f"a string under {key or 'no key'}", str(item)
        yield f"a string under {key or 'no key'}", bytes(item).decode("latin-1")
    elif isinstance(item, Name):
        name = key_of(item)
        if name not in NAMES and not is_known_typeface(name[1:]) and not is_glyph_name(name[1:]):
            yield f"a name under {key or 'no key'}", name[1:]
    elif isinstance(item, Array):
        values = list(item)
        if values and values[0] in (Name.Separation, Name.DeviceN):
            yield "a colour's name", values[1].unparse().decode("latin-1").replace("/", " ")
        for each in values:
            yield from _inside(each, f"{key}[]", depth)
    elif isinstance(item, Dictionary | Stream):
        for name, value in item.items():
            if key in _GIVEN_NAMES:
                yield f"a name under {key}", name[1:]
            yield from _inside(value, name, depth)


def _inside(value: Any, key: str, depth: int) -> Iterator[tuple[str, str]]:
    named = key in _GIVEN_NAMES and isinstance(value, Dictionary)
    own = isinstance(value, pikepdf.Object) and value.is_indirect and not named
    if not own and depth < _MOST_DEEP:
        yield from _strings(value, key, depth + 1)


def _content(item: pikepdf.Object) -> Iterator[tuple[str, str]]:
    """The strings of a content, those of one operator joined, and all of them joined; and its made-up names."""
    try:
        instructions = list(pikepdf.parse_content_stream(item))
    except pikepdf.PdfError:
        return
    shown: list[str] = []
    for each in instructions:
        operator = str(each.operator)
        if operator in SHOW and each.operands:
            parts = list(each.operands[0]) if operator == "TJ" else [each.operands[-1]]
            shown.append("".join(bytes(part).decode("latin-1") for part in parts if isinstance(part, String)))
        elif operator in ("BMC", "BDC", "MP", "DP"):
            for operand in each.operands:
                yield "a mark in a content", key_of(operand)[1:] if isinstance(operand, Name) else ""
                for _, text in _strings(operand, "", 0):
                    yield "a mark in a content", text
        elif operator in NAMED and each.operands and isinstance(each.operands[0], Name):
            yield "a name in a content", key_of(each.operands[0])[1:]
        if operator not in SHOW and operator != "INLINE IMAGE":
            for operand in each.operands:
                yield from ((f"an operand of {operator}", text) for _, text in _strings(operand, "", 0))
    yield "shown text", " ".join(shown)
    yield "shown text", "".join(shown)


def _unpack(stream: pikepdf.Object) -> bytes:
    try:
        return stream.read_bytes()
    except pikepdf.PdfError:
        return stream.read_raw_bytes()


def _picture(stream: pikepdf.Object) -> bytes:
    """A picture's file as it is packed, where it may carry words; plain samples are colours."""
    packed = [str(each) for each in as_list(stream.get("/Filter"))]
    return stream.read_raw_bytes() if any("DCT" in each or "JPX" in each for each in packed) else b""
