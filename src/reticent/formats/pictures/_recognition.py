"""Words in a picture, with their places and how sure their reader is: a small protocol, and Tesseract for it.

Tesseract gets the dots through a pipe, so that no page lies in a temporary file.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.util import find_spec
from threading import Lock
from typing import Literal, Protocol

import numpy as np

from reticent.errors import DocumentError
from reticent.formats.pictures._boxes import Box, Dots, clear_boxes, find_boxes
from reticent.language.registry import find_languages
from reticent.text import Span

Look = Literal["first", "second"]
"""How a picture is read: as its text, or once more in another way, to see what the first look may have missed."""

_SURE = 75.0
"""Of 100: a page whose words Tesseract is less sure of on average is turned, or too poor to be read. Upright pages of 100
dots an inch have 92 and more, pages of 75 dots an inch 63 to 88, pages that are turned 43."""

_DOUBTFUL = 50.0  # of 100: a word below it is a guess
_MANY_DOUBTFUL = 0.15  # the share of words that are guesses above which a page is not read, chosen by hand
_FEW_WORDS = 3  # a page with fewer is not turned over: a stamp says nothing about the direction of a page

LOWEST = 12
"""Dots that the words of a page are high in the middle: at 100 dots an inch (10) one word of thirty is misread, at 150 (16)
none of 284. `python -m experiments.files_scans` measures it."""

_SECONDS = (
    120  # for one page, chosen by hand: a dense page takes two; a picture that is made to last is stopped
)
_REMEMBERED = (
    256  # pages whose words are kept, chosen by hand: a file is read and its release checked in one go
)
_TWICE = 2.0  # how much larger small pictures are looked at: print of 150 dots an inch is read better at 300
_COARSE, _FINE = 0.75, 1.5  # by how much the second look makes a picture smaller or larger than the first
_SMALL = 2_500_000  # dots: A4 at 160 dots an inch
_LARGE = (
    5_000_000  # dots: A4 at 230 dots an inch, of which enough are left when the second look makes it smaller
)
_DARK = 128  # of 255: paper that is darker is read as its negative, in which Tesseract misses fewer words

BOX = "\u2588"
"""How a black box reads: as a full block, which belongs to no word."""


@dataclass(frozen=True, slots=True)
class SeenWord:
    """A word in a picture; `line` counts blocks, paragraphs and lines, `confidence` is of 100."""

    text: str = field(repr=False)
    box: Box
    confidence: float
    line: tuple[int, int, int]


class Recognizer(Protocol):
    """Whoever reads pictures."""

    def read(self, dots: Dots, look: Look) -> list[SeenWord]:
        """The words in reading order."""
        ...


@dataclass(frozen=True, slots=True)
class Tesseract:
    """The program `tesseract`, which reads print."""

    program: str
    languages: str

    def read(self, dots: Dots, look: Look) -> list[SeenWord]:
        """The words in reading order; a page on its side or its head is turned."""
        scale = _choose_scale(dots, look)
        scaled = dots if scale == 1 else _resize(dots, scale)
        usual, turning = ("3", "1") if look == "first" else ("11", "12")
        words = self._run(scaled, usual)
        if len(words) >= _FEW_WORDS and _mean_confidence(words) < _SURE:
            turned = self._run(scaled, turning)
            words = max(words, turned, key=_mean_confidence)
        height, width = dots.shape
        return [_scale_word(word, scale, width, height) for word in words]

    def _run(self, dots: Dots, mode: str) -> list[SeenWord]:
        command = [self.program, "stdin", "stdout", "-l", self.languages, "--oem", "1", "--psm", mode]
        height, width = dots.shape
        picture = b"P5 %d %d 255\n" % (width, height) + dots.tobytes()
        try:
            done = subprocess.run(  # noqa: S603 - the program that was found, and no words of a file
                [*command, "--dpi", "300", "tsv"],
                input=picture,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},
            )
        except (OSError, subprocess.TimeoutExpired):
            raise DocumentError(
                f"tesseract did not read a picture within {_SECONDS} seconds: make the picture smaller"
            ) from None
        if done.returncode:
            return []  # it gives up on pictures with nothing to read
        return list(_parse(done.stdout.decode("utf-8", "replace")))


def _choose_scale(dots: Dots, look: Look) -> float:
    """Small pictures are enlarged; the second look is at another scale than the first."""
    small = dots.size < _SMALL
    base = _TWICE if small else 1.0
    if look == "first":
        return base
    return base * (_COARSE if small or dots.size > _LARGE else _FINE)


def _resize(dots: Dots, scale: float) -> Dots:
    from PIL import Image

    height, width = dots.shape
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return np.asarray(Image.fromarray(dots).resize(size, Image.Resampling.BICUBIC))


def _scale_word(word: SeenWord, scale: float, width: int, height: int) -> SeenWord:
    left, top, right, bottom = (each / scale for each in word.box)
    box = (
        max(0, int(left)),
        max(0, int(top)),
        min(width, int(np.ceil(right))),
        min(height, int(np.ceil(bottom))),
    )
    return SeenWord(word.text, box, word.confidence, word.line)


def _parse(table: str) -> list[SeenWord]:
    words = []
    for row in table.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) != 12 or cells[0] != "5" or not cells[11].strip():
            continue
        _, _, block, paragraph, line, _, left, top, width, height = map(int, cells[:10])
        box = (left, top, left + width, top + height)
        text = "".join(cells[11].split())
        words.append(SeenWord(text, box, float(cells[10]), (block, paragraph, line)))
    return words


def _mean_confidence(words: Sequence[SeenWord]) -> float:
    """How sure the reader is of the words, by their letters; signs that are no words say nothing."""
    weights = [sum(map(str.isalnum, word.text)) for word in words]
    total = sum(weights)
    return (
        sum(w.confidence * weight for w, weight in zip(words, weights, strict=True)) / total if total else 0.0
    )


def find_weakness(words: Sequence[SeenWord]) -> str | None:
    """Why what was read can't be relied on, with what to do about it; None when it can, or when there are no words."""
    real = [word for word in words if sum(map(str.isalnum, word.text)) > 1]
    if not real:
        return None
    if np.median([_height(word) for word in real]) < LOWEST:
        return "its print is too small to be read for sure: scan it with 200 dots an inch or more"
    guesses = sum(word.confidence < _DOUBTFUL for word in real) / len(real)
    if _mean_confidence(real) < _SURE or guesses > _MANY_DOUBTFUL:
        return "its words can't be read for sure: scan it again, straight, clean and with 200 dots an inch or more"
    return None


