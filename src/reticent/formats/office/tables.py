"""Tables of spreadsheets, whose columns are called like the cells of their header."""

from __future__ import annotations

import re

from reticent.formats.office.cells import CELL, TEXT
from reticent.formats.office.namespaces import R, X
from reticent.formats.office.package import Package, Part
from reticent.formats.office.trees import Element, remove

_COLUMN = f"{{{X}}}tableColumn"
_KEPT = frozenset(f"{{{X}}}{name}" for name in ("autoFilter", "tableColumns", "tableStyleInfo"))
_RANGE = re.compile(r"([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}\d{1,7}")


def clean_table(root: Element) -> None:
    """Leave of a table its place, its columns and its looks."""
    for child in list(root):
        if child.tag not in _KEPT:
            remove(child)
    for filtered in root.iter(f"{{{X}}}autoFilter"):
        for each in list(filtered):
            remove(each)
    number = root.get("id") or "1"
    root.set("name", f"Table{number}")
    root.set("displayName", f"Table{number}")
    for column in root.iter(_COLUMN):
        for child in list(column):
            remove(child)
        for key in ("totalsRowLabel", "totalsRowFunction", "uniqueName", "queryTableFieldId"):
            column.attrib.pop(key, None)


def name_columns(package: Package, sheet: Part) -> None:
    """Call the columns of a sheet's tables like their header cells; a table for which that can't be done goes."""
    if sheet.root is None:
        return
    tables = [each for each in sheet.relations.items() if each[1].kind == "table"]
    cells = {each.get("r") or "": each for each in sheet.root.iter(CELL)} if tables else {}
    for number, relation in tables:
        table = package.parts[relation.target].root
        if table is None or not _name_columns(table, cells):
            _drop_table(sheet.root, number)


def _name_columns(table: Element, cells: dict[str, Element]) -> bool:
    place = _RANGE.fullmatch(table.get("ref") or "")
    columns = list(table.iter(_COLUMN))
    if place is None or table.get("headerRowCount") == "0":
        return False
    first = column_number(place[1])
    names = [_text(cells.get(f"{_column_letters(first + step)}{place[2]}")) for step in range(len(columns))]
    if not all(names) or len({name.casefold() for name in names}) < len(names):
        return False
    for column, name in zip(columns, names, strict=True):
        column.set("name", name)
    return True


def _drop_table(sheet: Element, number: str) -> None:
    for entry in sheet.findall(f".//{{{X}}}tablePart"):
        if entry.get(f"{{{R}}}id") == number:
            remove(entry)
    for entries in sheet.findall(f"{{{X}}}tableParts"):
        entries.set("count", str(len(entries)))
        if not len(entries):
            remove(entries)


def _text(cell: Element | None) -> str:
    return "" if cell is None else "".join(each.text or "" for each in cell.iter(TEXT))


def column_number(letters: str) -> int:
    """The number of a column that letters such as AB name."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _column_letters(number: int) -> str:
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
