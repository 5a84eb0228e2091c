"""What a PDF carries besides its visible text: notes and old versions by one library, words under boxes by another."""

from __future__ import annotations

import ctypes
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any

from reticent.errors import DocumentError, InputError
from reticent.formats.pdf._interpreting import Box
from reticent.formats.pdf._opening import count_extras, open_pdf, silence
from reticent.formats.pdf._residue import open_pages
from reticent.formats.seam import inspection as kinds
from reticent.formats.seam.inspection import FileFinding

_PATH, _IMAGE = 2, 3  # pdfium's numbers for kinds of objects
_INVISIBLE_MODES = (3, 7)  # rendering modes that paint nothing (ISO 32000, table 106)
_WHITE = 250  # of 255, chosen by hand: nobody tells such a colour from white, or from opaque
_TINY = 1.0  # points: a tenth of a usual letter, which nobody can read
_MOST_CORNERS = 8  # a box has few; a drawing with more of them covers less than its bounds
_DEEP = 8  # forms inside each other that are looked into, chosen by hand: pdfium asks for a limit


@dataclass(frozen=True, slots=True)
class Painting:
    """A filled shape or a picture: where it is, and when it was painted."""

    order: int
    box: Box
    is_image: bool
    is_white: bool = False

    def holds(self, letter: Letter) -> bool:
        """Whether the middle of the letter lies in it, and it is no line that strikes the letter out."""
        left, bottom, right, top = self.box
        x, y = letter.middle
        return left <= x <= right and bottom <= y <= top and top - bottom >= letter.height / 2


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter on a page: its box, its color, and when it was painted."""

    text: str = field(repr=False)
    order: int
    box: Box
    color: tuple[int, int, int]
    invisible: bool
    outside: bool

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its box."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    @property
    def height(self) -> float:
        """The height of its box in points."""
        return self.box[3] - self.box[1]


def read_pages(data: bytes) -> Iterator[tuple[list[Letter], list[Painting]]]:
    """The letters and the painted shapes of every page."""
    for page, text in open_pages(data):
        orders = {_address(each.raw): place for place, each in enumerate(page.get_objects(max_depth=_DEEP))}
        painted = [*_shapes(page), *_annotations(page, len(orders))]
        yield list(_letters(page, text, orders)), painted


def _address(pointer: Any) -> int | None:
    return ctypes.cast(pointer, ctypes.c_void_p).value


def _shapes(page: Any) -> Iterator[Painting]:
    """Filled boxes and pictures; those inside other objects have bounds of their own and are passed over."""
    for order, each in enumerate(page.get_objects(max_depth=_DEEP)):
        if each.level:
            continue
        if each.type == _IMAGE:
            yield Painting(order, each.get_bounds(), is_image=True)
        elif each.type == _PATH and (color := _fill_of(each.raw)) is not None:
            yield Painting(order, each.get_bounds(), is_image=False, is_white=min(color) >= _WHITE)


def _fill_of(path: Any) -> tuple[int, int, int] | None:
    """The color that a shape of few corners is filled with, if nothing shines through."""
    from pypdfium2 import raw

    mode, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, mode, stroke)
    if not mode.value or raw.FPDFPath_CountSegments(path) > _MOST_CORNERS:
        return None
    parts = [ctypes.c_uint() for _ in range(4)]
    raw.FPDFPageObj_GetFillColor(path, *parts)
    red, green, blue, alpha = (part.value for part in parts)
    return (red, green, blue) if alpha >= _WHITE else None


def _annotations(page: Any, order: int) -> Iterator[Painting]:
    """Marks for redaction that nobody carried out, and filled boxes that lie above the page."""
    from pypdfium2 import raw

    covers = (raw.FPDF_ANNOT_REDACT, raw.FPDF_ANNOT_SQUARE)
    for number in range(raw.FPDFPage_GetAnnotCount(page)):
        note = raw.FPDFPage_GetAnnot(page, number)
        rectangle = raw.FS_RECTF()
        if raw.FPDFAnnot_GetSubtype(note) in covers and raw.FPDFAnnot_GetRect(note, rectangle):
            box = (rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
            yield Painting(order + number, box, is_image=False)
        raw.FPDFPage_CloseAnnot(note)


def _letters(page: Any, text: Any, orders: dict[int | None, int]) -> Iterator[Letter]:
    from pypdfium2 import raw

    left, bottom, right, top = page.get_bbox()
    for number in range(text.count_chars()):
        thing = raw.FPDFText_GetTextObject(text, number)
        order = orders.get(_address(thing))
        if order is None:  # a blank that the library adds
            continue
        box = text.get_charbox(number)
        parts = [ctypes.c_uint() for _ in range(4)]
        raw.FPDFText_GetFillColor(text, number, *parts)
        mode = raw.FPDFTextObj_GetTextRenderMode(thing)
        outside = box[2] < left or box[0] > right or box[3] < bottom or box[1] > top
        code = raw.FPDFText_GetUnicode(text, number)
        yield Letter(
            chr(code) if code < 0x110000 else "\ufffd",
            order,
            box,
            (parts[0].value, parts[1].value, parts[2].value),
            mode in _INVISIBLE_MODES or parts[3].value == 0,
            outside,
        )


_KINDS = {
    "earlier versions": kinds.OLD_VERSIONS,
    "attachments": kinds.ATTACHMENTS,
    "scripts and actions": kinds.SCRIPTS,
    "thumbnails": kinds.THUMBNAILS,
}
"""What reading calls them, and their common kind; everything else is metadata."""

_NOTES = {
    "Link": kinds.LINKS,
    "Widget": kinds.METADATA,
    "FileAttachment": kinds.ATTACHMENTS,
    "Popup": kinds.METADATA,
}
"""Annotations that are no comments."""


def inspect_pdf(data: bytes) -> list[FileFinding]:
    """Everything besides the visible text of the pages, by kind and place."""
    with silence():
        try:
            return [*_inspect_container(data), *_inspect_pages(data)]
        except InputError:
            raise
        except Exception:  # a file can be broken in more ways than its libraries know
            raise DocumentError(
                "the PDF can't be read to its end: mend it, for example with 'qpdf IN OUT'"
            ) from None


def _inspect_container(data: bytes) -> Iterator[FileFinding]:
    pdf = open_pdf("the file", data, keep_unread=True)
    words = {
        "document properties": tuple(f"{key[1:]}: {value}" for key, value in pdf.docinfo.items()),
        "attachments": tuple(pdf.attachments),
    }
    for what, count in count_extras(pdf, data).items():
        if what != "annotations":
            kind = _KINDS.get(what, kinds.METADATA)
            yield FileFinding(kind, count, "" if what in _KINDS else what, words.get(what, ()))
    notes = [_describe(note) for page in pdf.pages for note in page.get("/Annots", [])]
    for kind in sorted({kind for kind, _ in notes}):
        said = [text for each, text in notes if each == kind]
        yield FileFinding(kind, len(said), "annotations", tuple(text for text in said if text))


def _describe(note: Any) -> tuple[str, str]:
    """The kind of an annotation, and what it says."""
    subtype = str(note.get("/Subtype", "")).removeprefix("/")
    return _NOTES.get(subtype, kinds.COMMENTS), str(note.get("/Contents", ""))


def _inspect_pages(data: bytes) -> Iterator[FileFinding]:
    for number, (letters, painted) in enumerate(read_pages(data), 1):
        found: dict[str, list[str]] = defaultdict(list)
        for kind, run in groupby(letters, partial(_why_unseen, painted)):
            if kind:
                found[kind].append("".join(letter.text for letter in run).strip())
        for kind, words in found.items():
            shown = tuple(word for word in words if word)
            if shown:
                yield FileFinding(kind, len(shown), f"page {number}", shown)


def _why_unseen(painted: list[Painting], letter: Letter) -> str | None:
    """Why a reader of the page doesn't see a letter, if he doesn't."""
    over = [each for each in painted if each.order > letter.order and each.holds(letter)]
    if letter.outside:
        return kinds.OUTSIDE_PAGE
    if any(not each.is_image for each in over):
        return kinds.COVERED_TEXT
    if over:
        return kinds.UNDER_IMAGES
    if letter.invisible:
        return kinds.HIDDEN_TEXT
    if letter.height < _TINY and letter.text.isalnum():
        return kinds.TINY_TEXT
    beneath = any(each.order < letter.order and each.holds(letter) and not each.is_white for each in painted)
    return kinds.WHITE_TEXT if min(letter.color) >= _WHITE and not beneath else None
