"""Lines that are set again after letters went, so that nothing of them tells how wide those letters were.

Where a line begins, ends or has its middle is taken from the lines around it, the page or the form field; a line that nothing
explains is set from the margin. Its letters get the widths that their font says, and the gaps between them are rounded:
programs place letters by sums in which the letters before them are counted.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from math import cos, inf, radians, sin
from typing import Literal

from reticent.formats.pdf._gaps import Fragment, Label, Moves, own_width
from reticent.formats.pdf._interpreting import Box
from reticent.formats.pdf._layout import LetterCell, Line
from reticent.formats.pdf._painting import Paint

# In sizes of the letters, where nothing else is said, and chosen by hand.
_SAME_START = 0.05  # points: lines begin at one place to the digit, but for rounding
_SAME_END = 0.3  # points: ends and middles are sums of widths, each of which programs round
_NEAR = (
    4.0  # lines that lie nearer are neighbours, with a heading or a blank line between them, and count twice
)
_LONG = 12.0  # a line of text is at least so long: some two dozen letters
_TAB = 0.6  # gaps from here on are tab stops or columns; the spaces of a justified line are told by its ends
_EDGE = 2.0  # points that a line keeps free before the edge of a page or of a form field
_BESIDE = 0.2  # the space that a line keeps free before the text beside it
_AFTER = 0.5  # the space after the text before it, where nothing else says at which place a line begins
_INCH = 72.0  # points: the margin of a page whose other lines don't show one
_NARROWEST = 0.35  # the share of its width to which a label is squeezed at most; with less nobody can read it
_TIGHTEST = 0.2  # the narrowest space of a line that is set at both ends
_KERNING = 0.03  # nearer letters are not moved by kerning, but by the rounding of their places
_LOOSE = 0.16  # letters of a justified line that stand nearer have been moved to fill it
_STEP, _SPACE = 0.01, 0.05  # to what the gaps between letters and words are rounded
_MOST = 50  # lines that end at one place and are compared with each other: two of them are enough
_COVERS = 0.3  # a shape that is lower or narrower is a rule, which hides no letter
_APART = 1.0  # points by which a box may begin inside the space beside a word
_WIDE = 0.3  # what is left after a space may be a gap of its own

Alignment = Literal["left", "right", "centre", "both"]


@dataclass(frozen=True, slots=True)
class LinePiece:
    """The letters of a line between two tab stops; `spaces` says before which of them a made-up space stands."""

    line: int
    cells: tuple[LetterCell, ...] = field(repr=False)
    spaces: tuple[bool, ...] = field(repr=False)
    start: float
    end: float
    across: float
    size: float
    turn: int
    touched: bool

    def is_near(self, other: LinePiece) -> bool:
        """Whether the other lies a few lines away at most."""
        return abs(other.across - self.across) < _NEAR * self.size

    def is_beside(self, other: LinePiece) -> bool:
        """Whether both stand on one baseline, or nearly."""
        return other is not self and abs(other.across - self.across) < max(other.size, self.size)


def cut_line(line: Line, gone: Collection[int]) -> list[LinePiece]:
    """The pieces of a line; `gone` are the glyphs that are removed."""
    visible = [number for number, cell in enumerate(line.cells) if not cell.text.isspace()]
    cuts = [
        right
        for left, right in pairwise(visible)
        if right == left + 1
        and line.cells[right].first.along - line.cells[left].first.end > _TAB * line.cells[right].first.size
    ]
    spaces = tuple(line.spaces()) if any(c.first.order in gone for c in line.cells) else ()
    ends = [0, *cuts, len(line.cells)]
    return [_make_piece(line, spaces, start, end, gone) for start, end in pairwise(ends)]


def _make_piece(
    line: Line, spaces: tuple[bool, ...], start: int, end: int, gone: Collection[int]
) -> LinePiece:
    cells = line.cells[start:end]
    shown = [cell.first for cell in cells if not cell.text.isspace()] or [cells[0].first]
    touched = any(cell.first.order in gone for cell in cells)
    own = (False, *spaces[start + 1 : end]) if spaces else ()
    return LinePiece(
        line.order,
        cells,
        own,
        shown[0].along,
        shown[-1].along + shown[-1].width,
        line.across,
        line.size,
        line.turn,
        touched,
    )


@dataclass(frozen=True, slots=True)
class Witnesses:
    """Places at which the pieces of a page begin, end or have their middle, in their order."""

    values: tuple[float, ...]
    pieces: tuple[LinePiece, ...] = field(repr=False)

    def speak(self, piece: LinePiece, place: float, tolerance: float) -> tuple[int, float]:
        """How many others share a place, and the place that they agree on: that of one that stays as it is, if there is one."""
        first, last = (
            bisect_left(self.values, place - tolerance),
            bisect_right(self.values, place + tolerance),
        )
        found = [n for n in range(first, last) if self.pieces[n].line != piece.line]
        if not found:
            return 0, place
        votes = sum(2 if piece.is_near(self.pieces[n]) else 1 for n in found)
        steady = [n for n in found if not self.pieces[n].touched]
        return votes, self.values[steady[0]] if steady else round(self.values[found[0]], 1)


def _gather(pieces: Iterable[LinePiece], share: float) -> Witnesses:
    placed = sorted(
        (
            (piece.start + share * (piece.end - piece.start), number, piece)
            for number, piece in enumerate(pieces)
        ),
        key=lambda each: each[:2],
    )
    return Witnesses(tuple(each[0] for each in placed), tuple(each[2] for each in placed))


@dataclass(slots=True)
class _Target:
    """Where a piece goes: which of its ends stands at the anchor, and between which places it has room."""

    piece: LinePiece
    fragments: Mapping[int, Fragment]
    alignment: Alignment
    anchor: float
    width: float
    low: float = 0.0
    high: float = 0.0  # where a line that is set at both ends ends

    @property
    def start(self) -> float:
        return self.anchor - {"right": 1.0, "centre": 0.5}.get(self.alignment, 0.0) * self.width


@dataclass(frozen=True, slots=True)
class Shape:
    """Something that is painted after so many glyphs, from where to where along and across the lines."""

    low: float
    high: float
    bottom: float
    top: float
    after: int

    def hides_beside(self, piece: LinePiece) -> bool:
        """Whether letters of a piece would be hidden if they slid under it, where they don't stand now."""
        size, first = piece.size, piece.cells[0].first.order
        high = min(self.top, piece.across + size) - max(self.bottom, piece.across) > _COVERS * size
        apart = self.high <= piece.start + _APART or self.low >= piece.end - _APART
        return high and self.high - self.low > _COVERS * size and self.after > first and apart


