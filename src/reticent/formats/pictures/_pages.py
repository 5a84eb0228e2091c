"""A picture whose words were read: which of its places edits blacken, and which removed words a second look still finds."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from reticent.formats.pictures._boxes import Box, Dots
from reticent.formats.pictures._recognition import PictureText, SeenWord, find_weakness
from reticent.formats.seam.search import SHORTEST
from reticent.plan import Edit
from reticent.text import Span

ROUNDS = 3
"""How often places that a second look finds are blackened too, before a picture is refused: chosen by hand."""

_ROOM = 0.15  # of a word's height, around its box: serifs and ends of slanted letters stand out by less
_LEAST_ROOM = 2  # dots, for small print
_ALIKE = 6  # letters of a word from which on another that differs in one letter may be the same word, misread
_CERTAIN = 90.0  # of 100: a word that was read more surely than this is not another one, misread
_RESEMBLING = 0.5  # the share of words that must be known again, chosen by hand: boxes change how their neighbours are read
_LONG = 4  # letters of a word that counts for this: shorter ones come up in noise

_BLANK = 40  # of 255: a page whose dots differ by less shows nothing
_SPOTS = 0.0005  # the share of a page that dust and the edge of a scanner may darken, chosen by hand

KEPT_READ = "pictures kept, in which faces, signatures, barcodes and handwriting are not read"
KEPT_UNREAD = "pictures kept that nobody read, nor faces, signatures, barcodes and handwriting in them"
"""How reports count pictures that go out."""


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """A picture in grey, and what was read in it."""

    dots: Dots = field(repr=False)
    seen: PictureText

    def find_boxes(self, edits: Sequence[Edit]) -> list[Box]:
        """The boxes of all words that the edits touch, one for those that stand side by side in a line."""
        touched = [
            any(_meets(edit.span, span) for edit in edits)
            for word, span in zip(self.seen.words, self.seen.spans, strict=True)
        ]
        boxes: list[Box] = []
        last: tuple[int, int, int] | None = None
        for word, gone in zip(self.seen.words, touched, strict=True):
            if gone and last == word.line:
                boxes[-1] = _join(boxes[-1], self.widen(word))
            elif gone:
                boxes.append(self.widen(word))
            last = word.line if gone else None
        return boxes

    def find_lookalikes(self, gone: Collection[str]) -> list[Box]:
        """The boxes of words that were kept and may be removed ones, misread."""
        return [self.widen(word) for word in self.seen.words if _is_alike(word, gone)]

    def widen(self, word: SeenWord) -> Box:
        """The box of a word with some room around it."""
        left, top, right, bottom = word.box
        room = max(_LEAST_ROOM, round(_ROOM * min(right - left, bottom - top)))
        height, width = self.dots.shape
        return (
            max(0, left - room),
            max(0, top - room),
            min(width, right + room),
            min(height, bottom + room),
        )


def _meets(edit: Span, word: Span) -> bool:
    """Whether an edit changes a word; one that only inserts does so inside the word alone."""
    if edit.start == edit.end:
        return word.start < edit.start < word.end
    return edit.start < word.end and word.start < edit.end


def _join(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def words_in(text: str) -> set[str]:
    """The words of a text that are long enough to be looked for."""
    return {word for word in re.findall(r"[^\W_]+", text.casefold()) if len(word) >= SHORTEST}


def find_gone(text: str, edits: Sequence[Edit], released: str) -> set[str]:
    """The words that edits remove and that the released text no longer shows."""
    removed = set(chain.from_iterable(words_in(edit.span.of(text)) for edit in edits))
    return removed - words_in(released)


def find_left(words: Iterable[SeenWord], gone: Collection[str]) -> list[SeenWord]:
    """The words of a second look that were to go."""
    return [word for word in words if not words_in(word.text).isdisjoint(gone) or _is_alike(word, gone)]


def _is_alike(word: SeenWord, gone: Collection[str]) -> bool:
    """Whether a word that was read without certainty differs from a removed one in a single letter."""
    if word.confidence > _CERTAIN:
        return False
    return any(
        _differ_by_one(own, other)
        for own in words_in(word.text)
        if len(own) >= _ALIKE
        for other in gone
        if abs(len(own) - len(other)) <= 1
    )


def _differ_by_one(one: str, other: str) -> bool:
    """Whether two words are the same but for one letter that is another, missing or too many.

    >>> _differ_by_one("thornpson", "thompson"), _differ_by_one("thompson", "thompsen")
    (False, True)
    """
    short, long = sorted((one, other), key=len)
    start = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return short[start + (len(short) == len(long)) :] == long[start + 1 :]


def arrange(words: Sequence[SeenWord], like: Sequence[SeenWord]) -> Iterator[SeenWord]:
    """What a second look read, in the order and the lines of the first; what the first did not see comes last."""
    homes = [_find_home(word, like) for word in words]
    placed = sorted(
        (number for number, home in enumerate(homes) if home is not None),
        key=lambda number: (homes[number], words[number].box[0]),
    )
    for number in placed:
        word, home = words[number], like[homes[number] or 0]
        yield SeenWord(word.text, word.box, word.confidence, home.line)
    last = max((word.line[0] for word in like), default=0) + 1
    for number, word in enumerate(words):
        if homes[number] is None:
            yield SeenWord(word.text, word.box, word.confidence, (last, *word.line[:2]))


def _find_home(word: SeenWord, like: Sequence[SeenWord]) -> int | None:
    """The word of the first look that stands at the place of another."""
    x, y = (word.box[0] + word.box[2]) / 2, (word.box[1] + word.box[3]) / 2
    for number, each in enumerate(like):
        left, top, right, bottom = each.box
        if left <= x <= right and top <= y <= bottom:
            return number
    return None


def resembles(released: str, found: str) -> bool:
    """Whether most words that are read in a written picture are released ones: recognition never gives quite the same text."""
    words = [word for word in words_in(found) if len(word) >= _LONG]
    known = "".join(
        filter(str.isalnum, released.casefold())
    )  # an edit may stand beside a word without a blank
    return len(words) < _LONG or sum(word in known for word in words) >= _RESEMBLING * len(words)


def to_grey(dots: Dots) -> Dots:
    """A picture in grey, as the eye weighs its colours."""
    if dots.ndim == 2:
        return dots
    grey: Dots = np.dot(dots[:, :, :3].astype(np.float32), [0.299, 0.587, 0.114]).astype(np.uint8)
    return grey


def why_unreadable(dots: Dots, words: Sequence[SeenWord]) -> str | None:
    """Why a page can't be judged by the words that were read on it; None when it can."""
    if any(words_in(word.text) for word in words):
        return find_weakness(words)
    middle = np.median(dots)
    if np.mean(np.abs(dots.astype(np.int16) - middle) > _BLANK) < _SPOTS:
        return None
    return (
        "no words can be read on it, though it is not blank: faces, signatures, barcodes and handwriting are not read;"
        " take the page out, or release it as it is with --pictures keep"
    )
