"""Which letters of a page somebody who looks at it sees: the page is rendered with and without them.

Letters whose removal changes no pixel are under a box or a picture, in the colour of what is behind them, cut off, outside of
the page, transparent, or not painted at all. Nobody misses them; whoever has the file can read them.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import sqrt
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from reticent.errors import needs_extra
from reticent.formats.pdf._glyphs import PageContent, overlap
from reticent.formats.pdf._interpreting import INVISIBLE, Box, TextState, box_around
from reticent.formats.pdf._layout import LetterCell, Line
from reticent.formats.pdf._letters import UNKNOWN, FontShelf, open_fonts
from reticent.formats.pdf._opening import PDFIUM, find
from reticent.formats.pdf._painting import Painting
from reticent.formats.pdf._rebuilding import save
from reticent.formats.pdf._rewriting import erase, lay_bare
from reticent.formats.seam import inspection as kinds

with needs_extra("pdf", "reading PDF files"):
    import pikepdf


_COARSE, _FINE = 1.0, 2.0  # dots a point: enough to notice a letter, and to tell a letter from its neighbours
_MOST_DOTS = 6_000_000  # of one picture, chosen by hand: larger pages are looked at from farther away
_SEEN = 8  # of 255: the smallest difference that somebody could see on paper, chosen by hand
_FAINT = 0.08  # the share of its box that the ink of a letter fills at least, chosen by hand: hatched letters have less
_COVERED = (
    0.25  # the share of its ink below which nobody reads a letter, chosen by hand: strokes of it are missing
)
_CUT = 0.5  # the same for a letter beside one that nobody sees: a box that covers a word may begin inside a letter
_TINY = 1.0  # points: a tenth of a usual letter, which nobody can read
_EDGE = 10  # of 255: dots side by side that differ by more may belong to a letter, even in pencil; a gradient has less
_ROUNDS = 3  # how often letters that turn out to be seen are given back, before all of a page are
_MOST_LOOKS = 60  # renderings of a page to find its letters with ink elsewhere, chosen by hand: one takes eight among 100
_MOST_LAYERS = 12  # renderings of a page without some of its letters, chosen by hand: usual pages need four
_FIRST_SIGN = 32  # codes below are no signs in any common encoding
_DEEP = 16  # forms inside each other that are looked into: more than `rebuild` writes

Dots = NDArray[np.uint8]
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as it looks: its dots, how many of them a point has, and which place of the page is their corner."""

    dots: Dots = field(repr=False)
    scale: float
    left: float
    top: float

    def differs(self, other: RenderedPage) -> Dots:
        """By how much each dot differs from another view of the page, in the colour that differs most."""
        differences: Dots = np.maximum(self.dots, other.dots) - np.minimum(self.dots, other.dots)
        most: Dots = differences.max(axis=2)
        return most

    def cut(self, boxes: Numbers) -> NDArray[np.intp]:
        """The rows and columns of dots that hold boxes, each as left, top, right and bottom; empty outside of the page."""
        height, width = self.dots.shape[:2]
        x = np.stack(
            [
                np.floor((boxes[:, 0] - self.left) * self.scale),
                np.ceil((boxes[:, 2] - self.left) * self.scale),
            ]
        )
        y = np.stack(
            [np.floor((self.top - boxes[:, 3]) * self.scale), np.ceil((self.top - boxes[:, 1]) * self.scale)]
        )
        x, y = np.clip(x, 0, width), np.clip(y, 0, height)
        return np.stack([x[0], y[0], x[1], y[1]], axis=1).astype(np.intp)


def _sums(values: NDArray[Any], cuts: NDArray[np.intp]) -> NDArray[np.int64]:
    """The sum of the values in each of the cuts."""
    table = np.zeros((values.shape[0] + 1, values.shape[1] + 1), dtype=np.int64)
    np.cumsum(np.cumsum(values, axis=0, dtype=np.int64), axis=1, out=table[1:, 1:])
    left, top, right, bottom = cuts.T
    found: NDArray[np.int64] = (
        table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
    )
    return found