@dataclass
class PageSetting:
    """The lines of one direction of a page, and what says where each of them belongs."""

    pieces: Sequence[LinePiece]
    low: float
    high: float
    frames: Mapping[int, tuple[float, float, float]]
    shapes: Sequence[Shape] = ()

    def __post_init__(self) -> None:
        self.starts, self.ends, self.middles = (_gather(self.pieces, share) for share in (0.0, 1.0, 0.5))
        common = Counter(round(piece.start, 1) for piece in self.pieces if not piece.touched)
        self.margin, times = max(common.items(), key=lambda each: (each[1], -each[0]), default=(0.0, 0))
        self.margin = self.margin if times else min(self.low + _INCH, self.high)
        mirrored = self.low + self.high - self.margin
        self.mirrored = mirrored if times > 1 else None
        self.edge = max([mirrored, *(piece.end for piece in self.pieces if not piece.touched)])

    def aim(
        self, piece: LinePiece, whole: LinePiece, fragments: Mapping[int, Fragment], others: Sequence[_Target]
    ) -> _Target:
        """Where a piece of a line belongs, by what others witness; `others` are those that have been aimed before."""
        low, high, height = self.frames.get(piece.cells[0].first.place.stream, (self.low, self.high, inf))
        field_like = height < _NEAR * piece.size
        width = _flow(piece, fragments, 1.0).width
        inside = any(whole.start < each.low < whole.end for each in self._find_shapes(piece))
        if not field_like and not inside and (until := self._find_right_edge(whole)) is not None:
            found, start = self.starts.speak(whole, whole.start, _SAME_START)
            start = start if found else round(whole.start, 1)
            return _Target(whole, fragments, "both", start, until - start, start, until)
        votes: dict[Alignment, tuple[int, float]] = {
            "centre": self._count_centre(piece, {(self.low, self.high), (low, high)}),
            "right": self._count_right(piece),
            "left": self.starts.speak(piece, piece.start, _SAME_START),
        }
        best = max(votes, key=lambda each: votes[each][0])
        count, anchor = votes[best]
        if not count:
            best, anchor = "left", low + _EDGE
            if not field_like:
                anchor = max(self._find_free_start(piece, others), anchor)
        return _Target(piece, fragments, best, anchor, width, low + _EDGE, high - _EDGE)

    def _count_centre(self, piece: LinePiece, frames: Collection[tuple[float, float]]) -> tuple[int, float]:
        middle = (piece.start + piece.end) / 2
        votes, place = self.middles.speak(piece, middle, _SAME_END)
        for low, high in sorted(frames):
            if abs(middle - (low + high) / 2) < _SAME_END:
                votes, place = votes + 2, (low + high) / 2
        return votes, place

    def _count_right(self, piece: LinePiece) -> tuple[int, float]:
        votes, place = self.ends.speak(piece, piece.end, _SAME_END)
        if self.mirrored is not None and abs(piece.end - self.mirrored) < _SAME_END:
            return votes + 2, place if votes else self.mirrored
        return votes, place

    def _find_right_edge(self, line: LinePiece) -> float | None:
        """Where the lines of a paragraph end that is set at both ends, when this line belongs to one."""
        votes, place = self.ends.speak(line, line.end, _SAME_END)
        if votes < 2:
            return None
        first = bisect_left(self.ends.values, line.end - _SAME_END)
        last = bisect_right(self.ends.values, line.end + _SAME_END)
        others = [
            each
            for each in self.ends.pieces[first:last]
            if each.line != line.line and each.end - each.start > _LONG * each.size
        ]
        together = any(
            abs(one.start - other.start) < _SAME_END for one, other in combinations(others[:_MOST], 2)
        )
        widest = max((each.end - each.start for each in others), default=0.0)
        return place if together and line.end - line.start > 0.6 * widest else None

    def _find_free_start(self, piece: LinePiece, others: Sequence[_Target]) -> float:
        """Where a piece begins that nothing explains: after the text before it, or at the margin."""
        before = [end for other, _, end in self._beside(piece, others) if other.start < piece.start]
        start = max(before) + _AFTER * piece.size if before else self.margin
        covers = [each.high for each in self._find_shapes(piece) if each.high <= piece.start + _APART]
        return max([start, *(high + _BESIDE * piece.size for high in covers)])

    def _find_shapes(self, piece: LinePiece) -> list[Shape]:
        """The shapes beside a piece under which its letters must not slide."""
        return [each for each in self.shapes if each.hides_beside(piece)]

    def _beside(
        self, piece: LinePiece, targets: Sequence[_Target]
    ) -> Iterator[tuple[LinePiece, float, float]]:
        """What stands on the same baseline, and between which places it does."""
        for other in self.pieces:
            if not other.touched and other.is_beside(piece):
                yield other, other.start, other.end
        for target in targets:
            if target.piece.is_beside(piece):
                yield target.piece, target.start, target.start + target.width

    def find_room(self, target: _Target, targets: Sequence[_Target]) -> tuple[float, float]:
        """Between which places a piece may stand: the text beside it, or the edges of the page or form field."""
        piece, low, high = target.piece, target.low, target.high
        for other, start, end in self._beside(piece, targets):
            if other.start > piece.start:
                high = min(high, start - _BESIDE * piece.size)
            else:
                low = max(low, end + _BESIDE * piece.size)
        for shape in self._find_shapes(piece):
            if shape.low >= piece.end - _APART:
                high = min(high, shape.low)
            else:
                low = max(low, shape.high)
        edge = min(high, self.edge)  # programs cut pages off at their margin
        return low, edge if edge > max(low, target.start) else high


