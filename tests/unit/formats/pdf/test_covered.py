"""Text that nobody sees who looks at a page: found by looking, left out of releases, never shown by one."""

import io
from collections import Counter
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pytest
from pikepdf import Array, Dictionary, Name
from tests.pdf_files import (
    SECRET,
    helvetica,
    make,
    new_pdf,
    page_of,
    picture,
    readings,
    remove,
    text_of,
    to_bytes,
)

from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.pdf import PDF
from reticent.formats.seam import inspection as kinds

S = SECRET.encode()
LINE = b"0 g BT /F1 12 Tf 72 700 Td (Dear ) Tj (" + S + b") Tj (, hello) Tj ET "
WORD = b"BT /F1 12 Tf 72 650 Td (" + S + b" Smith) Tj ET "
COVER = b"0 g 99 695 60 16 re f "
HATCHING = b"0 G 0.9 w " + b" ".join(
    [b"%.1f 690 m %.1f 720 l S" % (98 + 1.4 * n, 98 + 1.4 * n) for n in range(42)]
    + [b"98 %.1f m 157 %.1f l S" % (690 + 1.4 * n, 690 + 1.4 * n) for n in range(20)]
)


def with_form(content: bytes, form: bytes) -> bytes:
    pdf = new_pdf(content + b" q 1 0 0 1 9 5 cm /X0 Do Q")
    box = Array([0, 0, 612, 792])
    inner = pdf.make_stream(form, Type=Name.XObject, Subtype=Name.Form, BBox=box)
    inner["/Resources"] = Dictionary(Font=Dictionary(F1=helvetica(pdf)))
    page_of(pdf)["/Resources"]["/XObject"] = Dictionary(X0=inner)
    return to_bytes(pdf)


def with_note(**note: Any) -> bytes:
    pdf = new_pdf(LINE)
    rectangle = Array([98, 695, 158, 712])
    if note.pop("looks", False):
        looks = pdf.make_stream(
            b"/G0 gs 0 g 98 695 60 17 re f", Type=Name.XObject, Subtype=Name.Form, BBox=rectangle
        )
        looks["/Resources"] = Dictionary(ExtGState=Dictionary(G0=Dictionary(BM=Name.Multiply)))
        note["AP"] = Dictionary(N=looks)
    page_of(pdf)["/Annots"] = Array([Dictionary(Type=Name.Annot, Rect=rectangle, **note)])
    return to_bytes(pdf)


def with_picture_over() -> bytes:
    pdf = new_pdf(
        LINE
        + b"q 60 0 0 17 98 695 cm /Im0 Do Q "
        + b" ".join(
            b"BT /F1 12 Tf 72 %d Td (This is a line of some length, so that the page is no scan) Tj ET" % y
            for y in range(300, 500, 14)
        )
    )
    page_of(pdf)["/Resources"]["/XObject"] = Dictionary(Im0=picture(pdf))
    return to_bytes(pdf)