class Viewer:
    """Looks at the pages of a file that `rebuild` has written."""

    def __init__(self, data: bytes) -> None:
        import pypdfium2

        self._open = partial(pypdfium2.PdfDocument, data)

    def __enter__(self) -> Self:
        PDFIUM.acquire()
        try:
            self._document = self._open()
        except BaseException:
            PDFIUM.release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._document.close()
        PDFIUM.release()

    @property
    def edges(self) -> list[Box]:
        """The edges of every page."""
        return [self._document[number].get_bbox() for number in range(len(self._document))]

    def look(self, number: int, scale: float) -> RenderedPage:
        """The page with this number, counted from 1."""
        return self._views(number, scale, bare=False)[0]

    def look_twice(self, number: int, scale: float) -> tuple[RenderedPage, RenderedPage]:
        """The page, and the page without its text."""
        whole, bare = self._views(number, scale, bare=True)
        return whole, bare

    def _views(self, number: int, scale: float, *, bare: bool) -> list[RenderedPage]:
        from pypdfium2 import raw

        page = self._document[number - 1]
        try:
            page.set_rotation(0)
            left, bottom, right, top = page.get_bbox()
            area = max(1.0, (right - left) * (top - bottom))
            scale = min(scale, sqrt(_MOST_DOTS / area))
            views = [self._render(page, scale, left, top)]
            if bare:
                for text in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=_DEEP):
                    raw.FPDFTextObj_SetTextRenderMode(text.raw, raw.FPDF_TEXTRENDERMODE_INVISIBLE)
                views.append(self._render(page, scale, left, top))
            return views
        finally:
            page.close()

    def _render(self, page: Any, scale: float, left: float, top: float) -> RenderedPage:
        picture = page.render(scale=scale, draw_annots=False, may_draw_forms=False)
        dots = np.array(picture.to_numpy()[:, :, :3])
        picture.close()
        return RenderedPage(dots, scale, left, top)


@dataclass(frozen=True, slots=True)
class UnseenRun:
    """Letters side by side that nobody sees who looks at the page, and why: a kind of finding."""

    kind: str
    cells: tuple[LetterCell, ...] = field(repr=False)

    @property
    def text(self) -> str:
        """The letters."""
        return "".join(cell.text for cell in self.cells).strip()

    @property
    def orders(self) -> Iterator[int]:
        """All glyphs that show them, by their order."""
        return (glyph.order for cell in self.cells for glyph in cell.glyphs)


@dataclass
class _Page:
    """A page under examination: which of its letters, by number, nobody seems to see, and which are still open."""

    content: PageContent
    lines: Sequence[Line] = field(repr=False)
    unseen: set[int] = field(default_factory=set)
    tiny: set[int] = field(default_factory=set)
    faint: set[int] = field(default_factory=set)
    open: set[int] = field(default_factory=set)

    @property
    def suspicious(self) -> bool:
        """Whether it has to be looked at again."""
        return bool(self.unseen or self.tiny or self.faint or self.open)

    @cached_property
    def cells(self) -> list[LetterCell]:
        """Its letters in the order of reading."""
        return [cell for line in self.lines for cell in line.cells]

    @cached_property
    def boxes(self) -> Numbers:
        """The boxes around the letters."""
        return _stack(_box_of(cell, 0.0) for cell in self.cells)

    @cached_property
    def hearts(self) -> Numbers:
        """The part of each letter's box that always has ink of its own and hardly ever that of its neighbours."""
        return _stack(_heart_of(cell) if cell.text.isalnum() else _box_of(cell, 0.0) for cell in self.cells)

    @cached_property
    def shown(self) -> NDArray[np.bool_]:
        """Which letters should be seen: all but spaces."""
        return np.array([bool(cell.text.strip()) for cell in self.cells], dtype=np.bool_)

    def beside(self) -> set[int]:
        """The letters before and after those that nobody sees."""
        near = {beside for number in self.unseen for beside in (number - 1, number + 1)}
        return {number for number in near - self.unseen if 0 <= number < len(self.cells)}

    def wide(self, numbers: Iterable[int]) -> Numbers:
        """Boxes of letters with all the room that their ink may need, beyond what the font says."""
        return _stack(_box_of(self.cells[number], 1.0) for number in numbers)

    def orders(self, numbers: Iterable[int]) -> list[int]:
        """The glyphs of letters, by their order."""
        return [glyph.order for number in numbers for glyph in self.cells[number].glyphs]


