"""Glyphs in the order in which a person reads them (lines, words, pages), and the text with the glyphs that show it."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees
from typing import NamedTuple

from reticent.formats.pdf._glyphs import Glyph

# All in sizes of the letters and chosen by hand, where nothing else is said.
_SAME_PLACE = 0.2
"""Glyphs with the same letter that lie nearer than this are one letter, painted twice for boldness."""

_SQUARE = 16.0  # points: in squares of a page so wide, which few glyphs share, such twins are looked for
_MOST_TWINS = 50  # more letters at one place are no boldness; a file of them would take hours
_ON_LINE = 0.4  # how far from its line a letter stands at most: exponents and indices do
_LEVEL = 0.25  # the same for runs that were painted at other times
_NEXT = 1.3  # the widest gap inside a line for glyphs that are painted one after the other
_BESIDE = 0.45  # the same for glyphs that are painted at other times: with more, columns would join
_COLUMN = 0.7  # the narrowest gap between two columns of a table
_BACK = -0.7  # how far a letter may stand before the end of the last one: accents and kerning do
_DIRECTIONS = 64  # that are remembered, chosen by hand: a page has one or two, the letters on a circle more
WORD = 0.16
"""Gaps from here on separate words: the space of Times is 0.25 wide, that of Helvetica 0.28."""

_SPREAD = 1.6  # gaps so many times the usual one separate words of a heading whose letters are set apart


class LetterCell(NamedTuple):
    """One letter of a line, or several that one glyph shows; `glyphs` are all that show it."""

    text: str
    glyphs: tuple[Glyph, ...]

    def __repr__(self) -> str:
        return f"LetterCell({self.glyphs})"

    @property
    def first(self) -> Glyph:
        """The glyph that says where the letter stands."""
        return self.glyphs[0]


@dataclass(frozen=True, slots=True)
class Line:
    """Letters that stand side by side, in the order of reading.

    `order` says when its first glyph was painted; `start` and `end` lie along its direction, which is `turn` whole
    degrees, `across` is its baseline, `size` that of its largest letter.
    """

    cells: tuple[LetterCell, ...] = field(repr=False)
    order: int
    start: float
    end: float
    across: float
    size: float
    turn: int

    def spaces(self) -> list[bool]:
        """For each cell, whether a made-up space stands before it."""
        limit = self._word_gap()
        before = [False]
        for left, right in pairwise(self.cells):
            one, other = left.glyphs[0], right.glyphs[0]
            gap = other.along - one.along - one.advance
            wide = gap > limit * max(one.size, other.size)
            before.append(wide and not left.text.isspace() and not right.text.isspace())
        return before

    def _word_gap(self) -> float:
        """The gap that separates words; wider where the letters of a heading are set apart."""
        gaps = sorted(
            (right.first.along - left.first.end) / (right.first.size or 1.0)
            for left, right in pairwise(self.cells)
            if left.text.isalpha() and right.text.isalpha()
        )
        if len(gaps) < 4:
            return WORD
        middle = gaps[len(gaps) // 3]
        return max(WORD, _SPREAD * middle) if middle > WORD / 2 else WORD


def make_line(cells: Sequence[LetterCell]) -> Line:
    """The line of these letters."""
    firsts = [cell.first for cell in cells]
    return Line(
        tuple(cells),
        order=min(glyph.order for glyph in firsts),
        start=firsts[0].along,
        end=max(glyph.end for glyph in firsts),
        across=firsts[0].across,
        size=max(glyph.size for glyph in firsts),
        turn=turn(firsts[0]),
    )


def turn(glyph: Glyph) -> int:
    """The direction of a glyph's line in whole degrees."""
    return _turn(glyph.direction)


@lru_cache(maxsize=_DIRECTIONS)
def _turn(direction: tuple[float, float]) -> int:
    return round(degrees(atan2(direction[1], direction[0]))) % 360


def find_lines(glyphs: Sequence[Glyph]) -> list[Line]:
    """The lines of a page in the order in which they were painted."""
    runs = list(_runs(_cells(glyphs)))
    joined = _join_runs(runs)
    starts = Counter(_column(cells[0].first) for cells in joined)
    lines = [make_line(part) for cells in joined for part in _split_columns(cells, starts)]
    return sorted(lines, key=lambda line: line.order)


def _column(glyph: Glyph) -> tuple[int, int]:
    """The direction and place of a line's start, to half a point."""
    return turn(glyph), round(2 * glyph.along)


def _split_columns(
    cells: list[LetterCell], starts: Mapping[tuple[int, int], int]
) -> Iterator[list[LetterCell]]:
    """The cells of a table's row apart: where a wide gap ends at a place at which other lines begin."""
    begin, last = 0, cells[0].first
    for place, cell in enumerate(cells):
        if cell.text.isspace():
            continue
        wide = cell.first.along - last.end > _COLUMN * cell.first.size
        if wide and place > begin and starts.get(_column(cell.first), 0):
            yield cells[begin:place]
            begin = place
        last = cell.first
    yield cells[begin:]


