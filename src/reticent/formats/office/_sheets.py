"""Spreadsheets of the Open XML kind: what stays of their parts, the order in which they read, names of sheets.

Names of sheets can't hold every text, and the columns of a table are called like the cells of its header.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import count

from reticent.errors import DocumentError
from reticent.formats.office import _trees as trees
from reticent.formats.office._cells import (
    CELL,
    TEXT,
    clean_cell,
    guard_cell,
    is_plain,
    plain_format,
    read_cell,
    read_looks,
)
from reticent.formats.office._drawings import DRAWING_TEXTS, read_drawing, tidy_drawings
from reticent.formats.office._package import Package, Part, media_types
from reticent.formats.office._places import CUT, Atom, Block, put_on_grid
from reticent.formats.office._trees import ELEMENTS, SPACES, Dropped, Element, KeepList, tag, tags
from reticent.formats.office._vocabulary import is_vocabulary
from reticent.rendering.placeholders import ROUND

_ILLEGAL = re.compile(r"[:\\/?*]|^'|'$")
_NUMBERED = re.compile(r"Sheet\d{1,4}")
_LONGEST = 31  # characters: Excel opens no file in which the name of a sheet is longer
_MARK = re.compile(r"\([A-Z][A-Z ]*\)")
"""A placeholder without a number, as the name of a sheet."""


def write_sheet_name(key: str, sheet: Element, text: str) -> None:
    """Name a sheet; brackets become round, and a DocumentError says when no sheet can be called so."""
    name, number = text.translate(ROUND).strip(), 1 + len(list(sheet.itersiblings(preceding=True)))
    name = name or f"Sheet{number}"
    if len(name) > _LONGEST or _ILLEGAL.search(name):
        raise DocumentError(
            f"sheet {number} can't have the name that it would get (too long, or with a sign that names can't have):"
            " rename the sheet first"
        )
    sheet.set(key, name)


def number_names(sheets: Sequence[Element], key: str) -> None:
    """Number the names of sheets that edits have made the same: no program opens a file with two sheets of one name."""
    names = [sheet.get(key) or "" for sheet in sheets]
    taken = {name.casefold() for name in names}
    seen: Counter[str] = Counter()
    for sheet, name in zip(sheets, names, strict=True):
        seen[name.casefold()] += 1
        marked = _MARK.fullmatch(name)
        if names.count(name) > 1 if marked else seen[name.casefold()] > 1:
            free = (new for new in _number(name, marked) if new.casefold() not in taken)
            sheet.set(key, chosen := next(free))
            taken.add(chosen.casefold())


def _number(name: str, marked: re.Match[str] | None) -> Iterator[str]:
    """A name with one number after the other: all alike placeholders get one, of other names those after the first."""
    for number in count(1 if marked else 2):
        ending = f" {number})" if marked else f" ({number})"
        base = name[:-1] if marked else name
        yield base[: _LONGEST - len(ending)] + ending


def is_numbered(name: str) -> bool:
    """Whether a sheet has no name but a number: these are nobody's words."""
    return bool(_NUMBERED.fullmatch(name))


_COLUMN = tag("x:tableColumn")
_KEPT = tags(ELEMENTS["keep"]["table"])
_RANGE = re.compile(r"([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}\d{1,7}")


def clean_table(root: Element) -> None:
    """Leave of a table its place, its columns and its looks."""
    for child in [each for each in root if each.tag not in _KEPT]:
        trees.remove(child)
    for key in ("name", "displayName"):
        root.set(key, f"Table{root.get('id') or '1'}")
    for each in root.iter(tag("x:autoFilter"), _COLUMN):
        trees.replace_children(each)
    for column in root.iter(_COLUMN):
        for key in ("totalsRowLabel", "totalsRowFunction", "uniqueName", "queryTableFieldId"):
            column.attrib.pop(key, None)