def _stack(boxes: Iterable[Box]) -> Numbers:
    found = list(boxes)
    return np.array(found, dtype=np.float64).reshape(len(found), 4)


def _box_of(cell: LetterCell, margin: float) -> Box:
    """The box of a letter with a margin in its sizes; one without a width has one, as accents stand beside their place."""
    left, bottom, right, top = cell.first.box
    room = margin * cell.first.size
    beside = max(room, cell.first.size / 2 if cell.first.advance < cell.first.size / 10 else 0.0)
    return left - beside, bottom - room, right + beside, top + room


def _heart_of(cell: LetterCell) -> Box:
    first = cell.first
    if first.advance < first.size / 10:
        return _box_of(cell, 0.0)
    (x, y), (u, v) = first.origin, first.direction
    if u == 1.0 and v == 0.0:
        return x + 0.15 * first.advance, y + 0.02 * first.size, x + 0.85 * first.advance, y + 0.5 * first.size
    return box_around(
        [
            (x + along * u - across * v, y + along * v + across * u)
            for along in (0.15 * first.advance, 0.85 * first.advance)
            for across in (0.02 * first.size, 0.5 * first.size)
        ]
    )


def find_unseen(
    data: bytes, pages: Iterable[tuple[PageContent, Sequence[Line]]]
) -> dict[int, list[UnseenRun]]:
    """The letters of pages, by their numbers, that nobody sees; `data` is a file that `rebuild` has written."""
    work = [_Page(content, lines) for content, lines in pages if content.glyphs]
    with Viewer(data) as viewer:
        for page in work:
            _glance(page, viewer)
    work = [page for page in work if page.suspicious]
    if work:
        _look_closely(data, work)
    found = {page.content.number: list(_runs(data, page)) for page in work}
    return {number: runs for number, runs in found.items() if runs}


def _glance(page: _Page, viewer: Viewer) -> None:
    """Find the letters of a page without ink, and those about which one look does not tell."""
    whole, bare = viewer.look_twice(page.content.number, _COARSE)
    ink = whole.differs(bare)
    cuts = whole.cut(page.hearts)
    without = page.shown & (_sums(ink > _SEEN, cuts) == 0)
    area = np.maximum(1, (cuts[:, 2] - cuts[:, 0]) * (cuts[:, 3] - cuts[:, 1]))
    faint = page.shown & ~without & (_sums(ink, cuts) < _FAINT * 255 * area)
    page.unseen = set(np.flatnonzero(without).tolist())
    page.faint = {number for number in np.flatnonzero(faint).tolist() if page.cells[number].text.isalnum()}
    page.tiny = {
        number
        for number in np.flatnonzero(page.shown).tolist()
        if max(page.cells[number].first.size, page.cells[number].first.advance) < _TINY
    }
    open_ = _overlapping(page, whole) | page.beside()
    page.open = {number for number in open_ - page.unseen - page.tiny if page.shown[number]}


def _overlapping(page: _Page, view: RenderedPage) -> set[int]:
    """Letters that stand on or under others: of such a pair the ink of one is taken for that of the other."""
    height, width = view.dots.shape[:2]
    cuts = view.cut(page.boxes)
    middles = np.zeros((height + 1, width + 1), dtype=np.int32)
    x, y = (cuts[:, 0] + cuts[:, 2]) // 2, (cuts[:, 1] + cuts[:, 3]) // 2
    inside = page.shown & (cuts[:, 2] > cuts[:, 0]) & (cuts[:, 3] > cuts[:, 1])
    np.add.at(middles, (y[inside], x[inside]), 1)
    holders = np.flatnonzero(inside & (_sums(middles, cuts) > 1))
    found = set(holders.tolist())
    for holder in holders:
        left, top, right, bottom = cuts[holder]
        held = inside & (x >= left) & (x < right) & (y >= top) & (y < bottom)
        found |= set(np.flatnonzero(held).tolist())
    return found


