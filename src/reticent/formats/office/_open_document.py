"""OpenDocument files: what stays of their content and styles, the order in which they read, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from reticent.errors import DocumentError, needs_extra
from reticent.formats._pictures import ENDINGS, strip_picture
from reticent.formats.office import _trees as trees
from reticent.formats.office._cells import is_plain_open
from reticent.formats.office._places import MARK, TAIL, WORDS, Atom, Block, Grammar, put_on_grid, read_blocks
from reticent.formats.office._sheets import is_numbered, number_names, write_sheet_name
from reticent.formats.office._trees import (
    ELEMENTS,
    OPEN_DOCUMENT,
    SPACES,
    Dropped,
    Element,
    KeepList,
    tag,
    tags,
)
from reticent.formats.office._vocabulary import is_bullet, is_open_vocabulary
from reticent.formats.tables.cells import guard, unguard

with needs_extra("office", "reading office files"):
    from lxml import etree


PARTS = ("content.xml", "styles.xml")
_MANIFEST = "META-INF/manifest.xml"
_BULLET, _FORMULA, _HREF = tag("text:bullet-char"), tag("table:formula"), tag("xlink:href")
_NAME, _REPEATED = tag("table:name"), tag("table:number-columns-repeated")
_KINDS = tuple(map(tag, ("office:value-type", "calcext:value-type")))
_SHEETS, _TABLE = tag("office:spreadsheet"), tag("table:table")
_CELLS = tags("table:table-cell table:covered-table-cell")
_PARAGRAPHS = tags("text:p text:h")
_MIXED = _PARAGRAPHS | tags(
    "text:page-number text:page-count text:date text:time text:span text:a text:ruby-base text:note-citation text:meta"
)
_LITERALS = tags("number:text number:currency-symbol")
KEEP = KeepList(
    is_open_vocabulary,
    spaces=OPEN_DOCUMENT,
    texts=_LITERALS | tags("presentation:footer-decl presentation:header-decl presentation:date-time-decl"),
    mixed=_MIXED,
    spoken=frozenset(
        "table@name a@href image@href table-cell@formula list-level-style-bullet@bullet-char"
        " list-level-style-number@num-prefix list-level-style-number@num-suffix outline-level-style@num-prefix"
        " outline-level-style@num-suffix notes-configuration@num-prefix notes-configuration@num-suffix"
        " list-level-style-bullet@num-prefix list-level-style-bullet@num-suffix".split()
    ),
)
_DROP = trees.read_drops("open_document")
HIDES_PARAGRAPH = tag("text:hidden-paragraph")
_STRUCTURE = tags(ELEMENTS["keep"]["structure"])


def read_parts(name: str, members: Mapping[str, bytes]) -> dict[str, Element]:
    """The trees of an OpenDocument file; a DocumentError when it is encrypted or incomplete."""
    if b"encryption-data" in members.get(_MANIFEST, b""):
        raise DocumentError(f"'{name}' is encrypted: save it without a password first")
    if "content.xml" not in members:
        raise DocumentError(f"'{name}' has no content: save it again in its program")
    return {part: trees.parse(name, members[part]) for part in PARTS if part in members}


def clean_parts(
    parts: Mapping[str, Element], pictures: Mapping[str, bytes], dropped: Dropped
) -> dict[str, bytes]:
    """Clean the trees in place; the pictures that they still show, by names of ours."""
    shown: dict[str, tuple[str, bytes]] = {}
    for root in parts.values():
        trees.drop_elements(root, _DROP, dropped)
        _unwrap_fields(root, dropped)
        _clean_cells(root, dropped)
        _clean_links(root, pictures, shown, dropped)
        trees.scrub(root, KEEP, dropped)
        for element in trees.elements(root):
            _tidy(element)
    return dict(shown.values())


def _unwrap_fields(root: Element, dropped: Dropped) -> None:
    for element in reversed(trees.elements(root)):
        is_field = trees.split(element.tag)[0] == SPACES["text"] and element.tag not in _STRUCTURE
        if element.tag == HIDES_PARAGRAPH and element.get(tag("text:is-hidden")) == "true":
            continue  # goes with its paragraph
        if is_field and element.getparent() is not None and element.getparent().tag in _MIXED:
            dropped["fields"] += 1
            trees.unwrap(element)


def _clean_cells(root: Element, dropped: Dropped) -> None:
    for cell in root.iter(*_CELLS):
        formula = cell.get(_FORMULA)
        numeric = cell.get(_KINDS[0]) != "string"
        if formula is not None and not (numeric and is_plain_open(formula)):
            dropped["formulas"] += 1
            del cell.attrib[_FORMULA]
    for table in root.iter(_TABLE):
        parent = table.getparent()
        if parent is None or trees.split(parent.tag)[1] != "spreadsheet":
            table.attrib.pop(_NAME, None)


def _clean_links(
    root: Element, pictures: Mapping[str, bytes], shown: dict[str, tuple[str, bytes]], dropped: Dropped
) -> None:
    for element in trees.elements(root):
        target = element.get(_HREF)
        if target is None:
            continue
        if element.tag == tag("text:a"):
            if not trees.is_safe(target):
                dropped["links to files"] += 1
                trees.unwrap(element)
        elif element.tag == tag("draw:image"):
            _keep_picture(element, target, pictures, shown, dropped)
        else:
            del element.attrib[_HREF]


def _keep_picture(
    element: Element,
    target: str,
    pictures: Mapping[str, bytes],
    shown: dict[str, tuple[str, bytes]],
    dropped: Dropped,
) -> None:
    plain = target.removeprefix("./")
    stripped = strip_picture(pictures[plain]) if plain in pictures else None
    if stripped is None:
        dropped["pictures"] += 1
        frame = element.getparent()
        trees.remove(element)
        if frame is not None and frame.tag == tag("draw:frame") and not len(frame):
            trees.remove(frame)
        return
    if plain not in shown:
        shown[plain] = f"Pictures/image{len(shown) + 1}.{ENDINGS[stripped[0]]}", stripped[1]
    element.set(_HREF, shown[plain][0])


_BLANKS = re.compile(r"[ \t\r\n]+")


def _tidy(element: Element) -> None:
    """White space as programs show it, bullets that are signs, and no words in formats of numbers."""
    if element.tag in _MIXED:
        element.text = _BLANKS.sub(" ", element.text or "") or None
        for child in element:
            child.tail = _BLANKS.sub(" ", child.tail or "") or None
    elif element.tag in _LITERALS and len(re.findall(r"[^\W\d_]", element.text or "")) > 3:
        element.text = None
    bullet = element.get(_BULLET)
    if bullet is not None and not is_bullet(bullet):
        element.set(_BULLET, "\u2022")


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
        sheet = next(cell.iterancestors(_TABLE), None)
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
        repeated = cell.get(_REPEATED) or "1"
        number += int(repeated) if repeated.isdecimal() else 1
    return columns


def _find_sheet_cell(element: Element) -> Element | None:
    is_sheet = next(element.iterancestors(_SHEETS), None) is not None
    return next(element.iterancestors(*_CELLS), None) if is_sheet else None


def _unguard(block: Block) -> Block:
    whole = "".join(each.text if isinstance(each, Atom) else each for each in block)
    guards = len(whole) - len(unguard(whole))
    first = block[0]
    if not isinstance(first, Atom) or first.kind not in (WORDS, TAIL):
        return block
    write = partial(_write_text, first.kind)
    return [Atom(first.text[guards:], first.element, first.kind, write=write), *block[1:]]


def _write_text(where: str, element: Element, text: str) -> None:
    setattr(element, where, text)


def finish_cells(touched: Sequence[Element]) -> None:
    """After the edits: an edited cell is a text, without the number, day or formula that it was, and can't be run."""
    changed = set(touched)
    around = [next(each.iterancestors(*_CELLS), None) for each in touched]
    for cell in dict.fromkeys(each for each in around if each is not None):
        _make_text(cell)
        if next(cell.iterancestors(_SHEETS), None) is not None:
            _guard(cell, changed)


