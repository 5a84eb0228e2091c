"""What the codes of a font stand for, by its own table or its encoding, and how wide they are."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from reticent.errors import needs_extra
from reticent.formats.pdf._fonts import read_own_letters
from reticent.formats.pdf._opening import find

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pdfminer.cmapdb import CMap, IdentityCMapByte
    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdffont import PDFCIDFont, PDFFont, PDFUnicodeNotDefined
    from pdfminer.pdfinterp import PDFResourceManager
    from pdfminer.pdfparser import PDFParser
    from pdfminer.pdftypes import dict_value


_MOST_ENTRIES = 70_000  # codes of a table: there are 65,536 of two bytes, and few fonts use longer ones
_MOST_RANGE = 65_536  # codes of one range, which has at most two bytes

_BLOCK = re.compile(rb"begin(bfchar|bfrange)\b(.*?)end\1\b", re.S)
_TOKEN = re.compile(rb"<([0-9A-Fa-f\s]*)>|(\[)|(\])")


def read_to_unicode(data: bytes) -> dict[bytes, str]:
    """The letters of each code."""
    letters: dict[bytes, str] = {}
    for block in _BLOCK.finditer(data):
        tokens = [_token(match) for match in _TOKEN.finditer(block[2])]
        for code, target in _chars(tokens) if block[1] == b"bfchar" else _ranges(tokens):
            letters[code] = chr(target[0]) if len(target) == 1 else target.decode("utf-16-be", "replace")
            if len(letters) >= _MOST_ENTRIES:
                return letters
    return letters


def _token(match: re.Match[bytes]) -> bytes | str:
    if match[1] is None:
        return "[" if match[2] else "]"
    digits = re.sub(rb"\s", b"", match[1])
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())


def _chars(tokens: list[bytes | str]) -> Iterable[tuple[bytes, bytes]]:
    codes = [token for token in tokens if isinstance(token, bytes)]
    return zip(codes[::2], codes[1::2], strict=False)


def _ranges(tokens: list[bytes | str]) -> Iterable[tuple[bytes, bytes]]:
    found: list[tuple[bytes, bytes]] = []
    position = 0
    while position + 2 < len(tokens) and len(found) < _MOST_ENTRIES:
        low, high, target = tokens[position : position + 3]
        if not isinstance(low, bytes) or not isinstance(high, bytes):
            position += 1
            continue
        count = min(max(0, int.from_bytes(high) - int.from_bytes(low) + 1), _MOST_RANGE)
        if isinstance(target, bytes):
            targets = [_count_up(target, step) for step in range(count)]
            position += 3
        else:
            end = tokens.index("]", position + 3) if "]" in tokens[position + 3 :] else len(tokens)
            targets = [each for each in tokens[position + 3 : end] if isinstance(each, bytes)][:count]
            position = end + 1
        start, size = int.from_bytes(low), max(1, len(low))
        codes = ((start + step).to_bytes(size + 4)[-size:] for step in range(count))
        found += zip(codes, targets, strict=False)
    return found


def _count_up(target: bytes, step: int) -> bytes:
    """The target of the code that lies `step` further: its last unit counts up."""
    size = min(2, len(target))
    last = (int.from_bytes(target[-size:]) + step) % 256**size if size else 0
    return target[:-size] + last.to_bytes(size) if size else target


def write_to_unicode(letters: Mapping[bytes, str]) -> bytes:
    """The table as a font holds it, one entry per code in the order of the codes."""
    width = max(map(len, letters), default=1)
    lines = [
        f"<{code.hex()}> <{text.encode('utf-16-be', 'surrogatepass').hex()}>"
        for code, text in sorted(letters.items())
    ]
    blocks = [
        f"{len(lines[at : at + 100])} beginbfchar\n" + "\n".join(lines[at : at + 100]) + "\nendbfchar\n"
        for at in range(0, len(lines), 100)
    ]
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<{'00' * width}> <{'ff' * width}>\nendcodespacerange\n"
        + "".join(blocks)
        + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    ).encode()


_LIGATURES = re.compile("[\ufb00-\ufb06\ufb13-\ufb17]")

UNKNOWN = "\ufffd"
"""Stands for a glyph that no table of the file gives a letter."""


class Code(NamedTuple):
    """One code of a shown string: where it stands, its letters, how far it moves on (1 is the font's size)."""

    at: int
    length: int
    text: str
    width: float

    def __repr__(self) -> str:
        return f"Code({self.at}, {self.length}, {self.width})"


@dataclass(slots=True)
class Font:
    """A font of the file as its reader knows it; codes are looked up once.

    `own` are the letters of an encoding that only this font has; None where the encoding is a common one.
    """

    number: int
    vertical: bool
    single: bool
    font: PDFFont | None
    letters: Mapping[bytes, str] = field(repr=False)
    widths: Mapping[int, float]
    own: Mapping[int, str] | None = field(default=None, repr=False)
    style: str = ""
    seen: dict[bytes, tuple[str, float]] = field(default_factory=dict, repr=False)
    last: tuple[bytes, list[Code]] = field(default=(b"", []), repr=False)

    def codes(self, shown: bytes) -> list[Code]:
        """The codes of a shown string; a part of it that the encoding doesn't know has the letter `UNKNOWN`."""
        if self.last[0] != shown:
            cut = self._cut(shown)
            self.last = shown, [Code(at, size, *self._look_up(shown[at : at + size])) for at, size in cut]
        return self.last[1]

    def _cut(self, shown: bytes) -> list[tuple[int, int]]:
        cmap = self.font.cmap if isinstance(self.font, PDFCIDFont) else None
        if self.single or self.font is None or isinstance(cmap, IdentityCMapByte):
            return [(at, 1) for at in range(len(shown))]
        if isinstance(cmap, CMap) and cmap.code2cid:
            return _cut_by_table(cmap.code2cid, shown)
        return [(at, min(2, len(shown) - at)) for at in range(0, len(shown), 2)]

    def _look_up(self, code: bytes) -> tuple[str, float]:
        if code not in self.seen:
            self.seen[code] = self._read(code)
        return self.seen[code]

    def _read(self, code: bytes) -> tuple[str, float]:
        if self.font is None:
            return self.letters.get(code, UNKNOWN), 0.0
        numbers = list(self.font.decode(code))
        if len(numbers) != 1:
            return UNKNOWN, 0.0
        number = numbers[0]
        width = self.widths[number] if number in self.widths else self.font.char_width(number)
        text = self.letters.get(code)
        if text is None and (self.own is None or number in self.own):
            text = self.own[number] if self.own else self._decode_letter(number)
        return readable(text or ""), float(width)

    def _decode_letter(self, number: int) -> str:
        try:
            return self.font.to_unichr(number) if self.font is not None else ""
        except (PDFUnicodeNotDefined, KeyError, ValueError):
            return ""


def readable(text: str) -> str:
    """The letters, or `UNKNOWN` where they are private, control characters or none."""
    plain = unicodedata.normalize("NFKC", text) if _LIGATURES.search(text) else text.replace("\0", "")
    if not plain or any(unicodedata.category(each) in ("Co", "Cn", "Cc", "Cs") for each in plain):
        return " " if plain and plain.isspace() else UNKNOWN
    return plain


def _cut_by_table(table: dict[int, Any], shown: bytes) -> list[tuple[int, int]]:
    found, start = [], 0
    here: Any = table
    for at, byte in enumerate(shown):
        here = here.get(byte)
        if not isinstance(here, dict):
            found.append((start, at + 1 - start))
            here, start = table, at + 1
    if start < len(shown):
        found.append((start, len(shown) - start))
    return found


@dataclass(slots=True)
class FontShelf:
    """The fonts of one file, opened when they are first used."""

    document: PDFDocument
    manager: PDFResourceManager = field(default_factory=PDFResourceManager)
    fonts: dict[int, Font] = field(default_factory=dict)

    def take(self, found: pikepdf.Object) -> Font:
        """The font that an object of the file describes."""
        number = found.objgen[0]
        if number not in self.fonts:
            self.fonts[number] = self._open(number, found)
        return self.fonts[number]

    def _open(self, number: int, found: pikepdf.Object) -> Font:
        try:
            spec = dict_value(self.document.getobj(number))
            font = self.manager.get_font(
                None, {key: value for key, value in spec.items() if key != "ToUnicode"}
            )
        except Exception:  # a font that its reader can't open is one without letters
            font = None
        letters = found.get("/ToUnicode")
        return Font(
            number,
            vertical=font is not None and font.is_vertical(),
            single=found.get("/Subtype") != pikepdf.Name.Type0,
            font=font,
            letters=read_to_unicode(letters.read_bytes()) if isinstance(letters, pikepdf.Stream) else {},
            widths=_widths(found),
            own=read_own_letters(found),
            style=_style(found),
        )


def open_fonts(data: bytes) -> FontShelf:
    """The fonts of a file that `rebuild` has written."""
    return FontShelf(PDFDocument(PDFParser(io.BytesIO(data))))


def _widths(found: pikepdf.Object) -> dict[int, float]:
    """The widths that a simple font states, 1 for its size."""
    widths = find(found, "/Widths", pikepdf.Array)
    if widths is None:
        return {}
    matrix = find(found, "/FontMatrix", pikepdf.Array)
    own = found.get("/Subtype") == pikepdf.Name.Type3 and matrix is not None and len(matrix) == 6
    unit = float(matrix[0]) if own else 0.001
    numbered = enumerate(widths, int(found.get("/FirstChar", 0)))
    return {code: float(width) * unit for code, width in numbered if not isinstance(width, pikepdf.Object)}


_FIXED, _SERIF, _ITALIC, _BOLD = 1, 1 << 1, 1 << 6, 1 << 18  # flags of a font's looks (ISO 32000, table 123)


def _style(found: pikepdf.Object) -> str:
    """Which of the fonts that every reader has looks most like this one."""
    descendants = find(found, "/DescendantFonts", pikepdf.Array)
    descriptor = find(
        descendants[0] if descendants is not None and len(descendants) else found, "/FontDescriptor"
    )
    flags = int(descriptor.get("/Flags", 0)) if descriptor is not None else 0
    name = str(found.get("/BaseFont", "")).lower()
    bold = "bold" in name or "black" in name or bool(flags & _BOLD)
    slanted = "italic" in name or "oblique" in name or bool(flags & _ITALIC)
    fixed = flags & _FIXED or "courier" in name or "mono" in name
    serif = (
        (flags & _SERIF or "times" in name or "roman" in name) and "sans" not in name and "arial" not in name
    )
    if serif and not fixed:
        return "Times-" + ("Bold" * bold + "Italic" * slanted or "Roman")
    looks = "Bold" * bold + "Oblique" * slanted
    return ("Courier" if fixed else "Helvetica") + (f"-{looks}" if looks else "")
