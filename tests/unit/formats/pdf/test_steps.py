"""Every step counts: when one is left out, the search of the container or a reader finds the secret."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pikepdf
import pytest
from pikepdf import Dictionary, Name
from tests.faults import (
    Patch,
    nothing,
    require_a_fault_for_every_step,
    require_that_a_fault_is_found,
    same,
)
from tests.pdf_files import (
    PLACES,
    SECRET,
    codes,
    composite,
    make,
    new_pdf,
    page_of,
    remove,
    to_bytes,
    with_old_version,
)

from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats import pdf as pdf_format
from reticent.formats.pdf import PDF
from reticent.formats.pdf import _canonical_content as canonical_content
from reticent.formats.pdf import _copying as copying
from reticent.formats.pdf import _keeping as keeping
from reticent.formats.pdf import _source as source
from reticent.formats.pdf._interpreting import PLAIN
from reticent.formats.pdf._source import change_page
from reticent.plan import Edit
from reticent.text import Span

COPY = copying.copy_graphics


def copy_strings(work: Any, thing: object, depth: int = 0) -> object:
    return pikepdf.String(bytes(thing)) if isinstance(thing, pikepdf.String) else COPY(work, thing, depth)


def keep_resource_name(names: canonical_content.ResourceNames, kind: str, name: str) -> Name | None:
    thing = names.resources[kind][name]
    names.used.setdefault(kind, {})[name] = names.find(kind, thing, names.resources)  # type: ignore[assignment]
    return Name(name)


def name_shapes_as_they_are(font: pikepdf.Object) -> dict[str, Name]:
    return {name: Name(name) for name in font.get("/CharProcs", pikepdf.Dictionary()).keys()}  # noqa: SIM118


def rebuild_nothing(_: str, pdf: pikepdf.Pdf, __: object) -> tuple[bytes, dict[int, str]]:
    """The file as it is, with all that it carries."""
    return save_everything(pdf), {}


def save_everything(pdf: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.disable, fix_metadata_version=False)
    return out.getvalue()


STAND_INS: dict[str, object] = {
    "rebuilding.flatten": nothing,
    "canonical_content.ResourceNames._copy": keep_resource_name,
    "copying._ink": lambda _, name: Name(str(name)),
    "copying.copy_graphics": copy_strings,
    "fonts.keep_tables": same,
    "keeping.DESCRIPTOR": keeping.DESCRIPTOR | {"/FontFamily"},
    "keeping.FONT": keeping.FONT | {"/Note"},
    "keeping.FORM": keeping.FORM | {"/PieceInfo"},
    "keeping.GRAPHICS": keeping.GRAPHICS | {"/App", "/Private", "/Note"},
    "keeping.IMAGE": keeping.IMAGE | {"/Metadata"},
    "keeping.PAGE": keeping.PAGE | {"/PieceInfo"},
    "canonical_content.keep_operands": lambda instruction, _: instruction,
    "copying.keep_name": same,
    "copying._name_font": same,
    "copying._name_shapes": name_shapes_as_they_are,
    "canonical_content.Layers.shows": lambda *_: True,
    "interpreting.PLAIN": PLAIN | {"BMC", "BDC", "EMC"},
    "pruning.prune_letters": nothing,
    "rebuilding.rebuild": rebuild_nothing,
    "rebuilding.save": save_everything,
    "pictures._strip_after_end": same,
    "pictures.strip_jpeg": same,
    "pictures.strip_jpx": same,
    "pictures.strip_profile": same,
}
_SHAPES = "takes shapes and widths away, which are no words; see the last test"
OTHERS = {
    "canonical_content.Cleaner._rename": "takes the names that ResourceNames._copy makes",
    "canonical_content.Cleaner._rename_operands": "takes the names that ResourceNames._copy makes",
    "canonical_content.Cleaner.clean": "asks the lists of operators and the layers",
    "canonical_content.ResourceNames.rename": "takes the names that ResourceNames._copy makes",
    "interpreting.KEPT": "the list of operators that operators.PLAIN belongs to",
    **dict.fromkeys(
        ["pictures._strip_gif", "pictures._strip_png", "pictures.strip_picture"],
        "pictures of office files; has its fault in their tests",
    ),
    **dict.fromkeys(
        ["scans.drop_pictures", "reading._Work.drop_pictures"],
        "takes pictures away, whose dots no search for words reads; see test_scans",
    ),
    "source.prune_fonts": "calls the steps that prune",
    "reading._Work.leave_out_blanks": "takes codes away that show nothing, which are no words; see test_reading",
    **dict.fromkeys(["fonts.blank_cff", "fonts.blank_truetype", "pruning._blank"], _SHAPES),
    **dict.fromkeys(["pruning._prune_composite", "pruning._prune_differences"], _SHAPES),
    **dict.fromkeys(["pruning._prune_simple", "pruning._prune_widths", "pruning.prune_shapes"], _SHAPES),
}
"""Steps without a stand-in, and why."""

MADE_ANEW = ("rebuilding.rebuild",)
STRINGS = ("copying.copy_graphics",)
FAULTS: list[tuple[str, tuple[str, ...]]] = [
    ("the document's title", ("rebuilding.rebuild", "rebuilding.save")),
    *((place, MADE_ANEW) for place in (
        "metadata", "a script that runs at opening", "a named script", "an attachment", "an attachment's name",
        "a bookmark", "tags", "replacement text", "replacement text in properties",
        "a layer's name", "a form that no page uses", "a page label", "the language",
    )),
    ("a note", ("rebuilding.flatten", *MADE_ANEW)),
    ("a form field without looks", ("rebuilding.flatten", *MADE_ANEW)),
    ("a link", ("rebuilding.flatten", *MADE_ANEW)),
    ("a mark", ("interpreting.PLAIN", "canonical_content.keep_operands")),
    ("an operand that nothing takes", ("canonical_content.keep_operands",)),
    ("a blend mode", ("copying.keep_name",)),
    ("a font's name", ("copying._name_font",)),
    ("the name of a shape", ("copying._name_shapes",)),
    ("a hidden layer", ("canonical_content.Layers.shows",)),
    ("a font's name in the resources", ("canonical_content.ResourceNames._copy",)),
    ("a font's family", ("keeping.DESCRIPTOR", *STRINGS)),
    ("a font file's names", ("fonts.keep_tables",)),
    ("letters of no glyph", ("pruning.prune_letters",)),
    ("an ink's name", ("copying._ink",)),
    ("a picture's comment", ("pictures.strip_jpeg",)),
    ("bytes behind a picture", ("pictures._strip_after_end",)),
    ("a picture's box of words", ("pictures.strip_jpx",)),
    ("a picture's metadata", ("keeping.IMAGE",)),
    ("a colour profile", ("pictures.strip_profile",)),
    ("a program's private data", ("keeping.PAGE", "keeping.GRAPHICS", *STRINGS)),
    ("a form's private data", ("keeping.FORM", "keeping.GRAPHICS", *STRINGS)),
    ("a font's note", ("keeping.FONT", *STRINGS)),
    ("a note on how to draw", ("keeping.GRAPHICS", *STRINGS)),
]  # fmt: skip
"""Which steps keep the secret of a place from going out; where there are several, each of them alone would do."""


@pytest.mark.parametrize(("place", "steps"), FAULTS)
def test_a_step_that_is_left_out_is_noticed(place: str, steps: tuple[str, ...], monkeypatch: Patch) -> None:
    pdf = new_pdf()
    PLACES[place](pdf)
    data = to_bytes(pdf)

    def find() -> bool:
        try:
            written = PDF.read("a.pdf", data, FormatOptions(pictures="keep")).write([[]])
        except DocumentError:
            return True  # the other reader sees what this one doesn't
        return bool(PDF.residue(written, [SECRET])) or SECRET in "".join(PDF.reread(written))

    require_that_a_fault_is_found(monkeypatch, pdf_format, STAND_INS, steps, find)


def test_every_step_and_every_place_has_a_fault() -> None:
    require_a_fault_for_every_step(pdf_format, STAND_INS, [steps for _, steps in FAULTS], OTHERS)
    assert {place for place, _ in FAULTS} == PLACES.keys()


def test_every_list_of_keys_has_a_fault() -> None:
    lists = {f"keeping.{name}" for name, value in vars(keeping).items() if isinstance(value, frozenset)}
    inside = {"keeping.STATE", "keeping.FONT_TABLES", "keeping.ORDERINGS", "keeping.NAMES"}
    assert lists - inside <= STAND_INS.keys(), (
        "STATE is part of GRAPHICS, keep_name asks NAMES, the others are asked by keep_tables"
    )


def test_an_old_version_that_stays_is_found() -> None:
    """A file is never written behind an older one; if it were, the search would tell."""
    kept = with_old_version(SECRET) + PDF.read("a.pdf", make(), FormatOptions()).write([[]])
    assert PDF.residue(kept, [SECRET])


LETTER = make(b"BT /F1 12 Tf 72 700 Td (Dear " + SECRET.encode() + b", hello) Tj ET")


def test_a_glyph_that_stays_is_noticed(monkeypatch: Patch) -> None:
    def forget(*given: object) -> object:
        found = change_page(*given)  # type: ignore[arg-type]
        return found and replace(found, removed=frozenset())

    monkeypatch.setattr(source, "change_page", forget)
    with pytest.raises(DocumentError, match="page 1"):
        remove(LETTER, SECRET)


def test_a_label_that_is_not_drawn_is_noticed(monkeypatch: Patch) -> None:
    monkeypatch.setattr("reticent.formats.pdf._rewriting.Rewriter._draw", lambda *_: iter(()))
    with pytest.raises(DocumentError, match="page 1"):
        remove(LETTER, SECRET)


def test_a_file_that_changed_between_reading_and_writing_is_noticed() -> None:
    read = PDF.read("a.pdf", LETTER, FormatOptions())
    other = PDF.read("a.pdf", make(b"BT /F1 12 Tf 72 700 Td (Something else) Tj ET"), FormatOptions())
    with pytest.raises(DocumentError, match="isn't the one that was read"):
        replace(read, data=other.data).write([[Edit(Span(5, 13), "[X]", 0, placeholder=True)]])


def test_shapes_of_removed_letters_that_stay_are_in_the_file(monkeypatch: Patch) -> None:
    letters = "Dear Zyxwvutz, hello"
    pdf = new_pdf(b"BT /F1 12 Tf 72 700 Td " + codes(letters, letters) + b" Tj ET")
    page_of(pdf)["/Resources"]["/Font"] = Dictionary(F1=composite(pdf, letters))
    data = to_bytes(pdf)
    pruned = remove(data, SECRET)
    monkeypatch.setattr(source, "prune_shapes", lambda *_: None)
    assert len(remove(data, SECRET)) > len(pruned)