def set_lines(
    lines: Sequence[Line],
    fragments: Mapping[int, Sequence[Fragment]],
    page: Box,
    frames: Mapping[int, Box],
    paints: Sequence[Paint] = (),
) -> list[Moves]:
    """How the lines look without the letters of their fragments, which stand under the numbers of their lines.

    No letter slides under what is painted on the page.
    """
    gone = {order for found in fragments.values() for each in found for order in each.orders}
    found: list[Moves] = []
    for turn in sorted({lines[number].turn for number in fragments}):
        pieces = {number: cut_line(line, gone) for number, line in enumerate(lines) if line.turn == turn}
        setting = PageSetting(
            [piece for each in pieces.values() for piece in each],
            *_project(page, turn),
            {stream: (*_project(box, turn), _height(box, turn)) for stream, box in frames.items()},
            [
                Shape(*_project(each.box, turn), *_project(each.box, turn + 90), each.after)
                for each in paints
                if each.box[0] < each.box[2] and each.box[1] < each.box[3]
            ],
        )
        touched = [number for number in fragments if lines[number].turn == turn]
        targets = _aim_all(setting, [pieces[number] for number in touched], fragments)
        found += [_set(setting, target, targets) for target in targets]
    return found


def _project(box: Box, turn: int) -> tuple[float, float]:
    """Where a box begins and ends along a direction."""
    u, v = cos(radians(turn)), sin(radians(turn))
    along = [x * u + y * v for x in (box[0], box[2]) for y in (box[1], box[3])]
    return min(along), max(along)


