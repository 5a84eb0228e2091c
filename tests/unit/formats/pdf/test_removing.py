"""Words leave the page, and the rest of it stays where it was."""

import io

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name
from tests.pdf_files import (
    SECRET,
    codes,
    composite,
    helvetica,
    make,
    new_pdf,
    page_of,
    readings,
    remove,
    text_of,
    to_bytes,
)

from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.pdf import PDF
from reticent.formats.pdf._gaps import label_width
from reticent.plan import Edit
from reticent.text import Span

S = SECRET.encode()


def text(*lines: bytes, size: int = 12) -> bytes:
    return b"BT /F1 %d Tf 14 TL 72 700 Td %s ET" % (size, b" T* ".join(line + b" Tj" for line in lines))


LAYOUTS: dict[str, bytes] = {
    "one string": text(b"(Dear " + S + b", hello)"),
    "kerned": b"BT /F1 12 Tf 72 700 Td [(Dear Zy) 30 (xw) -20 (vutz, hello)] TJ ET",
    "letter by letter": b"BT /F1 12 Tf 72 700 Td (Dear ) Tj "
    + b" ".join(b"(%c) Tj" % letter for letter in S)
    + b" (, hello) Tj ET",
    "absolute": b"BT /F1 12 Tf 1 0 0 1 72 700 Tm (Dear) Tj 1 0 0 1 102 700 Tm (" + S + b",) Tj"
    b" 1 0 0 1 160 700 Tm (hello) Tj ET",
    "next line operators": b"BT /F1 12 Tf 14 TL 72 700 Td (Dear) ' 3 1 (" + S + b', hello) " ET',
    "spaced": b"BT /F1 12 Tf 2 Tc 5 Tw 80 Tz 3 Ts 72 700 Td (Dear " + S + b", hello) Tj ET",
    "turned": b"BT /F1 12 Tf 0 1 -1 0 300 300 Tm (Dear " + S + b", hello) Tj ET",
    "upside down": b"BT /F1 -12 Tf 1 0 0 1 400 300 Tm (Dear " + S + b", hello) Tj ET",
    "mirrored twice": b"q 1 0 0 -1 0 792 cm BT /F1 12 Tf 1 0 0 -1 72 100 Tm (Dear " + S + b", hello) Tj ET Q",
    "small space, large letters": b"q 0.1 0 0 0.1 0 0 cm BT /F1 120 Tf 720 7000 Td (Dear "
    + S
    + b", hello) Tj ET Q",
    "out of order": b"BT /F1 12 Tf 1 0 0 1 121.356 700 Tm (wvutz, hello) Tj 1 0 0 1 72 700 Tm (Dear Zyx) Tj ET",
    "painted twice": b"BT /F1 12 Tf 72 700 Td (Dear "
    + S
    + b", hello) Tj 0.3 0 Td (Dear "
    + S
    + b", hello) Tj ET",
    "white": b"1 g BT /F1 12 Tf 72 700 Td (Dear " + S + b", hello) Tj ET",
    "invisible": b"BT 3 Tr /F1 12 Tf 72 700 Td (Dear " + S + b", hello) Tj ET",
    "tiny": b"BT /F1 0.01 Tf 72 700 Td (Dear " + S + b", hello) Tj ET",
    "off the page": b"BT /F1 12 Tf 2000 700 Td (Dear " + S + b", hello) Tj ET",
}


