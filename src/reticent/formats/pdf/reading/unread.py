"""Pages that can't be read: scans, invisible text over pictures, glyphs without letters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from reticent.formats.pdf.reading.glyphs import Box, Glyph, PageContent
from reticent.formats.pdf.reading.interpreting import FIRST_CLIP, INVISIBLE
from reticent.formats.pdf.reading.letters import UNKNOWN

LARGE = 0.3
"""The share of a page from which on a picture may be the page itself, scanned."""

NOTICEABLE = 0.02
FEW_LETTERS = 100
FEW_DOTS = 48
"""Fewer dots than two letters need (three by five each, and the space around them): all pictures of a page together."""

MOST_UNKNOWN = 0.02


def find_unread(page: PageContent) -> str | None:
    """Why a page can't be read by its glyphs alone, or None when it can."""
    return next(_reasons(page), None)


def _reasons(page: PageContent) -> Iterator[str]:
    letters = sum(1 for glyph in page.glyphs if glyph.text.isalnum())
    visible = sum(picture.dots for picture in page.pictures) >= FEW_DOTS
    shares = [_share(picture.box, page.box) for picture in page.pictures if visible]
    if letters == 0 and max(shares, default=0.0) > NOTICEABLE:
        yield "it holds a picture and no text, as a scan does"
    elif letters < FEW_LETTERS and max(shares, default=0.0) > 0.5:
        yield "it holds a large picture and hardly any text, as a scan does"
    if page.fontless:
        yield "it shows text without a font"
    if any(glyph.mode >= FIRST_CLIP for glyph in page.glyphs):
        yield "text is used as a stencil"
    if _has_unknown_glyphs(page.glyphs):
        yield "it has glyphs without letters"
    if _has_hidden_text(page):
        yield "text lies invisible over or under a picture, as in a scan with recognized text"


def _has_unknown_glyphs(glyphs: tuple[Glyph, ...]) -> bool:
    """Whether glyphs without letters stand side by side, or are many; a single one may be a bullet."""
    runs = [len(list(run)) for unknown, run in groupby(g.text == UNKNOWN for g in glyphs) if unknown]
    return max(runs, default=0) > 2 or sum(runs) > max(3.0, MOST_UNKNOWN * len(glyphs))


def _has_hidden_text(page: PageContent) -> bool:
    for picture in page.pictures:
        large = _share(picture.box, page.box) > LARGE
        for glyph in page.glyphs:
            behind = glyph.mode == INVISIBLE or (large and glyph.order < picture.after)
            if behind and not glyph.text.isspace() and overlap(glyph.box, picture.box):
                return True
    return False


def overlap(first: Box, second: Box) -> bool:
    """Whether two boxes share a place."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _share(box: Box, page: Box) -> float:
    """How much of the page a box covers."""
    width = min(box[2], page[2]) - max(box[0], page[0])
    height = min(box[3], page[3]) - max(box[1], page[1])
    area = (page[2] - page[0]) * (page[3] - page[1])
    return max(0.0, width) * max(0.0, height) / area if area > 0 else 0.0
