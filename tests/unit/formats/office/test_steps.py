"""Every step counts: when one is left out, the search of the container finds the secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from lxml import etree
from tests.faults import (
    Everything,
    Patch,
    nothing,
    require_a_fault_for_every_step,
    require_that_a_fault_is_found,
    same,
)
from tests.office_files import PLACES, SECRET, pack, paragraph, remove, run, swap

from reticent.formats import FormatOptions, office
from reticent.formats.office import DOCX, ODP, ODS, ODT, PPTX, XLSX, OfficeFile
from reticent.formats.office import _drawings as drawings
from reticent.formats.office import _open_document as open_document
from reticent.formats.office import _package as package
from reticent.formats.office import _sheets as sheets
from reticent.formats.office import _source as source
from reticent.formats.office import _word as word
from reticent.formats.office._hidden import HiddenThing
from reticent.formats.office._places import Block, Places
from reticent.formats.office._trees import Element, KeepList


def keep_all(keep: KeepList) -> KeepList:
    """A list that keeps every element, attribute and text."""
    return replace(
        keep, spaces=Everything(), texts=Everything(), mixed=Everything(), is_vocabulary=lambda *_: True
    )


@dataclass(frozen=True, slots=True)
class Leaky:
    """A file whose members go out as they came where nobody writes them anew."""

    opened: source.OfficeTrees
    came: Mapping[str, bytes]

    def blocks(self) -> Iterator[Block]:
        return self.opened.blocks()

    def hidden(self, name: str) -> Iterator[HiddenThing]:
        return self.opened.hidden(name)

    def guard(self, touched: Any) -> None:
        self.opened.guard(touched)

    def finish(self, removed: frozenset[str]) -> None:
        self.opened.finish(removed)

    def members(self) -> dict[str, bytes]:
        package: Any = getattr(self.opened, "package", self.opened)
        kept = {*package.parts, "[Content_Types].xml", "mimetype", "META-INF/manifest.xml"}
        written = self.opened.members()
        rest = {name: data for name, data in self.came.items() if name not in kept and "_rels/" not in name}
        return {**rest, **written}


OPEN_CLEAN = source.open_clean
PARSER = etree.XMLParser


def open_leaky(
    name: str, kind: str, members: Mapping[str, bytes], dropped: Counter[str], *, ours: bool = False
) -> Leaky:
    return Leaky(OPEN_CLEAN(name, kind, members, dropped, ours=ours), members)


def stay(relation: Any, _: object, members: Mapping[str, bytes], __: object) -> bool:
    return relation.external or relation.target in members


READ_PART = package._read_part


def read_any_part(
    name: str, member: str, members: Mapping[str, bytes], media: Mapping[str, str]
) -> package.Part:
    """A part that is neither XML nor a picture goes out as one."""
    if members[member][:1] in (b"<", b"\xef"):
        return READ_PART(name, member, members, media)
    return package.Part(member, "image/png", None, members[member])


def keep_picture(data: bytes) -> tuple[str, bytes] | None:
    kinds = {b"\x89PNG": "image/png", b"GIF8": "image/gif", b"\xff\xd8": "image/jpeg"}
    return next(((kind, data) for mark, kind in kinds.items() if data.startswith(mark)), None)


def parse_all(name: str, data: bytes) -> Element:
    return etree.fromstring(data, PARSER(resolve_entities=False, remove_comments=False, remove_pis=False))


STAND_INS: dict[str, object] = {
    "cells.clean_cell": nothing,
    "drawings.KEEP": keep_all(drawings.KEEP),
    "drawings._GONE": frozenset[str](),
    "drawings._fix_chart": nothing,
    "drawings.clean_drawings": nothing,
    "drawings.tidy_drawings": nothing,
    "cells.plain_format": same,
    "hidden.drop_hidden": lambda *_: False,
    "looks.rename_looks": nothing,
    "open_document.KEEP": keep_all(open_document.KEEP),
    "open_document._DROP": {},
    "open_document._clean_cells": nothing,
    "open_document._clean_links": nothing,
    "open_document._keep_picture": nothing,
    "open_document._tidy": nothing,
    "open_document._unwrap_fields": nothing,
    "open_document.clean_parts": lambda parts, pictures, dropped: {},
    "package._read_part": read_any_part,
    "package._stays": stay,
    "package.drop_unused": nothing,
    "package._name_parts": lambda package: {name: name for name in package.parts},
    "pictures._strip_gif": lambda data: data if data[:3] == b"GIF" else None,
    "pictures._strip_png": lambda data: data if data[1:4] == b"PNG" else None,
    "pictures.strip_picture": keep_picture,
    "trees._scrub_attributes": nothing,
    "trees.drop_elements": nothing,
    "trees.scrub": nothing,
    "sheets.KEEP": keep_all(sheets.KEEP),
    "sheets._clean_sheet": nothing,
    "sheets._clean_styles": nothing,
    "sheets._drop_rules": nothing,
    "sheets._drop_strings": nothing,
    "sheets._keep_children": nothing,
    "slides._DROP": {},
    "slides._drop_objects": nothing,
    "source.open_clean": open_leaky,
    "sheets._KEPT": Everything(),
    "sheets.clean_table": nothing,
    "trees.parse": parse_all,
    "word.DROP": {},
    "word.KEEP": keep_all(word.KEEP),
    "word.UNWRAP": frozenset[str](),
    "word._SETTINGS": Everything(),
    "word._accept_marks": nothing,
    "word._clean_text": nothing,
    "word._rename_bookmarks": nothing,
    "word._clean_complex": nothing,
    "word.clean_fields": nothing,
    "word.plain_code": same,
}

OTHERS = {
    "album.leave_out": "takes whole pictures away, whose dots no search for words reads; see test_album",
    **dict.fromkeys(
        ["word.KEPT", "sheets.KEPT", "slides.KEPT", "drawings.KEPT"],
        "which parts stay: package._stays asks them",
    ),
    **dict.fromkeys(
        ["word.clean_word", "sheets.clean_sheets", "slides.clean_slides"], "calls the other steps"
    ),
    "drawings._fix_values": "a part of drawings._fix_chart",
    "drawings.drop_numbers": "has a test of its own below",
    "slides._drop_holder": "a part of references.drop_lost_references",
    "slides._drop_reference": "a part of references.drop_lost_references",
    "slides.drop_lost_references": "takes away what leads nowhere, which holds no words",
    **dict.fromkeys(
        ["pictures._strip_after_end", "pictures.strip_jpeg", "pictures.strip_jpx", "pictures.strip_profile"],
        "has its fault in the tests of PDF files",
    ),
    **dict.fromkeys(
        [
            *(
                "hidden_cells._drop_all",
                "hidden_cells._drop_sheet",
                "hidden_open._drop_sheet",
                "hidden_open._drop_text",
            ),
            *("hidden_shapes._drop_shape", "hidden_shapes._drop_slide"),
            *("hidden_word._Sight._drop_run", "hidden_word._drop_row"),
        ],
        "how hidden.drop_hidden drops a thing: each has a file in test_hidden",
    ),
    "sheets._drop_table": "a table that can't be named goes; see test_editing",
}
"""Steps without a stand-in, and why."""

SCRUB, DROPS = "trees.scrub", "trees.drop_elements"
PARTS = ("package._stays", "package.drop_unused")
NOT_WRITTEN = ("source.open_clean",)
ATTRIBUTES = ("trees._scrub_attributes",)

FAULTS: list[tuple[OfficeFile, str, tuple[str, ...]]] = [
    (DOCX, "a deleted text", ("word.DROP", SCRUB)),
    (DOCX, "a moved text", ("word.DROP",)),
    (DOCX, "a deleted row", ("word._accept_marks",)),
    (DOCX, "an author", ("word.UNWRAP", *ATTRIBUTES)),
    (DOCX, "an earlier look", ("word.DROP", *ATTRIBUTES)),
    (DOCX, "a link's address", ATTRIBUTES),
    (DOCX, "a link to a file", (*PARTS, SCRUB)),
    (DOCX, "a field's code", ("word._clean_complex",)),
    (DOCX, "a field that may stay", ("word.plain_code",)),
    (DOCX, "a simple field", ("word.clean_fields",)),
    (DOCX, "a bookmark", ("word._rename_bookmarks", SCRUB)),
    (DOCX, "a bookmark that is used", ("word._rename_bookmarks", *ATTRIBUTES)),
    (DOCX, "a content control", ("word.DROP", *ATTRIBUTES)),
    (DOCX, "a style's name", ("looks.rename_looks", SCRUB)),
    (DOCX, "a typeface", ("looks.rename_looks", SCRUB)),
    (DOCX, "a made-up term", ATTRIBUTES),
    (ODT, "a style's name", ("looks.rename_looks", SCRUB)),
    (ODT, "a made-up look", ATTRIBUTES),
    (DOCX, "an unknown element", ("word.KEEP",)),
    (DOCX, "text between elements", ("word.KEEP",)),
    (DOCX, "an unknown attribute", ATTRIBUTES),
    (DOCX, "a comment of XML", ("trees.parse",)),
    (DOCX, "comments", PARTS),
    (DOCX, "settings", ("word._SETTINGS", SCRUB)),
    (DOCX, "properties", NOT_WRITTEN),
    (DOCX, "a thumbnail", NOT_WRITTEN),
    (DOCX, "custom data", PARTS),
    (DOCX, "an embedded object", (*PARTS, "package._read_part")),
    (DOCX, "a part that nothing refers to", NOT_WRITTEN),
    (DOCX, "a member's name", NOT_WRITTEN),
    (DOCX, "a picture's words", ("pictures._strip_png",)),
    (DOCX, "a moving picture's words", ("pictures._strip_gif",)),
    (DOCX, "bytes behind a picture", ("pictures.strip_picture",)),
    (DOCX, "a picture's name", ("package._name_parts",)),
    (DOCX, "an alternative text", ("word._clean_text",)),
    (DOCX, "hidden text", ("hidden.drop_hidden",)),
    (DOCX, "a footnote that nothing refers to", ("hidden.drop_hidden",)),
    (XLSX, "a hidden sheet", ("hidden.drop_hidden",)),
    (DOCX, "a drawn picture", PARTS),
    (DOCX, "a chart", ("drawings._fix_chart",)),
    (XLSX, "a shared text that no cell shows", ("sheets._drop_strings", "package.drop_unused")),
    (XLSX, "a formula's text", ("cells.clean_cell",)),
    (XLSX, "a formula of numbers with a word", ("sheets._clean_sheet",)),
    (XLSX, "a defined name", ("sheets._keep_children", SCRUB)),
    (XLSX, "a rule for cells", ("sheets._keep_children", "sheets.KEEP")),
    (XLSX, "a rule for looks", ("sheets._drop_rules",)),
    (XLSX, "a filter", ("sheets._clean_sheet", SCRUB)),
    (XLSX, "a link", ("sheets._clean_sheet", *ATTRIBUTES)),
    (XLSX, "a table", ("sheets.clean_table", "sheets._KEPT")),
    (XLSX, "a format of numbers", ("sheets._clean_styles",)),
    (XLSX, "a text box", ("sheets.KEEP",)),
    (XLSX, "comments", PARTS),
    (XLSX, "persons", PARTS),
    (XLSX, "a pivot table", PARTS),
    (XLSX, "another file", PARTS),
    (XLSX, "connections", PARTS),
    (XLSX, "printer settings", (*PARTS, "package._read_part")),
    (PPTX, "a shape's alternative text", ("drawings.KEEP",)),
    (PPTX, "an animation", ("slides._DROP", SCRUB)),
    (PPTX, "an extension", ("drawings.tidy_drawings", "drawings._GONE", SCRUB)),
    (PPTX, "an embedded object", ("slides._drop_objects", "slides._DROP", SCRUB)),
    (PPTX, "a slide's name", ("drawings.KEEP",)),
    (PPTX, "comments", PARTS),
    (PPTX, "authors", PARTS),
    (PPTX, "tags", PARTS),
    (ODT, "a tracked change", ("open_document._DROP",)),
    (ODT, "a comment", (DROPS,)),
    (ODT, "a bookmark", ("open_document._DROP", "open_document._unwrap_fields", *ATTRIBUTES)),
    (ODT, "hidden text", ("open_document._DROP", "open_document._unwrap_fields", SCRUB)),
    (ODT, "a link", ("open_document.KEEP",)),
    (ODT, "an alternative text", (SCRUB,)),
    (ODT, "a form", ("open_document._DROP", *ATTRIBUTES)),
    (ODT, "an unknown element", ("open_document.KEEP",)),
    (ODT, "text between elements", ("open_document.clean_parts",)),
    (ODT, "properties", NOT_WRITTEN),
    (ODT, "settings", NOT_WRITTEN),
    (ODT, "a thumbnail", NOT_WRITTEN),
    (ODT, "an embedded object", NOT_WRITTEN),
    (ODT, "a picture's words", ("pictures._strip_png",)),
    (ODT, "a picture that nothing shows", NOT_WRITTEN),
    (ODS, "a formula", ("open_document._clean_cells",)),
    (ODS, "a defined name", ("open_document._DROP", *ATTRIBUTES)),
    (ODS, "a rule for cells", ("open_document._DROP", SCRUB)),
    (ODP, "a page's name", ATTRIBUTES),
    (DOCX, "a chart", ("drawings.clean_drawings",)),
    (DOCX, "a chart", ("cells.plain_format",)),
    (ODT, "a link to a file", ("open_document._clean_links",)),
    (ODT, "a picture's name", ("open_document._keep_picture",)),
    (ODT, "a bullet", ("open_document._tidy",)),
]
"""Which steps keep the secret of a place from going out; where there are several, each of them alone would do."""

IDS = [f"{form.name} {place}, {steps[0]}" for form, place, steps in FAULTS]


def is_hidden(form: OfficeFile, place: str) -> bool:
    source = form.read("a", pack(PLACES[form, place]()), FormatOptions(pictures="keep"))
    return SECRET not in source.documents[0].text


@pytest.mark.parametrize(("form", "place", "steps"), FAULTS, ids=IDS)
def test_a_step_that_is_left_out_leaves_the_secret_to_be_found(
    form: OfficeFile, place: str, steps: tuple[str, ...], monkeypatch: Patch
) -> None:
    data, hidden = pack(PLACES[form, place]()), is_hidden(form, place)

    def find() -> bool:
        written = (
            form.read("a", data, FormatOptions(pictures="keep")).write([()]) if hidden else remove(form, data)
        )
        return bool(form.residue(written, [SECRET]))

    require_that_a_fault_is_found(monkeypatch, office, STAND_INS, steps, find)


def test_every_step_has_a_fault() -> None:
    require_a_fault_for_every_step(office, STAND_INS, [steps for *_, steps in FAULTS], OTHERS)


def test_every_place_that_is_no_text_has_a_fault() -> None:
    known = {(form, place) for form, place, _ in FAULTS}
    assert [key for key in PLACES if key not in known and is_hidden(*key)] == []


def test_an_edit_that_is_not_carried_out_is_found(monkeypatch: Patch) -> None:
    shown = [key for key in PLACES if not is_hidden(*key)]
    monkeypatch.setattr(Places, "change", lambda *_: [])
    for form, place in shown:
        assert form.residue(remove(form, pack(PLACES[form, place]())), [SECRET]), place


def test_a_number_that_was_removed_and_stays_in_a_chart_is_found(monkeypatch: Patch) -> None:
    members = PLACES[DOCX, "a chart"]()
    swap(members, "word/document.xml", "<w:body>", f"<w:body>{paragraph(run('call 5551234'))}")
    assert not DOCX.residue(remove(DOCX, pack(members), "5551234"), ["5551234"])
    monkeypatch.setattr(drawings, "drop_numbers", nothing)
    assert DOCX.residue(remove(DOCX, pack(members), "5551234"), ["5551234"])