def _look_closely(data: bytes, pages: Sequence[_Page]) -> None:
    """Settle what one look left open, each page at a finer scale and written as it would be without some letters."""
    fonts = open_fonts(data)
    before = _rewritten(data, fonts, {page.content.number: (page, []) for page in pages})
    with Viewer(before) as viewer:
        _compare_with_bare_text(data, pages, viewer)
        _take_singly(data, fonts, pages, viewer)
        _give_back(data, fonts, pages, viewer)


def _rewritten(data: bytes, fonts: FontShelf, gone: Mapping[int, tuple[_Page, Sequence[int]]]) -> bytes:
    """The file, pages written anew without some of their letters."""
    pdf = pikepdf.open(io.BytesIO(data))
    for page, numbers in gone.values():
        erase(pdf, fonts, page.content, page.orders(numbers))
    return save(pdf)


def _compare_with_bare_text(data: bytes, pages: Sequence[_Page], viewer: Viewer) -> None:
    """Take letters for unseen of which most ink is covered; acquit those that nobody can draw without their font."""
    pdf = pikepdf.open(io.BytesIO(data))
    for page in pages:
        lay_bare(pdf, page.content.number)
    with Viewer(save(pdf)) as bare_text:
        for page in pages:
            beside = {number for number in page.beside() if page.cells[number].text.isalnum()}
            asked = sorted(page.unseen | page.faint | beside)
            if not asked:
                continue
            view = bare_text.look(page.content.number, _FINE)
            own = _sums((255 - view.dots).max(axis=2), view.cut(page.boxes[asked]))
            whole, bare = viewer.look_twice(page.content.number, _FINE)
            left = _sums(whole.differs(bare), whole.cut(page.boxes[asked]))
            shares = dict(zip(asked, (left / np.maximum(1, own)).tolist(), strict=True))
            page.faint = {number for number in page.faint if shares[number] < _COVERED}
            page.faint |= {number for number in beside if shares[number] < _CUT}
            blank = {number for number, ink in zip(asked, own.tolist(), strict=True) if not ink}
            page.unseen -= {number for number in blank & page.unseen if _is_named_only(pdf, page, number)}


def _is_named_only(pdf: pikepdf.Pdf, page: _Page, number: int) -> bool:
    """Whether the file has no shape for a letter on the page, but names a font that its reader may have and we don't."""
    first = page.cells[number].first
    return overlap(first.box, page.content.box) and bool(first.size) and not _has_shapes(pdf, first.font)


def _has_shapes(pdf: pikepdf.Pdf, number: int) -> bool:
    """Whether a file holds the shapes of a font, and not just its name."""
    font = pdf.get_object((number, 0))
    if find(font, "/CharProcs") is not None:
        return True
    inner = find(font, "/DescendantFonts", pikepdf.Array)
    descriptor = find(inner[0] if inner is not None and len(inner) else font, "/FontDescriptor")
    return descriptor is not None and any(key in descriptor for key in _PROGRAMS)


_PROGRAMS = ("/FontFile", "/FontFile2", "/FontFile3")


def _take_singly(data: bytes, fonts: FontShelf, pages: Sequence[_Page], viewer: Viewer) -> None:
    """Take the open letters away, in rounds in which none of them touches another, and see whether the page changes."""
    layers = {page.content.number: _layers(page) for page in pages if page.open}
    for round_number in range(max(map(len, layers.values()), default=0)):
        gone = {
            page.content.number: (page, layers[page.content.number][round_number])
            for page in pages
            if len(layers.get(page.content.number, ())) > round_number
        }
        with Viewer(_rewritten(data, fonts, gone)) as without:
            for number, (page, taken) in gone.items():
                before, after = viewer.look(number, _FINE), without.look(number, _FINE)
                ink = _sums(before.differs(after) > _SEEN, before.cut(page.wide(taken)))
                page.unseen |= {each for each, seen in zip(taken, ink.tolist(), strict=True) if not seen}


