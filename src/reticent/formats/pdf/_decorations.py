"""A content as it is written anew: nothing stays of where removed glyphs stood, not even an empty text object.

Lines under words and colour behind them go too: they would disclose how wide removed words were.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from reticent.errors import needs_extra
from reticent.formats.pdf._interpreting import (
    IDENTITY,
    PATHS,
    Box,
    Matrix,
    apply,
    box_around,
    multiply,
    read_matrix,
    write_number,
)

with needs_extra("pdf", "reading PDF files"):
    from pikepdf import Operator


_MARGIN = 2.5
"""How far, in points, an underline or a background reaches beyond its words, chosen by hand: with less, marker pens stay."""

_THIN = 2.0  # points: underlines are thinner; with more, the bars of a chart beside a line would go
_ROUNDING = 1e-6  # points by which sums of the same numbers may differ
_POINTS = {
    "m": 1,
    "l": 1,
    "c": 3,
    "v": 2,
    "y": 2,
}  # the points that an operator of a path has (ISO 32000, table 59)


@dataclass(frozen=True, slots=True)
class Zones:
    """Places of a page: in `words` no path may lie that fits into them, in `lines` no thin one."""

    words: tuple[Box, ...] = ()
    lines: tuple[Box, ...] = ()

    def shelve(self) -> Shelves:
        """The same, for many questions."""
        return Shelves(_shelve(self.words), _shelve(self.lines))


@dataclass(frozen=True, slots=True)
class Shelf:
    """Zones in the order of their bottoms, so that few of them are looked at for one path: a chart has thousands."""

    bottoms: tuple[float, ...]
    zones: tuple[Box, ...]
    tallest: float

    def holds(self, box: Box) -> bool:
        """Whether the box lies inside one of the zones."""
        left, bottom, right, top = box
        first = bisect_left(self.bottoms, top - self.tallest - _ROUNDING)
        near = self.zones[first : bisect_right(self.bottoms, bottom)]
        return any(zone[0] <= left and right <= zone[2] and top <= zone[3] for zone in near)


@dataclass(frozen=True, slots=True)
class Shelves:
    """Zones, sorted."""

    words: Shelf
    lines: Shelf

    def hide(self, box: Box) -> bool:
        """Whether a path with this box decorates words that went or moved."""
        thin = min(box[2] - box[0], box[3] - box[1]) <= _THIN
        return self.words.holds(box) or (thin and self.lines.holds(box))

    def hold(self, box: Box) -> bool:
        """Whether a box lies inside of words that went, or of a line that moved, and so tells their width."""
        return self.words.holds(box) or self.lines.holds(box)


def _shelve(zones: Iterable[Box]) -> Shelf:
    wide = sorted(
        ((left - _MARGIN, low - _MARGIN, right + _MARGIN, top + _MARGIN) for left, low, right, top in zones),
        key=lambda zone: zone[1],
    )
    tallest = max((zone[3] - zone[1] for zone in wide), default=0.0)
    return Shelf(tuple(zone[1] for zone in wide), tuple(wide), tallest)


@dataclass(slots=True)
class Path:
    """The path that a content is about to paint, as the box around its points."""

    points: list[tuple[float, float]] = field(default_factory=list)

    def follow(self, operator: str, operands: list[Any], ctm: Matrix) -> None:
        """Add what an operator adds to the path."""
        if operator == "re" and len(operands) == 4:
            x, y, width, height = map(float, operands)
            corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]
            self.points += [apply(ctm, *corner) for corner in corners]
        elif operator in _POINTS and len(operands) == 2 * _POINTS[operator]:
            numbers = [float(each) for each in operands]
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            self.points += [apply(ctm, *pair) for pair in pairs]

    def finish(self) -> Box | None:
        """The box of the path, which is empty afterwards."""
        points, self.points = self.points, []
        return box_around(points) if points else None


Instruction = tuple[list[Any], Operator]

BUILDING = frozenset("m l c v y h re W W*".split())
CLIPS = frozenset(["W", "W*"])
STATES = frozenset("w J j M d ri i Tz Tf Tr Ts CS cs SC SCN sc scn G g RG rg K k".split())
"""Operators that only set something, so that of two the first one is for nothing."""


@dataclass(slots=True)
class _Block:
    """What lies between q and Q: where it begins, and what held before it."""

    start: int
    owed: Matrix
    painted: bool


@dataclass(slots=True)
class Sheet:
    """Takes one instruction after the other and keeps what still paints.

    A change of space (cm) is `owed` until something other than text needs it: text says by itself where it stands, so
    that the places of removed glyphs, which such changes alone may disclose, are nowhere. `masks` are the names of
    graphics states that depend on the space in which they are set.
    """

    zones: Shelves
    masks: frozenset[str] = frozenset()
    written: list[Any] = field(default_factory=list)
    owed: Matrix = IDENTITY
    blocks: list[_Block] = field(default_factory=list)
    painted: bool = False
    building: list[Any] = field(default_factory=list)
    clips: bool = False
    path: Path = field(default_factory=Path)
    states: dict[str, int] = field(default_factory=dict)

    def add(self, instruction: Any, operator: str, ctm: Matrix) -> None:
        """Take an instruction that shows no text; `ctm` is the space in which it works."""
        if operator == "q":
            self.blocks.append(_Block(len(self.written), self.owed, self.painted))
            self.painted = False
            self._write(instruction)
        elif operator == "Q":
            self._close(instruction)
        elif operator == "cm":
            self.owed = multiply(read_matrix(instruction.operands), self.owed)
        elif operator in BUILDING:
            self.building.append(instruction)
            self.clips |= operator in CLIPS
            self.path.follow(operator, list(instruction.operands), ctm)
        elif operator in PATHS or operator == "n":
            self._paint_path(instruction, operator)
        elif operator in STATES:
            self._set(instruction, operator)
        elif operator == "gs" and str(instruction.operands[0]) not in self.masks:
            self._write(instruction)
        else:
            self._pay()
            self._write(instruction)
            self.painted = True

    def show(self, instructions: Iterable[Instruction]) -> None:
        """Take text that says where it stands."""
        found = list(instructions)
        if not found:
            return
        if self.written and _name(self.written[-1]) == "ET":
            self.written.pop()
        else:
            self._write(([], Operator("BT")))
        for each in (*found, ([], Operator("ET"))):
            self._write(each)
        self.painted = True

    def draw(self, instructions: Iterable[Instruction]) -> None:
        """Take a drawing that is whole by itself."""
        for each in instructions:
            self._write(each)
        self.painted = True

    def finish(self) -> list[Any]:
        """All that was kept."""
        while self.blocks:
            self._close(([], Operator("Q")))
        return [each for each in self.written if each is not None]

    def _close(self, instruction: Any) -> None:
        if not self.blocks:
            return
        block = self.blocks.pop()
        self.owed = block.owed
        if self.painted:
            self._write(instruction)
        else:
            del self.written[block.start :]
            self.states.clear()
        self.painted |= block.painted

    def _paint_path(self, instruction: Any, operator: str) -> None:
        box = self.path.finish()
        idle = operator == "n" or (box is not None and self.zones.hide(box))
        cuts = self.clips and not (box is not None and self.zones.hold(box))
        if cuts or not idle:
            self._pay()
            self.states.clear()
            self.written += (
                self.building if cuts else [each for each in self.building if _name(each) not in CLIPS]
            )
            self._write(([], Operator("n")) if idle else instruction)
            self.painted |= not idle
        self.building.clear()
        self.clips = False

    def _set(self, instruction: Any, operator: str) -> None:
        if operator in self.states:
            self.written[self.states[operator]] = None
        self.states[operator] = len(self.written)
        self.written.append(instruction)

    def _pay(self) -> None:
        if self.owed != IDENTITY:
            self._write(([write_number(each, 8) for each in self.owed], Operator("cm")))
            self.owed = IDENTITY

    def _write(self, instruction: Any) -> None:
        self.states.clear()
        self.written.append(instruction)


def _name(instruction: Any) -> str:
    if instruction is None:
        return ""
    return str(instruction[1] if isinstance(instruction, tuple) else instruction.operator)
