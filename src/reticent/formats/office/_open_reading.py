"""Cells of OpenDocument sheets: an edited one is a text, and one that no program runs.

The order in which OpenDocument files read, and how their names are written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.formats.office._places import MARK, TAIL, WORDS, Atom, Block, Grammar, put_on_grid, read_blocks
from reticent.formats.office._sheets import is_numbered, number_names, write_sheet_name
from reticent.formats.office._trees import (
    CALC,
    DRAW,
    OFFICE,
    PRESENTATION,
    TABLE,
    TEXT,
    XLINK,
    Element,
    elements,
    read_address,
    split,
    write_address,
)
from reticent.formats.tables.cells import guard, unguard

CELLS = frozenset([f"{{{TABLE}}}table-cell", f"{{{TABLE}}}covered-table-cell"])
_SHEETS = f"{{{OFFICE}}}spreadsheet"
_TABLE = f"{{{TABLE}}}table"


def read_cells(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks of a part; the apostrophe that keeps a cell's text from being run is no part of it."""
    last, grid = None, _Grid()
    for block in blocks:
        cell = next((_find_sheet_cell(each.element) for each in block if isinstance(each, Atom)), None)
        if cell is not None and cell is not last:
            yield put_on_grid(_unguard(block), *grid.find(cell))
        else:
            yield block
        last = cell


@dataclass(slots=True)
class _Grid:
    """Where cells stand, which come row by row: rows are counted as they come, columns with those that are left out."""

    sheet: Element | None = None
    sheets: int = 0
    row: Element | None = None
    rows: int = 0
    columns: dict[Element, int] = field(default_factory=dict, repr=False)

    def find(self, cell: Element) -> tuple[int, tuple[int, int]]:
        """The number of the sheet that a cell stands in, and its row and column there."""
        row = cell.getparent()
        sheet = next((each for each in cell.iterancestors() if each.tag == _TABLE), None)
        if sheet is not self.sheet:
            self.sheet, self.sheets = sheet, self.sheets + 1
        if row is not self.row:
            self.row, self.rows = row, self.rows + 1
            self.columns = _number_columns(row)
        return self.sheets, (self.rows, self.columns.get(cell, 0))


def _number_columns(row: Element | None) -> dict[Element, int]:
    columns, number = {}, 1
    for cell in row if row is not None else ():
        columns[cell] = number
        repeated = cell.get(f"{{{TABLE}}}number-columns-repeated") or "1"
        number += int(repeated) if repeated.isdecimal() else 1
    return columns


def _find_sheet_cell(element: Element) -> Element | None:
    around = list(element.iterancestors())
    is_sheet = any(each.tag == _SHEETS for each in around)
    return next((each for each in around if each.tag in CELLS), None) if is_sheet else None


def _unguard(block: Block) -> Block:
    whole = "".join(each.text if isinstance(each, Atom) else each for each in block)
    guards = len(whole) - len(unguard(whole))
    first = block[0]
    if not isinstance(first, Atom) or first.kind not in (WORDS, TAIL):
        return block
    write = _write_tail if first.kind == TAIL else _write_text
    return [Atom(first.text[guards:], first.element, first.kind, write=write), *block[1:]]


def _write_text(element: Element, text: str) -> None:
    element.text = text


def _write_tail(element: Element, text: str) -> None:
    element.tail = text


def finish_cells(touched: Sequence[Element]) -> None:
    """After the edits: an edited cell is a text, without the number, day or formula that it was, and can't be run."""
    changed = set(touched)
    around = [next((up for up in each.iterancestors() if up.tag in CELLS), None) for each in touched]
    for cell in dict.fromkeys(each for each in around if each is not None):
        _make_text(cell)
        if any(each.tag == _SHEETS for each in cell.iterancestors()):
            _guard(cell, changed)


