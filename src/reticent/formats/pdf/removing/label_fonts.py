"""The fonts that every reader has, in which labels and replacements are written."""

from __future__ import annotations

from dataclasses import dataclass

from reticent.errors import DocumentError, needs_extra

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
        return 0.6 * len(encode_label(text))
    widths = FONT_METRICS[style][1]
    letters = encode_label(text).decode("cp1252")
    return sum(widths.get(letter, 556) for letter in letters) / 1000