def _height(word: SeenWord) -> int:
    """How high a word is: on a page that lies on its side it is wide instead."""
    left, top, right, bottom = word.box
    return min(right - left, bottom - top)


def can_read_pictures() -> bool:
    """Whether the extra and the program are installed."""
    return find_spec("PIL") is not None and shutil.which("tesseract") is not None


@cache
def find_recognizer() -> Recognizer:
    """The reader of pictures; a DocumentError says how it is installed."""
    program = shutil.which("tesseract")
    if program is None:
        raise DocumentError(
            "reading pictures needs the program tesseract: install it, for example with 'apt-get install tesseract-ocr'"
        )
    command = [program, "--list-langs"]
    listed = subprocess.run(command, capture_output=True, check=False, timeout=_SECONDS)  # noqa: S603
    known = listed.stdout.decode().split()
    read = [each.long_code for each in find_languages()]
    return Tesseract(program, "+".join(each for each in read if each in known) or "eng")


_memory: OrderedDict[tuple[object, ...], tuple[SeenWord, ...]] = OrderedDict()
_lock = Lock()


def read_words(dots: Dots, look: Look) -> tuple[SeenWord, ...]:
    """The words in a picture, with a mark for every black box; what was read a moment ago is not read again."""
    recognizer = find_recognizer()
    key = (recognizer, look, dots.shape, hashlib.sha256(dots.tobytes()).digest())
    with _lock:
        if key in _memory:
            _memory.move_to_end(key)
            return _memory[key]
    dark = np.median(dots) < _DARK
    boxes = [] if dark else find_boxes(dots)  # on dark paper the inside of a letter looks like one
    cleared = 255 - dots if dark else clear_boxes(dots, boxes)
    words = tuple(_mark_boxes(recognizer.read(cleared, look), boxes))
    with _lock:
        _memory[key] = words
        while len(_memory) > _REMEMBERED:
            _memory.popitem(last=False)
    return words


def _mark_boxes(words: Sequence[SeenWord], boxes: Sequence[Box]) -> list[SeenWord]:
    """The words with marks among them where boxes stand, each in the line of the word that is next to it."""
    marked = list(words)
    for box in boxes:
        near = [
            (distance, place)
            for place, word in enumerate(marked)
            if (distance := _distance(word.box, box)) is not None
        ]
        if not near:
            lone = max((word.line[0] for word in marked), default=0) + 1
            marked.append(SeenWord(BOX, box, 100.0, (lone, 1, 1)))
            continue
        place = min(near)[1]
        after = (marked[place].box[0], marked[place].box[1]) < (box[0], box[1])
        marked.insert(place + after, SeenWord(BOX, box, 100.0, marked[place].line))
    return marked


def _distance(word: Box, box: Box) -> int | None:
    """How far a word stands from a box in the same line, upright or turned; None when it stands in another."""
    across = max(word[0] - box[2], box[0] - word[2])
    down = max(word[1] - box[3], box[1] - word[3])
    level = 2 * min(0, down) <= -min(word[3] - word[1], box[3] - box[1])
    upright = 2 * min(0, across) <= -min(word[2] - word[0], box[2] - box[0])
    if not level and not upright:
        return None
    return max(0, across) if level else 1000 * max(0, down)


def read_all(pictures: Sequence[Dots], look: Look) -> list[tuple[SeenWord, ...]]:
    """The words of each picture, several read at a time where the machine has processors for it."""
    if len(pictures) < 2:
        return [read_words(each, look) for each in pictures]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(partial(read_words, look=look), pictures))


@dataclass(frozen=True, slots=True)
class PictureText:
    """The words of a picture as a text, and where each of them stands in it."""

    text: str = field(repr=False)
    words: tuple[SeenWord, ...] = field(repr=False)
    spans: tuple[Span, ...] = field(repr=False)


_HYPHENS = "-\u00ad\u2010"


def lay_out(words: Sequence[SeenWord]) -> PictureText:
    """Lines and paragraphs as they stand; a word that is divided at a line end is one word."""
    text = ""
    spans: list[Span] = []
    before: SeenWord | None = None
    for word in words:
        if before is not None and _is_divided(before, word):
            text, spans[-1] = text[:-1], Span(spans[-1].start, spans[-1].end - 1)
        elif before is not None:
            text += _between(before, word)
        spans.append(Span(len(text), len(text) + len(word.text)))
        text += word.text
        before = word
    return PictureText(text, tuple(words), tuple(spans))


def _between(before: SeenWord, word: SeenWord) -> str:
    """What stands between two words: a blank, the end of a line, or that of a paragraph."""
    if before.line == word.line:
        return " "
    return "\n" if before.line[:2] == word.line[:2] else "\n\n"


def _is_divided(before: SeenWord, word: SeenWord) -> bool:
    parted = before.line != word.line and before.text[-1] in _HYPHENS and len(before.text) > 2
    return parted and before.text[-2].isalpha() and word.text[0].islower()