def _height(box: Box, turn: int) -> float:
    low, high = _project(box, turn + 90)
    return high - low


def _aim_all(
    setting: PageSetting, lines: Sequence[Sequence[LinePiece]], fragments: Mapping[int, Sequence[Fragment]]
) -> list[_Target]:
    """Where the touched pieces of lines belong, from left to right."""
    owners = {order: each for found in fragments.values() for each in found for order in each.orders}
    wholes = {id(piece): _join(line) for line in lines for piece in line if piece.touched}
    pieces = (piece for line in lines for piece in line if piece.touched)
    targets: list[_Target] = []
    done: set[int] = set()
    for piece in sorted(pieces, key=lambda each: (each.start, each.line)):
        whole = wholes[id(piece)]
        if piece.line in done:
            continue
        targets.append(setting.aim(piece, whole, owners, targets))
        if targets[-1].alignment == "both":
            done.add(piece.line)
    return targets


def _join(pieces: Sequence[LinePiece]) -> LinePiece:
    """All pieces of a line as one."""
    if len(pieces) == 1:
        return pieces[0]
    spaces = [space for number, piece in enumerate(pieces) for space in (number > 0, *piece.spaces[1:])]
    return replace(
        pieces[0],
        cells=tuple(cell for piece in pieces for cell in piece.cells),
        spaces=tuple(spaces),
        end=pieces[-1].end,
        touched=True,
    )


