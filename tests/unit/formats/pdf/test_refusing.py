"""Files and pages that are refused: what can't be read, what is meant to harm."""

import contextlib
import io
import time
import zlib

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name, String
from tests.pdf_files import SECRET, jpeg, make, new_pdf, page_of, picture, readings, remove, text_of, to_bytes

from reticent.errors import DocumentError, InputError
from reticent.formats import FormatOptions
from reticent.formats.pdf import PDF

S = SECRET.encode()
LINE = b"BT /F1 12 Tf 72 700 Td (Dear " + S + b", this is a line of some length) Tj ET "
SCAN = b"q 612 0 0 792 0 0 cm /Im0 Do Q "


STAMP = b" ".join(
    b"BT /F1 9 Tf 420 %d Td (Received by the court, entered and filed) Tj ET" % height
    for height in range(40, 120, 10)
)
STRIPS = b" ".join(b"q 400 0 0 79.2 0 %.1f cm /Im0 Do Q" % (79.2 * number) for number in range(10))


def with_picture(content: bytes, *, pages_before: int = 0, side: int = 8) -> bytes:
    pdf = new_pdf(*[LINE] * pages_before, content)
    pdf.pages[-1].obj["/Resources"]["/XObject"] = Dictionary(Im0=picture(pdf, side))
    return to_bytes(pdf)


UNREAD: dict[str, tuple[bytes, str]] = {
    "a scan": (with_picture(SCAN, pages_before=1), "page 2: it holds a picture and no text"),
    "a scan with a line of text": (with_picture(SCAN + LINE), "page 1: a picture covers most of it"),
    "a scan with a stamp of many letters": (
        with_picture(SCAN + STAMP, side=64),
        "page 1: a picture covers most of it",
    ),
    "a scan in strips beside a column of text": (
        with_picture(STRIPS + STAMP, side=64),
        "page 1: a picture covers most of it",
    ),
    "a scan with invisible text": (
        with_picture(SCAN + b"BT 3 Tr ET " + LINE * 5),
        "page 1: text lies invisible",
    ),
    "a scan over its text": (with_picture(LINE * 5 + SCAN), "page 1: text lies invisible"),
    "text as a stencil": (make(b"BT 7 Tr ET " + LINE), "page 1: text is used as a stencil"),
    "text without a font": (make(LINE.replace(b"/F1 12 Tf", b"")), "page 1: it shows text without a font"),
}


@pytest.mark.parametrize("case", UNREAD)
def test_a_page_that_cannot_be_read_is_refused_by_its_number(case: str) -> None:
    data, reason = UNREAD[case]
    with pytest.raises(DocumentError, match=reason) as caught:
        PDF.read("a.pdf", data, FormatOptions())
    assert SECRET not in str(caught.value)
    assert "unread keep" in str(caught.value)


@pytest.mark.parametrize("case", UNREAD)
def test_a_page_that_cannot_be_read_is_kept_on_request_and_counted(case: str) -> None:
    source = PDF.read("a.pdf", UNREAD[case][0], FormatOptions(unread="keep"))
    assert source.dropped["pages that were not read, kept"] == 1
    assert source.write([[]])


def with_dots(content: bytes, side: int, **more: object) -> bytes:
    pdf = new_pdf(content)
    page_of(pdf)["/Resources"]["/XObject"] = Dictionary(Im0=picture(pdf, side, **more))
    return to_bytes(pdf)


def test_text_on_a_picture_of_one_colour_or_a_gradient_is_a_page_of_text() -> None:
    source = PDF.read("a.pdf", with_picture(SCAN + STAMP), FormatOptions())
    assert "pages that were not read, kept" not in source.dropped
    assert "Received by the court" in source.documents[0].text


def test_photographs_beside_each_other_are_no_scan() -> None:
    photographs = b" ".join(
        b"q 250 0 0 180 %d %d cm /Im0 Do Q" % (x, y) for x in (30, 320) for y in (180, 370, 560)
    )
    source = PDF.read("a.pdf", with_picture(photographs + STAMP, side=64), FormatOptions())
    assert "pages that were not read, kept" not in source.dropped


