"""What is drawn where letters went: labels in the fonts that every reader has, and how wide they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from reticent.errors import DocumentError, needs_extra
from reticent.formats.pdf._glyphs import Glyph
from reticent.formats.pdf._layout import Line

with needs_extra("pdf", "reading PDF files"):
    from pdfminer.fontmetrics import FONT_METRICS


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


def label_places(line: Line, fragments: Iterable[Fragment]) -> Moves:
    """The labels of a line in which every kept letter stays where it is: they have the width of what went."""
    owner = {order: fragment for fragment in fragments for order in fragment.orders}
    groups = groupby(line.cells, key=lambda cell: id(owner.get(cell.first.order)))
    labels = []
    for _, group in groups:
        cells = list(group)
        fragment = owner.get(cells[0].first.order)
        if fragment is not None:
            width = max(cell.first.end for cell in cells) - cells[0].first.along
            labels.append(Label(cells[0].first, fragment.text, fragment.placeholder, width))
    return Moves({}, tuple(labels))


def own_width(fragment: Fragment, glyph: Glyph) -> float:
    """The width of a label in points, which depends on its text and on the size of the letters around it."""
    if fragment.placeholder:
        text = label_width(fragment.text, "Helvetica") if fragment.text else 1.0
        return (LABEL.size * text + 2 * LABEL.margin) * glyph.size
    return label_width(fragment.text, glyph.style) * glyph.size
