"""Text of a PDF that nobody sees: how much of it leaves, what stays of the text that is seen, what another reader still finds.

Run as `python -m experiments.files_covered [--quick] [--json FILE]`. Each made page hides one word in one way and shows another
one beside it or in the same way (white on a black bar). Gone is a hidden word that neither pypdfium2 nor the search of the file
finds in the release; right is a page on which the shown word stays too. Real PDF files, under `data/formats`, are released
without any edit: whatever dots differ then were changed by leaving text out, and a page on which more than a speck differs would
show that seen text was taken for unseen. `inspect` should find nothing in any release.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from experiments.harness import choose_pictures, run
from experiments.needs import Needs
from experiments.word_removal import list_files
from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.pdf import PDF
from reticent.formats.seam.inspection import READABLE

NEEDS = Needs(packages=("pikepdf", "pypdfium2", "pdfminer", "fontTools", "PIL"))
HIDDEN, SHOWN = "walrus", "penguin"
WORD = b"BT /F1 12 Tf 72 600 Td (The walrus swam) Tj ET\n"
"""The line that nobody sees; the shown word stands a hundred points above it."""

_BOX = b"0 g 70 595 110 20 re f\n"
_LINES = b"0 G 1.2 w " + b" ".join(b"60 %d m 220 %d l S" % (y, y) for y in range(594, 616)) + b"\n"
_HATCH = b"0 G 1.5 w " + b" ".join(
    b"%d 590 m %d 620 l S %d 620 m %d 590 l S" % (x, x + 30, x, x + 30) for x in range(40, 200, 3)
)

Make = Callable[[], bytes]


def _page(content: bytes, prepare: Callable[[Any, Any], None] | None = None) -> bytes:
    import pikepdf
    from pikepdf import Dictionary, Name

    pdf = pikepdf.Pdf.new()
    page = pdf.add_blank_page(page_size=(612, 792)).obj
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding
    )
    page["/Resources"] = Dictionary(Font=Dictionary(F1=pdf.make_indirect(font)))
    page["/Contents"] = pdf.make_stream(b"BT /F1 12 Tf 72 700 Td (The penguin walked) Tj ET\n" + content)
    if prepare:
        prepare(pdf, page)
    out = io.BytesIO()
    pdf.save(out, fix_metadata_version=False)
    return out.getvalue()


def _set_size(font: bytes) -> bytes:
    return WORD.replace(b" 12 Tf", font)


def _with_state(**values: Any) -> Callable[[Any, Any], None]:
    def prepare(_: Any, page: Any) -> None:
        from pikepdf import Dictionary, Name

        state: dict[str, Any] = {
            key: Name(value) if isinstance(value, str) else value for key, value in values.items()
        }
        page["/Resources"]["/ExtGState"] = Dictionary(G1=Dictionary(**state))

    return prepare


def _with_form(content: bytes, **values: Any) -> Callable[[Any, Any], None]:
    def prepare(pdf: Any, page: Any) -> None:
        from pikepdf import Array, Dictionary, Name

        form = pdf.make_stream(content, Type=Name.XObject, Subtype=Name.Form, Resources=page["/Resources"])
        form["/BBox"] = Array(values.pop("box", [0, 0, 612, 792]))
        page["/Resources"] = Dictionary(Font=page["/Resources"]["/Font"], XObject=Dictionary(X1=form))

    return prepare


def _with_picture(pdf: Any, page: Any) -> None:
    from pikepdf import Dictionary, Name

    dots = pdf.make_stream(bytes([0]), Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1)
    dots["/BitsPerComponent"], dots["/ColorSpace"] = 8, Name.DeviceGray
    page["/Resources"]["/XObject"] = Dictionary(X1=dots)


def _with_note(kind: str, **values: Any) -> Callable[[Any, Any], None]:
    def prepare(pdf: Any, page: Any) -> None:
        from pikepdf import Array, Dictionary, Name

        kept: dict[str, Any] = {key: Array(value) for key, value in values.items()}
        note = Dictionary(Type=Name.Annot, Subtype=Name(kind), Rect=Array([70, 595, 180, 615]), **kept)
        page["/Annots"] = Array([pdf.make_indirect(note)])

    return prepare


def _with_layer_off(pdf: Any, page: Any) -> None:
    from pikepdf import Array, Dictionary, Name, String

    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("layer")))
    pdf.Root["/OCProperties"] = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
    page["/Resources"]["/Properties"] = Dictionary(P1=layer)


def _turned(_: Any, page: Any) -> None:
    page["/Rotate"] = 90


def _cropped(_: Any, page: Any) -> None:
    from pikepdf import Array

    page["/CropBox"] = Array([0, 650, 612, 792])


QUADS = [70, 615, 180, 615, 70, 595, 180, 595]
HIDING: dict[str, Make] = {
    "a black box": lambda: _page(WORD + _BOX),
    "a white box": lambda: _page(WORD + _BOX.replace(b"0 g", b"1 g")),
    "a coloured box": lambda: _page(WORD + _BOX.replace(b"0 g", b".8 .1 .1 rg")),
    "a box on a turned page": lambda: _page(WORD + _BOX, _turned),
    "a box in a form": lambda: _page(b"/X1 Do", _with_form(WORD + _BOX)),
    "a form with a box over the page": lambda: _page(WORD + b"/X1 Do", _with_form(_BOX)),
    "a box that multiplies": lambda: _page(WORD + b"/G1 gs " + _BOX, _with_state(BM="/Multiply")),
    "a broad line": lambda: _page(WORD + b"30 w 60 604 m 220 604 l S"),
    "many lines": lambda: _page(WORD + _LINES),
    "cross-hatching": lambda: _page(WORD + _HATCH),
    "a picture": lambda: _page(WORD + b"q 150 0 0 30 60 590 cm /X1 Do Q", _with_picture),
    "a black highlight": lambda: _page(WORD, _with_note("/Highlight", C=[0, 0, 0], QuadPoints=QUADS)),
    "a filled square": lambda: _page(WORD, _with_note("/Square", C=[0, 0, 0], IC=[0, 0, 0])),
    "a mark for redaction": lambda: _page(WORD, _with_note("/Redact", QuadPoints=QUADS)),
    "white on white": lambda: _page(b"1 g " + WORD),
    "nearly white on white": lambda: _page(b".98 g " + WORD),
    "black on black": lambda: _page(_BOX + WORD),
    "in the colour behind it": lambda: _page(b".2 .4 .6 rg 60 590 150 30 re f\n" + WORD),
    "invisible": lambda: _page(WORD.replace(b"Td", b"Td 3 Tr")),
    "transparent": lambda: _page(b"/G1 gs " + WORD, _with_state(ca=0)),
    "tiny": lambda: _page(_set_size(b" 0.3 Tf")),
    "of no size": lambda: _page(_set_size(b" 0 Tf")),
    "cut off": lambda: _page(b"q 0 0 10 10 re W n\n" + WORD + b"Q"),
    "cut off by a form": lambda: _page(b"/X1 Do", _with_form(WORD, box=[0, 0, 5, 5])),
    "beside the page": lambda: _page(WORD.replace(b"72 600", b"-400 600")),
    "outside of the crop": lambda: _page(WORD, _cropped),
    "a layer that is off": lambda: _page(b"/OC /P1 BDC\n" + WORD + b"EMC", _with_layer_off),
    "a text that stands for another": lambda: _page(b"/Span <</ActualText (walrus)>> BDC EMC"),
    "an operand that nothing takes": lambda: _page(b"(walrus) 72 600 m n"),
}
SHOWING: dict[str, Make] = {
    "white on a black bar": lambda: _page(_BOX + b"1 g " + WORD),
    "on a coloured box": lambda: _page(b".9 .9 .5 rg 60 590 150 30 re f 0 g\n" + WORD),
    "under a yellow highlight": lambda: _page(WORD, _with_note("/Highlight", C=[1, 1, 0], QuadPoints=QUADS)),
    "struck through": lambda: _page(WORD + b"0 G 1 w 70 604 m 180 604 l S"),
    "underlined": lambda: _page(WORD + b"0 G 1 w 70 598 m 180 598 l S"),
    "grey": lambda: _page(b".6 g " + WORD),
    "small": lambda: _page(_set_size(b" 4 Tf")),
    "in a table": lambda: _page(b"0 G .5 w 60 590 200 30 re S\n" + WORD),
    "under half of a box's transparency": lambda: _page(
        WORD + b"/G1 gs " + _BOX.replace(b"0 g", b".5 g"), _with_state(ca=0.4)
    ),
    "on a turned page": lambda: _page(WORD, _turned),
    "with an outline alone": lambda: _page(WORD.replace(b"Td", b"Td 1 Tr")),
    "in a form": lambda: _page(b"/X1 Do", _with_form(WORD)),
}


def measure(quick: bool) -> dict[str, Any]:
    """The made pages, then the real files."""
    hidden = {name: _release(make()) for name, make in list(HIDING.items())[:: 4 if quick else 1]}
    shown = {name: _release(make()) for name, make in list(SHOWING.items())[:: 4 if quick else 1]}
    files = list_files(".pdf")[:: 6 if quick else 1]
    real = [found for path in files if (found := _look_at(path))]
    draw(choose_pictures(quick=quick))
    return {
        "hidden": {
            "ways": len(hidden),
            "gone": sum(HIDDEN not in _all_readings(data) for data in hidden.values()),
            "beside_it_stays": sum(SHOWN in _all_readings(data) for data in hidden.values()),
            "found_by_inspect": sum(bool(_inspect(data)) for data in hidden.values()),
            "not_gone": sorted(name for name, data in hidden.items() if HIDDEN in _all_readings(data)),
        },
        "shown": {
            "ways": len(shown),
            "stays": sum(HIDDEN in _all_readings(data) for data in shown.values()),
            "lost": sorted(name for name, data in shown.items() if HIDDEN not in _all_readings(data)),
        },
        "real": {
            "files": len(real),
            "pages": sum(each["pages"] for each in real),
            "files_with_unseen_text": sum(bool(each["unseen"]) for each in real),
            "pages_that_look_different": sum(each["changed"] for each in real),
            "found_by_inspect": sum(each["left"] for each in real),
        },
    }


def _release(data: bytes) -> bytes:
    return PDF.read("a.pdf", data, FormatOptions(pictures="keep")).write([[]])


def _all_readings(data: bytes) -> str:
    found = " ".join(word for word in (HIDDEN, SHOWN) if PDF.residue(data, [word]))
    return " ".join([found, *PDF.reread(data)])


def _inspect(data: bytes) -> list[str]:
    return [each.kind for each in PDF.inspect(data) if each.kind in READABLE]


_SEEN = 96  # of 255: where letters are set anew, the dots at their edges differ by up to 71
_SPECK = 40  # dots of a page at one a point, chosen by hand: about one letter


def _look_at(path: Path) -> dict[str, Any] | None:
    """A real file before and after; None for one that is refused."""
    data = path.read_bytes()
    try:
        source = PDF.read(path.name, data, FormatOptions(pictures="keep"))
        released = source.write([[]])
    except DocumentError:
        return None
    pages = [_count_different(one, other) for one, other in zip(_views(data), _views(released), strict=True)]
    return {
        "pages": len(pages),
        "unseen": sum(count for kind, count in source.dropped.items() if kind in READABLE),
        "changed": sum(dots > _SPECK for dots in pages),
        "left": len(_inspect(released)),
    }


def _views(data: bytes) -> list[np.ndarray[Any, Any]]:
    import pypdfium2

    return [
        page.render(scale=1, may_draw_forms=False).to_numpy()[:, :, :3].astype(np.int16)
        for page in pypdfium2.PdfDocument(data)
    ]


def _count_different(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> int:
    if one.shape != other.shape:
        return one.size
    return int((np.abs(one - other).max(axis=2) > _SEEN).sum())


def show(figures: Mapping[str, Any]) -> None:
    """The figures, line by line."""
    hidden, shown, real = figures["hidden"], figures["shown"], figures["real"]
    print(
        f"hidden in {hidden['ways']} ways: {hidden['gone']} gone, text beside it stays in {hidden['beside_it_stays']}"
    )
    print(f"shown in {shown['ways']} ways: {shown['stays']} stay")
    for name in (*hidden["not_gone"], *shown["lost"]):
        print(f"  wrong: {name}")
    print(
        f"{real['files']} real files, {real['pages']} pages: {real['files_with_unseen_text']} files with text that nobody sees,"
        f" {real['pages_that_look_different']} pages look different"
    )
    print(f"inspect finds something in {hidden['found_by_inspect'] + real['found_by_inspect']} releases")


_CASES = ("a black box", "cross-hatching", "white on white")
_VIEW, _FRAME, _SCALE = (
    (60, 570, 330, 70),
    3,
    1.3,
)  # points cut off at left, bottom, right and top; dots between views


def draw(folder: Path) -> None:
    """Draw pages as they look, with all text that a reader of the file gets, and the same of their releases."""
    import pikepdf
    import pypdfium2
    from PIL import Image

    from reticent.formats.pdf._rewriting import lay_bare

    def view(data: bytes, *, bare: bool) -> Any:
        if bare:
            pdf = pikepdf.open(io.BytesIO(data))
            lay_bare(pdf, 1)
            out = io.BytesIO()
            pdf.save(out)
            data = out.getvalue()
        page = pypdfium2.PdfDocument(data)[0]
        return page.render(scale=_SCALE, crop=_VIEW).to_pil().convert("RGB")

    rows = [(HIDING[case](), _release(HIDING[case]())) for case in _CASES]
    views = [[view(data, bare=bare) for data in row for bare in (False, True)] for row in rows]
    width, height = views[0][0].size
    sheet = Image.new(
        "RGB", (4 * (width + _FRAME) - _FRAME, len(rows) * (height + _FRAME) - _FRAME), "#999999"
    )
    for down, row in enumerate(views):
        for across, each in enumerate(row):
            sheet.paste(each, (across * (width + _FRAME), down * (height + _FRAME)))
    sheet.save(folder / "files-covered.png", optimize=True)


if __name__ == "__main__":
    run("files_covered", NEEDS, measure, show)
