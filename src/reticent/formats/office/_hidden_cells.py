"""Hidden content of Open XML workbooks: sheets, rows, columns, and cells whose look shows nothing of them.

Rows and columns stay as empty ones, so that every cell keeps its place. A formula that reads what goes becomes its value.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from reticent.errors import DocumentError, needs_extra
from reticent.formats.office import _trees as trees
from reticent.formats.office._cells import CELL, TEXT, read_sections
from reticent.formats.office._hidden import (
    BLACK,
    SMALLEST,
    WHITE,
    HiddenThing,
    change_light,
    is_on,
    look_same,
    name_colour_kind,
    read_colour,
    read_texts,
)
from reticent.formats.office._package import Package, Part
from reticent.formats.office._sheets import column_number, list_sheets
from reticent.formats.office._trees import SPACES, Element, tag
from reticent.formats.seam import inspection as kinds

with needs_extra("office", "reading office files"):
    from lxml import etree


_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?")
_ROW, _COLUMN, _FORMULA, _VALUE, _LOOK = map(tag, ("x:row", "x:col", "x:f", "x:v", "x:rPr"))
_SHOWN = "visible"
_LAST_COLUMN = 16_384  # what a sheet has (ECMA-376, 18.3.1.13); a file may claim more
_PALETTE = dict(enumerate("000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff".split() * 2)) | {
    64: BLACK,
    65: WHITE,
}
"""The first colours by their numbers, and those of the system (ECMA-376, 18.8.27)."""

_THEME = {0: WHITE, 1: BLACK}
"""The light and the dark colour of a theme, which hardly any theme changes."""

_LEAST = {"ht": 1.0, "width": 0.1}
"""Points and characters: lower rows and narrower columns are less than a dot of a screen, which no letter fits in."""


def find_hidden_cells(package: Package, name: str) -> Iterator[HiddenThing]:
    """Everything in a workbook that nobody sees."""
    sheets = list(list_sheets(package))
    hidden = [sheet for sheet, _ in sheets if sheet.get("state", _SHOWN) != _SHOWN]
    main = package.parts[package.main]
    styles = next((part.root for part in package.list_parts("styles")), None)
    looks = _read_looks(styles)
    for sheet, part in sheets:
        if sheet in hidden:
            texts = " ".join(filter(None, (read_texts(root, TEXT) for root in part.trees())))
            words = f"{sheet.get('name') or ''} {texts}".strip()
            show = partial(sheet.attrib.pop, "state", None)
            yield HiddenThing(kinds.HIDDEN_SHEETS, words, partial(_drop_sheet, main, sheet, name), show)
        elif part.root is not None:
            if part.rows is not None:
                if not any(_may_hide(root, looks) for root in part.trees()):
                    continue
                part.join()
            yield from _find_lines(part)
            tables = [
                package.parts[each.target].root for each in part.relations.values() if each.kind == "table"
            ]
            yield from _find_unseen(part, looks, [each for each in tables if each is not None])


def _may_hide(root: Element, looks: Sequence[Look]) -> bool:
    """Whether something in a tree may be hidden, so that all rows have to be looked at together."""
    if any(is_on(each.get("hidden", "0")) or _is_nothing(each) for each in root.iter(_ROW, _COLUMN)):
        return True
    unseen = _list_unseen(looks)
    return next(root.iter(_LOOK), None) is not None or (
        bool(unseen) and any(_is_unseen(cell, unseen) for cell in root.iter(CELL))
    )


def _list_unseen(looks: Sequence[Look]) -> dict[str, Look]:
    """The looks that show nothing of a cell, by their numbers."""
    return {str(number): look for number, look in enumerate(looks) if look.texts or look.numbers}


def require_a_sheet(left: int, name: str) -> None:
    """Raise a DocumentError where nothing is left of a workbook."""
    if not left:
        raise DocumentError(f"'{name}' has hidden sheets alone: show one of them, or pass 'hidden show'")


def _drop_sheet(main: Part, sheet: Element, name: str) -> None:
    """Take a sheet away; views that counted sheets begin at the first one."""
    trees.remove(sheet)
    require_a_sheet(len(list(main.iter("x:sheet"))), name)
    for view in main.iter("x:workbookView"):
        for key in ("activeTab", "firstSheet"):
            view.attrib.pop(key, None)


@dataclass(frozen=True, slots=True)
class Spans:
    """Numbers of rows or columns, as stretches in order."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, stretches: Sequence[tuple[int, int]]) -> Spans:
        joined: list[tuple[int, int]] = []
        for start, end in sorted(stretches):
            if joined and start <= joined[-1][1] + 1:
                joined[-1] = joined[-1][0], max(end, joined[-1][1])
            else:
                joined.append((start, end))
        return cls(tuple(start for start, _ in joined), tuple(end for _, end in joined))

    def meet(self, first: int, last: int) -> bool:
        """Whether one of the numbers lies between these two."""
        place = bisect_right(self.starts, last) - 1
        return place >= 0 and self.ends[place] >= first

    def hold(self, first: int, last: int) -> bool:
        """Whether all from the one to the other are among them."""
        place = bisect_right(self.starts, first) - 1
        return place >= 0 and self.ends[place] >= last


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns whose cells go: those in either, or where both meet."""

    rows: Spans
    columns: Spans
    either: bool = True

    def meets(self, place: re.Match[str]) -> bool:
        """Whether a cell or range holds one of these cells."""
        rows = sorted((int(place[2]), int(place[4] or place[2])))
        columns = sorted((column_number(place[1]), column_number(place[3] or place[1])))
        met = self.rows.meet(rows[0], rows[1]), self.columns.meet(columns[0], columns[1])
        return any(met) if self.either else all(met)

    def is_read_by(self, formula: str) -> bool:
        """Whether a formula reads one of these cells."""
        return any(map(self.meets, _RANGE.finditer(formula)))


def _is_nothing(line: Element) -> bool:
    """Whether the height of a row or the width of a column leaves no room."""
    return any(0 <= _number(line.get(size)) < least for size, least in _LEAST.items())


def _find_lines(part: Part) -> Iterator[HiddenThing]:
    """The hidden rows and columns that hold something, and the formulas that read it."""
    rows, columns = (
        [each for each in part.iter(kind) if is_on(each.get("hidden", "0")) or _is_nothing(each)]
        for kind in ("x:row", "x:col")
    )
    if not rows and not columns:
        return
    stretches = [
        (int(each.get("min") or 1), min(int(each.get("max") or 1), _LAST_COLUMN)) for each in columns
    ]
    numbers = [(number, number) for number in (int(row.get("r") or 0) for row in rows)]
    grid = Grid(Spans.of(numbers), Spans.of(stretches))
    shown = frozenset(_find_merged(part, grid))
    found: dict[Element, list[Element]] = {line: [] for line in (*rows, *columns)}
    readers = []
    for cell in part.iter("x:c"):
        place = _RANGE.fullmatch(cell.get("r") or "")
        if place is not None and place[0] not in shown and grid.meets(place):
            row, column = cell.getparent(), column_number(place[1])
            line = row if row in found else columns[_find_stretch(stretches, column)]
            found[line] += [cell] if len(cell) else []
        elif (formula := cell.find(_FORMULA)) is not None and grid.is_read_by(formula.text or ""):
            readers.append(formula)
    for line, cells in found.items():
        if cells:
            words = " ".join(read_texts(cell, TEXT, _VALUE) for cell in cells)
            gone, readers = [*cells, *readers], []
            yield HiddenThing(kinds.HIDDEN_CELLS, words, partial(_drop_all, gone), partial(_show_line, line))


def _find_stretch(stretches: Sequence[tuple[int, int]], number: int) -> int:
    return next(at for at, (first, last) in enumerate(stretches) if first <= number <= last)


def _find_merged(part: Part, hidden: Grid) -> Iterator[str]:
    """The first cells of merged ranges of which something is seen."""
    for each in part.iter("x:mergeCell"):
        place = _RANGE.fullmatch(each.get("ref") or "")
        if place is not None and place[3]:
            columns, rows = (column_number(place[1]), column_number(place[3])), (int(place[2]), int(place[4]))
            if not hidden.rows.hold(*rows) and not hidden.columns.hold(*columns):
                yield f"{place[1]}{place[2]}"


def _drop_all(gone: Sequence[Element]) -> None:
    for each in gone:
        trees.remove(each)


def _show_line(line: Element) -> None:
    for key in ("hidden", "collapsed"):
        line.attrib.pop(key, None)
    if _is_nothing(line):
        for key in ("ht", "customHeight", "width", "customWidth"):
            line.attrib.pop(key, None)


@dataclass(frozen=True, slots=True)
class Look:
    """What a style does: as which kind it hides texts and numbers ("" where it doesn't), and what lies behind them."""

    texts: str
    numbers: str
    behind: str | None
    show: Callable[[], object] = field(repr=False)

    def kind_of(self, cell: Element) -> str:
        """As which kind a cell of this style is hidden; "" where it is seen."""
        return self.numbers if cell.get("t", "n") == "n" else self.texts


def _read_looks(styles: Element | None) -> list[Look]:
    if styles is None:
        return []
    inks = [_read_font(each) for each in styles.findall("x:fonts/x:font", SPACES)]
    fills = [_read_fill(each) for each in styles.findall("x:fills/x:fill", SPACES)]
    formats = {each.get("numFmtId"): each.get("formatCode") or "" for each in styles.iter(tag("x:numFmt"))}
    looks = []
    for style in styles.findall("x:cellXfs/x:xf", SPACES):
        font, fill = (int(style.get(key) or 0) for key in ("fontId", "fillId"))
        ink, is_tiny = inks[font] if font < len(inks) else (BLACK, False)
        behind = fills[fill] if fill < len(fills) else WHITE
        sections = read_sections(formats.get(style.get("numFmtId"), ""))
        texts, numbers = (
            kinds.TINY_TEXT if is_tiny else _read_kind(each, ink, behind)
            for each in (sections.texts, sections.numbers)
        )
        looks.append(Look(texts, numbers, behind, partial(_show_style, styles, style)))
    return looks


def _read_kind(sections: Sequence[tuple[bool, str]], ink: str | None, behind: str | None) -> str:
    """As which kind is hidden what a format shows in one of these ways, letters or not and their colour."""
    if not any(shows for shows, _ in sections):
        return kinds.HIDDEN_TEXT
    inks = {colour or ink for shows, colour in sections if shows}
    return name_colour_kind(inks.pop()) if all(look_same(each, behind) for each in inks) else ""


def _show_style(styles: Element, style: Element) -> None:
    """Let a style show its cells in black letters on nothing, their numbers as they are."""
    fonts = styles.find("x:fonts", SPACES)
    if style.get("numFmtId") is not None:
        style.set("numFmtId", "0")
    style.set("fillId", "0")
    if fonts is not None:
        font = etree.SubElement(fonts, tag("x:font"))
        etree.SubElement(font, tag("x:sz")).set("val", "11")
        fonts.set("count", str(len(fonts)))
        style.set("fontId", str(len(fonts) - 1))


def _read_font(font: Element) -> tuple[str | None, bool]:
    """The colour of letters, and whether they are too small to read."""
    size, colour = font.find("x:sz", SPACES), font.find("x:color", SPACES)
    is_tiny = size is not None and 0 <= _number(size.get("val")) <= SMALLEST
    return (BLACK if colour is None else _read_colour(colour)), is_tiny


def _number(value: str | None) -> float:
    try:
        return float(value or "")
    except ValueError:
        return -1.0


def _read_fill(fill: Element) -> str | None:
    """What lies behind the letters; None where nobody knows."""
    pattern = fill.find("x:patternFill", SPACES)
    if pattern is None:
        return None if len(fill) else WHITE
    kind = pattern.get("patternType", "none")
    if kind == "none":
        return WHITE
    colour = pattern.find("x:fgColor", SPACES)
    return _read_colour(colour) if kind == "solid" and colour is not None else None


def _read_colour(colour: Element) -> str | None:
    """Six digits, or what the file calls the colour: two that are called the same look the same."""
    tint = _tint(colour)
    light = (1 - tint, tint) if tint > 0 else (1 + tint, 0.0)
    for key, known in (("theme", _THEME), ("indexed", _PALETTE)):
        said = colour.get(key)
        if said is not None and said.isdecimal():
            exact = known.get(int(said), BLACK if light[0] == 0 else None)
            return change_light(exact, *light) or f"{key} {said} {tint or ''}".strip()
    return change_light(BLACK if colour.get("rgb") is None else read_colour(colour.get("rgb")), *light)


def _tint(colour: Element) -> float:
    """How much lighter (up to 1) or darker (down to -1) a colour is than what it is called."""
    try:
        return min(max(float(colour.get("tint") or 0), -1.0), 1.0)
    except ValueError:
        return 0.0


def _find_unseen(part: Part, looks: Sequence[Look], tables: Sequence[Element]) -> Iterator[HiddenThing]:
    """Cells and runs whose look shows nothing of them, unless a table or a rule may change that look."""
    unseen = _list_unseen(looks)
    found = [cell for cell in part.iter("x:c") if _is_unseen(cell, unseen)] if unseen else []
    changed = [
        place
        for each in (*part.iter("x:conditionalFormatting"), *tables)
        for place in _RANGE.finditer(each.get("sqref") or each.get("ref") or "")
    ]
    cells = [
        (cell, place, words)
        for cell in found
        if (place := _RANGE.fullmatch(cell.get("r") or "")) is not None
        and (words := read_texts(cell, TEXT, _VALUE))
        and not any(_lies_in(place, each) for each in changed)
    ]
    gone = Grid(
        Spans.of([(int(place[2]), int(place[2])) for _, place, _ in cells]),
        Spans.of([(number, number) for number in (column_number(place[1]) for _, place, _ in cells)]),
        either=False,
    )
    readers = [each for each in part.iter("x:f") if gone.is_read_by(each.text or "")] if cells else []
    for cell, _, words in cells:
        look = unseen[cell.get("s") or "0"]
        kind = look.kind_of(cell)
        drop, readers = partial(_drop_all, [cell, *readers]), []
        yield HiddenThing(kind, words, drop, look.show)
    yield from _find_unseen_runs(part, looks)


def _is_unseen(cell: Element, unseen: Mapping[str, Look]) -> bool:
    look = unseen.get(cell.get("s") or "0")
    return look is not None and len(cell) > 0 and look.kind_of(cell) != ""


def _find_unseen_runs(part: Part, looks: Sequence[Look]) -> Iterator[HiddenThing]:
    """Words with a look of their own inside a cell."""
    for run in part.iter("x:rPr"):
        cell = next(run.iterancestors(CELL), None)
        words = read_texts(run.getparent(), TEXT)
        if cell is None or not words:
            continue
        number = int(cell.get("s") or 0)
        behind = looks[number].behind if number < len(looks) else WHITE
        ink, is_tiny = _read_font(run)
        kind = kinds.TINY_TEXT if is_tiny else name_colour_kind(ink) if look_same(ink, behind) else ""
        if kind:
            yield HiddenThing(kind, words, partial(trees.remove, run.getparent()), partial(trees.remove, run))


def _lies_in(cell: re.Match[str], place: re.Match[str]) -> bool:
    row, column = int(cell[2]), column_number(cell[1])
    rows = sorted((int(place[2]), int(place[4] or place[2])))
    columns = sorted((column_number(place[1]), column_number(place[3] or place[1])))
    return rows[0] <= row <= rows[1] and columns[0] <= column <= columns[1]
