"""The glyphs and pictures of a page and where they stand, and why a page can't be read: a scan, glyphs without letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import hypot
from typing import NamedTuple

import numpy as np

from reticent.errors import DocumentError, needs_extra
from reticent.formats.pdf._interpreting import (
    FIRST_CLIP,
    FOLLOWED,
    INVISIBLE,
    Box,
    Drawing,
    Interpreter,
    ShownText,
    TextState,
    apply,
    box_around,
    multiply,
    read_matrix,
)
from reticent.formats.pdf._letters import UNKNOWN, FontShelf
from reticent.formats.pdf._opening import as_list, find

with needs_extra("pdf", "reading PDF files"):
    import pikepdf


MOST_GLYPHS = 3_000_000
"""Of one page, and of a file, chosen by hand: about a thousand full pages, all in memory at once."""

MANY_DOTS = 10**9
"""Of a picture that says its size by itself, so that nobody else's word for it counts."""
_SIZED = frozenset(["/DCTDecode", "/DCT", "/JPXDecode", "/JBIG2Decode"])
ASCENT, DESCENT = 0.8, 0.22
"""How far a line reaches above and below its baseline, 1 for the font's size: what common fonts say of themselves."""


class GlyphPlace(NamedTuple):
    """Where a glyph's code stands: in which content, operator and string of it, at which byte."""

    stream: int
    operator: int
    part: int
    at: int


