"""Presentations: what stays of their parts, and the order in which they read.

What refers to parts of an Open XML file that are gone: it goes too, and the text that it had stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reticent.formats.office._drawings import KEEP, read_drawing, tidy_drawings
from reticent.formats.office._package import Package, Part, Relation
from reticent.formats.office._places import Block
from reticent.formats.office._trees import (
    A,
    Dropped,
    Element,
    P,
    R,
    W,
    choose_alternatives,
    drop_elements,
    elements,
    remove,
    replace_children,
    scrub,
    split,
    unwrap,
)

_MEDIA = "application/vnd.openxmlformats-officedocument.presentationml."
MAIN = f"{_MEDIA}presentation.main+xml"
KINDS = ("slide", "notesSlide", "slideLayout", "slideMaster", "notesMaster", "handoutMaster")
KEPT = frozenset(f"{_MEDIA}{kind}+xml" for kind in ("presentation.main", "tableStyles", *KINDS))
_DROP = {
    f"{{{P}}}timing": "animations",
    f"{{{P}}}control": "embedded objects",
    f"{{{P}}}controls": "",
    f"{{{P}}}oleObj": "embedded objects",
    f"{{{P}}}custDataLst": "",
    f"{{{P}}}transition": "animations",
    f"{{{P}}}modifyVerifier": "passwords",
    f"{{{P}}}photoAlbum": "",
    f"{{{P}}}smartTags": "",
    f"{{{P}}}embeddedFontLst": "",
    f"{{{P}}}kinsoku": "",
}


def clean_slides(package: Package, dropped: Dropped) -> None:
    """Drop animations and whatever else is no text of a slide, and scrub what is left."""
    for part in package.list_parts("presentation.main", "tableStyles", *KINDS):
        choose_alternatives(part.root)
        _drop_objects(part.root, dropped)
        drop_elements(part.root, _DROP, dropped)
        scrub(part.root, KEEP, dropped)
        tidy_drawings(part.root)


def _drop_objects(root: Element, dropped: Dropped) -> None:
    """Take embedded objects away with the frames around them."""
    for frame in root.findall(f".//{{{P}}}graphicFrame"):
        if next(frame.iter(f"{{{P}}}oleObj"), None) is not None:
            dropped["embedded objects"] += 1
            remove(frame)


def read_slides(package: Package) -> Iterator[Block]:
    """Slides in their order, each with its notes, then layouts and masters."""
    seen = set()
    for part in [*_show_order(package), *package.list_parts(*KINDS)]:
        if part.name not in seen and part.root is not None:
            seen.add(part.name)
            yield from read_drawing(part.root)


def _show_order(package: Package) -> Iterator[Part]:
    main = package.parts[package.main]
    for each in main.root.iter(f"{{{P}}}sldId") if main.root is not None else ():
        numbers = [value for key, value in each.attrib.items() if split(key)[0]]
        slide = next((main.relations[number].target for number in numbers if number in main.relations), None)
        if slide not in package.parts:
            continue
        yield package.parts[slide]
        for relation in package.parts[slide].relations.values():
            if relation.kind == "notesSlide" and relation.target in package.parts:
                yield package.parts[relation.target]


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