def name_columns(package: Package, sheet: Part) -> None:
    """Call the columns of a sheet's tables like their header cells; a table for which that can't be done goes."""
    if sheet.root is None:
        return
    tables = {number: each.target for number, each in sheet.relations.items() if each.kind == "table"}
    headers = {number: _list_headers(package.parts[target].root) for number, target in tables.items()}
    wanted = frozenset(each for found in headers.values() for each in found or ())
    cells = (each for each in sheet.iter("x:c") if each.get("r") in wanted) if wanted else ()
    texts = {each.get("r"): _text(each) for each in cells}
    for number, target in tables.items():
        found = headers[number]
        names = None if found is None else [texts.get(each, "") for each in found]
        if names is None or not _name_columns(package.parts[target].root, names):
            _drop_table(sheet.root, number)


def _list_headers(table: Element | None) -> list[str] | None:
    """Where the cells stand after which the columns of a table are called; None when it has no header."""
    place = None if table is None else _RANGE.fullmatch(table.get("ref") or "")
    if table is None or place is None or table.get("headerRowCount") == "0":
        return None
    first = column_number(place[1])
    return [f"{_column_letters(first + step)}{place[2]}" for step, _ in enumerate(table.iter(_COLUMN))]


def _name_columns(table: Element, names: Sequence[str]) -> bool:
    if not all(names) or len({name.casefold() for name in names}) < len(names):
        return False
    for column, name in zip(table.iter(_COLUMN), names, strict=True):
        column.set("name", name)
    return True


def _drop_table(sheet: Element, number: str) -> None:
    for entry in sheet.findall(".//x:tablePart", SPACES):
        if entry.get(tag("r:id")) == number:
            trees.remove(entry)
    for entries in sheet.findall(tag("x:tableParts")):
        entries.set("count", str(len(entries)))
        if not len(entries):
            trees.remove(entries)


def _text(cell: Element) -> str:
    return "".join(each.text or "" for each in cell.iter(TEXT))


@lru_cache(maxsize=16_384)  # the columns of a sheet (ECMA-376, 18.3.1.13)
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


KEPT = media_types(
    "spreadsheetml.", "sheet.main worksheet chartsheet styles table sharedStrings"
) | media_types("", "drawing")
_HEADERS = tags("x:oddHeader x:oddFooter x:evenHeader x:evenFooter x:firstHeader x:firstFooter")
KEEP = KeepList(
    is_vocabulary,
    spoken=frozenset(["sheet@name", "numFmt@formatCode", "tableColumn@name", "table@displayName"]),
    texts=DRAWING_TEXTS | _HEADERS | tags("x:t x:v x:f x:formula"),
)
_WORKBOOK, _WORKSHEET = (tags(ELEMENTS["keep"][part]) for part in ("workbook", "worksheet"))
_COUNTED = trees.read_drops("sheets")


def clean_sheets(package: Package, dropped: Dropped) -> None:
    """Give every cell its own text, drop what is no cell, and scrub what is left."""
    strings = [
        item for part in package.list_parts("sharedStrings") for item in part.root.findall("x:si", SPACES)
    ]
    main = package.parts[package.main]
    _keep_children(main.root, _WORKBOOK, dropped)
    for part in package.list_parts("styles"):
        _clean_styles(part.root)
    for part in package.list_parts("table"):
        clean_table(part.root)
    for part in package.list_parts("sheet.main", "worksheet", "chartsheet", "styles", "table", "drawing"):
        for root in part.trees(plain=False):
            trees.choose_alternatives(root)
            if part.media.endswith("sheet+xml"):
                _keep_children(root, _WORKSHEET, dropped)
                _clean_sheet(root, strings, dropped)
            trees.scrub(root, KEEP, dropped)
            tidy_drawings(root)
    _drop_strings(package)


def _drop_strings(package: Package) -> None:
    """Forget the texts that cells shared: every cell has its own, and some belonged to no cell."""
    for part in package.parts.values():
        part.relations = {
            number: each for number, each in part.relations.items() if each.kind != "sharedStrings"
        }


def _keep_children(root: Element, kept: frozenset[str], dropped: Dropped) -> None:
    for child in [each for each in root if each.tag not in kept]:
        if child.tag in _COUNTED:
            dropped[_COUNTED[child.tag]] += 1
        trees.remove(child)