def with_lying_picture() -> bytes:
    """A picture that has a size of its own, and another one beside it."""
    pdf = new_pdf(SCAN)
    size = {"Width": 2, "Height": 2, "ColorSpace": Name.DeviceRGB, "BitsPerComponent": 8}
    image = pdf.make_stream(jpeg("x"), Type=Name.XObject, Subtype=Name.Image, Filter=Name.DCTDecode, **size)
    page_of(pdf)["/Resources"]["/XObject"] = Dictionary(Im0=image)
    return to_bytes(pdf)


def test_a_picture_of_fewer_dots_than_two_letters_need_hides_nothing() -> None:
    source = PDF.read("a.pdf", with_dots(SCAN, 2), FormatOptions())
    assert "pages that were not read, kept" not in source.dropped
    assert b"/Width 2" in source.write([[]])


@pytest.mark.parametrize(
    "data",
    [
        with_dots(SCAN, 8),
        with_dots(SCAN * 20, 2),
        with_lying_picture(),
    ],
    ids=["many dots", "dots that are painted often", "a picture that tells its size by itself"],
)
def test_pictures_that_may_show_letters_are_refused(data: bytes) -> None:
    with pytest.raises(DocumentError, match="it holds a picture and no text"):
        PDF.read("a.pdf", data, FormatOptions())


def nameless_font() -> bytes:
    pdf = new_pdf(b"BT /F1 12 Tf 72 700 Td (abcdefgh) Tj ET")
    shape = pdf.make_stream(b"500 0 0 0 500 700 d1 0 0 400 700 re f")
    names = [Name(f"/g{number}") for number in range(8)]
    page_of(pdf)["/Resources"]["/Font"]["/F1"] = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=Array([0, 0, 500, 700]),
        FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
        CharProcs=Dictionary({str(name): shape for name in names}),
        Encoding=Dictionary(Type=Name.Encoding, Differences=Array([97, *names])),
        FirstChar=97,
        LastChar=104,
        Widths=Array([500] * 8),
    )
    return to_bytes(pdf)


def test_glyphs_without_letters_are_refused() -> None:
    with pytest.raises(DocumentError, match="page 1: it has glyphs without letters"):
        PDF.read("a.pdf", nameless_font(), FormatOptions())


def pattern_of_text() -> bytes:
    pdf = new_pdf(b"/Pattern cs /P0 scn 0 0 612 792 re f " + LINE)
    tile = pdf.make_stream(
        b"BT /F1 12 Tf (" + S + b") Tj ET",
        PatternType=1,
        PaintType=1,
        TilingType=1,
        BBox=Array([0, 0, 99, 99]),
        XStep=99,
        YStep=99,
        Resources=Dictionary(Font=Dictionary(F1=page_of(pdf)["/Resources"]["/Font"]["/F1"])),
    )
    page_of(pdf)["/Resources"]["/Pattern"] = Dictionary(P0=tile)
    return to_bytes(pdf)


def test_text_in_a_pattern_is_refused() -> None:
    with pytest.raises(DocumentError, match="page 1: a pattern holds text"):
        PDF.read("a.pdf", pattern_of_text(), FormatOptions())


def signed() -> bytes:
    pdf = new_pdf()
    field = pdf.make_indirect(Dictionary(FT=Name.Sig, V=Dictionary(Type=Name.Sig, Name=String(SECRET))))
    pdf.Root["/AcroForm"] = Dictionary(Fields=Array([field]))
    return to_bytes(pdf)


def xfa() -> bytes:
    pdf = new_pdf()
    pdf.Root["/AcroForm"] = Dictionary(Fields=Array(), XFA=String(SECRET))
    return to_bytes(pdf)


def test_signed_files_and_xfa_forms_are_refused_unless_only_their_pages_are_wanted() -> None:
    for data, reason in ((signed(), "is signed"), (xfa(), "is an XFA form")):
        with pytest.raises(DocumentError, match=reason):
            PDF.read("a.pdf", data, FormatOptions())
        kept = PDF.read("a.pdf", data, FormatOptions(unread="keep")).write([[]])
        assert PDF.residue(kept, [SECRET]) == []


def test_a_file_that_needs_a_password_is_refused_with_the_line_that_mends_it() -> None:
    data = to_bytes(new_pdf(), encryption=pikepdf.Encryption(owner="owner", user="secret"))
    for options in (FormatOptions(), FormatOptions(unread="keep")):
        with pytest.raises(DocumentError, match="qpdf --decrypt"):
            PDF.read("a.pdf", data, options)


