"""The order in which OpenDocument files read, and how their names are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reticent.formats.office.open_cells import CELLS, read_cells
from reticent.formats.office.places import MARK, Atom, Block
from reticent.formats.office.reading import Grammar, read_blocks
from reticent.formats.office.sheets import is_numbered, number_names, write_sheet_name
from reticent.formats.office.trees import (
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

_NAME = f"{{{TABLE}}}name"
_TABLE = f"{{{TABLE}}}table"
_SHEETS = f"{{{OFFICE}}}spreadsheet"
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
