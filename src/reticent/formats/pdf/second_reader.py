"""What another library finds in a PDF: pypdfium2 reads what the rest of this format has written."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import hypot
from typing import Any
from unicodedata import normalize

from reticent.formats.pdf.reading.characters import PAGE_END, read_lines
from reticent.formats.pdf.reading.glyphs import Glyph, Place
from reticent.formats.pdf.reading.layout import find_lines
from reticent.formats.pdf.reading.letters import readable

_HYPHENS = re.compile("[\ufffe\x02]\n?")
"""How pdfium marks the hyphen of a word that it has joined."""


def read_again(data: bytes) -> Iterator[str]:
    """The text of every page, in the order and with the spaces that the other library finds."""
    for text in _text_pages(data):
        yield _HYPHENS.sub("", text.get_text_range().replace("\r\n", "\n"))


def read_laid_out(data: bytes) -> str:
    """The text of all pages: letters and places are the other library's, lines and words are put together by us.

    A model that judges a text by its sentences would stumble over another order of the same words.
    """
    pages = (read_lines(find_lines(_join_ligatures(_glyphs(text)))) for text in _text_pages(data))
    return "".join("".join(each.text for each in page) + PAGE_END for page in pages)


def _text_pages(data: bytes) -> Iterator[Any]:
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        for page in document:
            text = page.get_textpage()
            yield text
            text.close()
            page.close()
    finally:
        document.close()


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
            Place(0, 0, 0, number),
            _letter(pdfium.FPDFText_GetUnicode(text, number)),
            b"",
            font=0,
            style="",
            mode=0,
            origin=(x.value, y.value),
            direction=(u, v),
            advance=abs(u) * (box.right - box.left) + abs(v) * (box.top - box.bottom),
            size=abs(pdfium.FPDFText_GetFontSize(text, number)) * hypot(matrix.c, matrix.d),
            along=x.value * u + y.value * v,
            across=y.value * u - x.value * v,
        )


def _join_ligatures(glyphs: Iterable[Glyph]) -> list[Glyph]:
    """Letters that one glyph shows, which the other library puts at one place, as one glyph again."""
    joined: list[Glyph] = []
    for glyph in glyphs:
        if joined and joined[-1].origin == glyph.origin and glyph.text.isalpha():
            joined[-1] = replace(joined[-1], text=joined[-1].text + glyph.text)
        else:
            joined.append(glyph)
    return joined


def _letter(code: int) -> str:
    return "-" if code in (0x02, 0xFFFE) else readable(chr(code))


def letters_missed(ours: Iterable[str], theirs: str) -> int:
    """How many letters and digits the other reader finds on a page that we don't."""
    return (_letters(theirs) - _letters("".join(ours))).total()


def _letters(text: str) -> Counter[str]:
    return Counter(each for each in normalize("NFKD", text) if each.isalnum())