def test_an_encrypted_file_that_opens_without_a_password_is_read_as_everybody_reads_it() -> None:
    data = to_bytes(new_pdf(LINE), encryption=pikepdf.Encryption(owner="owner", user=""))
    source = PDF.read("a.pdf", data, FormatOptions())
    assert source.documents == PDF.read("a.pdf", make(LINE), FormatOptions()).documents
    assert source.dropped["encryption without a password"] == 1
    written = remove(data, SECRET)
    assert not pikepdf.open(io.BytesIO(written)).is_encrypted
    assert PDF.residue(written, [SECRET]) == []
    assert SECRET not in readings(written)


BROKEN: dict[str, bytes] = {
    "nothing": b"",
    "no PDF": b"%PDF-1.4\n" + S,
    "half a file": make(LINE)[:300],
    "no pages": b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    b"trailer<</Root 1 0 R/Size 3>>\n%%EOF",
    "a page that is its own parent": b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj\ntrailer<</Root 1 0 R/Size 3>>\n%%EOF",
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_files_are_refused_without_a_word_of_them(case: str) -> None:
    with pytest.raises(DocumentError) as caught:
        PDF.read("a.pdf", BROKEN[case], FormatOptions())
    assert SECRET not in str(caught.value)
    assert caught.value.__cause__ is None


def bomb() -> bytes:
    packed = zlib.compressobj()
    data = b"".join(packed.compress(b" " * 2**20) for _ in range(70)) + packed.flush()
    pdf = new_pdf()
    page_of(pdf)["/Contents"] = pdf.make_stream(data, Filter=Name.FlateDecode)
    return to_bytes(pdf, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)


def forms_in_forms() -> bytes:
    """Each form draws the next one ten times, and the last one shows text."""
    pdf = new_pdf(b"/X0 Do " * 10)
    font = page_of(pdf)["/Resources"]["/Font"]
    inner = None
    for _ in range(9):
        content = b"/X0 Do " * 10 if inner is not None else b"BT /F1 9 Tf (x) Tj ET"
        things = Dictionary(Font=font) if inner is None else Dictionary(XObject=Dictionary(X0=inner))
        inner = pdf.make_stream(
            content, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]), Resources=things
        )
    page_of(pdf)["/Resources"]["/XObject"] = Dictionary(X0=inner)
    return to_bytes(pdf)


def form_in_itself() -> bytes:
    pdf = new_pdf(b"/X0 Do")
    inner = pdf.make_stream(b"/X0 Do", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]))
    inner["/Resources"] = Dictionary(XObject=Dictionary(X0=inner))
    page_of(pdf)["/Resources"]["/XObject"] = Dictionary(X0=inner)
    return to_bytes(pdf)


def deep_array() -> bytes:
    data = make(LINE)
    return data.replace(b"/MediaBox [", b"/Group " + b"[" * 5000 + b"]" * 5000 + b" /MediaBox [")


@pytest.mark.parametrize("make_file", [bomb, forms_in_forms, form_in_itself, deep_array])
def test_files_that_are_meant_to_harm_end_soon(make_file: object) -> None:
    assert callable(make_file)
    data = make_file()
    start = time.process_time()
    with contextlib.suppress(InputError):
        PDF.read("a.pdf", data, FormatOptions()).write([[]])
    assert time.process_time() - start < 20


def test_a_bomb_is_refused() -> None:
    with pytest.raises(DocumentError, match="unpacks to more than"):
        PDF.read("a.pdf", bomb(), FormatOptions())


def test_names_that_are_not_utf_8_are_read() -> None:
    pdf = new_pdf(LINE.replace(b"/F1", b"/\xff"))
    data = to_bytes(pdf, compress_streams=False).replace(b"/F1", b"/\xff")
    assert SECRET in text_of(data)


def test_a_missing_library_is_named_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    page = make()
    for module in ("_reading", "_source"):
        monkeypatch.delitem(sys.modules, f"reticent.formats.pdf.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "pikepdf", None)
    with pytest.raises(InputError, match=r"pip install .*\[pdf\]'"):
        PDF.read("a.pdf", page, FormatOptions())


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_file_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(with_picture(LINE * 3))
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        written = PDF.read("a.pdf", bytes(whole), FormatOptions()).write([[]])
    except InputError:
        return
    assert len(pikepdf.open(io.BytesIO(written)).pages) == 1
