"""Lines under words and colour behind them: they would tell how wide removed words were."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from reticent.formats.pdf.reading.glyphs import Box
from reticent.formats.pdf.reading.matrices import Matrix, apply

MARGIN = 2.5
"""How far, in points, an underline or a background reaches beyond its words."""

THIN = 2.0
_POINTS = {"m": 1, "l": 1, "c": 3, "v": 2, "y": 2}


@dataclass(frozen=True, slots=True)
class Zones:
    """Places of a page: in `words` no path may lie that fits into them, in `lines` no thin one."""

    words: tuple[Box, ...] = ()
    lines: tuple[Box, ...] = ()

    def hide(self, box: Box) -> bool:
        """Whether a path with this box decorates words that went or moved."""
        thin = min(box[2] - box[0], box[3] - box[1]) <= THIN
        return any(_inside(box, zone) for zone in self.words) or (
            thin and any(_inside(box, zone) for zone in self.lines)
        )


def _inside(box: Box, zone: Box) -> bool:
    return (
        zone[0] - MARGIN <= box[0]
        and zone[1] - MARGIN <= box[1]
        and box[2] <= zone[2] + MARGIN
        and box[3] <= zone[3] + MARGIN
    )


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