def _cells(glyphs: Iterable[Glyph]) -> list[LetterCell]:
    """One cell per letter: what is painted twice at one place is one letter."""
    cells: list[LetterCell] = []
    known: dict[tuple[str, int, int], list[int]] = {}
    for glyph in glyphs:
        text = glyph.text
        twin = None if text.isspace() else _twin(glyph, cells, known)
        if twin is not None:
            cells[twin] = LetterCell(cells[twin].text, (*cells[twin].glyphs, glyph))
            continue
        x, y = glyph.origin
        known.setdefault((text, int(x // _SQUARE), int(y // _SQUARE)), []).append(len(cells))
        cells.append(LetterCell(text, (glyph,)))
    return cells


def _squares(glyph: Glyph) -> Iterable[tuple[int, int]]:
    """The squares of the page, nearly always one, in which a twin of the glyph would stand."""
    (x, y), near = glyph.origin, _SAME_PLACE * min(glyph.size, _SQUARE)
    left, right = int((x - near) // _SQUARE), int((x + near) // _SQUARE)
    low, high = int((y - near) // _SQUARE), int((y + near) // _SQUARE)
    if left == right and low == high:
        return ((left, low),)
    return {(across, up) for across in (left, right) for up in (low, high)}


def _twin(glyph: Glyph, cells: list[LetterCell], known: dict[tuple[str, int, int], list[int]]) -> int | None:
    for across, up in _squares(glyph):
        for number in known.get((glyph.text, across, up), ()):
            other = cells[number].first
            near = _SAME_PLACE * min(glyph.size, other.size)
            beside, above = glyph.origin[0] - other.origin[0], glyph.origin[1] - other.origin[1]
            if abs(beside) < near and abs(above) < near and len(cells[number].glyphs) < _MOST_TWINS:
                return number
    return None


def _runs(cells: Iterable[LetterCell]) -> Iterator[list[LetterCell]]:
    """Letters that were painted one after the other along one line."""
    run: list[LetterCell] = []
    for cell in cells:
        if run and not _follows(run[-1].first, cell.first, _NEXT, _BACK):
            yield run
            run = []
        run.append(cell)
    if run:
        yield run


def _follows(left: Glyph, right: Glyph, widest: float, back: float) -> bool:
    size = max(left.size, right.size)
    if abs(right.across - left.across) > _ON_LINE * size:
        return False
    if left.direction != right.direction and turn(left) != turn(right):
        return False
    step = right.along - left.along
    return back * size <= step - left.advance <= widest * size and step >= -0.3 * size


def _join_runs(runs: list[list[LetterCell]]) -> list[list[LetterCell]]:
    """Runs that stand side by side, whenever they were painted, as one line."""
    joined: list[list[LetterCell]] = []
    for level in _levels(runs):
        lines: list[list[LetterCell]] = []
        for run in level:
            home = (line for line in lines if _follows(line[-1].first, run[0].first, _BESIDE, -_LEVEL))
            if (found := next(home, None)) is None:
                lines.append(list(run))
            else:
                found.extend(run)
        joined += lines
    return joined


def _levels(runs: list[list[LetterCell]]) -> Iterator[list[list[LetterCell]]]:
    """The runs of each baseline, from left to right; of two at one place the one that was painted first."""
    order = sorted(
        range(len(runs)), key=lambda each: (turn(runs[each][0].first), round(runs[each][0].first.across, 1))
    )
    levels: list[list[int]] = []
    for number in order:
        head, first = runs[levels[-1][0]][0].first if levels else None, runs[number][0].first
        size = max(head.size, first.size) if head else 0.0
        if head and turn(head) == turn(first) and abs(first.across - head.across) <= _LEVEL * size:
            levels[-1].append(number)
        else:
            levels.append([number])
    for level in levels:
        yield [runs[each] for each in sorted(level, key=lambda each: (runs[each][0].first.along, each))]


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

_PARAGRAPH = 1.8  # lines that lie further apart than this (1 is the size) belong to different paragraphs


class Character(NamedTuple):
    """One character of the text; `cells` is empty where it is made up (a space, a line end)."""

    text: str
    line: int = -1
    cells: tuple[LetterCell, ...] = ()

    def __repr__(self) -> str:
        return f"Character({self.line}, {self.cells})"

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
    return above.turn != below.turn or not (beside or 0 < step < _PARAGRAPH * size)


def _read_line(number: int, line: Line) -> list[Character]:
    characters: list[Character] = []
    for cell, space in zip(line.cells, line.spaces(), strict=True):
        if space:
            characters.append(Character(" "))
        plain = cell.text.isascii() and characters and characters[-1].text.isascii()
        if not plain and characters and (mixed := _compose(characters[-1], cell)):
            characters[-1] = Character(mixed, number, (*characters[-1].cells, cell))
        else:
            characters += [Character(letter, number, (cell,)) for letter in cell.text]
    return characters


def _compose(last: Character, cell: LetterCell) -> str:
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
