"""Cells of OpenDocument sheets: an edited one is a text, and one that no program runs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from reticent.formats.office.places import TAIL, TEXT, Atom, Block, put_on_grid
from reticent.formats.office.trees import CALC, OFFICE, TABLE, Element, split
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
    if not isinstance(first, Atom) or first.kind not in (TEXT, TAIL):
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
