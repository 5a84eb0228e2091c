"""The secret in every place where a PDF can hold words that nobody sees."""

import pytest
from tests.pdf_files import PLACES, SECRET, make, new_pdf, to_bytes, with_old_version

from reticent.formats import FormatOptions
from reticent.formats.pdf import PDF


def hostile(place: str) -> bytes:
    pdf = new_pdf()
    PLACES[place](pdf)
    return to_bytes(pdf)


@pytest.mark.parametrize("place", PLACES)
def test_the_search_finds_the_secret_that_a_step_would_leave(place: str) -> None:
    assert PDF.residue(hostile(place), [SECRET])


@pytest.mark.parametrize("place", PLACES)
def test_nothing_is_left_of_the_secret(place: str) -> None:
    written = PDF.read("a.pdf", hostile(place), FormatOptions()).write([[]])
    assert PDF.residue(written, [SECRET]) == []
    assert SECRET not in "".join(PDF.reread(written))
    assert SECRET.encode() not in written


def test_everything_at_once_is_removed_and_counted() -> None:
    pdf = new_pdf()
    apart = {"replacement text", "a mark", "a font's name in the resources", "a font file's names"}
    for name, place in PLACES.items():
        if name not in apart:
            place(pdf)
    source = PDF.read("a.pdf", to_bytes(pdf), FormatOptions())
    assert PDF.residue(source.write([[]]), [SECRET]) == []
    assert {"attachments", "bookmarks", "metadata", "tags", "layers", "form fields"} <= set(source.dropped)
    assert SECRET not in repr(source)


def test_an_old_version_is_found_and_does_not_go_out() -> None:
    data = with_old_version(SECRET)
    assert PDF.residue(data, [SECRET])
    source = PDF.read("a.pdf", data, FormatOptions())
    assert SECRET not in source.documents[0].text
    assert PDF.residue(source.write([[]]), [SECRET]) == []
    assert source.dropped["earlier versions"] == 1


def test_words_behind_the_end_of_a_file_are_found_and_do_not_go_out() -> None:
    data = make() + f"\n% {SECRET}\n{SECRET}".encode()
    assert PDF.residue(data, [SECRET])
    assert PDF.residue(PDF.read("a.pdf", data, FormatOptions()).write([[]]), [SECRET]) == []


def test_the_words_of_pdf_itself_are_no_residue() -> None:
    words = [
        "Length",
        "Font",
        "MediaBox",
        "Contents",
        "stream",
        "Helvetica",
        "Filter",
        "endobj",
        "FlateDecode",
    ]
    written = PDF.read("a.pdf", make(), FormatOptions()).write([[]])
    assert PDF.residue(written, words) == []
