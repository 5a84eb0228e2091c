"""Words in the pictures of a page: read from the page as it looks without its text, and black on it where they go.

A page with a word that goes from a picture becomes a picture of itself, so that no layer, mask or strip below the black
box keeps it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from reticent.errors import needs_extra
from reticent.formats.pdf._glyphs import FEW_DOTS, PageContent, Picture, overlap
from reticent.formats.pdf._interpreting import INVISIBLE, Box
from reticent.formats.pdf._visibility import RenderedPage, Viewer
from reticent.formats.pictures._pages import SeenPicture, find_left, to_grey, why_unreadable
from reticent.formats.pictures._recognition import Look, PictureText, SeenWord, lay_out, read_all

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Name


_FINEST, _COARSEST, _USUAL = 250.0, 72.0, 200.0
"""Dots an inch at which pages are looked at: as their pictures have, no more than helps, 200 where nobody says."""

_GREY = 0x99  # a box of this colour lets black and white text on it be read

PAPER = 255


@dataclass(frozen=True, slots=True)
class Scan:
    """What was read in the pictures of a page, and how its dots lie on the page."""

    picture: SeenPicture
    scale: float
    left: float
    top: float

    @property
    def seen(self) -> PictureText:
        """The words and their text."""
        return self.picture.seen

    def place(self, box: tuple[int, int, int, int]) -> Box:
        """A box of dots as a box of points on the page."""
        left, top, right, bottom = (each / self.scale for each in box)
        return self.left + left, self.top - bottom, self.left + right, self.top - top

    def find_left(self, gone: Collection[str]) -> list[Box]:
        """The places of removed words that were read nonetheless."""
        return [self.place(self.picture.widen(word)) for word in find_left(self.seen.words, gone)]

    def leave_typed(self, content: PageContent) -> Scan:
        """The same without the words that stand where glyphs say what is written: these have readers of their own."""
        boxes = np.array([glyph.box for glyph in content.glyphs], dtype=np.float64).reshape(-1, 4)
        words = [word for word in self.seen.words if not _lies_in(self.place(word.box), boxes)]
        return replace(self, picture=replace(self.picture, seen=lay_out(words)))

    def scaled_to(self, other: Scan) -> list[SeenWord]:
        """The words with their boxes in the dots of another scan of the page."""
        ratio = other.scale / self.scale
        return [
            SeenWord(word.text, _times(word.box, ratio), word.confidence, word.line)
            for word in self.seen.words
        ]

    def find_weakness(self) -> str | None:
        """Why what was read can't be relied on; None when it can."""
        return why_unreadable(self.picture.dots, self.seen.words)


def _times(box: tuple[int, int, int, int], ratio: float) -> tuple[int, int, int, int]:
    left, top, right, bottom = (round(each * ratio) for each in box)
    return left, top, right, bottom


def _lies_in(word: Box, boxes: NDArray[np.float64]) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    left, bottom, right, top = boxes.T
    return bool(((left <= x) & (x <= right) & (bottom <= y) & (y <= top)).any())


def has_pictures(content: PageContent) -> bool:
    """Whether pictures on a page have dots enough for two letters, all together."""
    return sum(picture.dots for picture in content.pictures) >= FEW_DOTS


def scan_pages(data: bytes, contents: Iterable[PageContent], look: Look) -> dict[int, Scan]:
    """What is read in the pictures of each page that has some, by its number."""
    with Viewer(data) as viewer:
        views = {each.number: _look_at(viewer, each) for each in contents if has_pictures(each)}
    words = read_all([to_grey(view.dots) for view in views.values()], look)
    return {
        number: Scan(SeenPicture(to_grey(view.dots), lay_out(found)), view.scale, view.left, view.top)
        for (number, view), found in zip(views.items(), words, strict=True)
    }


def _look_at(viewer: Viewer, content: PageContent) -> RenderedPage:
    """The pictures of a page as they look without its text; around them it is paper."""
    _, bare = viewer.look_twice(content.number, _find_resolution(content) / 72)
    boxes = np.array([picture.box for picture in content.pictures], dtype=np.float64).reshape(-1, 4)
    dots = np.full_like(bare.dots, PAPER)
    for left, top, right, bottom in bare.cut(boxes):
        dots[top:bottom, left:right] = bare.dots[top:bottom, left:right]
    return RenderedPage(dots, bare.scale, bare.left, bare.top)


def _find_resolution(content: PageContent) -> float:
    """The dots an inch of the picture that has most of them."""
    found = [each for picture in content.pictures if (each := _dots_an_inch(picture))]
    return min(_FINEST, max(_COARSEST, *found)) if found else _USUAL


def _dots_an_inch(picture: Picture) -> float:
    left, bottom, right, top = picture.box
    area = (right - left) * (top - bottom)
    return 72 * sqrt(picture.size[0] * picture.size[1] / area) if area > 0 else 0.0


def find_layer(content: PageContent) -> list[int]:
    """The glyphs of invisible text over the pictures of a page, by their order: words that somebody else read there."""
    return [
        glyph.order
        for glyph in content.glyphs
        if glyph.mode == INVISIBLE and any(overlap(glyph.box, picture.box) for picture in content.pictures)
    ]


def paint_boxes(pdf: pikepdf.Pdf, boxes: Mapping[int, Sequence[Box]]) -> None:
    """Paint black boxes over pages, by their numbers."""
    for number, found in boxes.items():
        page = pdf.pages[number - 1].obj
        drawn = "".join(
            f"{left:.3f} {bottom:.3f} {right - left:.3f} {top - bottom:.3f} re f\n"
            for left, bottom, right, top in found
        )
        content = page["/Contents"].read_bytes()
        page["/Contents"] = pdf.make_stream(b"q\n" + content + f"\nQ\nq 0 g\n{drawn}Q\n".encode())


def drop_pictures(pdf: pikepdf.Pdf, contents: Iterable[PageContent]) -> int:
    """Put a grey box in the place of every picture with dots enough for letters, and say how many there were.

    What shines through in places becomes nothing at all, so that it covers no text that could be read.
    """
    numbers = {
        picture.number
        for each in contents
        if has_pictures(each)
        for picture in each.pictures
        if picture.number
    }
    for number in sorted(numbers):
        image = pdf.get_object((number, 0))
        through = any(key in image for key in ("/SMask", "/Mask", "/ImageMask"))
        for key in [key for key in image.keys() if key not in ("/Type", "/Subtype", "/Length")]:  # noqa: SIM118
            del image[key]
        image["/Width"], image["/Height"], image["/BitsPerComponent"] = 1, 1, 1 if through else 8
        if through:
            image["/ImageMask"] = True
            image.write(b"\x80")  # a dot of a mask that is 1 paints nothing
        else:
            image["/ColorSpace"] = Name.DeviceGray
            image.write(bytes([_GREY]))
    return len(numbers)