QUAD = Array([98, 712, 158, 712, 98, 695, 158, 695])
UNSEEN: dict[str, tuple[bytes, str]] = {
    "a black box": (make(LINE + COVER), kinds.COVERED_TEXT),
    "a white box": (make(LINE + COVER.replace(b"0 g", b"1 g")), kinds.COVERED_TEXT),
    "a box with a label": (
        make(LINE + COVER + b"1 g BT /F1 10 Tf 100 699 Td (REDACTED) Tj ET"),
        kinds.COVERED_TEXT,
    ),
    "a box that begins inside a letter": (make(LINE + b"0 g 103 695 56 16 re f"), kinds.COVERED_TEXT),
    "a box in a form": (with_form(LINE, b"0 g 90 690 60 16 re f"), kinds.COVERED_TEXT),
    "a shape of many corners": (
        make(LINE + b"0 g 98 695 m " + b" ".join(b"%d 712 l" % x for x in range(98, 159)) + b" 158 695 l f"),
        kinds.COVERED_TEXT,
    ),
    "cross-hatching": (make(LINE + HATCHING), kinds.COVERED_TEXT),
    "a black highlight": (
        with_note(Subtype=Name.Highlight, looks=True, C=Array([0, 0, 0])),
        kinds.COVERED_TEXT,
    ),
    "a black highlight without looks": (
        with_note(Subtype=Name.Highlight, QuadPoints=QUAD, C=Array([0, 0, 0])),
        kinds.COVERED_TEXT,
    ),
    "a filled square without looks": (with_note(Subtype=Name.Square, IC=Array([0])), kinds.COVERED_TEXT),
    "a thick pen without looks": (
        with_note(
            Subtype=Name.Ink, BS=Dictionary(W=16), InkList=Array([Array([99, 703, 157, 703])]), C=Array([0])
        ),
        kinds.COVERED_TEXT,
    ),
    "a mark for redaction": (with_note(Subtype=Name.Redact, QuadPoints=QUAD), kinds.COVERED_TEXT),
    "a picture": (with_picture_over(), kinds.UNDER_IMAGES),
    "white on white": (
        make(LINE.replace(b"(Dear )", b"() Tj 1 g (Dear )") + b"0 g " + WORD.replace(S, b"x")),
        kinds.WHITE_TEXT,
    ),
    "black on black": (make(b"0 g 70 690 200 30 re f " + LINE + WORD.replace(S, b"x")), kinds.SAME_COLOUR),
    "invisible": (make(b"3 Tr " + LINE + b"0 Tr " + WORD.replace(S, b"x")), kinds.HIDDEN_TEXT),
    "cut off": (make(b"q 300 300 9 9 re W n " + LINE + b"Q " + WORD.replace(S, b"x")), kinds.CUT_OFF),
    "cut off by a form": (with_form(b"", b"q 300 300 9 9 re W n " + LINE + b"Q"), kinds.CUT_OFF),
    "outside of the page": (make(LINE.replace(b"72 700", b"-300 700")), kinds.OUTSIDE_PAGE),
    "size zero": (make(LINE.replace(b"12 Tf", b"0 Tf")), kinds.TINY_TEXT),
    "tiny": (make(LINE.replace(b"12 Tf", b"0.6 Tf")), kinds.TINY_TEXT),
    "transparent": (
        with_form(b"", b"BT /F1 12 Tf 3 Tr 72 700 Td (Dear " + S + b", hello) Tj ET"),
        kinds.HIDDEN_TEXT,
    ),
}

SEEN: dict[str, bytes] = {
    "plain": make(LINE),
    "white on a black bar": make(b"0 g 70 690 200 30 re f 1 g " + LINE[4:]),
    "white on a bar in a form": with_form(b"", b"0 g 70 690 200 30 re f 1 g " + LINE[4:]),
    "white on a bar of many corners": make(
        b"0 g 60 690 m "
        + b" ".join(b"%d 720 l" % x for x in range(60, 260, 5))
        + b" 260 690 l f 1 g "
        + LINE[4:]
    ),
    "struck out": make(LINE + b"0 g 70 704 120 0.8 re f"),
    "in a frame": make(LINE + b"0 G 70 690 150 30 re S"),
    "highlighted": with_note(Subtype=Name.Highlight, QuadPoints=QUAD, C=Array([1, 1, 0])),
    "a square without a filling": with_note(Subtype=Name.Square, C=Array([0])),
    "bold by painting it twice": make(LINE + LINE.replace(b"72 700", b"72.3 700")),
    "pale": make(b"0.9 g " + LINE[4:]),
    "across the edge of a box": make(LINE + b"0 g 110 600 20 90 re f"),
    "turned": make(b"q 0 1 -1 0 700 0 cm " + LINE + b"Q"),
}


def look(data: bytes) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in PDF.inspect(data):
        if each.kind in kinds.READABLE and each.where.startswith("page"):
            found.setdefault(each.kind, []).extend(each.words)
    return found


