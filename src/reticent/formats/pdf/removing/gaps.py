"""What becomes of a line from which letters go: where its labels stand, and how far its other letters move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

from reticent.formats.pdf.reading.glyphs import Box, Glyph
from reticent.formats.pdf.reading.layout import WORD, Cell, Line
from reticent.formats.pdf.removing.alignment import find_alignment, find_room
from reticent.formats.pdf.removing.label_fonts import LABEL, label_width

Gaps = Literal["uniform", "exact"]

NARROWEST = 0.35
TIGHTEST = 0.2
"""The width of the narrowest space in a line that is set at both ends, 1 for the size."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """The letters of one edit that stand side by side in one line, and what stands there afterwards."""

    orders: frozenset[int]
    text: str = field(repr=False)
    placeholder: bool


@dataclass(frozen=True, slots=True)
class Label:
    """What is drawn where letters went: it begins `shift` points after the glyph `anchor` did."""

    anchor: Glyph = field(repr=False)
    text: str = field(repr=False)
    boxed: bool
    width: float
    shift: float = 0.0


@dataclass(frozen=True, slots=True)
class Moves:
    """The new look of a line: the points by which each kept glyph moves, by its order, and the labels."""

    shifts: Mapping[int, float]
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class _Group:
    """Cells of a line that stay, or that go together."""

    cells: tuple[Cell, ...]
    fragment: Fragment | None

    @property
    def start(self) -> float:
        return self.cells[0].first.along

    @property
    def end(self) -> float:
        return max(cell.first.end for cell in self.cells)


def move_line(
    line: Line, fragments: Sequence[Fragment], others: Sequence[Line], page: Box, gaps: Gaps
) -> Moves:
    """How a line looks without the letters of its fragments.

    With uniform gaps nothing of it tells how wide the removed letters were: labels have the width of their text, what
    follows closes up, and a line that was aligned stays so.
    """
    groups = _groups(line, fragments)
    if gaps == "exact":
        labels = (
            _label(group, group.fragment, group.end - group.start)
            for group in groups
            if group.fragment is not None
        )
        return Moves({}, tuple(labels))
    alignment = find_alignment(line, others, page)
    moves, total = _close(groups, 1.0)
    width = sum(label.width for label in moves.labels)
    over = _overrun(line, total, alignment, others, page)
    if over > 0 and width > 0:
        moves, total = _close(groups, max(NARROWEST, 1 - over / width))
    return _align(line, moves, total, alignment)


def _overrun(line: Line, total: float, alignment: str, others: Sequence[Line], page: Box) -> float:
    """By how much the labels of a line are too wide for it."""
    if alignment == "both":
        gaps = _word_gaps(line)
        return total - sum(gap - TIGHTEST * line.size for gap in gaps) if gaps else total
    if alignment == "left":
        return line.end + total - max(find_room(line, others, page), line.end)
    return 0.0


def _groups(line: Line, fragments: Iterable[Fragment]) -> list[_Group]:
    owner = {order: fragment for fragment in fragments for order in fragment.orders}
    groups: list[_Group] = []
    for cell in line.cells:
        fragment = owner.get(cell.first.order)
        if groups and groups[-1].fragment is fragment:
            groups[-1] = _Group((*groups[-1].cells, cell), fragment)
        else:
            groups.append(_Group((cell,), fragment))
    return groups


def _label(group: _Group, fragment: Fragment, width: float, shift: float = 0.0) -> Label:
    return Label(group.cells[0].first, fragment.text, fragment.placeholder, width, shift)


def _close(groups: Sequence[_Group], narrow: float) -> tuple[Moves, float]:
    """The line with labels of their own width, each joined to its neighbours, and how far its end moved."""
    shifts: dict[int, float] = {}
    labels: list[Label] = []
    shift = 0.0
    for number, group in enumerate(groups):
        if group.fragment is None:
            shifts |= {glyph.order: shift for cell in group.cells for glyph in cell.glyphs}
            continue
        shift -= _kerning(groups[number - 1], group) if number else 0.0
        width = own_width(group.fragment, group.cells[0].first) * narrow
        labels.append(_label(group, group.fragment, width, shift))
        shift += width - (group.end - group.start)
        shift -= _kerning(group, groups[number + 1]) if number + 1 < len(groups) else 0.0
    return Moves(shifts, tuple(labels)), shift


def _kerning(left: _Group, right: _Group) -> float:
    """The gap between the letters of two groups when it is none that a reader would call a space."""
    if left.cells[-1].text.isspace() or right.cells[0].text.isspace():
        return 0.0
    gap = right.start - left.end
    return gap if abs(gap) < WORD * right.cells[0].first.size else 0.0


def own_width(fragment: Fragment, glyph: Glyph) -> float:
    """The width of a label in points, which depends on its text and on the size of the letters around it."""
    if fragment.placeholder:
        text = label_width(fragment.text, "Helvetica") if fragment.text else 1.0
        return (LABEL.size * text + 2 * LABEL.margin) * glyph.size
    return label_width(fragment.text, glyph.style) * glyph.size


def _align(line: Line, moves: Moves, total: float, alignment: str) -> Moves:
    if alignment == "both":
        return _spread(line, moves, total)
    offset = {"left": 0.0, "right": -total, "centre": -total / 2}[alignment]
    return Moves(
        {order: shift + offset for order, shift in moves.shifts.items()},
        tuple(replace(label, shift=label.shift + offset) for label in moves.labels),
    )


def _spread(line: Line, moves: Moves, total: float) -> Moves:
    """The line with its spaces so much wider or narrower that both ends stand where they stood."""
    spaces: dict[int, int] = {}
    count = 0
    for cell, made_up in zip(line.cells, line.spaces(), strict=True):
        count += made_up
        for glyph in cell.glyphs:
            spaces[glyph.order] = count
        count += cell.text.isspace() and cell.first.order in moves.shifts
    last = next((spaces[c.first.order] for c in reversed(line.cells) if not c.text.isspace()), 0)
    if not last:
        return moves
    step = -total / last
    return Moves(
        {order: shift + step * spaces[order] for order, shift in moves.shifts.items()},
        tuple(replace(each, shift=each.shift + step * spaces[each.anchor.order]) for each in moves.labels),
    )


def _word_gaps(line: Line) -> list[float]:
    """The gaps between the words of a line."""
    letters = [cell.first for cell in line.cells if not cell.text.isspace()]
    gaps = [right.along - left.end for left, right in pairwise(letters)]
    return [gap for gap in gaps if gap > WORD * line.size]
