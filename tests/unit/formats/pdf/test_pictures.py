"""Words that stand on a picture: the page becomes a picture of itself."""

import io

import pikepdf
import pypdfium2
from pikepdf import Array, Dictionary, Name
from tests.pdf_files import SECRET, helvetica, new_pdf, page_of, picture, readings, remove, text_of, to_bytes

from reticent.formats import FormatOptions
from reticent.formats.pdf import PDF
from reticent.plan import Edit
from reticent.text import Span

LINES = b" ".join(
    b"BT /F1 12 Tf 72 %d Td (This is a line of some length, so that the page is no scan) Tj ET" % height
    for height in range(300, 500, 14)
)


def on_a_picture(*, rotate: int = 0) -> bytes:
    """A word on a picture, beside a page with the same picture and a form with text."""
    word = b" 1 0 0 rg BT /F1 12 Tf 110 650 Td (Dear " + SECRET.encode() + b", hello) Tj ET "
    pdf = new_pdf(b"q 200 0 0 100 100 600 cm /Im0 Do Q " + word + LINES + b" /X0 Do", b"/X1 Do " + LINES)
    first, second = (page.obj["/Resources"] for page in pdf.pages)
    form = pdf.make_stream(
        b"BT /F1 9 Tf 72 100 Td (In a form) Tj ET",
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=Array([0, 0, 612, 792]),
        Resources=Dictionary(Font=Dictionary(F1=helvetica(pdf))),
    )
    logo = pdf.make_stream(
        b"q 20 0 0 20 500 700 cm /Im0 Do Q",
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=Array([0, 0, 612, 792]),
        Resources=Dictionary(XObject=Dictionary(Im0=picture(pdf))),
    )
    first["/XObject"] = Dictionary(Im0=picture(pdf), X0=form)
    second["/XObject"] = Dictionary(X1=logo)
    page_of(pdf)["/Rotate"] = rotate
    return to_bytes(pdf)


def test_a_word_on_a_picture_leaves_the_picture_too() -> None:
    for rotate in (0, 90):
        data = on_a_picture(rotate=rotate)
        written = remove(data, SECRET)
        assert PDF.residue(written, [SECRET]) == []
        assert SECRET not in readings(written)
        assert PDF.agrees(text_of(data).replace(SECRET, "[NAME]"), text_of(written, unread="keep"))
        pdf = pikepdf.open(io.BytesIO(written))
        pictures = [item for item in pdf.objects if item.get("/Subtype") == Name.Image]
        assert sorted(int(each["/Width"]) for each in pictures) == [8, 1700]


def test_pages_that_become_pictures_are_counted() -> None:
    data = on_a_picture()
    source = PDF.read("a.pdf", data, FormatOptions(pictures="keep"))
    place = source.documents[0].text.index(SECRET)
    edit = Edit(Span(place, place + len(SECRET)), "[NAME]", 0, placeholder=True)
    assert source.count_changes([[edit]]) == {"pages turned into pictures": 1}
    beside = source.documents[0].text.index("no scan")
    assert source.count_changes([[Edit(Span(beside, beside + 7), "[X]", 0)]]) == {}
    assert source.count_changes([[]]) == {}


def test_the_page_looks_as_before_but_for_the_label() -> None:
    data = on_a_picture(rotate=90)
    before, after = (pypdfium2.PdfDocument(each)[0] for each in (data, remove(data, SECRET)))
    assert before.get_size() == after.get_size()
    one, other = (page.render(scale=0.5).to_pil().convert("L") for page in (before, after))
    differing = sum(abs(p - q) > 60 for p, q in zip(one.tobytes(), other.tobytes(), strict=True))
    assert differing < 0.01 * one.width * one.height


def test_words_beside_a_picture_leave_the_page_as_it_is() -> None:
    written = remove(on_a_picture(), "no scan")
    pdf = pikepdf.open(io.BytesIO(written))
    assert b"3 Tr" not in page_of(pdf)["/Contents"].read_bytes()