def _layers(page: _Page) -> list[list[int]]:
    """The open letters in groups in which none lies near another; letters in heaps are left as they are."""
    numbers = sorted(page.open)
    near = page.wide(numbers)
    layers: list[list[int]] = [[] for _ in range(_MOST_LAYERS)]
    for place, number in enumerate(numbers):
        left, bottom, right, top = near[place]
        for layer in layers:
            boxes = page.boxes[layer]
            apart = (
                (boxes[:, 0] >= right)
                | (boxes[:, 2] <= left)
                | (boxes[:, 1] >= top)
                | (boxes[:, 3] <= bottom)
            )
            if apart.all():
                layer.append(number)
                break
    return [layer for layer in layers if layer]


def _give_back(data: bytes, fonts: FontShelf, pages: Sequence[_Page], viewer: Viewer) -> None:
    """Take all unseen letters away: whatever the page loses was seen, and is given back."""
    for turn in range(_ROUNDS + 1):
        gone = {page.content.number: (page, sorted(page.unseen)) for page in pages if page.unseen}
        if not gone:
            return
        changed = False
        with Viewer(_rewritten(data, fonts, gone)) as without:
            for number, (page, taken) in gone.items():
                before, after = viewer.look(number, _FINE), without.look(number, _FINE)
                lost = before.differs(after) > _SEEN
                if not lost.any():
                    continue
                changed = True
                ink = _sums(lost, before.cut(page.wide(taken) if turn else page.boxes[taken]))
                seen = {each for each, dots in zip(taken, ink.tolist(), strict=True) if dots}
                if turn < _ROUNDS and (seen or not turn):
                    page.unseen -= seen
                else:
                    page.unseen = set(_sift(data, fonts, page, viewer, taken, [_MOST_LOOKS]))
        if not changed:
            return


def _sift(
    data: bytes, fonts: FontShelf, page: _Page, viewer: Viewer, numbers: list[int], looks: list[int]
) -> list[int]:
    """Those of some letters whose removal changes nothing anywhere on the page, found by halves; `looks` are left.

    A letter may paint far from where it stands, so that its place does not say whose ink a page has lost.
    """
    if not numbers or not looks[0]:
        return []
    looks[0] -= 1
    number = page.content.number
    with Viewer(_rewritten(data, fonts, {number: (page, numbers)})) as without:
        if not (viewer.look(number, _FINE).differs(without.look(number, _FINE)) > _SEEN).any():
            return numbers
    if len(numbers) == 1:
        return []
    middle = len(numbers) // 2
    parts = (numbers[:middle], numbers[middle:])
    return [each for part in parts for each in _sift(data, fonts, page, viewer, part, looks)]


def _runs(data: bytes, page: _Page) -> Iterator[UnseenRun]:
    """The unseen letters of a page in the order of reading, each run with the reason."""
    unseen = page.unseen | page.tiny | page.faint
    if not unseen:
        return
    pdf = pikepdf.open(io.BytesIO(data))
    home = pdf.pages[page.content.number - 1].obj
    painting = Painting(open_fonts(data))
    painting.run(home["/Contents"], home["/Resources"], TextState(), page.content.box)
    with Viewer(data) as viewer:
        view = viewer.look(page.content.number, _COARSE)
    start = 0
    for line in page.lines:
        why = [
            _why(page, number, painting, view) if number in unseen else None
            for number in range(start, start + len(line.cells))
        ]
        yield from _line_runs(line, why)
        start += len(line.cells)


def _line_runs(line: Line, why: Sequence[str | None]) -> Iterator[UnseenRun]:
    """The runs of one line: whole words, or two letters and more, with the spaces between them."""
    spaces = line.spaces()
    first = 0
    while first < len(why):
        kind = why[first]
        if kind is None:
            first += 1
            continue
        last = end = first
        while end < len(why) and (why[end] == kind or line.cells[end].text.isspace()):
            last = end if why[end] == kind else last
            end += 1
        letters = sum(cell.text.isalnum() for cell in line.cells[first : last + 1])
        before = (
            first == 0 or spaces[first] or line.cells[first - 1].text.isspace() or why[first - 1] is not None
        )
        after = (
            last + 1 == len(why)
            or spaces[last + 1]
            or line.cells[last + 1].text.isspace()
            or why[last + 1] is not None
        )
        if letters > 1 or (letters and before and after):
            yield UnseenRun(kind, line.cells[first : last + 1])
        first = last + 1


