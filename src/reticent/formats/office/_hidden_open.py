"""Hidden content of OpenDocument files: sheets, rows, columns, slides, shapes outside the slide, hidden and unseen text.

Looks stand in styles: one of a content's own, those that it is based on, the default of its family. Rows and columns stay
as empty ones, so that every cell keeps its place; a formula that reads what goes becomes its value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from reticent.formats.office import _trees as trees
from reticent.formats.office._hidden import (
    SMALLEST,
    WHITE,
    HiddenThing,
    follow,
    look_same,
    name_colour_kind,
    read_colour,
    read_texts,
)
from reticent.formats.office._hidden_cells import Grid, Spans, require_a_sheet
from reticent.formats.office._open_document import HIDES_PARAGRAPH
from reticent.formats.office._trees import SPACES, Element, tag, tags
from reticent.formats.seam import inspection as kinds

_STYLE_NAMES = {
    "text": (tag("text:style-name"), tag("draw:text-style-name")),
    "table": (tag("table:style-name"),),
    "draw": (tag("draw:style-name"), tag("presentation:style-name")),
}
_NAME, _FAMILY, _PARENT = tag("style:name"), tag("style:family"), tag("style:parent-style-name")
_TABLE, _ROW, _COLUMN = map(tag, ("table:table", "table:table-row", "table:table-column"))
_CELLS = (tag("table:table-cell"), tag("table:covered-table-cell"))
_FORMULA, _VISIBILITY = tag("table:formula"), tag("table:visibility")
_COLUMNS_REPEATED, _ROWS_REPEATED = tag("table:number-columns-repeated"), tag("table:number-rows-repeated")
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\.\$?([A-Z]{1,3})\$?(\d{1,7}))?")
_PARAGRAPHS = (tag("text:p"), tag("text:h"))
_SPAN = tag("text:span")
_LENGTH = re.compile(r"(-?[\d.]+)(cm|mm|in|pt|pc|px)")
_POINTS = {"cm": 72 / 2.54, "mm": 72 / 25.4, "in": 72.0, "pt": 1.0, "pc": 12.0, "px": 0.75}
"""How many points the units of lengths have."""

_NARROWEST = 5.0
"""Per cent of their width: letters that are narrower are a line. Chosen by hand."""

_USUAL_LETTERS = (
    10.0  # points, by which a size in per cent is taken where no style says another; chosen by hand
)
_SHAPES = tags(
    "draw:frame draw:custom-shape draw:rect draw:circle draw:ellipse draw:line draw:g draw:caption draw:polygon"
)


@dataclass(frozen=True, slots=True)
class _Styles:
    """The styles of a file by family and name, with what they are based on."""

    known: Mapping[str, dict[str, tuple[Element, str | None]]] = field(repr=False)
    defaults: Mapping[str, Element] = field(repr=False)

    @classmethod
    def of(cls, parts: Mapping[str, Element]) -> _Styles:
        known: dict[str, dict[str, tuple[Element, str | None]]] = {}
        defaults: dict[str, Element] = {}
        for root in parts.values():
            for style in root.iter(tag("style:style")):
                named = known.setdefault(style.get(_FAMILY) or "", {})
                named.setdefault(style.get(_NAME) or "", (style, style.get(_PARENT)))
            for style in root.iter(tag("style:default-style")):
                defaults.setdefault(style.get(_FAMILY) or "", style)
        return cls(known, defaults)

    def find(self, family: str, name: str | None, properties: str, key: str) -> str | None:
        """What a style or one that it is based on says, or the default of its family."""
        chain = [*follow(name, self.known.get(family, {}))]
        chain += [self.defaults[family]] if family in self.defaults else []
        for style in chain:
            said = style.find(f"style:{properties}", SPACES)
            value: str | None = None if said is None else said.get(key)
            if value is not None:
                return value
        return None


def find_hidden_parts(parts: Mapping[str, Element], name: str) -> Iterator[HiddenThing]:
    """Everything in an OpenDocument file that nobody sees."""
    styles = _Styles.of(parts)
    content = parts["content.xml"]
    sheets = content.findall(".//office:spreadsheet/table:table", SPACES)
    hidden = [each for each in sheets if _hides_sheet(styles, each)]
    for sheet in sheets:
        if sheet in hidden:
            words = read_texts(sheet, *_PARAGRAPHS)
            show = partial(
                _show_style, styles, "table", sheet.get(tag("table:style-name")), tag("table:display")
            )
            yield HiddenThing(kinds.HIDDEN_SHEETS, words, partial(_drop_sheet, sheet, name), show)
    for table in content.iter(_TABLE):
        if table not in hidden:
            yield from _find_lines(styles, table)
    yield from _find_pages(styles, parts)
    for section in content.iter(tag("text:section")):
        if section.get(tag("text:display")) == "none":
            show = partial(section.attrib.pop, tag("text:display"), None)
            yield HiddenThing(kinds.HIDDEN_TEXT, read_texts(section), partial(trees.remove, section), show)
    for root in parts.values():
        for mark in list(root.iter(HIDES_PARAGRAPH)):
            if (paragraph := next(mark.iterancestors(*_PARAGRAPHS), None)) is not None:
                drop, show = partial(_drop_text, paragraph), partial(trees.remove, mark)
                yield HiddenThing(kinds.HIDDEN_TEXT, read_texts(paragraph), drop, show)
        yield from _Sight(styles).look(root, frozenset(hidden))


def _hides_sheet(styles: _Styles, sheet: Element) -> bool:
    named = sheet.get(tag("table:style-name"))
    return styles.find("table", named, "table-properties", tag("table:display")) == "false"


def _drop_sheet(sheet: Element, name: str) -> None:
    workbook = sheet.getparent()
    trees.remove(sheet)
    require_a_sheet(0 if workbook is None else len(workbook.findall(_TABLE)), name)


def _show_style(styles: _Styles, family: str, name: str | None, key: str) -> None:
    """Take a word away from a style and those that it is based on."""
    for style in follow(name, styles.known.get(family, {})):
        for said in style:
            said.attrib.pop(key, None)


def _find_lines(styles: _Styles, table: Element) -> Iterator[HiddenThing]:
    """The hidden rows and columns of a table that hold something, and the formulas that read it."""
    own = [each for each in table.iter(_ROW, _COLUMN) if next(each.iterancestors(_TABLE)) is table]
    hidden = [each for each in own if _is_hidden(each) or _is_nothing(styles, each)]
    if not hidden:
        return
    rows, columns = (
        _number(own, kind, key) for kind, key in ((_ROW, _ROWS_REPEATED), (_COLUMN, _COLUMNS_REPEATED))
    )
    stretches = {each: columns[each] for each in hidden if each.tag == _COLUMN}
    grid = Grid(
        Spans.of([rows[each] for each in hidden if each.tag == _ROW]), Spans.of([*stretches.values()])
    )
    found: dict[Element, list[Element]] = {line: [] for line in hidden}
    readers = []
    for row in rows:
        for cell, place in _list_cells(row):
            line = row if row in found else _find_column(stretches, place)
            if line is not None and (len(cell) or cell.get(tag("office:value-type")) is not None):
                found[line].append(cell)
            elif line is None and any(map(grid.meets, _RANGE.finditer(cell.get(_FORMULA) or ""))):
                readers.append(cell)
    for line, cells in found.items():
        if cells:
            words = " ".join(read_texts(cell) for cell in cells)
            drop, readers = partial(_empty, cells, readers), []
            yield HiddenThing(kinds.HIDDEN_CELLS, words, drop, partial(_show_line, styles, line))


def _is_hidden(line: Element) -> bool:
    groups = line.iterancestors(tag("table:table-row-group"), tag("table:table-column-group"))
    closed = any(each.get(tag("table:display")) == "false" for each in groups)
    return closed or line.get(_VISIBILITY) in ("collapse", "filter")


def _is_nothing(styles: _Styles, line: Element) -> bool:
    """Whether the style of a row or column leaves it no room; a height that follows from the text does."""
    family, key = ("table-row", "row-height") if line.tag == _ROW else ("table-column", "column-width")
    named, properties = line.get(tag("table:style-name")), f"{family}-properties"
    size = _points(styles.find(family, named, properties, tag(f"style:{key}")))
    fitting = styles.find(family, named, properties, tag("style:use-optimal-row-height"))
    return size is not None and size < SMALLEST and fitting != "true"


def _number(lines: Sequence[Element], kind: str, key: str) -> dict[Element, tuple[int, int]]:
    """The first and the last number of each row or column."""
    numbers, last = {}, 0
    for line in lines:
        if line.tag == kind:
            first, last = last + 1, last + _repeats(line, key)
            numbers[line] = first, last
    return numbers


def _repeats(line: Element, key: str) -> int:
    said = line.get(key) or "1"
    return int(said) if said.isdecimal() else 1


def _list_cells(row: Element) -> Iterator[tuple[Element, tuple[int, int]]]:
    last = 0
    for cell in row:
        if cell.tag in _CELLS:
            first, last = last + 1, last + _repeats(cell, _COLUMNS_REPEATED)
            yield cell, (first, last)


def _find_column(stretches: Mapping[Element, tuple[int, int]], place: tuple[int, int]) -> Element | None:
    """The hidden column that a cell stands in with all its repetitions; one that repeats beyond it is seen."""
    found = (line for line, (first, last) in stretches.items() if first <= place[0] and place[1] <= last)
    return next(found, None)


def _empty(cells: Sequence[Element], readers: Sequence[Element]) -> None:
    """Leave of cells their place and look; of formulas that read them, what they show."""
    stays = {
        tag("table:style-name"),
        _COLUMNS_REPEATED,
        tag("table:number-columns-spanned"),
        tag("table:number-rows-spanned"),
    }
    for cell in cells:
        trees.replace_children(cell)
        for key in [key for key in cell.attrib if key not in stays]:
            del cell.attrib[key]
    for cell in readers:
        cell.attrib.pop(_FORMULA, None)


def _show_line(styles: _Styles, line: Element) -> None:
    if _is_nothing(styles, line):
        line.attrib.pop(tag("table:style-name"), None)
    line.attrib.pop(_VISIBILITY, None)
    for group in line.iterancestors(tag("table:table-row-group"), tag("table:table-column-group")):
        group.attrib.pop(tag("table:display"), None)


def _find_pages(styles: _Styles, parts: Mapping[str, Element]) -> Iterator[HiddenThing]:
    """Slides that a show leaves out, and shapes outside of the others."""
    content = parts["content.xml"]
    sizes = _read_sizes(parts)
    for page in content.findall(".//office:presentation/draw:page", SPACES):
        named = page.get(tag("draw:style-name"))
        key = tag("presentation:visibility")
        if styles.find("drawing-page", named, "drawing-page-properties", key) == "hidden":
            show = partial(_show_style, styles, "drawing-page", named, key)
            yield HiddenThing(kinds.HIDDEN_SLIDES, read_texts(page), partial(trees.remove, page), show)
        elif (size := sizes.get(page.get(tag("draw:master-page-name")) or "")) is not None:
            yield from _find_outside(page, size)


def _read_sizes(parts: Mapping[str, Element]) -> dict[str, tuple[float, float]]:
    """How wide and high the pages of each master are, in points."""
    layouts: dict[str | None, tuple[float, float]] = {}
    for layout in (each for root in parts.values() for each in root.iter(tag("style:page-layout"))):
        said = layout.find("style:page-layout-properties", SPACES)
        width, height = (
            None if said is None else _points(said.get(tag(f"fo:page-{key}"))) for key in ("width", "height")
        )
        if width and height:
            layouts[layout.get(_NAME)] = width, height
    masters = (each for root in parts.values() for each in root.iter(tag("style:master-page")))
    return {
        each.get(_NAME) or "": layouts[each.get(tag("style:page-layout-name"))]
        for each in masters
        if each.get(tag("style:page-layout-name")) in layouts
    }


def _points(length: str | None) -> float | None:
    match = _LENGTH.fullmatch(length or "")
    return float(match[1]) * _POINTS[match[2]] if match else None


def _find_outside(page: Element, size: tuple[float, float]) -> Iterator[HiddenThing]:
    for shape in page:
        keys = ("svg:x", "svg:y", "svg:width", "svg:height")
        places = [_points(shape.get(tag(key))) for key in keys]
        if shape.tag not in _SHAPES or shape.get(tag("draw:transform")) is not None or None in places:
            continue
        left, top, width, height = (each or 0.0 for each in places)
        if left > size[0] or top > size[1] or left + width < 0 or top + height < 0:
            show = partial(_move, shape, (left, top, width, height), size)
            yield HiddenThing(kinds.OUTSIDE_SLIDE, read_texts(shape), partial(trees.remove, shape), show)


def _move(shape: Element, box: tuple[float, float, float, float], page: tuple[float, float]) -> None:
    """Move a shape onto the slide, to the edge that is nearest."""
    for axis, key in enumerate(("svg:x", "svg:y")):
        place = min(max(box[axis], 0.0), max(page[axis] - box[axis + 2], 0.0))
        shape.set(tag(key), f"{place:.1f}pt")


@dataclass(frozen=True, slots=True)
class _Sight:
    """Looks at paragraphs and the stretches of text in them."""

    styles: _Styles

    def look(self, root: Element, hidden: frozenset[Element]) -> Iterator[HiddenThing]:
        """The paragraphs and spans that nobody sees, outside of what is hidden already."""
        for element in root.iter(*_PARAGRAPHS, _SPAN):
            words = read_texts(element)
            if not words or hidden & {*element.iterancestors(_TABLE)}:
                continue
            kind = self._kind_of(element)
            if kind and self._kind_of(next(element.iterancestors(*_PARAGRAPHS), None)) != kind:
                yield HiddenThing(kind, words, partial(_drop_text, element), partial(self._show, element))

    def _kind_of(self, element: Element | None) -> str:
        if element is None:
            return ""
        if self._say(element, "text-properties", tag("text:display")) == "none":
            return kinds.HIDDEN_TEXT
        width = self._say(element, "text-properties", tag("style:text-scale")) or ""
        if width.endswith("%") and width[:-1].isdecimal() and 0 < int(width[:-1]) <= _NARROWEST:
            return kinds.TINY_TEXT
        size = _points(self._say(element, "text-properties", tag("fo:font-size")))
        if size is not None and size <= SMALLEST:
            return kinds.TINY_TEXT
        ink = self._read_ink(element)
        return name_colour_kind(ink) if look_same(ink, self._behind(element)) else ""

    def _read_ink(self, element: Element) -> str | None:
        """The colour of letters; None where the program chooses one that can be seen."""
        for family, name in self._around(element):
            keys = (tag("style:use-window-font-color"), tag("fo:color"))
            automatic, colour = (self.styles.find(family, name, "text-properties", key) for key in keys)
            if automatic == "true" or colour is not None:
                return None if automatic == "true" else read_colour(colour)
        return None

    def _around(self, element: Element) -> Iterator[tuple[str, str | None]]:
        """The styles that hold for a text, nearest first, as family and name."""
        for each in (element, *element.iterancestors()):
            if each.tag == _SPAN:
                yield "text", each.get(tag("text:style-name"))
            elif each.tag in _PARAGRAPHS:
                yield "paragraph", each.get(tag("text:style-name"))
            elif each.tag in _CELLS:
                yield "table-cell", each.get(tag("table:style-name")) or self._usual(each)
            elif each.tag in _SHAPES:
                yield "graphic", each.get(tag("draw:style-name"))
                yield "presentation", each.get(tag("presentation:style-name"))

    def _usual(self, cell: Element) -> str | None:
        """The style that the row gives to its cells, or else the column."""
        row, key = cell.getparent(), tag("table:default-cell-style-name")
        table = next(cell.iterancestors(_TABLE), None)
        if row is None or table is None or row.get(key) is not None:
            return None if row is None else row.get(key)
        first = next((place[0] for each, place in _list_cells(row) if each is cell), 0)
        last = 0
        for column in table.iter(_COLUMN):
            if next(column.iterancestors(_TABLE)) is table:
                last += _repeats(column, _COLUMNS_REPEATED)
                if first <= last:
                    usual: str | None = column.get(key)
                    return usual
        return None

    def _say(self, element: Element, properties: str, key: str) -> str | None:
        for family, name in self._around(element):
            if name is not None and (said := self.styles.find(family, name, properties, key)) is not None:
                return said
        return None

    def _behind(self, element: Element) -> str | None:
        """What lies behind a text; None where a shape does, or a page that isn't white."""
        for family, name in self._around(element):
            if name is not None and family in ("graphic", "presentation"):
                fill = self.styles.find(family, name, "graphic-properties", tag("draw:fill"))
                colour = self.styles.find(family, name, "graphic-properties", tag("draw:fill-color"))
                return read_colour(colour) if fill == "solid" else None
            for properties in ("text-properties", "paragraph-properties", "table-cell-properties"):
                said = self.styles.find(family, name, properties, tag("fo:background-color"))
                if said not in (None, "transparent"):
                    return read_colour(said)
        shapes = next(element.iterancestors(*_SHAPES, tag("draw:page"), tag("style:master-page")), None)
        return None if shapes is not None or self._is_coloured(element) else WHITE

    def _is_coloured(self, element: Element) -> bool:
        """Whether pages or tables of the file may have another colour than white."""
        families = ("page-layout", "table", "table-row")
        root = element.getroottree().getroot()
        names = ("page-layout-properties", "table-properties", "table-row-properties")
        found = [said for name in names for said in root.iter(tag(f"style:{name}"))]
        found += [
            said
            for family in families
            for style, _ in self.styles.known.get(family, {}).values()
            for said in style
        ]
        return any(
            each.get(tag("fo:background-color")) not in (None, "transparent", "#ffffff") for each in found
        )

    def _show(self, element: Element) -> None:
        """Let a text look as what is around it does, down to the cell, which gets the usual look."""
        for each in (element, *element.iterancestors()):
            if not self._kind_of(element):
                return
            key = tag("table:style-name") if each.tag in _CELLS else tag("text:style-name")
            if each.tag in (_SPAN, *_PARAGRAPHS, *_CELLS) and key in each.attrib:
                del each.attrib[key]
            elif each.tag in _CELLS and self._usual(each) is not None:
                each.set(key, "Default")


def _drop_text(element: Element) -> None:
    """Take a span away, or what stands in a paragraph."""
    if element.tag == _SPAN:
        trees.remove(element)
    else:
        trees.replace_children(element)
        element.text = None