def _make_text(cell: Element) -> None:
    if cell.get(f"{{{OFFICE}}}value-type") is None:
        return
    for key in list(cell.attrib):
        name = split(key)[1]
        if (split(key)[0] == OFFICE and name != "value-type") or name == "formula":
            del cell.attrib[key]
    cell.set(f"{{{OFFICE}}}value-type", "string")
    if cell.get(f"{{{CALC}}}value-type") is not None:
        cell.set(f"{{{CALC}}}value-type", "string")


def _guard(cell: Element, changed: Collection[Element]) -> None:
    """Put an apostrophe before a text that a program might run, unless one stands there already."""
    place = next(_places(cell), None)
    if place is None:
        return
    element, kind = place
    whole = "".join(cell.itertext())
    if guard(whole) != whole and (element in changed or unguard(whole) == whole):
        setattr(element, kind, f"'{getattr(element, kind)}")


def _places(cell: Element) -> Iterator[tuple[Element, str]]:
    """Where the texts of a cell stand, in order."""
    for element in cell.iter():
        if element.text and element.text.strip():
            yield element, "text"
        if element is not cell and element.tail and element.tail.strip():
            yield element, "tail"


_NAME = f"{{{TABLE}}}name"
_HREF = f"{{{XLINK}}}href"
_SHAPES = "text-box custom-shape rect circle ellipse line polyline polygon path connector caption frame page g regular-polygon measure"
_SIGNS = {f"{{{TEXT}}}tab": "\t", f"{{{TEXT}}}line-break": "\n"}
_MOST_SPACES = 100


def _read_sign(element: Element) -> Atom | None:
    if element.tag == f"{{{TEXT}}}s":
        count = element.get(f"{{{TEXT}}}c") or "1"
        return Atom(" " * min(_MOST_SPACES, int(count[:9]) if count.isdecimal() else 1), element, MARK)
    sign = _SIGNS.get(element.tag)
    return Atom(sign, element, MARK) if sign else None


_GRAMMAR = Grammar(
    paragraphs=frozenset([f"{{{TEXT}}}p", f"{{{TEXT}}}h"]),
    containers=frozenset(
        [
            *CELLS,
            *(f"{{{DRAW}}}{shape}" for shape in _SHAPES.split()),
            *(f"{{{TEXT}}}{name}" for name in ("note-body", "section", "table-of-content")),
            *(f"{{{TABLE}}}{name}" for name in ("table", "table-row")),
            f"{{{PRESENTATION}}}notes",
        ]
    ),
    texts=frozenset(),
    read_sign=_read_sign,
    mixed=True,
)


def read_open_document(parts: Mapping[str, Element]) -> Iterator[Block]:
    """Content in reading order, headers and footers, names of sheets, declared footers, addresses of links."""
    for root in parts.values():
        yield from read_cells(read_blocks(root, _GRAMMAR))
        for element in elements(root):
            yield from _read_attribute(element)


def _read_attribute(element: Element) -> Iterator[Block]:
    space, name = split(element.tag)
    if space == PRESENTATION and name.endswith("-decl") and element.text:
        yield [Atom(element.text, element)]
    elif element.tag == f"{{{TABLE}}}table" and not is_numbered(element.get(_NAME, "Sheet1")):
        yield [Atom(element.get(_NAME, ""), element, _NAME, write=_write_name, label=True)]
    elif element.tag == f"{{{TEXT}}}a" and element.get(_HREF):
        yield [Atom(read_address(element.get(_HREF, "")), element, _HREF, write=_write_address)]


def number_table_names(parts: Mapping[str, Element]) -> None:
    """Number the names of sheets that edits have made the same."""
    for root in parts.values():
        for sheets in root.iter(_SHEETS):
            number_names(sheets.findall(_TABLE), _NAME)


def _write_name(table: Element, text: str) -> None:
    write_sheet_name(table, _NAME, text)


def _write_address(link: Element, text: str) -> None:
    link.set(_HREF, write_address(text))
