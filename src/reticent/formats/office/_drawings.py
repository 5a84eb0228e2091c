"""Drawings, charts and diagrams, which every Open XML file may hold."""

from __future__ import annotations

from collections.abc import Iterator

from reticent.errors import needs_extra
from reticent.formats.office._cells import plain_format
from reticent.formats.office._package import Package
from reticent.formats.office._places import MARK, Atom, Block, Grammar, read_blocks
from reticent.formats.office._trees import (
    OPEN_XML,
    A,
    C,
    Dropped,
    Element,
    KeepList,
    M,
    choose_alternatives,
    elements,
    remove,
    replace_children,
    scrub,
    split,
)
from reticent.formats.office._vocabulary import is_bullet, is_quantity, is_vocabulary

with needs_extra("office", "reading office files"):
    from lxml import etree


_MEDIA = "application/vnd.openxmlformats-officedocument."
KEPT = frozenset(
    [
        *(
            f"{_MEDIA}drawingml.{kind}+xml"
            for kind in ("chart", "diagramData", "diagramLayout", "diagramStyle")
        ),
        *(f"{_MEDIA}drawingml.diagramColors+xml", "application/vnd.ms-office.drawingml.diagramDrawing+xml"),
        *(f"{_MEDIA}theme+xml", f"{_MEDIA}themeOverride+xml"),
    ]
)
_WORD_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
_SHEET_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_MEASURES = frozenset(
    [
        *(f"{{{_WORD_DRAWING}}}{name}" for name in ("posOffset", "align")),
        *(f"{{{_SHEET_DRAWING}}}{name}" for name in ("col", "row", "colOff", "rowOff")),
        f"{{{A}}}tableStyleId",
    ]
)
"""Elements whose text is a measure or an id."""

DRAWING_TEXTS = _MEASURES | {f"{{{A}}}t", f"{{{M}}}t", f"{{{C}}}v", f"{{{C}}}formatCode"}
KEEP = KeepList(OPEN_XML, DRAWING_TEXTS, frozenset(), frozenset(["buChar@char"]), is_vocabulary)
_NAMED = frozenset(["docPr", "cNvPr"])
_SCHEMES = frozenset(["clrScheme", "fontScheme", "fmtScheme"])
_GONE = frozenset(
    ["extLst", "custDataLst", "externalData", "userShapes", "pivotSource", "protection", "custShowLst"]
)


def tidy_drawings(root: Element) -> None:
    """Give shapes and themes names of ours where a file needs them, and drop extensions and long bullets."""
    for element in elements(root):
        space, name = split(element.tag)
        if name in _GONE and space in OPEN_XML:
            remove(element)
        elif name in _NAMED:
            element.set("name", f"Object {element.get('id', '')}")
        elif name in _SCHEMES and space == A:
            element.set("name", "Office")
        elif name == "tblStyle" and space == A:
            element.set("styleName", "Style")
        elif name == "buChar" and not is_bullet(element.get("char", "")):
            element.set("char", "\u2022")
        elif name == "numFmt" and space == C:
            element.set("formatCode", "General")
        elif element.tag in _MEASURES and not _is_measure(element.text or ""):
            element.text = "0"


def _is_measure(text: str) -> bool:
    return (
        is_quantity(text)
        or text in ("left", "right", "center", "top", "bottom", "inside", "outside")
        or text[:1] == "{"
    )


def clean_drawings(package: Package, dropped: Dropped) -> None:
    """Clean charts, diagrams and themes."""
    for part in package.list_parts("chart", "diagramData", "diagramLayout", "diagramStyle", "diagramColors"):
        choose_alternatives(part.root)
        if part.media.endswith("chart+xml"):
            _fix_chart(part.root, dropped)
        scrub(part.root, KEEP, dropped)
        tidy_drawings(part.root)
    for part in package.list_parts("diagramDrawing", "theme", "themeOverride"):
        scrub(part.root, KEEP, dropped)
        tidy_drawings(part.root)


def _tag(name: str) -> str:
    return f"{{{C}}}{name}"


def _fix_chart(root: Element, dropped: Dropped) -> None:
    """Make a chart show the values that it has, without a way back to the cells they came from."""
    for element in elements(root):
        if element.tag in (_tag("strRef"), _tag("numRef"), _tag("multiLvlStrRef")):
            dropped["links of charts to cells"] += 1
            _fix_values(element)
        elif element.tag == _tag("formatCode"):
            element.text = plain_format(element.text or "")


def _fix_values(reference: Element) -> None:
    parent = reference.getparent()
    cache = next((each for each in reference if each.tag in (_tag("strCache"), _tag("numCache"))), None)
    if reference.tag == _tag("multiLvlStrRef"):
        cache = reference.find(f"{_tag('multiLvlStrCache')}/{_tag('lvl')}")
    if parent is None:
        return
    if parent.tag == _tag("tx"):
        words = " ".join(each.text or "" for each in reference.iter(_tag("v")))
        if (owner := parent.getparent()) is not None and owner.tag == _tag("ser"):
            replace_children(parent, _new(_tag("v"), words))
        else:
            replace_children(parent, _rich(words))
        return
    reference.tag = _tag("numLit") if reference.tag == _tag("numRef") else _tag("strLit")
    replace_children(reference, *(cache if cache is not None else ()))


def _new(tag: str, text: str = "") -> Element:
    element = etree.Element(tag)
    element.text = text or None
    return element


def _rich(words: str) -> Element:
    rich, paragraph, run = _new(_tag("rich")), _new(f"{{{A}}}p"), _new(f"{{{A}}}r")
    run.append(_new(f"{{{A}}}t", words))
    paragraph.append(run)
    rich.extend([_new(f"{{{A}}}bodyPr"), paragraph])
    return rich


def _read_sign(element: Element) -> Atom | None:
    return Atom("\n", element, MARK) if element.tag == f"{{{A}}}br" else None


_GRAMMAR = Grammar(
    paragraphs=frozenset([f"{{{A}}}p"]),
    containers=frozenset(
        [
            *(f"{{{A}}}tc", f"{{{A}}}txBody", f"{{{C}}}rich", f"{{{C}}}txPr", f"{{{_SHEET_DRAWING}}}txBody"),
            "{http://schemas.openxmlformats.org/presentationml/2006/main}txBody",
            "{http://schemas.openxmlformats.org/drawingml/2006/diagram}t",
            "{http://schemas.microsoft.com/office/drawing/2008/diagram}txBody",
        ]
    ),
    texts=frozenset([f"{{{A}}}t", f"{{{M}}}t"]),
    read_sign=_read_sign,
)


def read_drawing(root: Element) -> Iterator[Block]:
    """The texts of shapes, table cells and diagrams, then the names in a chart."""
    yield from read_blocks(root, _GRAMMAR)
    for value in root.iter(_tag("v")):
        if value.text and not any(each.tag == _tag("numLit") for each in value.iterancestors()):
            yield [Atom(value.text, value)]


def read_attached(package: Package) -> Iterator[Block]:
    """The texts of charts and diagrams."""
    for part in package.list_parts("chart", "diagramData", "diagramDrawing"):
        yield from read_drawing(part.root)


def drop_numbers(package: Package, removed: frozenset[str]) -> None:
    """Take the points of charts away whose number was removed from the text."""
    for part in package.list_parts("chart"):
        for point in part.root.findall(f".//{_tag('numLit')}/{_tag('pt')}") if part.root is not None else ():
            if (point.findtext(_tag("v")) or "") in removed:
                remove(point)