def _make_text(cell: Element) -> None:
    if cell.get(_KINDS[0]) is None:
        return
    for key in list(cell.attrib):
        space, name = trees.split(key)
        if (space == SPACES["office"] and name != "value-type") or name == "formula":
            del cell.attrib[key]
    for key in _KINDS:
        if key in cell.attrib:
            cell.set(key, "string")


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


_SIGNS = {tag("text:tab"): "\t", tag("text:line-break"): "\n"}
_MOST_SPACES = 100  # wider than any page; a count of a billion, which a file may claim, would fill the memory


def _read_sign(element: Element) -> Atom | None:
    if element.tag == tag("text:s"):
        count = element.get(tag("text:c")) or "1"
        return Atom(" " * min(_MOST_SPACES, int(count[:9]) if count.isdecimal() else 1), element, MARK)
    sign = _SIGNS.get(element.tag)
    return Atom(sign, element, MARK) if sign else None


_GRAMMAR = Grammar(
    paragraphs=_PARAGRAPHS,
    containers=tags(ELEMENTS["blocks"]["open_document"]),
    texts=frozenset(),
    read_sign=_read_sign,
    mixed=True,
)


def read_open_document(parts: Mapping[str, Element]) -> Iterator[Block]:
    """Content in reading order, headers and footers, names of sheets, declared footers, addresses of links."""
    for root in parts.values():
        yield from read_cells(read_blocks(root, _GRAMMAR))
        for element in trees.elements(root):
            yield from _read_attribute(element)


