"""The order in which OpenDocument files read, and how their cells and names are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from reticent.formats.office.addresses import read_address, write_address
from reticent.formats.office.namespaces import CALC, DRAW, OFFICE, PRESENTATION, TABLE, TEXT, XLINK, split
from reticent.formats.office.places import MARK, Atom, Block
from reticent.formats.office.reading import Grammar, read_blocks
from reticent.formats.office.sheet_names import is_numbered, write_sheet_name
from reticent.formats.office.trees import Element, elements

_NAME = f"{{{TABLE}}}name"
_HREF = f"{{{XLINK}}}href"
_CELLS = frozenset([f"{{{TABLE}}}table-cell", f"{{{TABLE}}}covered-table-cell"])
_SHAPES = "text-box custom-shape rect circle ellipse line polyline polygon path connector caption frame page g regular-polygon measure"
_SIGNS = {f"{{{TEXT}}}tab": "\t", f"{{{TEXT}}}line-break": "\n"}
_MOST_SPACES = 100


def _read_sign(element: Element) -> Atom | None:
    if element.tag == f"{{{TEXT}}}s":
        count = element.get(f"{{{TEXT}}}c") or "1"
        return Atom(" " * min(_MOST_SPACES, int(count) if count.isdigit() else 1), element, MARK)
    sign = _SIGNS.get(element.tag)
    return Atom(sign, element, MARK) if sign else None


_GRAMMAR = Grammar(
    paragraphs=frozenset([f"{{{TEXT}}}p", f"{{{TEXT}}}h"]),
    containers=frozenset(
        [
            *_CELLS,
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
        yield from read_blocks(root, _GRAMMAR)
        for element in elements(root):
            yield from _read_attribute(element)


def _read_attribute(element: Element) -> Iterator[Block]:
    space, name = split(element.tag)
    if space == PRESENTATION and name.endswith("-decl") and element.text:
        yield [Atom(element.text, element)]
    elif element.tag == f"{{{TABLE}}}table" and not is_numbered(element.get(_NAME, "Sheet1")):
        yield [Atom(element.get(_NAME, ""), element, _NAME, write=_write_name)]
    elif element.tag == f"{{{TEXT}}}a" and element.get(_HREF):
        yield [Atom(read_address(element.get(_HREF, "")), element, _HREF, write=_write_address)]


def _write_name(table: Element, text: str) -> None:
    write_sheet_name(table, _NAME, text)


def _write_address(link: Element, text: str) -> None:
    link.set(_HREF, write_address(text))


def finish_cells(touched: Sequence[Element]) -> None:
    """After the edits: an edited cell is a text, without the number, day or formula that it was."""
    for element in touched:
        cell = next((each for each in element.iterancestors() if each.tag in _CELLS), None)
        kind = cell.get(f"{{{OFFICE}}}value-type") if cell is not None else None
        if cell is None or kind is None:
            continue
        for key in list(cell.attrib):
            name = split(key)[1]
            if (split(key)[0] == OFFICE and name != "value-type") or name == "formula":
                del cell.attrib[key]
        cell.set(f"{{{OFFICE}}}value-type", "string")
        if cell.get(f"{{{CALC}}}value-type") is not None:
            cell.set(f"{{{CALC}}}value-type", "string")
