"""What becomes of a line from which letters go: where its labels stand, and how far its other letters move.

That depends on how the line is set and how much room it has. Labels are written in the fonts that every reader has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import Literal

from reticent.errors import DocumentError, needs_extra
from reticent.formats.pdf._glyphs import Glyph
from reticent.formats.pdf._interpreting import Box
from reticent.formats.pdf._layout import WORD, LetterCell, Line

with needs_extra("pdf", "reading PDF files"):
    from pdfminer.fontmetrics import FONT_METRICS


_ALIGNED = 1.0
"""Lines whose ends lie nearer than this, in points, are aligned; programs round widths to a fraction of that."""

_EXACT = 0.06  # points: lines anywhere on a page that end so near to each other do so on purpose
_LONG = 12.0  # a line of text is at least so long, 1 for its size: some two dozen letters
_NEAR = 4.0  # lines that lie nearer than this (1 is the size) are neighbours, with a heading or a blank line between them
_EDGE = 2.0  # points that a line keeps free before the edge of a page
_BESIDE = 0.2  # the space that a line keeps free before the text beside it, 1 for the size


def find_room(line: Line, others: Sequence[Line], page: Box) -> float:
    """How far a line may reach: to the next text beside it, or to the edge of an upright page."""
    edge = page[2] - _EDGE if line.turn == 0 else float("inf")
    beside = (
        other.start - _BESIDE * line.size
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
        if abs(_text_end(other) - end) < (_ALIGNED / 2 if _is_near(line, other) else _EXACT)
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
    return abs(other.across - line.across) < _NEAR * line.size


def _count_aligned(line: Line, others: Sequence[Line]) -> dict[str, int]:
    """How many of the lines around begin, end or have their middle where this one does."""
    end, middle = _text_end(line), (line.start + _text_end(line)) / 2
    return {
        "left": sum(abs(other.start - line.start) < _ALIGNED for other in others),
        "right": sum(abs(_text_end(other) - end) < _ALIGNED / 2 for other in others),
        "centre": sum(abs((other.start + _text_end(other)) / 2 - middle) < _ALIGNED / 2 for other in others),
    }


def _is_paragraph(lines: Sequence[Line]) -> bool:
    """Whether lines that end at one place begin at one place too, and are long enough for text."""
    long = [other for other in lines if other.end - other.start > _LONG * other.size]
    return any(abs(one.start - other.start) < _ALIGNED for one, other in combinations(long, 2))


def _align_single_line(line: Line, page: Box) -> str:
    middle = (line.start + _text_end(line)) / 2
    return "centre" if line.turn == 0 and abs(middle - (page[0] + page[2]) / 2) < 2 * _ALIGNED else "left"


def _text_end(line: Line) -> float:
    """Where the last visible letter of a line ends."""
    return next((cell.first.end for cell in reversed(line.cells) if not cell.text.isspace()), line.end)


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """How a placeholder is drawn; 1 is the size of the letters that it stands for."""

    size: float = 0.72
    margin: float = 0.12
    top: float = 0.8
    bottom: float = -0.22


LABEL = LabelStyle()
_COURIER = 0.6  # the width of every letter of that font, 1 for its size
_UNKNOWN = 556  # thousandths of the size: the width of a digit and most small letters of Helvetica


def encode_label(text: str) -> bytes:
    """The label as these fonts write it; a DocumentError when it has letters that they lack."""
    try:
        return " ".join(text.split()).encode("cp1252")
    except UnicodeEncodeError:
        raise DocumentError(
            "a replacement has letters that can't be drawn in a PDF: choose placeholders, or replacements in Latin letters"
        ) from None


def label_width(text: str, style: str) -> float:
    """The width of a label in one of these fonts, 1 for its size."""
    if style.startswith("Courier"):
        return _COURIER * len(encode_label(text))
    widths = FONT_METRICS[style][1]
    letters = encode_label(text).decode("cp1252")
    return sum(widths.get(letter, _UNKNOWN) for letter in letters) / 1000


Gaps = Literal["uniform", "exact"]

_NARROWEST = 0.35  # the share of its width to which a label is squeezed at most; with less nobody can read it
_TIGHTEST = 0.2  # the width of the narrowest space in a line that is set at both ends, 1 for the size


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
    """LetterCells of a line that stay, or that go together."""

    cells: tuple[LetterCell, ...]
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

    With uniform gaps nothing of it discloses how wide the removed letters were: labels have the width of their text, what
    follows closes up, and a line that was aligned stays so.
    """
    groups = _groups(line, fragments)
    if gaps == "exact":
        gone = [(group, group.fragment) for group in groups if group.fragment is not None]
        return Moves({}, tuple(_label(group, each, group.end - group.start) for group, each in gone))
    alignment = find_alignment(line, others, page)
    moves, total = _close(groups, 1.0)
    width = sum(label.width for label in moves.labels)
    over = _overrun(line, total, alignment, others, page)
    if over > 0 and width > 0:
        moves, total = _close(groups, max(_NARROWEST, 1 - over / width))
    return _align(line, moves, total, alignment)


def _overrun(line: Line, total: float, alignment: str, others: Sequence[Line], page: Box) -> float:
    """By how much the labels of a line are too wide for it."""
    if alignment == "both":
        gaps = _word_gaps(line)
        return total - sum(gap - _TIGHTEST * line.size for gap in gaps) if gaps else total
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