@pytest.mark.parametrize("gaps", ["uniform", "exact"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_word_goes_whatever_the_layout(layout: str, gaps: str) -> None:
    data = make(LAYOUTS[layout])
    before = text_of(data, covered="keep")
    assert f"Dear {SECRET}, hello" in before.replace("\n", " ")
    written = remove(data, SECRET, gaps=gaps, covered="keep")
    assert SECRET not in readings(written)
    assert PDF.residue(written, [SECRET]) == []
    assert PDF.agrees(before.replace(SECRET, "[NAME]"), text_of(written, covered="keep"))


def test_the_rest_of_a_page_stays_where_it_was() -> None:
    data = make(text(b"(Dear " + S + b", hello)", b"(second line)") + b" 0 0 1 rg 10 10 50 50 re f")
    written = remove(data, SECRET, gaps="exact")
    assert glyph_places(written, without="[NAME]") == pytest.approx(
        glyph_places(data, without=SECRET), abs=0.01
    )


def glyph_places(data: bytes, *, without: str) -> list[float]:
    """Where each glyph stands, but for those of a word."""
    source = PDF.read("a.pdf", data, FormatOptions())
    start = source.documents[0].text.index(without)
    kept = [c for n, c in enumerate(source.pages[0].characters) if not start <= n < start + len(without)]
    return [place for character in kept for glyph in character.glyphs for place in glyph.origin]


def test_a_word_that_is_divided_at_a_line_end_goes_with_its_hyphen() -> None:
    data = make(text(b"(a long line that ends with Zyxw-)", b"(vutz and goes on)"))
    assert f"with {SECRET} and" in text_of(data)
    written = remove(data, SECRET)
    assert "Zyxw" not in readings(written)
    assert "vutz" not in readings(written)
    assert "-" not in text_of(written)


def test_a_name_with_a_hyphen_at_the_line_end_keeps_it() -> None:
    assert "Smith-Jones" in text_of(make(text(b"(it was Smith-)", b"(Jones who came)")))


def test_a_ligature_goes_whole_and_its_other_letters_are_written_again() -> None:
    letters = "Ge \ufb03coma"
    pdf = new_pdf(b"BT /F1 12 Tf 72 700 Td " + codes("Geo a\ufb03o com", letters) + b" Tj ET")
    page_of(pdf)["/Resources"]["/Font"]["/F1"] = composite(pdf, letters)
    data = to_bytes(pdf)
    assert "affio" in text_of(data)
    source = PDF.read("a.pdf", data, FormatOptions())
    at = source.documents[0].text.index("affio")
    written = source.write([[Edit(Span(at, at + 2), "[X]", 0, placeholder=True)]])
    assert "[X]fio" in text_of(written)
    assert "affio" not in readings(written)


def test_an_accent_is_read_on_its_letter_and_goes_with_it() -> None:
    data = make(b"BT /F1 12 Tf 72 700 Td [(Jos\\264) 333 (e came)] TJ ET")
    assert "José came" in text_of(data)
    assert "´" not in readings(remove(data, "José"))


def form_on_two_pages() -> bytes:
    pdf = new_pdf(b"/X0 Do", b"/X0 Do")
    form = pdf.make_stream(
        b"BT /F1 12 Tf 72 700 Td (Dear " + S + b") Tj ET",
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=Array([0, 0, 612, 792]),
        Resources=Dictionary(Font=Dictionary(F1=helvetica(pdf))),
    )
    for page in pdf.pages:
        page.obj["/Resources"]["/XObject"] = Dictionary(X0=form)
    return to_bytes(pdf)


def test_what_two_pages_share_can_be_edited_on_one_of_them() -> None:
    source = PDF.read("a.pdf", form_on_two_pages(), FormatOptions())
    at = source.documents[0].text.index(SECRET)
    written = source.write([[Edit(Span(at, at + len(SECRET)), "[X]", 0, placeholder=True)]])
    first, second = "".join(PDF.reread(written)).split("\f")[:2]
    assert SECRET not in first
    assert SECRET in second


def test_what_two_pages_share_is_gone_when_it_goes_from_both() -> None:
    assert PDF.residue(remove(form_on_two_pages(), SECRET), [SECRET]) == []


def test_what_a_form_field_and_a_stamp_show_is_read_and_goes() -> None:
    pdf = new_pdf()
    looks = pdf.make_stream(
        b"BT /F1 9 Tf 1 1 Td (" + S + b") Tj ET",
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=Array([0, 0, 90, 9]),
        Resources=Dictionary(Font=Dictionary(F1=helvetica(pdf))),
    )
    field = pdf.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Widget,
            FT=Name.Tx,
            T=pikepdf.String("name"),
            V=pikepdf.String(SECRET),
            Rect=Array([100, 100, 190, 109]),
            AP=Dictionary(N=looks),
            F=4,
        )
    )
    pdf.Root["/AcroForm"] = Dictionary(Fields=Array([field]))
    page_of(pdf)["/Annots"] = Array([field])
    data = to_bytes(pdf)
    assert SECRET in text_of(data)
    assert PDF.residue(remove(data, SECRET), [SECRET]) == []


def test_letters_that_only_removed_words_used_leave_the_font() -> None:
    letters = "Dear Zyxwvutz, hello"
    pdf = new_pdf(b"BT /F1 12 Tf 72 700 Td " + codes("Dear Zyxwvutz, hello", letters) + b" Tj ET")
    page_of(pdf)["/Resources"]["/Font"]["/F1"] = composite(pdf, letters)
    data = to_bytes(pdf)
    written = pikepdf.open(io.BytesIO(remove(data, SECRET)))
    fonts = [item for item in written.objects if isinstance(item, Dictionary) and "/ToUnicode" in item]
    table = fonts[0]["/ToUnicode"].read_bytes()
    assert b"<005a>" not in table
    assert b"<0044>" in table
    from fontTools.ttLib import TTFont

    program = fonts[0]["/DescendantFonts"][0]["/FontDescriptor"]["/FontFile2"].read_bytes()
    shapes = TTFont(io.BytesIO(program))["glyf"]
    outlines = [shapes[name].numberOfContours for name in shapes.glyphOrder]
    assert outlines[letters.index("Z") + 1] == 0
    assert outlines[letters.index("D") + 1] == 1