def dots(data: bytes) -> np.ndarray:
    return np.array(pypdfium2.PdfDocument(data)[0].render(scale=1).to_numpy(), dtype=int)


@pytest.mark.parametrize("case", UNSEEN)
def test_text_that_nobody_sees_is_found_leaves_the_file_and_is_counted(case: str) -> None:
    data, kind = UNSEEN[case]
    found = look(data)
    assert SECRET in " ".join(found[kind]).replace(",", "")
    assert list(found) == [kind]
    source = PDF.read("a.pdf", data, FormatOptions())
    assert SECRET not in source.documents[0].text
    assert source.dropped[kind] >= 1
    written = source.write([[]])
    assert SECRET not in readings(written)
    assert PDF.residue(written, [SECRET]) == []
    assert look(written) == {}


@pytest.mark.parametrize(
    "case", ["a box with a label", "a box in a form", "a black highlight", "black on black", "cut off"]
)
def test_a_page_looks_the_same_without_text_that_nobody_sees(case: str) -> None:
    data, _ = UNSEEN[case]
    before = PDF.read("a.pdf", data, FormatOptions(covered="keep")).write([[]])
    after = PDF.read("a.pdf", data, FormatOptions()).write([[]])
    differing = np.abs(dots(before) - dots(after)).max(axis=2) > 8
    assert not differing.any()


@pytest.mark.parametrize("case", SEEN)
def test_text_that_can_be_seen_is_no_finding_and_stays(case: str) -> None:
    assert look(SEEN[case]) == {}
    source = PDF.read("a.pdf", SEEN[case], FormatOptions())
    assert f"Dear {SECRET}, hello" in source.documents[0].text
    assert not set(source.dropped) & kinds.READABLE - {kinds.COMMENTS}


COLUMN = b"BT /F1 12 Tf 72 650 Td (Dear Mr Bartholomew Featherstonehaugh and " + S + b" too) Tj ET "


def test_words_do_not_slide_out_from_under_a_box() -> None:
    """The long name goes and the line closes up: what was covered would stand beside its box."""
    data = make(COLUMN + b"0 g 318 645 60 16 re f ")
    assert SECRET in " ".join(look(data)[kinds.COVERED_TEXT])
    written = remove(data, "Bartholomew Featherstonehaugh", label="[X]")
    assert SECRET not in readings(written)
    kept = remove(data, "Bartholomew Featherstonehaugh", label="[X]", covered="keep")
    assert SECRET in readings(kept)
    assert SECRET in " ".join(look(kept)[kinds.COVERED_TEXT])


@pytest.mark.parametrize("line", [f"The witness is Jane Roe of {SECRET}.", f"{SECRET} saw Jane Roe"])
def test_words_that_stay_do_not_slide_under_a_box_either(line: str) -> None:
    (plain,) = (
        PDF.read("a.pdf", make(f"BT /F1 12 Tf 72 700 Td ({line}) Tj ET".encode()), FormatOptions())
        .pages[0]
        .lines
    )
    name = plain.cells[line.index("Jane Roe") : line.index("Jane Roe") + len("Jane Roe")]
    left, right = name[0].first.box[0], name[-1].first.box[2]
    box = f" 0 g {left} 695 {right - left} 16 re f"
    written = remove(
        make(f"BT /F1 12 Tf 72 700 Td ({line}) Tj ET{box}".encode()),
        SECRET,
        label="[SOMEBODY WITH A LONG NAME]",
    )
    assert "Jane" not in text_of(written)
    assert not look(written)


def test_covered_words_are_judged_like_others_where_they_are_kept() -> None:
    data, kind = UNSEEN["a black box"]
    source = PDF.read("a.pdf", data, FormatOptions(covered="keep"))
    assert SECRET in source.documents[0].text
    assert kind not in source.dropped
    assert SECRET not in readings(remove(data, SECRET, covered="keep"))


