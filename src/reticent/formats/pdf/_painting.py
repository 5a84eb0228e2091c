"""What is painted on a page over its letters, and what cuts them off: why somebody who looks at it doesn't see them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Any

from reticent.errors import needs_extra
from reticent.formats.pdf._decorations import BUILDING, CLIPS, Path
from reticent.formats.pdf._glyphs import PageContent, overlap
from reticent.formats.pdf._interpreting import (
    FOLLOWED,
    PATHS,
    Box,
    Drawing,
    Interpreter,
    Matrix,
    ShownText,
    TextState,
    apply,
    box_around,
    multiply,
    read_matrix,
)
from reticent.formats.pdf._letters import FontShelf, open_fonts
from reticent.formats.pdf._opening import find

with needs_extra("pdf", "reading PDF files"):
    import pikepdf


_FEW_LINES = 3  # lines across a letter, chosen by hand: a table has fewer, hatching has more
_FILLS = PATHS - {"S", "s"}


@dataclass(frozen=True, slots=True)
class Paint:
    """A shape, a line or a picture, and how many glyphs had been painted before it."""

    box: Box
    after: int
    is_picture: bool = False


@dataclass(slots=True)
class _Pen:
    """The state of one content that decides where it paints: its path, where it is cut off, and how wide its lines are."""

    clips: list[Box]
    path: Path = field(default_factory=Path)
    cuts: bool = False
    width: float = 1.0


@dataclass(slots=True)
class Painting:
    """A page that is followed for what it paints."""

    fonts: FontShelf
    glyphs: int = 0
    paints: list[Paint] = field(default_factory=list)
    lines: list[Paint] = field(default_factory=list)
    clips: list[tuple[int, int, Box]] = field(default_factory=list)

    def run(self, owner: pikepdf.Object, resources: pikepdf.Object, state: TextState, clip: Box) -> None:
        """Follow a content that begins in this state and is cut off at this box."""
        interpreter, pen = Interpreter(resources, self.fonts, state), _Pen([clip])
        for instruction in pikepdf.parse_content_stream(owner):
            operator = str(instruction.operator)
            found = interpreter.follow(operator, instruction.operands) if operator in FOLLOWED else None
            if isinstance(found, ShownText):
                count = sum(1 for _ in found.place_codes())
                self.clips.append((self.glyphs, self.glyphs + count, pen.clips[-1]))
                self.glyphs += count
            elif isinstance(found, Drawing):
                self._draw(found, pen.clips[-1])
            elif operator in PATHS or operator == "n":
                self._paint(operator, pen)
            elif operator == "sh":
                self.paints.append(Paint(pen.clips[-1], self.glyphs))
            else:
                _set(operator, list(instruction.operands), interpreter.state.ctm, pen)

    def covers(self, point: tuple[float, float], order: int, *, lines: bool) -> Paint | None:
        """What is painted over a point after the glyph of this order, a shape before a picture; or a line."""
        found = [*self.paints, *self.lines] if lines else self.paints
        over = [each for each in found if each.after > order and _holds(each.box, point)]
        return min(over, key=lambda each: each.is_picture, default=None)

    def hatches(self, box: Box, order: int) -> bool:
        """Whether so much is painted over a letter that it can be what makes it faint."""
        later = (each.box for each in (*self.paints, *self.lines) if each.after > order)
        over = [each for each in later if overlap(each, box)]
        return len(over) >= _FEW_LINES or any(_area(_common(box, each)) > _area(box) / 2 for each in over)

    def has_picture(self, point: tuple[float, float]) -> bool:
        """Whether a picture is painted at a point, whenever that is."""
        return any(each.is_picture and _holds(each.box, point) for each in self.paints)

    def cuts_off(self, point: tuple[float, float], order: int) -> bool:
        """Whether the glyph of this order is not painted at a point, because the page is cut off before it."""
        return any(first <= order < end and not _holds(clip, point) for first, end, clip in self.clips)

    def _paint(self, operator: str, pen: _Pen) -> None:
        box = pen.path.finish()
        if box is not None and operator in _FILLS:
            self.paints.append(Paint(_common(box, pen.clips[-1]), self.glyphs))
        elif box is not None and operator != "n":
            self.lines.append(Paint(_common(_grow(box, pen.width / 2), pen.clips[-1]), self.glyphs))
        if box is not None and pen.cuts:
            pen.clips[-1] = _common(pen.clips[-1], box)
        pen.cuts = False

    def _draw(self, drawn: Drawing, clip: Box) -> None:
        thing = drawn.thing
        if thing.get("/Subtype") == pikepdf.Name.Image:
            square = _place(drawn.state.ctm, (0.0, 0.0, 1.0, 1.0))
            self.paints.append(Paint(_common(square, clip), self.glyphs, is_picture=True))
            return
        matrix, inner = find(thing, "/Matrix", pikepdf.Array), drawn.state.ctm
        if matrix is not None and len(matrix) == 6:
            inner = multiply(read_matrix(matrix), inner)
        bounds = find(thing, "/BBox", pikepdf.Array)
        if bounds is not None and len(bounds) == 4:
            left, bottom, right, top = map(float, bounds)
            clip = _common(clip, _place(inner, (left, bottom, right, top)))
        resources = thing.get("/Resources", pikepdf.Dictionary())
        self.run(thing, resources, replace(drawn.state, ctm=inner), clip)


def list_paints(data: bytes, pages: Sequence[PageContent]) -> dict[int, list[Paint]]:
    """What is painted on each of some pages over letters, by the number of the page; `data` is a file that `rebuild` has written."""
    pdf, fonts = pikepdf.open(io.BytesIO(data)), open_fonts(data)
    found: dict[int, list[Paint]] = {}
    for page in pages:
        home = pdf.pages[page.number - 1].obj
        painting = Painting(fonts)
        painting.run(home["/Contents"], home["/Resources"], TextState(), page.box)
        found[page.number] = painting.paints
    return found


def _set(operator: str, operands: list[Any], ctm: Matrix, pen: _Pen) -> None:
    """Take an operator that paints nothing."""
    if operator == "q":
        pen.clips.append(pen.clips[-1])
    elif operator == "Q" and len(pen.clips) > 1:
        pen.clips.pop()
    elif operator in BUILDING:
        pen.path.follow(operator, operands, ctm)
        pen.cuts |= operator in CLIPS
    elif operator == "w" and operands:
        pen.width = float(operands[0]) * hypot(ctm[0], ctm[1])


def _place(matrix: Matrix, box: Box) -> Box:
    left, bottom, right, top = box
    return box_around([apply(matrix, x, y) for x in (left, right) for y in (bottom, top)])


def _common(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _grow(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _area(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def _holds(box: Box, point: tuple[float, float]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]