WORDS = st.text(st.sampled_from("ilWmaeo"), min_size=1, max_size=14)


def dear(name: str, *, ways: int) -> bytes:
    """A letter to somebody, set in one of several ways; what follows the name stands right behind it."""

    def wide(text: str) -> float:
        return 12 * label_width(text, "Helvetica")

    end = 102 + wide(name)
    letters = [(letter, 102 + wide(name[:place])) for place, letter in enumerate(name)]
    block = "q 1 0 0 1 {x:.3f} 700 cm BT /F1 12 Tf ({text}) Tj ET Q"
    alone = "BT /F1 12 Tf 1 0 0 1 {x:.3f} 700 Tm ({text}) Tj ET"
    first = [
        f"BT /F1 12 Tf 72 700 Td (Dear {name}, hello) Tj ET",
        f"BT /F1 12 Tf 72 700 Td [(Dear ) 20 ({name}) -30 (, hello)] TJ ET",
        f"BT /F1 12 Tf 1 0 0 1 72 700 Tm (Dear ) Tj 1 0 0 1 102 700 Tm ({name}) Tj 1 0 0 1 {end:.3f} 700 Tm (, hello) Tj ET",
        f"BT /F1 12 Tf 72 700 Td (Dear ) Tj 30 0 Td ({name}) Tj {end - 102:.3f} 0 Td (, hello) Tj ET",
        " ".join(block.format(x=x, text=text) for text, x in [("Dear ", 72), (name, 102), (", hello", end)]),
        " ".join(block.format(x=x, text=text) for text, x in [("Dear ", 72), *letters, (", hello", end)]),
        " ".join(alone.format(x=x, text=text) for text, x in [("Dear ", 72), *letters, (", hello", end)]),
    ][ways]
    rest = "BT /F1 12 Tf 14 TL 72 686 Td (it was good to see you) Tj T* (and we hope to see you soon) Tj ET"
    return make(f"{first} {rest}".encode())


@settings(max_examples=60, deadline=None)
@given(WORDS, st.integers(0, 6))
def test_with_uniform_gaps_two_names_of_any_width_leave_the_same_file(name: str, ways: int) -> None:
    data = dear(name, ways=ways)
    source = PDF.read("a.pdf", data, FormatOptions())
    edit = Edit(Span(5, 5 + len(name)), "[NAME]", 0, placeholder=True)
    other = PDF.read("a.pdf", dear("Willi", ways=ways), FormatOptions())
    assert source.write([[edit]]) == other.write([[Edit(Span(5, 10), "[NAME]", 0, placeholder=True)]])


def justified(name: str, *, decorated: bool = False) -> tuple[bytes, int]:
    """Lines that are all 400 points wide, by their spaces; and where the name stands."""
    lines = [
        "this is a line that tells of some weather and of other things",
        f"here it is told that {name} has been seen on the same road",
        "and that nobody knows who else has been there on that day",
    ]
    parts = []
    for number, line in enumerate(lines):
        space = (400 - 12 * label_width(line, "Helvetica")) / line.count(" ")
        parts.append(f"{space:.5f} Tw 1 0 0 1 72 {700 - 14 * number} Tm ({line}) Tj")
    content = f"BT /F1 12 Tf {' '.join(parts)} ET"
    if decorated:
        before, wide = "here it is told that ", 12 * label_width(name, "Helvetica")
        space = (400 - 12 * label_width(lines[1], "Helvetica")) / lines[1].count(" ")
        start = 72 + 12 * label_width(f"{before}|", "Helvetica") - 3.1 + space * before.count(" ")
        under = f"{start:.3f} 684 {wide:.3f} 0.6 re f 60 660 500 0.5 re f"
        content = f"1 1 0 rg {start:.3f} 683 {wide:.3f} 12 re f 0 g {under} {content}"
    return make(content.encode()), len(lines[0]) + 2 + lines[1].index(f" {name} ")