def _clean_sheet(root: Element, strings: Sequence[Element], dropped: Dropped) -> None:
    for cell in root.iter(CELL):
        clean_cell(cell, strings, dropped)
    for link in root.findall(".//x:hyperlink", SPACES):
        if link.get(tag("r:id")) is None:
            trees.remove(link)
    for header in root.iter(*_HEADERS):
        header.text = _FONT_CODE.sub("", header.text or "")
    for filtered in root.iter(tag("x:autoFilter")):
        trees.replace_children(filtered)
    _drop_rules(root, dropped)
    for element in [*root.findall("x:hyperlinks", SPACES), *root.findall("x:tableParts", SPACES)]:
        if not len(element):
            trees.remove(element)


def _drop_rules(root: Element, dropped: Dropped) -> None:
    """Drop rules for looks that say more than numbers and cells."""
    for rules in root.findall(tag("x:conditionalFormatting")):
        formulas = [each.text or "" for each in rules.iter(tag("x:formula"))]
        if not all(map(is_plain, formulas)) or rules.find("x:cfRule[@text]", SPACES) is not None:
            dropped["rules for cells"] += 1
            trees.remove(rules)


def _clean_styles(root: Element) -> None:
    for each in root.iter(tag("x:numFmt")):
        each.set("formatCode", plain_format(each.get("formatCode") or ""))


def list_sheets(package: Package) -> Iterator[tuple[Element, Part]]:
    """The sheets as the workbook orders them: the element that names each, and its part."""
    main = package.parts[package.main]
    for sheet in main.iter("x:sheet"):
        relation = main.relations.get(sheet.get(tag("r:id")) or "")
        if relation is not None and relation.target in package.parts:
            yield sheet, package.parts[relation.target]


def read_sheets(package: Package) -> Iterator[Block]:
    """Sheet by sheet: its name, its cells row by row, its headers and footers; then what is drawn."""
    settings = package.parts[package.main].root.find(tag("x:workbookPr"))
    since_1904 = settings is not None and settings.get("date1904") in ("1", "true")
    styles = next((part.root for part in package.list_parts("styles")), None)
    looks = read_looks(styles, since_1904=since_1904)
    write_name = partial(write_sheet_name, "name")
    for number, (sheet, part) in enumerate(list_sheets(package), 1):
        if not is_numbered(sheet.get("name") or ""):
            yield [Atom(sheet.get("name") or "", sheet, "name", write=write_name, label=True)]
        for root in part.trees():
            for cell in root.iter(CELL):
                yield put_on_grid(read_cell(cell, looks), number, _place_of(cell))
            if part.rows is not None:
                yield CUT
        for header in part.root.iter(*_HEADERS) if part.root is not None else ():
            yield from _read_header(header)
    for part in package.list_parts("drawing"):
        yield from read_drawing(part.root)


_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")


def _place_of(cell: Element) -> tuple[int, int] | None:
    """The row and the column of a cell, where it says so."""
    reference = _REFERENCE.fullmatch(cell.get("r") or "")
    return (int(reference[2]), column_number(reference[1])) if reference else None


_CODE = re.compile(r"&(?:\d+|[LCRPNDTZFABEGHIOSUXY&])")
_STYLE_CODE = re.compile(r"&(?:\d+|[BEHIOSUXY])")
"""A code that changes how the letters look: the word goes on after it."""

_FONT_CODE = re.compile(r'&"[^"]*"|&K[0-9A-Fa-f+-]{6}')


def _read_header(header: Element) -> Iterator[Block]:
    """The words of a header or footer between the codes that lay it out."""
    text, position = header.text or "", 0
    block: Block = []
    for match in [*_CODE.finditer(text), None]:
        end = match.start() if match else len(text)
        if text[position:end]:
            block.append(Atom(text[position:end], header, start=position))
        if match is None or not _STYLE_CODE.fullmatch(match[0]):
            yield block
            block = []
        position = match.end() if match else end


def guard_cells(touched: Sequence[Element]) -> None:
    """After edits: no text of an edited cell can be run."""
    changed = set(touched)
    for element in touched:
        cell = element if element.tag == CELL else next(element.iterancestors(CELL), None)
        if cell is not None:
            guard_cell(cell, changed)


def finish_sheets(package: Package) -> None:
    """After all edits: no two sheets have one name, and columns of tables are called like their headers."""
    sheets = list(list_sheets(package))
    number_names([sheet for sheet, _ in sheets], "name")
    for _, part in sheets:
        name_columns(package, part)