def _set(setting: PageSetting, target: _Target, targets: Sequence[_Target]) -> Moves:
    piece, fragments = target.piece, target.fragments
    if target.alignment == "both":
        return _set_at_both_ends(target)
    low, high = setting.find_room(target, targets)
    if target.alignment == "left":
        low = target.anchor
    elif target.alignment == "right":
        high = target.anchor
    flow = _flow(piece, fragments, 1.0)
    over = flow.width - max(0.0, high - low)
    if over > 0 and flow.labels:
        flow = _flow(piece, fragments, max(_NARROWEST, 1 - over / flow.labels))
    start = replace(target, width=flow.width).start
    if target.alignment == "centre":
        start = max(low, min(start, high - flow.width))
    return flow.move(start)


def _set_at_both_ends(target: _Target) -> Moves:
    piece = target.piece
    flow = _flow(piece, target.fragments, 1.0, elastic=True)
    if not flow.gaps:
        return _flow(piece, target.fragments, 1.0).move(target.anchor)
    free = target.high - target.anchor - flow.width
    over = _TIGHTEST * piece.size * flow.gaps - free
    if over > 0 and flow.labels:
        flow = _flow(piece, target.fragments, max(_NARROWEST, 1 - over / flow.labels), elastic=True)
        free = target.high - target.anchor - flow.width
    return flow.move(target.anchor, max(free / flow.gaps, _TIGHTEST * piece.size / 2))


@dataclass(slots=True)
class _Flow:
    """The letters and labels of a piece one after the other: where each begins, and how many elastic spaces stand before it."""

    cells: list[tuple[LetterCell, float, int]] = field(default_factory=list)
    texts: list[tuple[Fragment, LetterCell, float, int, float]] = field(default_factory=list)
    width: float = 0.0
    gaps: int = 0
    labels: float = 0.0

    def move(self, start: float, gap: float = 0.0) -> Moves:
        """The shifts of the letters and the labels, when the piece begins here and its elastic spaces are so wide."""
        shifts = {
            glyph.order: start + place + gap * count - cell.first.along
            for cell, place, count in self.cells
            for glyph in cell.glyphs
        }
        labels = tuple(
            Label(
                cell.first, each.text, each.placeholder, width, start + place + gap * count - cell.first.along
            )
            for each, cell, place, count, width in self.texts
        )
        return Moves(shifts, labels)


def _flow(
    piece: LinePiece, fragments: Mapping[int, Fragment], narrow: float, *, elastic: bool = False
) -> _Flow:
    """The piece with labels of their own width; with elastic spaces these have none."""
    flow = _Flow()
    position, gaps = 0.0, 0
    before: LetterCell | None = None
    current: Fragment | None = None
    for cell, space in zip(piece.cells, piece.spaces, strict=True):
        here = fragments.get(cell.first.order)
        if here is not None and here is current:
            before = cell
            continue
        gap = cell.first.along - before.first.along - before.first.width if before is not None else 0.0
        if space:
            gaps += elastic
            position += 0.0 if elastic else _round(gap, _SPACE * cell.first.size)
        elif before is not None and here is None and current is None:
            position += _inner_gap(before, cell, gap, elastic=elastic)
        if here is not None:
            width = own_width(here, cell.first) * narrow
            flow.texts.append((here, cell, position, gaps, width))
            flow.labels += width
        else:
            flow.cells.append((cell, position, gaps))
            blank = cell.text.isspace()
            gaps += blank and elastic
            width = 0.0 if blank and elastic else cell.first.width
        position += width
        if here is not None or not cell.text.isspace():
            flow.width, flow.gaps = position, gaps
        before, current = cell, here
    return flow


def _inner_gap(left: LetterCell, right: LetterCell, gap: float, *, elastic: bool) -> float:
    """The gap between two letters that stay, or between a letter and a space, as it is written."""
    size = right.first.size
    if left.text.isspace() or right.text.isspace():
        return _round(gap, _SPACE * size) if abs(gap) > _WIDE * size and not elastic else 0.0
    if abs(gap) < (_LOOSE if elastic else _KERNING) * size:
        return 0.0
    return _round(gap, _STEP * size)


def _round(value: float, step: float) -> float:
    return round(value / step) * step if step else value
