"""Every step counts: when one is left out, the search of the container or a reader finds the secret."""

from collections.abc import Callable

import pytest
from pikepdf import Dictionary, Name
from tests.pdf_files import PLACES, SECRET, codes, composite, make, new_pdf, page_of, remove, to_bytes

from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.pdf import source
from reticent.formats.pdf.cleaning import (
    canonical_content,
    copying,
    font_copying,
    image_copying,
    keeping,
    rebuilding,
)
from reticent.formats.pdf.cleaning.layers import Layers
from reticent.formats.pdf.file import PDF
from reticent.formats.pdf.reading.operators import PLAIN
from reticent.formats.pdf.removing.editing import change_page

Patch = pytest.MonkeyPatch


def same(data: bytes, *_: object) -> bytes:
    return data


def keep_marks(patch: Patch) -> None:
    patch.setattr(canonical_content, "PLAIN", PLAIN | {"BMC", "BDC", "EMC"})


def keep_resource_names(patch: Patch) -> None:
    def copy(names: canonical_content.Names, kind: str, name: str) -> Name | None:
        thing = names.resources[kind][name]
        names.used.setdefault(kind, {})[name] = names.find(kind, thing, names.resources)  # type: ignore[assignment]
        return Name(name)

    patch.setattr(canonical_content.Names, "_copy", copy)


def keep_layers(patch: Patch) -> None:
    patch.setattr(Layers, "shows", lambda *_: True)


def keep_jpeg(patch: Patch) -> None:
    patch.setattr(image_copying, "strip_jpeg", same)


def keep_profile(patch: Patch) -> None:
    patch.setattr(copying, "strip_profile", same)


def keep_font_tables(patch: Patch) -> None:
    patch.setattr(font_copying, "keep_tables", same)


def keep_inks(patch: Patch) -> None:
    patch.setattr(copying, "_ink", lambda _, name: Name(str(name)))


def keep_letters(patch: Patch) -> None:
    patch.setattr(source, "prune_letters", lambda *_: None)


def keep_family(patch: Patch) -> None:
    patch.setattr(keeping, "DESCRIPTOR", keeping.DESCRIPTOR | {"/FontFamily"})
    keep_strings(patch)


def keep_strings(patch: Patch) -> None:
    plain = copying.copy_graphics

    def copy(work: object, thing: object, depth: int = 0) -> object:
        from pikepdf import String

        return String(bytes(thing)) if isinstance(thing, String) else plain(work, thing, depth)  # type: ignore[arg-type]

    for module in (copying, font_copying, image_copying, rebuilding):
        patch.setattr(module, "copy_graphics", copy)


def keep_private_data(patch: Patch) -> None:
    patch.setattr(keeping, "PAGE", keeping.PAGE | {"/PieceInfo"})
    patch.setattr(keeping, "GRAPHICS", keeping.GRAPHICS | {"/App", "/Private", "/Note"})
    keep_strings(patch)


def keep_picture_metadata(patch: Patch) -> None:
    patch.setattr(keeping, "IMAGE", keeping.IMAGE | {"/Metadata"})


STEPS: dict[str, tuple[Callable[[Patch], None], str]] = {
    "marks are dropped": (keep_marks, "a mark"),
    "resources get our names": (keep_resource_names, "a font's name in the resources"),
    "hidden layers are dropped": (keep_layers, "a hidden layer"),
    "comments leave a JPEG": (keep_jpeg, "a picture's comment"),
    "descriptions leave a profile": (keep_profile, "a colour profile"),
    "names leave a font file": (keep_font_tables, "a font file's names"),
    "inks get our names": (keep_inks, "an ink's name"),
    "unused letters leave a font": (keep_letters, "letters of no glyph"),
    "keys of a descriptor are listed": (keep_family, "a font's family"),
    "keys of a page are listed": (keep_private_data, "a program's private data"),
    "keys of a picture are listed": (keep_picture_metadata, "a picture's metadata"),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_is_left_out_is_noticed(step: str, monkeypatch: Patch) -> None:
    leave_out, place = STEPS[step]
    leave_out(monkeypatch)
    pdf = new_pdf()
    PLACES[place](pdf)
    written = PDF.read("a.pdf", to_bytes(pdf), FormatOptions()).write([[]])
    assert PDF.residue(written, [SECRET]) or SECRET in "".join(PDF.reread(written))


LETTER = make(b"BT /F1 12 Tf 72 700 Td (Dear " + SECRET.encode() + b", hello) Tj ET")


def test_a_glyph_that_stays_is_noticed(monkeypatch: Patch) -> None:

    def forget(*given: object) -> object:
        from dataclasses import replace

        found = change_page(*given)  # type: ignore[arg-type]
        return found and replace(found, removed=frozenset())

    monkeypatch.setattr(source, "change_page", forget)
    with pytest.raises(DocumentError, match="page 1"):
        remove(LETTER, SECRET)


def test_a_label_that_is_not_drawn_is_noticed(monkeypatch: Patch) -> None:
    monkeypatch.setattr("reticent.formats.pdf.removing.rewriting.Rewriter._draw", lambda *_: iter(()))
    with pytest.raises(DocumentError, match="page 1"):
        remove(LETTER, SECRET)


def test_a_file_that_changed_between_reading_and_writing_is_noticed() -> None:
    read = PDF.read("a.pdf", LETTER, FormatOptions())
    other = PDF.read("a.pdf", make(b"BT /F1 12 Tf 72 700 Td (Something else) Tj ET"), FormatOptions())
    from dataclasses import replace

    from reticent.plan import Edit
    from reticent.text import Span

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
