"""Pictures on the pages of a PDF: left out, or their words read, judged and blackened."""

from __future__ import annotations

import io

import numpy as np
import pikepdf
import pypdfium2
import pytest
from pikepdf import Dictionary, Name
from tests.pdf_files import SECRET, helvetica, new_pdf, page_of, to_bytes
from tests.picture_files import CELL, ScriptedReader, draw, read_with

from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.pdf import PDF
from reticent.formats.pdf._scans import Scan
from reticent.formats.pdf._source import PdfSource
from reticent.formats.pictures._pages import KEPT_READ, KEPT_UNREAD
from reticent.formats.seam import inspection as kinds
from reticent.plan import Edit
from reticent.text import Span

LINES = (f"Dear {SECRET} hello", "the visit was on", "Monday and Tuesday")
SCALE = 200 / 72
"""Dots a point of pages that have become pictures, and of the pictures here."""

LINE = b"BT /F1 12 Tf 60 100 Td (This is typed) Tj ET"
TYPED = b" ".join(
    b"BT /F1 12 Tf 60 %d Td (This is a line of some length so that the page is no scan) Tj ET" % height
    for height in range(100, 200, 14)
)


def page_with_picture(*, share: float, content: bytes = b"", lines: tuple[str, ...] = LINES) -> bytes:
    """A page with a picture of words in its upper left corner, that covers this share of its width and height."""
    width, height = 612 * share, 792 * share
    dots = draw(*lines, width=round(width * SCALE), height=round(height * SCALE))
    place = b"q %.3f 0 0 %.3f 0 %.3f cm /Im0 Do Q " % (
        dots.shape[1] / SCALE,
        dots.shape[0] / SCALE,
        792 - dots.shape[0] / SCALE,
    )
    pdf = new_pdf(place + content)
    image = pdf.make_stream(
        dots.tobytes(),
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=dots.shape[1],
        Height=dots.shape[0],
        ColorSpace=Name.DeviceGray,
        BitsPerComponent=8,
    )
    page_of(pdf)["/Resources"] = Dictionary(Font=Dictionary(F1=helvetica(pdf)), XObject=Dictionary(Im0=image))
    return to_bytes(pdf)


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    read_with(monkeypatch, ScriptedReader(cell=CELL))


def read(data: bytes, **options: object) -> PdfSource:
    return PDF.read("a.pdf", data, FormatOptions(**options))  # type: ignore[arg-type]


def remove(source: PdfSource, word: str) -> bytes:
    text = source.documents[0].text
    place = text.index(word)
    return source.write([[Edit(Span(place, place + len(word)), "[X]", 0, placeholder=True)]])


def seen(data: bytes) -> str:
    """What the scripted reader sees on the first page."""
    page = pypdfium2.PdfDocument(data)[0]
    dots = np.asarray(page.render(scale=SCALE).to_pil().convert("L"))
    return " ".join(word.text for word in ScriptedReader().read(dots, "second"))


@pytest.mark.usefixtures("scripted")
def test_a_page_that_is_a_picture_is_read_and_blackened() -> None:
    source = read(page_with_picture(share=1.0))
    assert source.documents[0].text.split() == " ".join(LINES).split()
    written = remove(source, SECRET)
    assert SECRET not in seen(written)
    checks = source.find_verifier(PDF)
    assert checks.residue(written, [SECRET]) == []
    again = read(written, pictures="read", second_look=True, unread="keep", covered="keep")
    assert checks.agrees_with([source.documents[0].text], [again.documents[0].text])
    assert source.dropped[KEPT_READ] == 1


@pytest.mark.usefixtures("scripted")
def test_words_in_a_picture_on_a_page_of_text_are_words_of_the_page() -> None:
    source = read(page_with_picture(share=0.6, content=TYPED))
    text = source.documents[0].text
    assert text.index("page is no scan") < text.index(SECRET)
    written = remove(source, SECRET)
    assert source.count_changes([[Edit(Span(text.index(SECRET), text.index(SECRET) + 3), "", 0)]])
    assert SECRET not in seen(written)
    assert "page is no scan" in "".join(PDF.reread(written)), "the typed text stays text"


@pytest.mark.usefixtures("scripted")
def test_a_layer_of_invisible_text_does_not_go_out() -> None:
    layer = b" BT 3 Tr /F1 12 Tf 60 700 Td (Dear " + SECRET.encode() + b" from elsewhere) Tj ET"
    data = page_with_picture(share=1.0, content=layer)
    for covered in ("remove", "keep"):
        source = read(data, covered=covered)
        assert "elsewhere" not in source.documents[0].text
        assert source.dropped[kinds.TEXT_LAYERS] == 1
        assert "elsewhere" not in "".join(PDF.reread(source.write([[]])))


@pytest.mark.usefixtures("scripted")
def test_a_stamp_of_many_letters_does_not_hide_a_scan() -> None:
    source = read(page_with_picture(share=1.0, content=TYPED))
    assert SECRET in source.documents[0].text


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_without_a_reader_small_pictures_become_grey_and_scans_are_refused(share: float) -> None:
    data = page_with_picture(share=share, content=LINE if share < 1 else b"")
    if share == 1.0:
        with pytest.raises(DocumentError, match=r"page 1: .*pip install .*\[ocr\]'.*tesseract"):
            read(data)
        return
    source = read(data)
    assert source.dropped["pictures"] == 1
    assert SECRET not in seen(source.write([[]]))
    pdf = pikepdf.open(io.BytesIO(source.write([[]])))
    sizes = [int(each["/Width"]) for each in pdf.objects if each.get("/Subtype") == Name.Image]
    assert sizes == [1]


def test_a_picture_that_is_kept_is_counted_as_unread() -> None:
    source = read(page_with_picture(share=0.5, content=LINE), pictures="keep")
    assert source.dropped[KEPT_UNREAD] == 1
    assert SECRET in seen(source.write([[]]))


def test_a_scan_that_is_read_without_certainty_is_refused_by_its_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read_with(monkeypatch, ScriptedReader(sure=55.0))
    with pytest.raises(DocumentError, match="page 1: its words can't be read for sure"):
        read(page_with_picture(share=1.0))
    source = read(page_with_picture(share=0.5, content=LINE))
    assert source.dropped["pictures that can't be read"] == 1
    assert SECRET not in seen(source.write([[]]))


def test_a_word_that_stays_beside_its_box_is_found_and_blackened(monkeypatch: pytest.MonkeyPatch) -> None:
    read_with(monkeypatch, ScriptedReader(overlooks=(SECRET.upper(),)))
    source = read(page_with_picture(share=1.0, lines=(*LINES, SECRET.upper())))
    assert SECRET.upper() not in seen(remove(source, SECRET))


@pytest.mark.usefixtures("scripted")
def test_nothing_is_written_when_a_box_lands_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    source = read(page_with_picture(share=1.0))
    monkeypatch.setattr(Scan, "place", lambda *_: (1.0, 1.0, 2.0, 2.0))
    with pytest.raises(DocumentError, match="page 1: a word that was removed can still be read"):
        remove(source, SECRET)
