"""A text with a name, places in it, and mentions: places worth looking at."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from reticent.language import DEFAULT_CODE


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of code points, `start` included and `end` not."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"a span needs 0 <= start <= end, not {self.start} and {self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The part of `text` that this span covers."""
        return text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end

    def covers(self, other: Span) -> bool:
        """Whether `other` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end

    def hull(self, other: Span) -> Span:
        """The smallest span that covers both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


def merge_spans(spans: Iterable[Span]) -> list[Span]:
    """The same places as disjoint spans in order; spans that touch are joined.

    >>> merge_spans([Span(4, 6), Span(0, 2), Span(2, 3)])
    [Span(start=0, end=3), Span(start=4, end=6)]
    """
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start <= joined[-1].end:
            joined[-1] = joined[-1].hull(span)
        else:
            joined.append(span)
    return joined


MASK = "\uf4c7"
"""Stands for what is nobody's word: placeholders, and the joints between the fields of a record.

It is out of the private-use area, where no standard gives a character a meaning.
"""

_OWN = str.maketrans(MASK, "\ufffc")


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of a document that stands in a column of a table, and what the header of that column says.

    `column` names the table and counts the column in it. `kind` is what nearly all cells of that column are, where somebody has looked at them; "" otherwise.
    """

    span: Span
    column: tuple[str, int]
    header: str = field(default="", repr=False)
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A text and the name that errors and reports call it by.

    `placeholders` are the places where an earlier sanitization already put a neutral mark such as `[EMAIL]`:
    they are nobody's words, so no detector and no term may start from them. `subject` is whom the text is about, as the
    collection calls them: what is the same for all documents of a person goes by it. `cells` are the parts that stand in
    columns, `labels` those that are names of something in the file, such as a sheet. `language` is the ISO 639 code of the
    language that all of it is read in (`reticent.language.find_language`), `placeholder_style` names the style in which
    placeholders are read and written.
    """

    id: str
    text: str = field(repr=False)
    placeholders: tuple[Span, ...] = field(default=(), repr=False)
    subject: str = field(default="", repr=False)
    cells: tuple[Cell, ...] = field(default=(), repr=False, compare=False)
    labels: tuple[Span, ...] = field(default=(), repr=False, compare=False)
    language: str = field(default=DEFAULT_CODE, repr=False)
    placeholder_style: str = field(default="brackets", repr=False)
    _fingerprint: str = field(default="", init=False, repr=False, compare=False)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the text, by which a plan knows its document; worked out once."""
        if not self._fingerprint:
            digest = hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()
            object.__setattr__(self, "_fingerprint", "sha256:" + digest)
        return self._fingerprint

    def mask_placeholders(self) -> str:
        """The text with every placeholder blanked by `MASK`, which belongs to no word; offsets stay.

        Where the text itself has that character it hides nothing: it is read as U+FFFC, which nobody sees.
        """
        text = self.text.translate(_OWN) if MASK in self.text else self.text
        if not self.placeholders:
            return text
        parts, position = [], 0
        for span in self.placeholders:
            parts += [text[position : span.start], MASK * len(span)]
            position = span.end
        return "".join([*parts, text[position:]])


def line_and_column(text: str) -> Callable[[int], tuple[int, int]]:
    """A function from a code point to its line and column in `text`, both counted from one, as editors do."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    return place


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a document that some detector, tool or person points at.

    `score` is the detector's confidence from 0 to 1; `reason` says what made it likely without quoting the text;
    `entity` numbers the people and things of one document, so that their replacements can agree.
    """

    span: Span
    kind: str
    score: float = 1.0
    reason: str = ""
    entity: int | None = None
