"""What stands on a page is read, in whatever way it is written."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name, Pdf, String
from tests.pdf_files import (
    SECRET,
    codes,
    composite,
    make,
    new_pdf,
    page_of,
    readings,
    remove,
    text_of,
    to_bytes,
    to_unicode,
)

from reticent.errors import DocumentError
from reticent.formats._pictures import strip_jpeg, strip_jpx, strip_profile
from reticent.formats.pdf import PDF
from reticent.formats.pdf._fonts import foreign_tables, keep_tables
from reticent.formats.pdf._letters import read_to_unicode, write_to_unicode


def japanese(pdf: Pdf, encoding: str) -> Dictionary:
    descendant = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType0,
        BaseFont=Name("/HeiseiMin-W3"),
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Japan1"), Supplement=2),
        FontDescriptor=Dictionary(Type=Name.FontDescriptor, FontName=Name("/HeiseiMin-W3"), Flags=4),
        DW=1000,
    )
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=Name("/HeiseiMin-W3"),
        Encoding=Name(f"/{encoding}"),
        DescendantFonts=Array([pdf.make_indirect(descendant)]),
    )


@pytest.mark.parametrize("encoding", ["UniJIS-UCS2-H", "UniJIS-UCS2-V"])
@pytest.mark.parametrize("gaps", ["uniform", "exact"])
def test_japanese_is_read_and_removed_along_and_down(encoding: str, gaps: str) -> None:
    shown = "東京都に住む".encode("utf-16-be").hex().encode()
    pdf = new_pdf(b"BT /F1 12 Tf 300 700 Td <" + shown + b"> Tj ET")
    page_of(pdf)["/Resources"]["/Font"]["/F1"] = japanese(pdf, encoding)
    data = to_bytes(pdf)
    assert text_of(data) == "東京都に住む\f"
    written = remove(data, "東京都", label="[CITY]", gaps=gaps)
    assert PDF.agrees("[CITY]に住む\f", text_of(written))
    assert "京" not in readings(written)


def test_a_type_3_font_with_named_glyphs_is_read_and_removed() -> None:
    pdf = new_pdf(b"BT /F1 12 Tf 72 700 Td (JooJ o) Tj ET")
    shape = pdf.make_stream(b"500 0 0 0 500 700 d1 0 0 400 700 re f")
    page_of(pdf)["/Resources"]["/Font"]["/F1"] = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=Array([0, 0, 500, 700]),
        FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
        CharProcs=Dictionary({"/J": shape, "/o": shape, "/space": shape}),
        Encoding=Dictionary(Type=Name.Encoding, Differences=Array([32, Name.space, 74, Name.J, 111, Name.o])),
        FirstChar=32,
        LastChar=111,
        Widths=Array([500] * 80),
    )
    data = to_bytes(pdf)
    assert text_of(data) == "JooJ o\f"
    assert text_of(remove(data, "JooJ", label="[X]")) == "[X] o\f"


def test_letters_that_are_set_apart_are_one_word() -> None:
    data = make(b"BT /F1 12 Tf 4 Tc 72 700 Td (SECRET PLAN) Tj ET")
    assert text_of(data) == "SECRET PLAN\f"


def test_letters_that_are_set_apart_by_numbers_are_one_word() -> None:
    letters = b" -300 ".join(b"(%c)" % letter for letter in b"SECRET PLAN")
    assert text_of(make(b"BT /F1 12 Tf 72 700 Td [" + letters + b"] TJ ET")) == "SECRET PLAN\f"


def test_the_cells_of_a_row_are_lines_of_their_own() -> None:
    row = b"BT /F1 10 Tf 72 %d Td (%s) Tj 103 0 Td (%s) Tj ET "
    data = make(row % (700, b"Name", b"Age") + row % (680, b"Margaret Thompsons", b"34"))
    assert text_of(data).split() == ["Name", "Age", "Margaret", "Thompsons", "34"]
    assert "Thompsons\n34" in text_of(data)


def test_a_pdf_is_known_by_its_mark() -> None:
    assert PDF.recognizes(b"junk before %PDF-1.7")
    assert not PDF.recognizes(b"PK\x03\x04")


@given(st.dictionaries(st.binary(min_size=2, max_size=2), st.text(min_size=1, max_size=3), max_size=300))
def test_a_table_of_letters_comes_back(letters: dict[bytes, str]) -> None:
    plain = {code: text for code, text in letters.items() if text.isprintable()}
    assert read_to_unicode(write_to_unicode(plain)) == plain


def test_ranges_of_letters_are_read() -> None:
    table = b"2 beginbfrange <01> <03> <0041> <10> <11> [<0058> <00590059>] endbfrange"
    assert read_to_unicode(table) == {b"\x01": "A", b"\x02": "B", b"\x03": "C", b"\x10": "X", b"\x11": "YY"}


@given(st.binary(max_size=200))
def test_cleaners_of_pictures_and_fonts_take_any_bytes(data: bytes) -> None:
    for head in (
        b"",
        b"\xff\xd8\xff\xe0",
        b"\0\0\0\x0cjP  ",
        b"\0\1\0\0\0\x02",
        b"\0" * 36 + b"acsp" + b"\0" * 92,
    ):
        for clean in (strip_jpeg, strip_jpx, strip_profile, keep_tables, foreign_tables, read_to_unicode):
            clean(head + data)


def with_font(content: bytes, base: str, **more: Any) -> bytes:
    pdf = new_pdf(content + b" BT /F1 12 Tf 72 600 Td (text) Tj ET")
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name(base), **more)
    page_of(pdf)["/Resources"]["/Font"]["/F2"] = pdf.make_indirect(font)
    return to_bytes(pdf)


@pytest.mark.parametrize(
    ("base", "shown", "letters"),
    [
        ("/Symbol", b"abc\xb7\xa3", "αβχ•≤"),
        ("/SymbolMT", b"\xb7", "•"),
        ("/ZapfDingbats", b"4ln\xac\xfe", "✔●■①➾"),
    ],
)
def test_symbols_are_read_by_the_encoding_of_their_font(base: str, shown: bytes, letters: str) -> None:
    data = with_font(b"BT /F2 12 Tf 72 700 Td (" + shown + b") Tj ET", base)
    assert text_of(data).split() == [letters, "text"]


def test_the_names_of_dingbats_are_known() -> None:
    names = Dictionary(Differences=Array([65, Name.a20, Name.a71]))
    data = with_font(b"BT /F2 12 Tf 72 700 Td (AB) Tj ET", "/ZapfDingbats", Encoding=names)
    assert text_of(data).split() == ["✔●", "text"]


def with_codes_that_show_nothing() -> bytes:
    content = b"BT /F1 12 Tf 72 700 Td (Dear Zyx\002wv\003\004\005\006utz, hello) Tj ET"
    pdf = new_pdf(content)
    font = page_of(pdf)["/Resources"]["/Font"]["/F1"]
    font["/FirstChar"], font["/LastChar"] = 0, 255
    font["/Widths"] = Array([0] * 32 + [500] * 224)
    return to_bytes(pdf)


@pytest.mark.parametrize("covered", ["remove", "keep"])
def test_codes_that_show_nothing_do_not_part_a_word(covered: str) -> None:
    data = with_codes_that_show_nothing()
    assert text_of(data, covered=covered) == f"Dear {SECRET}, hello\f"
    assert SECRET not in readings(remove(data, SECRET, covered=covered))


def test_codes_without_letters_that_show_something_are_not_left_out() -> None:
    letters = "abcdefgh"
    pdf = new_pdf(b"BT /F1 12 Tf 72 700 Td " + codes("abcdefgh", letters) + b" Tj ET")
    font = composite(pdf, letters)
    font["/ToUnicode"] = pdf.make_stream(to_unicode(dict.fromkeys(range(1, 9), "\ue001")))
    page_of(pdf)["/Resources"]["/Font"]["/F1"] = font
    with pytest.raises(DocumentError, match="glyphs without letters"):
        text_of(to_bytes(pdf))
