"""Black boxes in a picture: found, and taken out of the way of whoever reads the words around them.

A reader of print takes a box for letters, and its neighbours for others than they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Dots = NDArray[np.uint8]
"""A picture in grey: rows of dots, 0 is black."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in dots; right and bottom are outside."""

BLACK = 64
"""Of 255: the brightest dot of a black box after a JPEG has blurred it."""

_CELL = 4  # dots of the squares in which boxes are looked for: strokes of small print are no wider
_SMALLEST = 16  # dots of the shorter side of a box: one around the smallest print that is read has more
_EDGE = 2  # dots at the sides of a box that may be lighter; inside it none is, so that white print on dark paper is no box
_BLUR = 3  # dots around a box that a JPEG or a change of scale mixes with it


def find_boxes(dots: Dots) -> list[Box]:
    """The black rectangles of a picture, from the top to the bottom."""
    black = dots <= BLACK
    height, width = (side // _CELL for side in dots.shape)
    if not height or not width:
        return []
    cut = black[: height * _CELL, : width * _CELL].reshape(height, _CELL, width, _CELL)
    found = (_grow(black, hull) for hull in _hulls(np.asarray(cut.all(axis=(1, 3)))))
    return sorted({box for box in found if _is_box(black, box)}, key=lambda box: (box[1], box[0]))


def _hulls(squares: NDArray[np.bool_]) -> list[Box]:
    """The squares that hang together, as boxes around them in dots."""
    left = {(int(row), int(column)) for row, column in zip(*np.nonzero(squares), strict=True)}
    hulls = []
    while left:
        heap = [left.pop()]
        rows, columns = [heap[0][0]], [heap[0][1]]
        while heap:
            row, column = heap.pop()
            for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if near in left:
                    left.remove(near)
                    heap.append(near)
                    rows.append(near[0])
                    columns.append(near[1])
        hulls.append(
            (
                min(columns) * _CELL,
                min(rows) * _CELL,
                (max(columns) + 1) * _CELL,
                (max(rows) + 1) * _CELL,
            )
        )
    return hulls


def _grow(black: NDArray[np.bool_], box: Box) -> Box:
    """The box with the rows and columns at its edges that are black too, less than a square of them."""
    left, top, right, bottom = box
    for _ in range(_CELL):
        top -= bool(top and black[top - 1, left:right].all())
        bottom += bool(bottom < black.shape[0] and black[bottom, left:right].all())
        left -= bool(left and black[top:bottom, left - 1].all())
        right += bool(right < black.shape[1] and black[top:bottom, right].all())
    return left, top, right, bottom


def _is_box(black: NDArray[np.bool_], box: Box) -> bool:
    left, top, right, bottom = box
    if min(right - left, bottom - top) < _SMALLEST:
        return False
    return bool(black[top + _EDGE : bottom - _EDGE, left + _EDGE : right - _EDGE].all())


def clear_boxes(dots: Dots, boxes: Sequence[Box]) -> Dots:
    """The picture with paper instead of its boxes."""
    if not boxes:
        return dots
    cleared = dots.copy()
    paper = np.uint8(np.median(dots))
    for left, top, right, bottom in boxes:
        cleared[max(0, top - _BLUR) : bottom + _BLUR, max(0, left - _BLUR) : right + _BLUR] = paper
    return cleared


def blacken(dots: Dots, boxes: Iterable[Box]) -> Dots:
    """The dots, of one colour or several, with these places black."""
    changed = dots.copy()
    for left, top, right, bottom in boxes:
        changed[top:bottom, left:right] = 0
    return changed


def are_black(dots: Dots, boxes: Iterable[Box]) -> bool:
    """Whether nothing shows in these places."""
    return all(
        int(dots[top:bottom, left:right].max(initial=0)) <= BLACK for left, top, right, bottom in boxes
    )
