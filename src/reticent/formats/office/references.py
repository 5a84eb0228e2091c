"""What refers to parts of an Open XML file that are gone: it goes too, and the text that it had stays."""

from __future__ import annotations

from collections.abc import Mapping

from reticent.formats.office.namespaces import A, R, W, split
from reticent.formats.office.package import Package, Relation
from reticent.formats.office.trees import Element, elements, remove, replace_children, unwrap

_SHEET_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_REFERRING = frozenset(
    """headerReference footerReference hlinkClick hlinkHover hlinkMouseOver tablePart legacyDrawing legacyDrawingHF
    picture videoFile audioFile quickTimeFile wavAudioFile snd hyperlink sldId sldLayoutId notesMasterId sldMasterId
    handoutMasterId""".split()
)
"""Elements that say nothing without what they refer to."""

_HOLDING = frozenset(
    [
        *(f"{{{W}}}drawing", f"{{{W}}}pict"),
        *(
            f"{{http://schemas.openxmlformats.org/presentationml/2006/main}}{name}"
            for name in ("pic", "graphicFrame")
        ),
        *(f"{{{_SHEET_DRAWING}}}{name}" for name in ("twoCellAnchor", "oneCellAnchor", "absoluteAnchor")),
    ]
)
"""What goes as a whole when its picture, chart or object is gone."""


def drop_lost_references(package: Package) -> None:
    """Take away what refers to parts that are gone; text that a link had stays."""
    for part in package.parts.values():
        for element in elements(part.root) if part.root is not None else []:
            lost = [key for key, value in element.attrib.items() if _is_lost(key, value, part.relations)]
            if lost:
                _drop_reference(element, lost)


def _is_lost(key: str, value: str, relations: Mapping[str, Relation]) -> bool:
    return split(key)[0] == R and value not in relations


def _drop_reference(element: Element, lost: list[str]) -> None:
    name = split(element.tag)[1]
    if element.tag == f"{{{W}}}hyperlink":
        unwrap(element)
    elif name in _REFERRING or element.tag.endswith("}drawing"):
        remove(element)
    elif name in ("blip", "imagedata", "chart", "relIds", "oleObj", "fill", "stroke"):
        _drop_holder(element, lost)
    else:
        for key in lost:
            del element.attrib[key]


def _drop_holder(element: Element, lost: list[str]) -> None:
    for key in lost:
        del element.attrib[key]
    if any(split(key)[0] == R for key in element.attrib):
        return
    fill = element.getparent()
    picture = any(
        split(each.tag)[1] in ("pic", "graphic", "graphicFrame", "pict") for each in element.iterancestors()
    )
    if picture:
        holder = next((each for each in element.iterancestors() if each.tag in _HOLDING), element)
        texts = next(holder.iter(f"{{{W}}}txbxContent"), None)
        remove(element if texts is not None else holder)
    elif fill is not None and split(fill.tag)[1] == "blipFill":
        fill.tag = f"{{{A}}}noFill"
        fill.attrib.clear()
        replace_children(fill)