def test_a_release_that_would_show_covered_words_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    from reticent.formats.pdf import _source

    data = make(COLUMN + b"0 g 318 645 60 16 re f ")
    real = _source.count_unseen
    calls: list[dict[int, Counter[str]]] = []

    def forget(data: bytes, pages: Any) -> dict[int, Counter[str]]:
        found = real(data, pages)
        calls.append(found)
        return found if len(calls) == 1 else {}

    monkeypatch.setattr(_source, "count_unseen", forget)
    with pytest.raises(DocumentError, match="would reveal words that are covered") as caught:
        remove(data, "Bartholomew", label="[X]", covered="keep")
    assert SECRET not in str(caught.value)


def test_letters_of_a_font_that_only_the_reader_has_are_not_taken_for_unseen() -> None:
    pdf = new_pdf(b"BT /F1 12 Tf 72 700 Td <0041004200430044> Tj ET")
    inner = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType0,
        BaseFont=Name("/NoSuchFont"),
        CIDSystemInfo=Dictionary(
            Registry=pikepdf.String("Adobe"), Ordering=pikepdf.String("Japan1"), Supplement=2
        ),
        DW=1000,
    )
    page_of(pdf)["/Resources"]["/Font"]["/F1"] = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=Name("/NoSuchFont"),
        Encoding=Name("/UniJIS-UCS2-H"),
        DescendantFonts=Array([pdf.make_indirect(inner)]),
    )
    assert "ABCD" in text_of(to_bytes(pdf))


def test_the_letters_under_a_picture_of_the_page_are_a_text_layer_and_no_finding() -> None:
    lines = b" ".join(
        b"BT /F1 12 Tf 72 %d Td (This is a line of some length, so that the page is no scan) Tj ET" % y
        for y in range(300, 500, 14)
    )
    pdf = new_pdf(
        b"q 200 0 0 100 100 600 cm /Im0 Do Q 1 0 0 rg BT /F1 12 Tf 110 650 Td (Dear "
        + S
        + b", hello) Tj ET "
        + lines
    )
    page_of(pdf)["/Resources"]["/XObject"] = Dictionary(Im0=picture(pdf))
    written = remove(to_bytes(pdf), SECRET)
    assert look(written) == {}
    assert kinds.TEXT_LAYERS in {each.kind for each in PDF.inspect(written)}


def test_words_of_a_text_layer_where_the_picture_is_black_are_found() -> None:
    pdf = new_pdf(b"q 612 0 0 792 0 0 cm /Im0 Do Q 3 Tr " + LINE)
    black = picture(pdf, 64)
    black.write(bytes(64 * 64))
    page_of(pdf)["/Resources"]["/XObject"] = Dictionary(Im0=black)
    assert SECRET in " ".join(look(to_bytes(pdf))[kinds.HIDDEN_TEXT])


def test_a_letter_with_ink_far_away_does_not_save_covered_words() -> None:
    """Its removal changes the page where no letter stands; only this letter is given back, not all that nobody sees."""
    pdf = new_pdf(LINE + COVER + b"BT /F2 12 Tf 300 300 Td (x) Tj ET")
    shape = pdf.make_stream(b"600 0 d0 9000 9000 800 800 re f")
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=Array([0, 0, 0, 0]),
        FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
        CharProcs=Dictionary(x=shape),
        Encoding=Dictionary(Type=Name.Encoding, Differences=Array([120, Name.x])),
        FirstChar=120,
        LastChar=120,
        Widths=Array([600]),
        Resources=Dictionary(),
    )
    page_of(pdf)["/Resources"]["/Font"]["/F2"] = pdf.make_indirect(font)
    data = to_bytes(pdf)
    source = PDF.read("a.pdf", data, FormatOptions())
    assert SECRET not in source.documents[0].text
    assert "x" in source.documents[0].text
    assert SECRET not in readings(source.write([[]]))


def test_looking_is_repeatable() -> None:
    data = UNSEEN["a box with a label"][0]
    first, second = (PDF.read("a.pdf", data, FormatOptions()).write([[]]) for _ in range(2))
    assert first == second
    assert len(pikepdf.open(io.BytesIO(first)).pages) == 1