def _why(page: _Page, number: int, painting: Painting, view: RenderedPage) -> str | None:
    """Why nobody sees a letter; None when it is only faint by itself."""
    cell = page.cells[number]
    left, bottom, right, top = box = cell.first.box
    middle = (left + right) / 2, (bottom + top) / 2
    order = max(glyph.order for glyph in cell.glyphs)
    if number in page.tiny:
        return kinds.TINY_TEXT
    if not overlap(box, page.content.box):
        return kinds.OUTSIDE_PAGE
    if (cover := painting.covers(middle, order, lines=number in page.unseen)) is not None:
        return kinds.UNDER_IMAGES if cover.is_picture else kinds.COVERED_TEXT
    if number in page.faint - page.unseen:
        return kinds.COVERED_TEXT if painting.hatches(box, order) else None
    if all(glyph.mode == INVISIBLE for glyph in cell.glyphs):
        layer = painting.has_picture(middle) and _contrast(view, box) > _EDGE
        return kinds.TEXT_LAYERS if layer else kinds.HIDDEN_TEXT
    return kinds.CUT_OFF if painting.cuts_off(middle, order) else _colour_kind(view, middle)


def _colour_kind(view: RenderedPage, point: tuple[float, float]) -> str:
    """What text is called that has the colour of what is behind it."""
    x, y, _, _ = view.cut(_stack([(*point, *point)]))[0]
    rows, columns = view.dots.shape[:2]
    ground = view.dots[min(y, rows - 1), min(x, columns - 1)]
    return kinds.WHITE_TEXT if ground.min() >= 255 - _SEEN else kinds.SAME_COLOUR


def _contrast(view: RenderedPage, box: Box) -> int:
    """How much the brightest and the darkest dot of a box differ: a picture that shows a letter there has both."""
    left, top, right, bottom = view.cut(_stack([box]))[0]
    dots = view.dots[top:bottom, left:right]
    return int((dots.max(axis=(0, 1)).astype(np.int16) - dots.min(axis=(0, 1))).max()) if dots.size else 0


def find_blanks(data: bytes, pages: Iterable[PageContent]) -> dict[int, list[int]]:
    """The glyphs without letters that show nothing, by their order, for each page by its number: control codes, mostly."""
    unknown = ((page, [glyph for glyph in page.glyphs if glyph.text == UNKNOWN]) for page in pages)
    asked = [(page, found) for page, found in unknown if found]
    if not asked:
        return {}
    fonts = open_fonts(data)
    whole, bare = (pikepdf.open(io.BytesIO(data)) for _ in range(2))
    for page, found in asked:
        erase(whole, fonts, page, [])
        erase(bare, fonts, page, [glyph.order for glyph in found])
    blanks: dict[int, list[int]] = {}
    with Viewer(save(whole)) as before, Viewer(save(bare)) as after:
        for page, found in asked:
            view = before.look(page.number, _FINE)
            ink = view.differs(after.look(page.number, _FINE)) > _SEEN
            boxes = _stack(_box_of(LetterCell(glyph.text, (glyph,)), 1.0) for glyph in found)
            dots = _sums(ink, view.cut(boxes)).tolist()
            shown = (
                glyph.order
                for glyph, seen in zip(found, dots, strict=True)
                if not seen and (_is_control(glyph.code) or _has_shapes(whole, glyph.font))
            )
            blanks[page.number] = list(shown)
    return {number: orders for number, orders in blanks.items() if orders}


def _is_control(code: bytes) -> bool:
    return len(code) == 1 and code[0] < _FIRST_SIGN


def shows_detail(viewer: Viewer, number: int, box: Box) -> bool:
    """Whether a part of a page has edges besides its text, as pictures have that show anything; a gradient has none."""
    _, bare = viewer.look_twice(number, _COARSE)
    left, top, right, bottom = bare.cut(_stack([box]))[0]
    dots = bare.dots[top:bottom, left:right].astype(np.int16)
    steps = [np.abs(np.diff(dots, axis=axis)) for axis in (0, 1)]
    return any(step.size and int(step.max()) > _EDGE for step in steps)
