"""Drawings, charts and diagrams, which every Open XML file may hold."""

from __future__ import annotations

from collections.abc import Iterator

from reticent.errors import needs_extra
from reticent.formats.office import _trees as trees
from reticent.formats.office._cells import plain_format
from reticent.formats.office._package import Package, media_types
from reticent.formats.office._places import MARK, Atom, Block, Grammar, read_blocks
from reticent.formats.office._trees import ELEMENTS, OPEN_XML, SPACES, Dropped, Element, KeepList, tag, tags
from reticent.formats.office._vocabulary import GUID, is_bullet, is_quantity, is_vocabulary

with needs_extra("office", "reading office files"):
    from lxml import etree


_CHARTS = ("chart", "diagramData", "diagramLayout", "diagramStyle", "diagramColors")
KEPT = (
    media_types("drawingml.", " ".join(_CHARTS))
    | media_types("", "theme themeOverride")
    | {"application/vnd.ms-office.drawingml.diagramDrawing+xml"}
)
_MEASURES = tags("wp:posOffset wp:align xdr:col xdr:row xdr:colOff xdr:rowOff a:tableStyleId")
"""Elements whose text is a measure or an id."""

DRAWING_TEXTS = _MEASURES | tags("a:t m:t c:v c:formatCode")
KEEP = KeepList(is_vocabulary, frozenset(["buChar@char"]), DRAWING_TEXTS)
_NAMED = frozenset(["docPr", "cNvPr"])
_SCHEMES = tags("a:clrScheme a:fontScheme a:fmtScheme")
_GONE = frozenset("extLst custDataLst externalData userShapes pivotSource protection custShowLst".split())


_TIDIED = (*(f"{{*}}{name}" for name in (*sorted(_GONE), *sorted(_NAMED), "buChar")), *_SCHEMES, *_MEASURES)
_TIDIED += (tag("a:tblStyle"), tag("c:numFmt"))
"""The elements that `tidy_drawings` looks at, in any namespace or one."""


def tidy_drawings(root: Element) -> None:
    """Give shapes and themes names of ours where a file needs them, and drop extensions and long bullets."""
    for element in list(root.iter(*_TIDIED)):
        space, name = trees.split(element.tag)
        if name in _GONE and space in OPEN_XML:
            trees.remove(element)
        elif name in _NAMED:
            element.set("name", f"Object {element.get('id', '')}")
        elif element.tag in _SCHEMES:
            element.set("name", "Office")
        elif element.tag == tag("a:tblStyle"):
            element.set("styleName", "Style")
        elif name == "buChar" and not is_bullet(element.get("char", "")):
            element.set("char", "\u2022")
        elif element.tag == tag("c:numFmt"):
            element.set("formatCode", "General")
        elif element.tag in _MEASURES and not _is_measure(element.text or ""):
            element.text = "0"


def _is_measure(text: str) -> bool:
    return (
        is_quantity(text)
        or text in ("left", "right", "center", "top", "bottom", "inside", "outside")
        or GUID.fullmatch(text) is not None
    )


def clean_drawings(package: Package, dropped: Dropped) -> None:
    """Clean charts, diagrams and themes."""
    for part in package.list_parts(*_CHARTS, "diagramDrawing", "theme", "themeOverride"):
        if part.media.endswith(tuple(f"{kind}+xml" for kind in _CHARTS)):
            trees.choose_alternatives(part.root)
        if part.media.endswith("chart+xml"):
            _fix_chart(part.root, dropped)
        trees.scrub(part.root, KEEP, dropped)
        tidy_drawings(part.root)


_REFERENCES = tags("c:strRef c:numRef c:multiLvlStrRef")


def _fix_chart(root: Element, dropped: Dropped) -> None:
    """Make a chart show the values that it has, without a way back to the cells they came from."""
    for element in trees.elements(root):
        if element.tag in _REFERENCES:
            dropped["links of charts to cells"] += 1
            _fix_values(element)
        elif element.tag == tag("c:formatCode"):
            element.text = plain_format(element.text or "")


def _fix_values(reference: Element) -> None:
    parent = reference.getparent()
    cache = next(reference.iterchildren(tag("c:strCache"), tag("c:numCache")), None)
    if reference.tag == tag("c:multiLvlStrRef"):
        cache = reference.find("c:multiLvlStrCache/c:lvl", SPACES)
    if parent is None:
        return
    if parent.tag == tag("c:tx"):
        words = " ".join(each.text or "" for each in reference.iter(tag("c:v")))
        owner = parent.getparent()
        in_series = owner is not None and owner.tag == tag("c:ser")
        trees.replace_children(parent, _new("c:v", words) if in_series else _rich(words))
        return
    reference.tag = tag("c:numLit") if reference.tag == tag("c:numRef") else tag("c:strLit")
    trees.replace_children(reference, *(cache if cache is not None else ()))


def _new(name: str, text: str = "", *children: Element) -> Element:
    element = etree.Element(tag(name))
    element.text = text or None
    element.extend(children)
    return element


def _rich(words: str) -> Element:
    run = _new("a:r", "", _new("a:t", words))
    return _new("c:rich", "", _new("a:bodyPr"), _new("a:p", "", run))


def _read_sign(element: Element) -> Atom | None:
    return Atom("\n", element, MARK) if element.tag == tag("a:br") else None


_GRAMMAR = Grammar(
    paragraphs=tags("a:p"),
    containers=tags(ELEMENTS["blocks"]["drawings"]),
    texts=tags("a:t m:t"),
    read_sign=_read_sign,
)


def read_drawing(root: Element) -> Iterator[Block]:
    """The texts of shapes, table cells and diagrams, then the names in a chart."""
    yield from read_blocks(root, _GRAMMAR)
    for value in root.iter(tag("c:v")):
        if value.text and next(value.iterancestors(tag("c:numLit")), None) is None:
            yield [Atom(value.text, value)]


def read_attached(package: Package) -> Iterator[Block]:
    """The texts of charts and diagrams."""
    for part in package.list_parts("chart", "diagramData", "diagramDrawing"):
        yield from read_drawing(part.root)


def drop_numbers(package: Package, removed: frozenset[str]) -> None:
    """Take the points of charts away whose number was removed from the text."""
    for part in package.list_parts("chart"):
        for point in part.root.findall(".//c:numLit/c:pt", SPACES):
            if (point.findtext("c:v", namespaces=SPACES) or "") in removed:
                trees.remove(point)
