"""Lines under words and colour behind them: they would tell how wide removed words were."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from reticent.formats.pdf.reading.glyphs import Box
from reticent.formats.pdf.reading.matrices import Matrix, apply

MARGIN = 2.5
"""How far, in points, an underline or a background reaches beyond its words."""

THIN = 2.0
_ROUNDING = 1e-6
_POINTS = {"m": 1, "l": 1, "c": 3, "v": 2, "y": 2}


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
        for zone in self.zones[first : bisect_right(self.bottoms, bottom)]:
            if zone[0] <= left and right <= zone[2] and top <= zone[3]:
                return True
        return False


@dataclass(frozen=True, slots=True)
class Shelves:
    """Zones, sorted."""

    words: Shelf
    lines: Shelf

    def hide(self, box: Box) -> bool:
        """Whether a path with this box decorates words that went or moved."""
        thin = min(box[2] - box[0], box[3] - box[1]) <= THIN
        return self.words.holds(box) or (thin and self.lines.holds(box))


def _shelve(zones: Iterable[Box]) -> Shelf:
    wide = sorted(_widen(zones), key=lambda zone: zone[1])
    tallest = max((zone[3] - zone[1] for zone in wide), default=0.0)
    return Shelf(tuple(zone[1] for zone in wide), tuple(wide), tallest)


def _widen(zones: Iterable[Box]) -> Iterator[Box]:
    for left, bottom, right, top in zones:
        yield left - MARGIN, bottom - MARGIN, right + MARGIN, top + MARGIN


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
        if not self.points:
            return None
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        self.points = []
        return min(xs), min(ys), max(xs), max(ys)
