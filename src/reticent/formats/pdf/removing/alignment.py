"""How the lines of a page are set, and how much room they have."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.formats.pdf.reading.glyphs import Box
from reticent.formats.pdf.reading.layout import Line

ALIGNED = 1.0
"""Lines whose ends lie nearer than this, in points, are aligned."""

NEAR = 4.0
"""Lines that lie nearer than this (1 is the size) are neighbours."""


def find_room(line: Line, others: Sequence[Line], page: Box) -> float:
    """How far a line may reach: to the next text beside it, or to the edge of an upright page."""
    edge = page[2] - 2.0 if line.turn == 0 else float("inf")
    beside = (
        other.start - 0.2 * line.size
        for other in others
        if other.turn == line.turn
        and other.start >= line.end - 0.1
        and abs(other.across - line.across) < max(other.size, line.size)
    )
    return min([edge, *beside])


def find_alignment(line: Line, others: Sequence[Line], page: Box) -> str:
    """How a line is set: at the "left", "right", in the "centre", or at "both" ends, by the lines around it."""
    same = [other for other in others if other.turn == line.turn and other is not line]
    near = [other for other in same if abs(other.across - line.across) < NEAR * line.size]
    end = _text_end(line)
    right = [other for other in near if abs(_text_end(other) - end) < ALIGNED / 2]
    widest = max((_text_end(other) - other.start for other in right), default=0.0)
    if len(right) >= 2 and end - line.start > 0.6 * widest and len(line.cells) > 20:
        return "both"
    for around in (near, same):
        if any(abs(other.start - line.start) < ALIGNED for other in around):
            return "left"
        if any(abs(_text_end(other) - end) < ALIGNED / 2 for other in around):
            return "right"
        middle = (line.start + end) / 2
        if any(abs((other.start + _text_end(other)) / 2 - middle) < ALIGNED / 2 for other in around):
            return "centre"
    return _alone(line, page)


def _alone(line: Line, page: Box) -> str:
    middle = (line.start + _text_end(line)) / 2
    return "centre" if line.turn == 0 and abs(middle - (page[0] + page[2]) / 2) < 2 * ALIGNED else "left"


def _text_end(line: Line) -> float:
    """Where the last visible letter of a line ends."""
    return next((cell.first.end for cell in reversed(line.cells) if not cell.text.isspace()), line.end)
