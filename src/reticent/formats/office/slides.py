"""Presentations: what stays of their parts, and the order in which they read."""

from __future__ import annotations

from collections.abc import Iterator

from reticent.formats.office.drawings import KEEP, read_drawing, tidy_drawings
from reticent.formats.office.namespaces import P, split
from reticent.formats.office.package import Package, Part
from reticent.formats.office.places import Block
from reticent.formats.office.scrubbing import Dropped, choose_alternatives, drop_elements, scrub
from reticent.formats.office.trees import Element, remove

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
