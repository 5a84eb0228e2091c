"""The pages of a PDF as a reviewer sees them: drawn as they are judged, with the boxes of any words."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from reticent.errors import needs_extra
from reticent.formats.pdf._interpreting import Box, box_around
from reticent.formats.pdf._visibility import Viewer
from reticent.formats.seam.outline import PageBox, PageFrame, PagesInSight, write_png
from reticent.plan import Edit
from reticent.text import Span, merge_spans

with needs_extra("pdf", "reading PDF files"):
    import pikepdf

if TYPE_CHECKING:
    from reticent.formats.pdf._source import ReadPage

_SCALE = 1.75
"""Dots a point of a page on the screen: small print can be read at it, and a page takes a tenth of a second. Chosen by hand."""


@dataclass(frozen=True)
class PdfInSight(PagesInSight):
    """The pages of a file in canonical bytes, where covered text is gone already."""

    data: bytes = field(repr=False)
    pages: Sequence[ReadPage] = field(repr=False)

    @cached_property
    def frames(self) -> tuple[PageFrame, ...]:
        """The edges of every page, in order."""
        with Viewer(self.data) as viewer:
            boxes = viewer.edges
        with pikepdf.open(io.BytesIO(self.data)) as pdf:
            turns = [int(page.obj.get("/Rotate", 0)) % 360 for page in pdf.pages]
        return tuple(PageFrame(*box, turn) for box, turn in zip(boxes, turns, strict=True))

    def draw(self, page: int) -> bytes:
        """A page as it looks, not turned, as a PNG file."""
        with Viewer(self.data) as viewer:
            dots = np.ascontiguousarray(viewer.look(page, _SCALE).dots[:, :, ::-1])
        return write_png([row.tobytes() for row in dots], dots.shape[1])

    def find_boxes(self, span: Span) -> list[PageBox]:
        """Where a stretch of the text stands, a box for each line of it."""
        return [
            PageBox(page.content.number, *box)
            for page in self.pages
            if page.start < span.end and span.start < page.end
            for box in (*_boxes_of_glyphs(page, span), *page.find_boxes([Edit(span, "", 0)]))
        ]

    def find_spans(self, boxes: Iterable[PageBox]) -> list[Span]:
        """The stretches of the text whose letters have their middle in one of these boxes."""
        on_page: dict[int, list[PageBox]] = defaultdict(list)
        for box in boxes:
            on_page[box.page].append(box)
        found = [
            span
            for page in self.pages
            if (wanted := on_page.get(page.content.number))
            for span in _join_across_blanks(page, list(_letters_in(page, wanted)))
        ]
        return merge_spans(found)


def _boxes_of_glyphs(page: ReadPage, span: Span) -> list[Box]:
    lines: dict[int, list[Box]] = defaultdict(list)
    for character in page.characters[max(0, span.start - page.start) : span.end - page.start]:
        for cell in character.cells:
            lines[character.line].append(cell.first.box)
    return [
        box_around([corner for box in found for corner in (box[:2], box[2:])]) for found in lines.values()
    ]


def _letters_in(page: ReadPage, boxes: Sequence[PageBox]) -> Iterator[int]:
    """The characters of a page, by their places in the text, that stand in one of the boxes."""
    for at, character in enumerate(page.characters, page.start):
        middles = [
            ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
            for box in (each.first.box for each in character.cells)
        ]
        if any(
            each.left <= x <= each.right and each.bottom <= y <= each.top
            for x, y in middles
            for each in boxes
        ):
            yield at
    if page.scan is not None:
        start = page.end - len(page.scan.seen.text)
        for word, place in zip(page.scan.seen.words, page.scan.seen.spans, strict=True):
            left, bottom, right, top = page.scan.place(word.box)
            x, y = (left + right) / 2, (bottom + top) / 2
            if any(each.left <= x <= each.right and each.bottom <= y <= each.top for each in boxes):
                yield from range(start + place.start, start + place.end)


def _join_across_blanks(page: ReadPage, letters: Sequence[int]) -> Iterator[Span]:
    """Letters in stretches: blanks and line ends that nobody drew part none."""
    start = letters[0] if letters else 0
    for left, right in pairwise(letters):
        between = page.characters[left - page.start + 1 : right - page.start]
        if any(not each.text.isspace() for each in between):
            yield Span(start, left + 1)
            start = right
    if letters:
        yield Span(start, letters[-1] + 1)
