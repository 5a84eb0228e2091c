"""Every step counts: when one is left out, the search of the container finds the secret."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.office_files import PLACES, SECRET, pack, remove

from reticent.formats.office import (
    drawings,
    open_document,
    package,
    sheets,
    slides,
    word,
    word_fields,
)
from reticent.formats.office.file import DOCX, ODS, ODT, PPTX, XLSX, OfficeFile
from reticent.formats.office.namespaces import W
from reticent.formats.office.places import Places

Patch = pytest.MonkeyPatch


def nothing(*_: Any, **__: Any) -> None:
    pass


def skip(place: object, name: str) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(place, name, nothing)


def several(*steps: Callable[[Patch], None]) -> Callable[[Patch], None]:
    def patch_all(patch: Patch) -> None:
        for step in steps:
            step(patch)

    return patch_all


def put(place: object, name: str, value: object) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(place, name, value)


def keep_all_attributes(patch: Patch) -> None:
    for room in (word, sheets, drawings, slides):
        patch.setattr(room, "KEEP", replace(room.KEEP, is_vocabulary=lambda *_: True))


def keep_open_attributes(patch: Patch) -> None:
    patch.setattr(open_document, "KEEP", replace(open_document.KEEP, is_vocabulary=lambda *_: True))


def keep_all_spaces(patch: Patch) -> None:
    spaces = word.KEEP.spaces | {"http://schemas.microsoft.com/office/word/2010/wordml"}
    patch.setattr(word, "KEEP", replace(word.KEEP, spaces=spaces, is_vocabulary=lambda *_: True))


def _keep_texts(patch: Patch) -> None:
    texts = word.KEEP.texts | {f"{{{W}}}delText"}
    patch.setattr(word, "KEEP", replace(word.KEEP, texts=texts))


def keep_pictures(patch: Patch) -> None:
    patch.setattr(
        package, "strip_picture", lambda data: ("image/png", data) if data[:4] == b"\x89PNG" else None
    )


def keep_open_pictures(patch: Patch) -> None:
    patch.setattr(open_document, "strip_picture", lambda data: ("image/png", data))


def keep_field_codes(patch: Patch) -> None:
    patch.setattr(word_fields, "plain_code", lambda code: code)


def keep_formats(patch: Patch) -> None:
    patch.setattr(sheets, "plain_format", lambda code: code)


def keep_media(kind: str) -> Callable[[Patch], None]:
    """Keep one more kind of part, and what it says."""

    def patch_all(patch: Patch) -> None:
        patch.setattr(drawings, "KEPT", drawings.KEPT | {kind})
        patch.setattr(package, "_IMPLICIT", package._IMPLICIT | {"comments", "customXml"})

    return patch_all


_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml."
STEPS: list[tuple[OfficeFile, str, Callable[[Patch], None]]] = [
    (DOCX, "a deleted text", several(put(word, "DROP", {}), _keep_texts)),
    (DOCX, "an author", several(put(word, "UNWRAP", frozenset()), keep_all_attributes)),
    (DOCX, "an unknown attribute", keep_all_attributes),
    (DOCX, "an alternative text", keep_all_attributes),
    (DOCX, "an unknown element", keep_all_spaces),
    (DOCX, "text between elements", skip(word, "scrub")),
    (DOCX, "a field's code", keep_field_codes),
    (DOCX, "a field that may stay", keep_field_codes),
    (DOCX, "a simple field", keep_field_codes),
    (DOCX, "a picture's words", keep_pictures),
    (DOCX, "bytes behind a picture", keep_pictures),
    (DOCX, "comments", keep_media(f"{_WORD}comments+xml")),
    (DOCX, "custom data", keep_media("application/xml")),
    (XLSX, "a defined name", several(skip(sheets, "_keep_children"), skip(sheets, "scrub"))),
    (XLSX, "a rule for cells", several(skip(sheets, "_keep_children"), skip(sheets, "scrub"))),
    (XLSX, "a rule for looks", skip(sheets, "_drop_rules")),
    (XLSX, "a formula's text", skip(sheets, "clean_cell")),
    (XLSX, "a formula of numbers with a word", skip(sheets, "clean_cell")),
    (XLSX, "a table", skip(sheets, "clean_table")),
    (XLSX, "a format of numbers", keep_formats),
    (PPTX, "a shape's alternative text", keep_all_attributes),
    (PPTX, "a slide's name", keep_all_attributes),
    (PPTX, "an embedded object", several(skip(slides, "_drop_objects"), put(slides, "_DROP", {}), keep_all_attributes)),
    (ODT, "a tracked change", several(put(open_document, "_DROP", {}), skip(open_document, "scrub"))),
    (ODT, "a bookmark", several(put(open_document, "_DROP", {}), skip(open_document, "_unwrap_fields"), keep_open_attributes)),
    (ODT, "an alternative text", skip(open_document, "scrub")),
    (ODT, "a picture's words", keep_open_pictures),
    (ODS, "a formula", skip(open_document, "_clean_cells")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "place", "step"), STEPS, ids=[f"{form.name} {place}" for form, place, _ in STEPS]
)
def test_a_step_that_is_left_out_leaves_the_secret_to_be_found(
    form: OfficeFile, place: str, step: Callable[[Patch], None], monkeypatch: Patch
) -> None:
    data = pack(PLACES[form, place]())
    assert form.residue(remove(form, data), [SECRET]) == []
    step(monkeypatch)
    assert form.residue(remove(form, data), [SECRET])


def test_an_edit_that_is_not_carried_out_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Places, "change", lambda *_: [])
    for form, place in PLACES:
        if place in ("a run", "three runs", "a cell", "a shape", "spans", "a box"):
            assert form.residue(remove(form, pack(PLACES[form, place]())), [SECRET])
