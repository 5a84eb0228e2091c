"""Presentations: what stays of their parts, the order in which they read, and what refers to parts that are gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reticent.formats.office import _trees as trees
from reticent.formats.office._drawings import KEEP, read_drawing, tidy_drawings
from reticent.formats.office._package import Package, Part, Relation, media_types
from reticent.formats.office._places import Block
from reticent.formats.office._trees import ELEMENTS, SPACES, Dropped, Element, tag, tags

KINDS = ("slide", "notesSlide", "slideLayout", "slideMaster", "notesMaster", "handoutMaster")
KEPT = media_types("presentationml.", f"presentation.main tableStyles {' '.join(KINDS)}")
_DROP = trees.read_drops("slides")


def clean_slides(package: Package, dropped: Dropped) -> None:
    """Drop animations and whatever else is no text of a slide, and scrub what is left."""
    for part in package.list_parts("presentation.main", "tableStyles", *KINDS):
        trees.choose_alternatives(part.root)
        _drop_objects(part.root, dropped)
        trees.drop_elements(part.root, _DROP, dropped)
        trees.scrub(part.root, KEEP, dropped)
        tidy_drawings(part.root)


def _drop_objects(root: Element, dropped: Dropped) -> None:
    """Take embedded objects away with the frames around them."""
    for frame in root.findall(".//p:graphicFrame", SPACES):
        if next(frame.iter(tag("p:oleObj")), None) is not None:
            dropped["embedded objects"] += 1
            trees.remove(frame)


def read_slides(package: Package) -> Iterator[Block]:
    """Slides in their order, each with its notes, then layouts and masters."""
    seen = set()
    for part in [*_show_order(package), *package.list_parts(*KINDS)]:
        if part.name not in seen and part.root is not None:
            seen.add(part.name)
            yield from read_drawing(part.root)


def _show_order(package: Package) -> Iterator[Part]:
    main = package.parts[package.main]
    for each in main.iter("p:sldId"):
        numbers = [value for key, value in each.attrib.items() if trees.split(key)[0]]
        slide = next((main.relations[number].target for number in numbers if number in main.relations), None)
        if slide not in package.parts:
            continue
        yield package.parts[slide]
        for relation in package.parts[slide].relations.values():
            if relation.kind == "notesSlide" and relation.target in package.parts:
                yield package.parts[relation.target]


_REFERRING = frozenset(ELEMENTS["references"]["referring"].split())
_HOLDING = tags(ELEMENTS["references"]["holding"])


def drop_lost_references(package: Package) -> None:
    """Take away what refers to parts that are gone; text that a link had stays."""
    for part in package.parts.values():
        for element in trees.list_referring(part.root) if part.root is not None else []:
            lost = [key for key, value in element.attrib.items() if _is_lost(key, value, part.relations)]
            if lost:
                _drop_reference(element, lost)


def _is_lost(key: str, value: str, relations: Mapping[str, Relation]) -> bool:
    return trees.split(key)[0] == SPACES["r"] and value not in relations


def _drop_reference(element: Element, lost: list[str]) -> None:
    name = trees.split(element.tag)[1]
    if element.tag == tag("w:hyperlink"):
        trees.unwrap(element)
    elif name in _REFERRING or element.tag.endswith("}drawing"):
        trees.remove(element)
    elif name in ("blip", "imagedata", "chart", "relIds", "oleObj", "fill", "stroke"):
        _drop_holder(element, lost)
    else:
        for key in lost:
            del element.attrib[key]


def _drop_holder(element: Element, lost: list[str]) -> None:
    for key in lost:
        del element.attrib[key]
    if any(trees.split(key)[0] == SPACES["r"] for key in element.attrib):
        return
    fill = element.getparent()
    picture = any(
        trees.split(each.tag)[1] in ("pic", "graphic", "graphicFrame", "pict")
        for each in element.iterancestors()
    )
    if picture:
        holder = next((each for each in element.iterancestors() if each.tag in _HOLDING), element)
        texts = next(holder.iter(tag("w:txbxContent")), None)
        trees.remove(element if texts is not None else holder)
    elif fill is not None and trees.split(fill.tag)[1] == "blipFill":
        fill.tag = tag("a:noFill")
        fill.attrib.clear()
        trees.replace_children(fill)
