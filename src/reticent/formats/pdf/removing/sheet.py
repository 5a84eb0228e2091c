"""A content as it is written anew: nothing stays of where removed glyphs stood, not even an empty text object."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from reticent.errors import needs_extra
from reticent.formats.pdf.reading.matrices import IDENTITY, Matrix, multiply
from reticent.formats.pdf.reading.operators import PATHS
from reticent.formats.pdf.removing.decorations import Path, Shelves

with needs_extra("pdf", "reading PDF files"):
    from pikepdf import Operator

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
    that the places of removed glyphs, which may be told by such changes alone, are nowhere. `masks` are the names of
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
            self.owed = multiply(_matrix(instruction.operands), self.owed)
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
        if self.clips or not idle:
            self._pay()
            self.states.clear()
            self.written += self.building
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
            self._write(([_number(each) for each in self.owed], Operator("cm")))
            self.owed = IDENTITY

    def _write(self, instruction: Any) -> None:
        self.states.clear()
        self.written.append(instruction)


def _name(instruction: Any) -> str:
    if instruction is None:
        return ""
    return str(instruction[1] if isinstance(instruction, tuple) else instruction.operator)


def _matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = map(float, operands)
    return a, b, c, d, e, f


def _number(value: float) -> Decimal:
    return Decimal(f"{value:.8f}".rstrip("0").rstrip("."))