@settings(max_examples=25, deadline=None)
@given(WORDS)
def test_a_line_that_was_set_at_both_ends_tells_no_width_either(name: str) -> None:
    places = []
    for each in (name, "Willi"):
        data, start = justified(each)
        source = PDF.read("a.pdf", data, FormatOptions())
        assert source.documents[0].text[start : start + len(each)] == each
        edit = Edit(Span(start, start + len(each)), "[NAME]", 0, placeholder=True)
        written = PDF.read("a.pdf", source.write([[edit]]), FormatOptions(unread="keep"))
        places.append([place for glyph in written.pages[0].content.glyphs for place in glyph.origin])
    assert places[0] == pytest.approx(places[1], abs=0.02)


def aligned(name: str, share: float) -> bytes:
    """Three lines that end at 500 (with a share of 1) or have their middle at 300 (with a half)."""
    lines = ["To the clinic", f"for {name} here", "at the new road"]
    parts = [
        f"1 0 0 1 {(500 if share == 1 else 300) - share * 12 * label_width(line, 'Helvetica'):.4f}"
        f" {700 - 14 * number} Tm ({line}) Tj"
        for number, line in enumerate(lines)
    ]
    return make(f"BT /F1 12 Tf {' '.join(parts)} ET".encode())


@settings(max_examples=25, deadline=None)
@given(WORDS, st.sampled_from([0.5, 1.0]))
def test_a_line_at_the_right_or_in_the_centre_tells_no_width_either(name: str, share: float) -> None:
    places = []
    for each in (name, "Willi"):
        source = PDF.read("a.pdf", aligned(each, share), FormatOptions())
        start = source.documents[0].text.index(f" {each} here") + 1
        edit = Edit(Span(start, start + len(each)), "[NAME]", 0, placeholder=True)
        written = PDF.read("a.pdf", source.write([[edit]]), FormatOptions())
        places.append([place for glyph in written.pages[0].content.glyphs for place in glyph.origin])
    assert places[0] == pytest.approx(places[1], abs=0.02)


def test_lines_under_a_word_and_colour_behind_it_go_and_the_rules_of_a_table_stay() -> None:
    data, _ = justified("Willi", decorated=True)
    pdf = pikepdf.open(io.BytesIO(remove(data, "Willi")))
    content = page_of(pdf)["/Contents"].read_bytes()
    assert content.count(b"\nf\n") == 2
    assert b"60 660 500 0.5 re\nf" in content


def test_a_replacement_is_written_without_a_box_in_a_font_of_the_same_kind() -> None:
    written = remove(make(LAYOUTS["one string"]), SECRET, label="a friend", placeholder=False)
    assert "Dear a friend, hello" in text_of(written)
    pdf = pikepdf.open(io.BytesIO(written))
    assert b" re" not in page_of(pdf)["/Contents"].read_bytes()


def test_a_replacement_that_no_font_can_show_is_refused() -> None:
    with pytest.raises(DocumentError, match="can't be drawn"):
        remove(make(LAYOUTS["one string"]), SECRET, label="друг")


def test_the_same_file_gives_the_same_bytes_and_what_is_written_is_stable() -> None:
    data = make(LAYOUTS["one string"], LAYOUTS["kerned"])
    written = remove(data, SECRET)
    assert written == remove(data, SECRET)
    again = PDF.read("a.pdf", written, FormatOptions())
    assert again.write([[]]) == written


def test_an_edit_where_no_letter_stands_is_refused() -> None:
    source = PDF.read("a.pdf", make(text(b"(one)", b"(two)")), FormatOptions())
    at = source.documents[0].text.index("\n")
    with pytest.raises(DocumentError, match="page 1"):
        source.write([[Edit(Span(at, at + 1), "[X]", 0, placeholder=True)]])


def test_pages_end_with_a_form_feed() -> None:
    assert text_of(make(text(b"(one)"), text(b"(two)"))) == "one\ftwo\f"


@pytest.mark.parametrize("word", ["Start", "xref", "trailer", "stream"])
def test_a_word_of_the_notation_of_PDF_can_be_removed(word: str) -> None:  # noqa: N802
    data = make(text(b"(Please " + word.encode() + b" here)"))
    assert not PDF.residue(remove(data, word), [word])


def test_a_word_after_the_end_of_a_file_is_found() -> None:
    assert [each.place for each in PDF.residue(make() + b"\nstart " + S, [SECRET, "start"])] == [
        "the file outside its objects"
    ] * 2


def test_what_is_left_on_a_page_is_found_with_the_page() -> None:
    left = PDF.residue(make(text(b"(Hello)"), text(b"(Dear " + S + b")")), [SECRET])
    assert {each.part for each in left} == {"page 2"}
