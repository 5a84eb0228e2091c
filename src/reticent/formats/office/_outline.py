"""How the text of an office file is laid out for a reader: headings, tables, slides, headers and footers, notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from reticent.formats.office._package import Package
from reticent.formats.office._places import Atom, Block
from reticent.formats.office._trees import SPACES, Element, tag, tags
from reticent.formats.seam.outline import OutlinePassage, Role
from reticent.formats.seam.records import SEPARATOR
from reticent.text import Document, Span

_PARAGRAPHS = tags("w:p a:p text:p text:h")
_CELLS = tags("w:tc a:tc table:table-cell table:covered-table-cell")
_ROWS = tags("w:tr a:tr table:table-row")
_TABLES = tags("w:tbl a:tbl table:table")
_ROLES: Mapping[str, Role] = {
    **dict.fromkeys(tags("w:hdr style:header style:header-left style:header-first x:oddHeader x:evenHeader x:firstHeader"), "header"),
    **dict.fromkeys(tags("w:ftr style:footer style:footer-left style:footer-first x:oddFooter x:evenFooter x:firstFooter"), "footer"),
    **dict.fromkeys(tags("w:footnotes w:endnotes text:note p:notes presentation:notes"), "note"),
}  # fmt: skip
_SLIDES = tags("p:sld draw:page")
_TITLES = frozenset({"title", "ctrTitle"})
_HEADING = re.compile(r"(?:heading|title)\s*(\d?)", re.IGNORECASE)
_STYLE = tag("w:pStyle")


def read_levels(package: Package) -> dict[str, int]:
    """The styles of a text that are headings, by the ids that paragraphs name them by, each with its level."""
    levels = {}
    for part in package.list_parts("styles"):
        for style in part.iter("w:style"):
            name = style.find("w:name", SPACES)
            found = _HEADING.fullmatch((name.get(tag("w:val")) or "") if name is not None else "")
            if found:
                levels[style.get(tag("w:styleId")) or ""] = int(found[1] or 1)
    return levels


@dataclass(slots=True)
class OutlineReader:
    """Says of each paragraph what it is; `levels` are the headings among the styles, `headers` what columns are called, by the
    places of their cells in the text."""

    levels: Mapping[str, int] = field(default_factory=dict)
    headers: Mapping[int, str] = field(default_factory=dict, repr=False)
    labels: frozenset[int] = frozenset()
    _tables: dict[Element, int] = field(default_factory=dict, repr=False)
    _rows: dict[Element, tuple[int, int]] = field(default_factory=dict, repr=False)
    _slides: dict[Element, int] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, document: Document, levels: Mapping[str, int]) -> OutlineReader:
        """A reader that knows what a document knows of its columns."""
        headers = {cell.span.start: cell.header for cell in document.cells}
        return cls(levels, headers, frozenset(span.start for span in document.labels))

    def read(self, blocks: Iterable[Block]) -> Iterator[OutlinePassage]:
        """A passage for each paragraph or cell; blocks without text are left out as when the text is laid out."""
        position = 0
        for block in blocks:
            if not any(isinstance(each, Atom) and each.text.strip() for each in block):
                continue
            position += len(SEPARATOR) if position else 0
            for atom, length in _cut_paragraphs(block):
                yield self._describe(atom, Span(position, position + length))
                position += length

    def _describe(self, atom: Atom, span: Span) -> OutlinePassage:
        if atom.grid:
            sheet, row, column = atom.grid
            is_header = span.start in self.labels
            return OutlinePassage(
                span, "cell", self.headers.get(span.start, ""), int(is_header), sheet, row, column
            )
        above = [atom.element, *atom.element.iterancestors()]
        cell = next((each for each in above if each.tag in _CELLS), None)
        role: Role = next((_ROLES[each.tag] for each in above if each.tag in _ROLES), "text")
        name = self._name_slide(above)
        if cell is not None and (place := self._find_cell(cell)):
            return OutlinePassage(span, "cell", name, 0, *place)
        if atom.label:  # the name of a sheet
            return OutlinePassage(span, "heading", name, 1)
        if level := self._find_level(above):
            return OutlinePassage(span, "heading", name, level)
        return OutlinePassage(span, role, name)

    def _name_slide(self, above: list[Element]) -> str:
        """The number of a slide, where its first words stand."""
        slide = next((each for each in above if each.tag in _SLIDES), None)
        if slide is None or slide in self._slides:
            return ""
        self._slides[slide] = len(self._slides) + 1
        return f"slide {self._slides[slide]}"

    def _find_cell(self, cell: Element) -> tuple[int, int, int] | None:
        row = next((each for each in cell.iterancestors() if each.tag in _ROWS), None)
        if row is None:
            return None
        if row not in self._rows:
            table = next((each for each in row.iterancestors() if each.tag in _TABLES), row)
            number = self._tables.setdefault(
                table, -1 - len(self._tables)
            )  # apart from the numbers of sheets
            rows = sum(1 for other in self._rows if self._rows[other][0] == number)
            self._rows[row] = number, rows + 1
        return *self._rows[row], _count_columns(cell)

    def _find_level(self, above: list[Element]) -> int:
        paragraph = next((each for each in above if each.tag in _PARAGRAPHS), None)
        if paragraph is None:
            return 0
        if paragraph.tag == tag("text:h"):
            said = paragraph.get(tag("text:outline-level")) or "1"
            return int(said) if said.isdecimal() else 1
        if paragraph.tag == tag("w:p"):
            style = paragraph.find(f"w:pPr/{_STYLE}", SPACES)
            return self.levels.get(style.get(tag("w:val")) or "", 0) if style is not None else 0
        return int(any(map(_is_title, above)))


def _is_title(element: Element) -> bool:
    """Whether a shape of a slide is its title."""
    if element.get(tag("presentation:class")) == "title":
        return True
    place = element.find("p:nvSpPr/p:nvPr/p:ph", SPACES) if element.tag == tag("p:sp") else None
    return place is not None and place.get("type") in _TITLES


def _count_columns(cell: Element) -> int:
    """The column in which a cell begins, past those that are wider than one."""
    column = 1
    for before in cell.itersiblings(preceding=True):
        if before.tag in _CELLS:
            span = before.find("w:tcPr/w:gridSpan", SPACES)
            said = (
                span.get(tag("w:val"))
                if span is not None
                else before.get(tag("table:number-columns-repeated"))
            )
            column += int(said) if said and said.isdecimal() else 1
    return column


def _cut_paragraphs(block: Block) -> Iterator[tuple[Atom, int]]:
    """The first atom of each paragraph of a block, and how long that is with the line end after it."""
    first: Atom | None = None
    length = 0
    for each in block:
        if isinstance(each, Atom):
            first = first or each
            length += len(each.text)
            continue
        length += len(each)
        if first is not None and "\n" in each:
            yield first, length
            first, length = None, 0
    if first is not None:
        yield first, length