class Glyph(NamedTuple):
    """One glyph of a page: its letters, its place in the file, and its place on the page in points.

    `advance` is how far the next one is, `width` the same without the spacing that is set beside the font's widths.
    """

    order: int
    place: GlyphPlace
    text: str
    code: bytes
    font: int
    style: str
    mode: int
    origin: tuple[float, float]
    direction: tuple[float, float]
    advance: float
    width: float
    size: float
    along: float
    across: float

    def __repr__(self) -> str:
        return f"Glyph({self.order}, {self.place})"

    @property
    def end(self) -> float:
        """Where it ends, along its line."""
        return self.along + self.advance

    @property
    def box(self) -> Box:
        """The box around it."""
        (x, y), (u, v) = self.origin, self.direction
        if u == 1.0 and v == 0.0:
            return x, y - DESCENT * self.size, x + self.advance, y + ASCENT * self.size
        return box_around(
            [
                (x + along * u - across * v, y + along * v + across * u)
                for along in (0.0, self.advance)
                for across in (-DESCENT * self.size, ASCENT * self.size)
            ]
        )


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on a page: its box, how many glyphs had been painted before it, and how many dots it has at most.

    `size` is how many dots wide and high it says that it is, `number` that of its object.
    """

    box: Box
    after: int
    dots: int = MANY_DOTS
    size: tuple[int, int] = (0, 0)
    number: int = 0


@dataclass(frozen=True, slots=True)
class PageContent:
    """What stands on a page; `states` says for each content of it, by number, in which state it begins.

    `frames` are the boxes that cut off what the forms show, by the same numbers.
    """

    number: int
    box: Box
    glyphs: tuple[Glyph, ...] = field(repr=False)
    pictures: tuple[Picture, ...] = ()
    states: Mapping[int, TextState] = field(default_factory=dict, repr=False)
    fontless: bool = False
    frames: Mapping[int, Box] = field(default_factory=dict)

    @property
    def codes(self) -> dict[GlyphPlace, bytes]:
        """The code of every glyph, by its place."""
        return {glyph.place: glyph.code for glyph in self.glyphs}


@dataclass(slots=True)
class _Reading:
    """A page that is being read."""

    fonts: FontShelf
    glyphs: list[Glyph] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    states: dict[int, TextState] = field(default_factory=dict)
    fontless: bool = False
    frames: dict[int, Box] = field(default_factory=dict)

    def run(self, owner: pikepdf.Object, stream: int, resources: pikepdf.Object, state: TextState) -> None:
        self.states[stream] = state
        interpreter = Interpreter(resources, self.fonts, state)
        for instruction in pikepdf.parse_content_stream(owner):
            operator = str(instruction.operator)
            if operator not in FOLLOWED:
                continue
            found = interpreter.follow(operator, instruction.operands)
            if isinstance(found, ShownText):
                self._show(found, stream)
            elif isinstance(found, Drawing):
                self._draw(found)

    def _show(self, shown: ShownText, stream: int) -> None:
        if shown.state.font is None:
            self.fontless |= any(isinstance(part, bytes) and part for part in shown.parts)
        self.glyphs.extend(_glyphs(shown, stream, len(self.glyphs)))
        if len(self.glyphs) > MOST_GLYPHS:
            raise DocumentError(f"a page has more than {MOST_GLYPHS:,} glyphs, as malicious files do")

    def _draw(self, drawn: Drawing) -> None:
        thing = drawn.thing
        if thing.get("/Subtype") == pikepdf.Name.Image:
            corners = [apply(drawn.state.ctm, x, y) for x in (0.0, 1.0) for y in (0.0, 1.0)]
            size = int(thing.get("/Width", 0)), int(thing.get("/Height", 0))
            number, dots = thing.objgen[0], _count_dots(thing)
            self.pictures.append(Picture(box_around(corners), len(self.glyphs), dots, size, number))
            return
        matrix = find(thing, "/Matrix", pikepdf.Array)
        inner = drawn.state.ctm
        if matrix is not None and len(matrix) == 6:
            inner = multiply(read_matrix(matrix), inner)
        bounds = find(thing, "/BBox", pikepdf.Array)
        if bounds is not None and len(bounds) == 4:
            left, bottom, right, top = map(float, bounds)
            corners = [apply(inner, x, y) for x in (left, right) for y in (bottom, top)]
            self.frames[thing.objgen[0]] = box_around(corners)
        resources = thing.get("/Resources", pikepdf.Dictionary())
        self.run(thing, thing.objgen[0], resources, replace(drawn.state, ctm=inner))


def _count_dots(image: pikepdf.Object) -> int:
    """How many dots a picture and its masks have at most."""
    filters = {str(each) for each in as_list(image.get("/Filter"))}
    masks = [image[key] for key in ("/SMask", "/Mask") if isinstance(image.get(key), pikepdf.Stream)]
    if filters & _SIZED:
        return MANY_DOTS
    own = int(image.get("/Width", MANY_DOTS)) * int(image.get("/Height", 1))
    return own + sum(map(_count_dots, masks))


def _glyphs(shown: ShownText, stream: int, order: int) -> Iterator[Glyph]:
    """The glyphs that one operator shows."""
    state, font = shown.state, shown.state.font
    if font is None:
        return
    start = multiply(shown.matrix, state.ctm)
    u, v = (start[2], start[3]) if font.vertical else (start[0], start[1])
    step = hypot(u, v)
    size = abs(state.size) * hypot(start[2], start[3])
    sign = -1.0 if (shown.unit < 0) != font.vertical else 1.0
    direction = (sign * u / step, sign * v / step) if step else (1.0, 0.0)
    unit = shown.unit
    for part, code, along, advance in shown.place_codes():
        place = GlyphPlace(stream, shown.operator, part, code.at)
        x, y = apply(start, state.rise, along) if font.vertical else apply(start, along, state.rise)
        yield Glyph(
            order,
            place,
            code.text,
            shown.code_bytes(part, code),
            font.number,
            font.style,
            state.mode,
            (x, y),
            direction,
            max(0.0, sign * advance) * step,
            max(0.0, sign * code.width * unit) * step,
            size,
            x * direction[0] + y * direction[1],
            y * direction[0] - x * direction[1],
        )
        order += 1


def read_page(pdf: pikepdf.Pdf, number: int, fonts: FontShelf) -> PageContent:
    """What stands on the page with this number, counted from 1, of a file that `rebuild` has written."""
    page = pdf.pages[number - 1].obj
    reading = _Reading(fonts)
    content = page["/Contents"]
    reading.run(content, content.objgen[0], page["/Resources"], TextState())
    left, bottom, right, top = (float(each) for each in page.get("/CropBox", page["/MediaBox"]))
    box = (min(left, right), min(bottom, top), max(left, right), max(bottom, top))
    return PageContent(
        number,
        box,
        tuple(reading.glyphs),
        tuple(reading.pictures),
        reading.states,
        reading.fontless,
        reading.frames,
    )


_LARGE = 0.3
"""The share of a page from which on a picture may be the page itself, scanned, chosen by hand: letterheads are smaller."""

_NOTICEABLE = 0.02  # the share of a page without text from which on a picture counts: icons cover less
_MOST_OF_A_PAGE = (
    0.5  # a picture that covers more than half of a page is the page, whatever is stamped on it or beside it
)
_FEW_LETTERS = 100  # a page of text has more in two lines: with fewer, even a picture that seems to show nothing is the page
_TOUCHING = 1.0  # points: strips of one scan lie nearer to each other, photographs on a page farther apart
_RASTER = 100  # rows and columns in which the part of a page is measured that pictures cover together
FEW_DOTS = 48
"""Fewer dots than two letters need (three by five each, and the space around them): all pictures of a page together."""

_MOST_UNKNOWN = 0.02
"""The share of glyphs without letters that may be bullets and ticks, chosen by hand: with more, words may be among them."""


def find_unread(page: PageContent) -> str | None:
    """Why the glyphs of a page can't be read, or None when they can."""
    if page.fontless:
        return "it shows text without a font"
    if any(glyph.mode >= FIRST_CLIP for glyph in page.glyphs):
        return "text is used as a stencil"
    return "it has glyphs without letters" if _has_unknown_glyphs(page.glyphs) else None