def _read_attribute(element: Element) -> Iterator[Block]:
    for key in _AROUND_NUMBERS:
        if any(map(str.isalpha, words := element.get(key, ""))):
            yield [Atom(words, element, key)]
    space, name = trees.split(element.tag)
    if space == SPACES["presentation"] and name.endswith("-decl") and element.text:
        yield [Atom(element.text, element)]
    elif element.tag == _TABLE and not is_numbered(element.get(_NAME, "Sheet1")):
        write_name = partial(write_sheet_name, _NAME)
        yield [Atom(element.get(_NAME, ""), element, _NAME, write=write_name, label=True)]
    elif element.tag == tag("text:a") and element.get(_HREF):
        yield [Atom(trees.read_address(element.get(_HREF, "")), element, _HREF, write=_write_address)]


_AROUND_NUMBERS = (tag("style:num-prefix"), tag("style:num-suffix"))
"""What stands before and after the number of a paragraph or a note."""


def number_table_names(parts: Mapping[str, Element]) -> None:
    """Number the names of sheets that edits have made the same."""
    for root in parts.values():
        for sheets in root.iter(_SHEETS):
            number_names(sheets.findall(_TABLE), _NAME)


def _write_address(link: Element, text: str) -> None:
    link.set(_HREF, trees.write_address(text))


def write_parts(media: str, parts: Mapping[str, Element], pictures: Mapping[str, bytes]) -> dict[str, bytes]:
    """The members of the file."""
    manifest = etree.Element(tag("manifest:manifest"), nsmap={"manifest": SPACES["manifest"]})
    manifest.set(tag("manifest:version"), "1.2")
    kinds = {ending: kind for kind, ending in ENDINGS.items()}
    listed = [("/", media), *((part, "text/xml") for part in parts)]
    listed += [(picture, kinds[picture.rpartition(".")[2]]) for picture in pictures]
    for path, kind in listed:
        entry = etree.SubElement(manifest, tag("manifest:file-entry"))
        entry.set(tag("manifest:full-path"), path)
        entry.set(tag("manifest:media-type"), kind)
    written = {part: trees.serialize(root) for part, root in parts.items()}
    return {"mimetype": media.encode(), **written, **pictures, _MANIFEST: trees.serialize(manifest)}
