"""Pictures with words that every machine can read: each letter is drawn as the bits of its number.

A scripted reader decodes them from the dots, so that what is black is gone, as for any other reader.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from reticent.formats.pictures._boxes import Dots
from reticent.formats.pictures._recognition import Look, SeenWord

CELL = 4
"""Dots of a bit: more than a JPEG blurs."""

HEIGHT = 10
"""Cells of a letter: eight bits between two that are black, so that white and black areas are none."""

STEP = 14
"""Cells from one line to the next."""


def draw(*lines: str, width: int = 600, height: int = 400) -> Dots:
    """A white picture with these lines."""
    cells = np.ones((height // CELL, width // CELL), dtype=bool)
    for number, line in enumerate(lines):
        for place, letter in enumerate(line):
            column, row = 2 + 2 * place, 2 + STEP * number
            if letter != " ":
                cells[row : row + HEIGHT, column] = [False, *_bits(letter), False]
    return np.asarray(np.kron(cells, np.ones((CELL, CELL))) * 255, dtype=np.uint8)


def _bits(letter: str) -> list[bool]:
    return [not ord(letter) >> bit & 1 for bit in range(8)]


@dataclass(frozen=True)
class ScriptedReader:
    """Reads what `draw` draws; `cell` is how many dots a bit has, `sure` how sure it says that it is, in hundredths.

    A second look sees letters even where the first one `overlooks` a word; it is less sure by `doubts`.
    """

    cell: float = CELL
    sure: float = 96.0
    overlooks: tuple[str, ...] = ()
    doubts: float = 0.0

    def read(self, dots: Dots, look: Look) -> list[SeenWord]:
        words = [word for line in self._lines(dots) for word in line]
        if look == "first":
            return [word for word in words if word.text not in self.overlooks]
        return [replace(word, confidence=word.confidence - self.doubts) for word in words]

    def _lines(self, dots: Dots) -> Iterator[list[SeenWord]]:
        height, width = (int(side / self.cell) for side in dots.shape)
        middle = (np.arange(max(height, width)) * self.cell + self.cell / 2).astype(int)
        cells = dots[middle[:height]][:, middle[:width]] > 127
        for number, row in enumerate(range(2, height - HEIGHT, STEP)):
            letters = [self._letter(cells[row : row + HEIGHT, column]) for column in range(2, width, 2)]
            yield list(self._words("".join(letters), number, row))

    def _letter(self, bits: Any) -> str:
        number = sum(1 << place for place, bit in enumerate(bits[1:-1]) if not bit)
        return chr(number) if not bits[0] and not bits[-1] and 32 < number < 127 else " "

    def _words(self, line: str, number: int, row: int) -> Iterator[SeenWord]:
        place = 0
        for text in line.split(" "):
            if text:
                box = (2 + 2 * place, row, 2 + 2 * (place + len(text)), row + HEIGHT)
                left, top, right, bottom = (round(each * self.cell) for each in box)
                yield SeenWord(text, (left, top, right, bottom), self.sure, (1, 1, number))
            place += len(text) + 1


def read_with(patch: pytest.MonkeyPatch, reader: object) -> None:
    """Let pictures be read by this reader."""
    patch.setattr("reticent.formats.pictures.can_read_pictures", lambda: True)
    patch.setattr("reticent.formats.pictures._recognition.find_recognizer", lambda: reader)


def pack(pages: Sequence[Dots], kind: str = "PNG", **more: Any) -> bytes:
    """A file of these pages."""
    pictures = [Image.fromarray(page) for page in pages]
    out = io.BytesIO()
    if len(pictures) > 1:
        more |= {"save_all": True, "append_images": pictures[1:]}
    pictures[0].save(out, kind, **more)
    return out.getvalue()


def unpack(data: bytes) -> list[Dots]:
    """The pages of a file in grey."""
    picture = Image.open(io.BytesIO(data))
    pages = []
    for number in range(getattr(picture, "n_frames", 1)):
        picture.seek(number)
        pages.append(np.asarray(picture.convert("L")))
    return pages
