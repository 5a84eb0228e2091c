"""The text of a file, with the glyphs that show each character of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from reticent.formats.pdf.reading.glyphs import Glyph
from reticent.formats.pdf.reading.layout import Cell, Line

PAGE_END = "\f"
HYPHENS = "-\u00ad\u2010"

ACCENTS = dict(
    zip(
        "\u00b4\u02c6\u02dc\u00a8\u00af\u02d8\u02d9\u02da\u02c7\u00b8\u02db\u02dd",
        "\u0301\u0302\u0303\u0308\u0304\u0306\u0307\u030a\u030c\u0327\u0328\u030b",
        strict=True,
    )
)
"""Accents that stand alone, and what they are above or below a letter."""

PARAGRAPH = 1.8
"""Lines that lie further apart than this (1 is the size) belong to different paragraphs."""


@dataclass(frozen=True, slots=True)
class Character:
    """One character of the text; `cells` is empty where it is made up (a space, a line end)."""

    text: str = field(repr=False)
    line: int = -1
    cells: tuple[Cell, ...] = field(default=(), repr=False)

    @property
    def glyphs(self) -> tuple[Glyph, ...]:
        """Every glyph that shows it."""
        return tuple(glyph for cell in self.cells for glyph in cell.glyphs)


def read_lines(lines: Sequence[Line]) -> list[Character]:
    """The characters of a page's lines; hyphens at line ends are joined, accents stand on their letters."""
    characters: list[Character] = []
    for number, line in enumerate(lines):
        if number:
            characters += [Character("\n")] * (2 if _is_paragraph(lines[number - 1], line) else 1)
        characters += _read_line(number, line)
    return _join_hyphens(characters)


def _is_paragraph(above: Line, below: Line) -> bool:
    """Whether a blank line stands between two lines; the cells of a table's row are lines of one paragraph."""
    size = max(above.size, below.size)
    step = above.across - below.across
    beside = abs(step) < 0.3 * size and below.start > above.start
    return above.turn != below.turn or not (beside or 0 < step < PARAGRAPH * size)


def _read_line(number: int, line: Line) -> list[Character]:
    characters: list[Character] = []
    for cell, space in zip(line.cells, line.spaces(), strict=True):
        if space:
            characters.append(Character(" "))
        if characters and _compose(characters[-1], cell):
            last = characters[-1]
            mixed = _compose(last, cell)
            characters[-1] = Character(mixed, number, (*last.cells, cell))
            continue
        characters += [Character(letter, number, (cell,)) for letter in cell.text]
    return characters


def _compose(last: Character, cell: Cell) -> str:
    """The letter with its accent where the two glyphs overlap, or nothing."""
    if len(last.cells) != 1 or len(cell.text) != 1 or len(last.text) != 1:
        return ""
    first, second = last.cells[0].first, cell.first
    if min(first.end, second.end) - max(first.along, second.along) < 0.05 * first.size:
        return ""
    for letter, accent in ((cell.text, last.text), (last.text, cell.text)):
        mark = ACCENTS.get(accent) or (accent if unicodedata.combining(accent) else "")
        composed = unicodedata.normalize("NFC", letter + mark) if mark and letter.isalpha() else ""
        if len(composed) == 1:
            return composed
    return ""


def _join_hyphens(characters: list[Character]) -> list[Character]:
    """A word that is divided at a line end as one word: its hyphen belongs to the letter before it."""
    joined: list[Character] = []
    position = 0
    while position < len(characters):
        here = characters[position]
        after = _next_line(characters, position + 1)
        divided = here.text in HYPHENS and bool(here.cells) and bool(joined) and joined[-1].text.isalpha()
        if not divided or after is None:
            joined.append(here)
            position += 1
            continue
        hanging = [cell for each in characters[position:after] for cell in each.cells]
        if characters[after].text.islower():
            joined[-1] = Character(joined[-1].text, joined[-1].line, (*joined[-1].cells, *hanging))
        else:
            joined.append(Character(here.text, here.line, tuple(hanging)))
        position = after
    return joined


def _next_line(characters: list[Character], position: int) -> int | None:
    """Where the next line begins with a letter, when nothing but blanks and one line end lie before it."""
    ends = 0
    while position < len(characters) and characters[position].text in " \n" and ends < 2:
        ends += characters[position].text == "\n"
        position += 1
    found = ends == 1 and position < len(characters) and characters[position].text.isalpha()
    return position if found else None


def letters_only(text: Iterable[str]) -> str:
    """A text without spaces, line ends and hyphens, which depend on the layout."""
    return "".join(each for each in text if not each.isspace() and each not in HYPHENS)