def find_scanned(page: PageContent, shows_detail: Callable[[Box], bool]) -> str | None:
    """Why a page can't be read by its glyphs alone, because a picture shows words or may show them; or None.

    `shows_detail` says whether a part of the page shows more than one colour or a gradient besides its text.
    """
    letters = sum(1 for glyph in page.glyphs if glyph.text.isalnum())
    visible = sum(picture.dots for picture in page.pictures) >= FEW_DOTS
    shares = [_share(picture.box, page.box) for picture in page.pictures if visible]
    if letters == 0 and max(shares, default=0.0) > _NOTICEABLE:
        return "it holds a picture and no text, as a scan does"
    if visible and any(letters < _FEW_LETTERS or shows_detail(box) for box in _large_pictures(page)):
        return "a picture covers most of it, as in a scan"
    if _has_hidden_text(page):
        return "text lies invisible over or under a picture, as in a scan with recognized text"
    return None


def _large_pictures(page: PageContent) -> Iterator[Box]:
    """Pictures that cover most of the page; those that touch each other are one, as the strips of a scan are."""
    heaps: list[list[Box]] = []
    for left, bottom, right, top in {picture.box for picture in page.pictures}:
        box = (left - _TOUCHING, bottom - _TOUCHING, right + _TOUCHING, top + _TOUCHING)
        near = [heap for heap in heaps if any(overlap(box, other) for other in heap)]
        heaps = [heap for heap in heaps if heap not in near]
        heaps.append([(left, bottom, right, top), *(other for heap in near for other in heap)])
    for heap in heaps:
        if _share_of_all(heap, page.box) > _MOST_OF_A_PAGE:
            yield box_around([corner for box in heap for corner in (box[:2], box[2:])])


def _share_of_all(boxes: Sequence[Box], page: Box) -> float:
    """How much of the page boxes cover together."""
    if len(boxes) == 1:
        return _share(boxes[0], page)
    left, bottom, right, top = page
    raster = np.zeros((_RASTER, _RASTER), dtype=np.bool_)
    across, up = _RASTER / ((right - left) or 1.0), _RASTER / ((top - bottom) or 1.0)
    for box in boxes:
        columns = slice(max(0, round((box[0] - left) * across)), max(0, round((box[2] - left) * across)))
        rows = slice(max(0, round((box[1] - bottom) * up)), max(0, round((box[3] - bottom) * up)))
        raster[rows, columns] = True
    return float(raster.mean())


def _has_unknown_glyphs(glyphs: tuple[Glyph, ...]) -> bool:
    """Whether glyphs without letters stand side by side, or are many; a single one may be a bullet."""
    runs = [len(list(run)) for unknown, run in groupby(g.text == UNKNOWN for g in glyphs) if unknown]
    return max(runs, default=0) > 2 or sum(runs) > max(3.0, _MOST_UNKNOWN * len(glyphs))


def _has_hidden_text(page: PageContent) -> bool:
    for picture in page.pictures:
        painted_over = picture.after if _share(picture.box, page.box) > _LARGE else 0
        for glyph in page.glyphs:
            unseen = glyph.mode == INVISIBLE or glyph.order < painted_over
            if unseen and not glyph.text.isspace() and overlap(glyph.box, picture.box):
                return True
    return False


def overlap(first: Box, second: Box) -> bool:
    """Whether two boxes share a place."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _share(box: Box, page: Box) -> float:
    """How much of the page a box covers."""
    width = min(box[2], page[2]) - max(box[0], page[0])
    height = min(box[3], page[3]) - max(box[1], page[1])
    area = (page[2] - page[0]) * (page[3] - page[1])
    return max(0.0, width) * max(0.0, height) / area if area > 0 else 0.0
