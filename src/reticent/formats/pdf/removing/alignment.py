"""How the lines of a page are set, and how much room they have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from reticent.formats.pdf.reading.glyphs import Box
from reticent.formats.pdf.reading.layout import Line

ALIGNED = 1.0
"""Lines whose ends lie nearer than this, in points, are aligned."""

EXACT = 0.06
"""Lines anywhere on a page that end so near to each other do so on purpose."""

LONG = 12.0
"""A line of text is at least so long, 1 for its size."""

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
    near = [other for other in same if _is_near(line, other)]
    end = _text_end(line)
    right = [
        other
        for other in same
        if abs(_text_end(other) - end) < (ALIGNED / 2 if _is_near(line, other) else EXACT)
    ]
    widest = max((_text_end(other) - other.start for other in right), default=0.0)
    if _is_paragraph(right) and end - line.start > 0.6 * widest:
        return "both"
    for around in (near, same):
        counts = _count_aligned(line, around)
        if any(counts.values()):
            return max(counts, key=lambda each: counts[each])
    return _align_single_line(line, page)


def _is_near(line: Line, other: Line) -> bool:
    return abs(other.across - line.across) < NEAR * line.size


def _count_aligned(line: Line, others: Sequence[Line]) -> dict[str, int]:
    """How many of the lines around begin, end or have their middle where this one does."""
    end, middle = _text_end(line), (line.start + _text_end(line)) / 2
    return {
        "left": sum(abs(other.start - line.start) < ALIGNED for other in others),
        "right": sum(abs(_text_end(other) - end) < ALIGNED / 2 for other in others),
        "centre": sum(abs((other.start + _text_end(other)) / 2 - middle) < ALIGNED / 2 for other in others),
    }


def _is_paragraph(lines: Sequence[Line]) -> bool:
    """Whether lines that end at one place begin at one place too, and are long enough for text."""
    long = [other for other in lines if other.end - other.start > LONG * other.size]
    return any(abs(one.start - other.start) < ALIGNED for one, other in combinations(long, 2))


def _align_single_line(line: Line, page: Box) -> str:
    middle = (line.start + _text_end(line)) / 2
    return "centre" if line.turn == 0 and abs(middle - (page[0] + page[2]) / 2) < 2 * ALIGNED else "left"


def _text_end(line: Line) -> float:
    """Where the last visible letter of a line ends."""
    return next((cell.first.end for cell in reversed(line.cells) if not cell.text.isspace()), line.end)
