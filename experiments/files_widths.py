"""Whether the layout of a released PDF tells which surname went: 150 surnames in 23 layouts, and how many releases differ.

Run as `python -m experiments.files_widths [--quick] [--json FILE]`. Every surname stands in the same place of the same page,
set as programs set it: at the left, in the centre, at the right, justified in four ways, in tables, columns, headers, form
fields, turned, letter by letter. Where all releases of a layout are the same bytes, nothing in them tells one surname from
another. With exact gaps, for comparison, the box has the width of the surname.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from math import log2
from typing import Any

from experiments.harness import FIGURES, run
from experiments.needs import Needs
from reticent.formats import FormatOptions
from reticent.formats.pdf import PDF
from reticent.formats.pdf._gaps import Gaps
from reticent.plan import Edit
from reticent.text import Span

NEEDS = Needs(packages=("pikepdf", "pypdfium2", "pdfminer", "fontTools", "PIL"))

SURNAMES = """
Smith Johnson Williams Jones Brown Davis Miller Wilson Moore Taylor Anderson Thomas Jackson White
Harris Martin Thompson Garcia Martinez Robinson Clark Rodriguez Lewis Lee Walker Hall Allen Young
Hernandez King Wright Lopez Hill Scott Green Adams Baker Gonzalez Nelson Carter Mitchell Perez
Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Sanchez Morris Rogers Reed
Cook Morgan Bell Murphy Bailey Rivera Cooper Richardson Cox Howard Ward Torres Peterson Gray Ramirez
James Watson Brooks Kelly Sanders Price Bennett Wood Barnes Ross Henderson Coleman Jenkins Perry
Powell Long Patterson Hughes Flores Washington Butler Simmons Foster Gonzales Bryant Alexander
Russell Griffin Diaz Hayes Myers Ford Hamilton Graham Sullivan Wallace Woods Cole West Jordan Owens
Reynolds Fisher Ellis Harrison Gibson Mcdonald Cruz Marshall Ortiz Gomez Murray Freeman Wells Webb
Simpson Stevens Tucker Porter Hunter Hicks Crawford Henry Boyd Mason Morales Kennedy Warren Dixon
Ramos Reyes Burns Gordon Shaw Holmes Rice Robertson Hunt Black Daniels
""".split()
"""The most common surnames of the United States (census of 1990, public domain)."""

BODY = (
    "this is a letter that tells of some weather and of other things in the old town by the sea",
    "that were seen on the road between the market and the harbour when the ships came home",
    "and nobody knows who else has been there on that day in spring, nor what was said by them",
    "but all of them remember how cold it was",
)
SIZE = 11.0
LEFT, RIGHT, MIDDLE = 72.0, 540.0, 306.0
Item = tuple[float, float, str]
"""Where a piece of text begins, and the text."""


def measure_text(text: str, size: float = SIZE) -> float:
    """The width of a text in Helvetica, in points."""
    from reticent.formats.pdf._gaps import label_width

    return size * label_width(text, "Helvetica")


def show_items(items: Iterable[Item], *, digits: int = 6, size: float = SIZE) -> str:
    """Text at its places, written with so many decimals as programs do."""
    parts = (f"1 0 0 1 {x:.{digits}f} {y:.{digits}f} Tm ({text}) Tj" for x, y, text in items)
    return f"BT /F1 {size} Tf {' '.join(parts)} ET"


def _body(top: float, *, left: float = LEFT, justified: float | None = None) -> str:
    """Some lines of text, ragged at the right or justified to a right edge."""
    parts = []
    for number, line in enumerate(BODY):
        space = 0.0
        if justified is not None and number < len(BODY) - 1:
            space = (justified - left - measure_text(line)) / line.count(" ")
        parts.append(f"{space:.6f} Tw 1 0 0 1 {left} {top - 14 * number} Tm ({line}) Tj")
    return f"BT /F1 {SIZE} Tf {' '.join(parts)} 0 Tw ET"


def _at_end(text: str, end: float, y: float, size: float = SIZE) -> Item:
    return end - measure_text(text, size), y, text


def _about(text: str, middle: float, y: float, size: float = SIZE) -> Item:
    return middle - measure_text(text, size) / 2, y, text


def set_left(name: str) -> str:
    """A letter with its salutation, at the left margin."""
    return show_items([(LEFT, 700, f"Dear {name}, we write to you")]) + _body(672)


def set_centred(name: str) -> str:
    """A title in the middle of the page, above ragged text."""
    return show_items([_about(f"The case of {name} here", MIDDLE, 720)]) + _body(680)


def set_centred_alone(name: str) -> str:
    """A title in the middle of a page that has nothing else."""
    return show_items([_about(name, MIDDLE, 720)], digits=3)


def set_centred_over_text(name: str) -> str:
    """A title in the middle of justified text that stands nearer to the right edge of the page."""
    return show_items([_about(f"About {name}", 330, 720)]) + _body(680, left=120, justified=540)


def set_right(name: str) -> str:
    """A line at the right margin, above ragged text."""
    return show_items([_at_end(f"signed by {name}", RIGHT, 720)], digits=3) + _body(680)


def set_right_of_text(name: str) -> str:
    """A line that ends where justified text ends, with wide margins."""
    return show_items([_at_end(f"{name}, in spring", 490, 720)]) + _body(680, justified=490)


def set_anywhere(name: str) -> str:
    """A line that ends at a place where nothing else does, such as a tab stop."""
    return show_items([_at_end(f"for {name}", 487.3, 720)], digits=2) + _body(680)


def set_block(name: str) -> str:
    """An address whose lines all end at one place, the name in two of them."""
    lines = [f"to {name}", "at the harbour", f"for {name} and sons"]
    return show_items(_at_end(line, 500, 740 - 14 * n) for n, line in enumerate(lines)) + _body(680)


def _told(name: str) -> str:
    return f"here it is told that {name} has been seen on the same road, and that the rest came later"


def set_by_spaces(name: str) -> str:
    """A line of justified text, by the width of its spaces (Tw)."""
    line = _told(name)
    space = (RIGHT - LEFT - measure_text(line)) / line.count(" ")
    return f"BT /F1 {SIZE} Tf {space:.5f} Tw 1 0 0 1 {LEFT} 694 Tm ({line}) Tj 0 Tw ET " + _body(
        680, justified=RIGHT
    )


def set_by_steps(name: str) -> str:
    """The same by whole steps between the words (TJ)."""
    words = _told(name).split()
    space = (RIGHT - LEFT - sum(map(measure_text, words))) / (len(words) - 1)
    step = round(-1000 * space / SIZE)
    shown = f" {step} ".join(f"({word})" for word in words)
    return f"BT /F1 {SIZE} Tf 1 0 0 1 {LEFT} 694 Tm [{shown}] TJ ET " + _body(680, justified=RIGHT)


def set_word_by_word(name: str) -> str:
    """The same with a place for each word, to a hundredth of a point."""
    words = _told(name).split()
    space = (RIGHT - LEFT - sum(map(measure_text, words))) / (len(words) - 1)
    items, x = [], LEFT
    for word in words:
        items.append((x, 694.0, word))
        x += measure_text(word) + space
    return show_items(items, digits=2) + _body(680, justified=RIGHT)


def set_by_letters(name: str) -> str:
    """The same by the space between letters (Tc)."""
    line = _told(name)
    step = (RIGHT - LEFT - measure_text(line)) / (len(line) - 1)
    return f"BT /F1 {SIZE} Tf {step:.5f} Tc 1 0 0 1 {LEFT} 694 Tm ({line}) Tj 0 Tc ET " + _body(
        680, justified=RIGHT
    )


def _rows(name: str) -> list[tuple[str, str, str]]:
    return [
        ("Guest", "Room", "Paid"),
        ("nobody", "11 north", "12.50"),
        (name, "7 south", "110.00"),
        ("somebody else", "3 west", "9.75"),
    ]


def set_table(name: str) -> str:
    """The first cell of a table's row."""
    rows = _rows(name)
    items = [
        (x, 700 - 16.0 * n, cell)
        for n, row in enumerate(rows)
        for x, cell in zip((72.0, 150.0, 300.0), row, strict=True)
    ]
    rules = " ".join(f"66 {695 - 16 * n} 400 0.5 re f" for n in range(4))
    return f"{rules} {show_items(items)}"


def set_table_right(name: str) -> str:
    """A cell of a column that is set at the right."""
    return show_items(
        item
        for n, (guest, room, paid) in enumerate(_rows(name))
        for item in (
            (72.0, 700 - 16.0 * n, room),
            _at_end(guest, 330, 700 - 16.0 * n),
            _at_end(paid, 460, 700 - 16.0 * n),
        )
    )


def set_table_centred(name: str) -> str:
    """A cell of a column that is centred."""
    return show_items(
        item
        for n, (guest, room, paid) in enumerate(_rows(name))
        for item in (
            (72.0, 700 - 16.0 * n, room),
            _about(guest, 270, 700 - 16.0 * n),
            (400.0, 700 - 16.0 * n, paid),
        )
    )


def set_columns(name: str) -> str:
    """A line in the second of two justified columns."""
    left, right = (
        ["and the rain", "on the road", "to the old town", "in the cold"],
        ["that it was", f"so {name} said to me", "and then the sun", "came out"],
    )
    parts = []
    for x, lines in ((72.0, left), (320.0, right)):
        for number, line in enumerate(lines):
            space = (200 - measure_text(line)) / line.count(" ")
            parts.append(f"{space:.4f} Tw 1 0 0 1 {x} {700 - 14 * number} Tm ({line}) Tj")
    return f"BT /F1 {SIZE} Tf {' '.join(parts)} 0 Tw ET"


def set_margins(name: str) -> str:
    """A header at the right and a footer in the middle, over and under rules."""
    items = [
        (LEFT, 760.0, "Report"),
        _at_end(f"{name} and others", RIGHT, 760, 9),
        _about(f"{name} | page 1", MIDDLE, 40, 9),
    ]
    return f"72 752 468 0.5 re f 72 54 468 0.5 re f {show_items(items, size=9.0)}" + _body(700)


def set_turned(name: str) -> str:
    """A line along the edge of the page, turned, in the middle of its height."""
    text = f"file of {name}"
    y = 396 - measure_text(text) / 2
    return f"BT /F1 {SIZE} Tf 0 1 -1 0 40 {y:.6f} Tm ({text}) Tj ET " + _body(700)


def set_apart(name: str) -> str:
    """A heading whose letters are set apart, in the middle."""
    text = f"{name} IN TOWN"
    width = measure_text(text, 14) + 2 * (len(text) - 1)
    return f"BT /F1 14 Tf 2 Tc 1 0 0 1 {MIDDLE - width / 2:.6f} 720 Tm ({text}) Tj 0 Tc ET " + _body(680)


def set_letter_by_letter(name: str) -> str:
    """A place for each letter, to a hundredth of a point."""
    items, x = [], LEFT
    for letter in f"Dear {name}, we write to you":
        items.append((x, 700.0, letter))
        x += measure_text(letter)
    return show_items(items, digits=2) + _body(680)


def set_decorated(name: str) -> str:
    """A name on yellow, underlined, in the middle of its line and cut out of the page by a box around the line."""
    x, y, text = _about(f"The case of {name} here", MIDDLE, 720)
    start, width = x + measure_text("The case of |") - measure_text("|"), measure_text(name)
    box = f"{x:.4f} {y - 3:.4f} {measure_text(text):.4f} 14 re W n"
    paint = f"1 1 0 rg {start:.4f} {y - 2:.4f} {width:.4f} 12 re f 0 g {start:.4f} {y - 1.5:.4f} {width:.4f} 0.6 re f"
    return f"q {paint} Q q {box} {show_items([(x, y, text)])} Q " + _body(680)


LAYOUTS: dict[str, Callable[[str], str]] = {
    "at the left": set_left,
    "centred title": set_centred,
    "centred title and nothing else": set_centred_alone,
    "centred over text with unequal margins": set_centred_over_text,
    "at the right margin": set_right,
    "where justified text ends": set_right_of_text,
    "at a place of its own": set_anywhere,
    "address at the right": set_block,
    "justified by spaces": set_by_spaces,
    "justified by steps": set_by_steps,
    "justified word by word": set_word_by_word,
    "justified by letters": set_by_letters,
    "table, at the left": set_table,
    "table, at the right": set_table_right,
    "table, centred": set_table_centred,
    "two columns": set_columns,
    "header and footer": set_margins,
    "turned": set_turned,
    "letters set apart": set_apart,
    "letter by letter": set_letter_by_letter,
    "underlined, coloured, cut out": set_decorated,
}
"""The content of a page with a surname in it."""

FIELDS = {"form field": 0, "form field, centred": 1}
"""Form fields by their alignment (Q of ISO 32000, table 228)."""


def make_page(layout: str, name: str) -> bytes:
    """A PDF of one page with the surname in this layout."""
    import pikepdf
    from pikepdf import Array, Dictionary, Name

    pdf = pikepdf.Pdf.new()
    font = pdf.make_indirect(
        Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    )
    page = pdf.add_blank_page(page_size=(612, 792))
    page.obj["/Resources"] = Dictionary(Font=Dictionary(F1=font))
    content = LAYOUTS[layout](name) if layout in LAYOUTS else show_items([(LEFT, 700, "Name:")]) + _body(660)
    page.obj["/Contents"] = pdf.make_stream(content.encode())
    if layout in FIELDS:
        page.obj["/Annots"] = Array([_make_field(pdf, font, name, FIELDS[layout])])
        pdf.Root["/AcroForm"] = Dictionary(Fields=page.obj["/Annots"])
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True)
    return out.getvalue()


def _make_field(pdf: Any, font: Any, name: str, alignment: int) -> Any:
    from pikepdf import Array, Dictionary, Name, String

    x = 2.0 if alignment == 0 else (160 - measure_text(name)) / 2
    looks = pdf.make_stream(
        f"/Tx BMC q 1 1 158 16 re W n {show_items([(x, 5.0, name)])} Q EMC".encode(),
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=Array([0, 0, 160, 18]),
        Resources=Dictionary(Font=Dictionary(F1=font)),
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Widget,
            FT=Name.Tx,
            T=String("name"),
            V=String(name),
            Q=alignment,
            F=4,
            Rect=Array([120, 695, 280, 713]),
            AP=Dictionary(N=looks),
        )
    )


def release_without(data: bytes, name: str, *, gaps: Gaps = "uniform") -> bytes:
    """The release of a page without the surname, wherever it stands."""
    source = PDF.read("a.pdf", data, FormatOptions(gaps=gaps))
    places = re.finditer(rf"(?<!\w){name}(?!\w)", source.documents[0].text)
    edits = [Edit(Span(*match.span()), "[NAME]", 0, placeholder=True) for match in places]
    if not edits:
        raise ValueError("the surname was not read")
    return source.write([edits])


def count_classes(layout: str, names: Sequence[str], *, gaps: Gaps = "uniform") -> Counter[str]:
    """How many surnames lead to each release of a layout."""
    return Counter(
        sha256(release_without(make_page(layout, name), name, gaps=gaps)).hexdigest() for name in names
    )


def measure(quick: bool) -> dict[str, Any]:
    """For each layout, how many releases differ and the bits that they tell; the first one with exact gaps as well."""
    names = SURNAMES[:: 15 if quick else 1]
    layouts = {layout: tell(count_classes(layout, names)) for layout in (*LAYOUTS, *FIELDS)}
    first = next(iter(LAYOUTS))
    draw()
    return {
        "surnames": len(names),
        "layouts": layouts,
        "of_one_class": sum(each["classes"] == 1 for each in layouts.values()),
        "exact_gaps": {first: tell(count_classes(first, names, gaps="exact"))},
    }


def tell(classes: Counter[str]) -> dict[str, float]:
    """How many classes there are, and how much the class of a release tells of its surname."""
    total = classes.total()
    bits = sum(count / total * log2(total / count) for count in classes.values())
    return {"classes": len(classes), "bits": round(bits, 2)}


def show(figures: Mapping[str, Any]) -> None:
    """A line for each layout."""
    print(f"{figures['surnames']} surnames")
    print(f"{'':42}{'classes':>10}{'bits':>8}")
    exact = ((f"{layout}, exact gaps", each) for layout, each in figures["exact_gaps"].items())
    for layout, each in (*figures["layouts"].items(), *exact):
        print(f"{layout:42}{each['classes']:10}{each['bits']:8.2f}")
    print(f"{figures['of_one_class']} of {len(figures['layouts'])} layouts tell nothing")


def draw(
    layout: str = "underlined, coloured, cut out", names: Sequence[str] = ("Lee", "Johnson", "Richardson")
) -> None:
    """Draw pages with surnames of different widths, and beside each of them its release."""
    from PIL import Image

    rows = [(make_page(layout, name), release_without(make_page(layout, name), name)) for name in names]
    views = [[_look(data) for data in row] for row in rows]
    width, height = views[0][0].size
    sheet = Image.new("RGB", (2 * width + _FRAME, len(rows) * (height + _FRAME) - _FRAME), "#999999")
    for down, row in enumerate(views):
        for across, view in enumerate(row):
            sheet.paste(view, (across * (width + _FRAME), down * (height + _FRAME)))
    sheet.save(FIGURES / "files-widths.png", optimize=True)


_FRAME = 3  # dots between two views
_VIEW = (60, 45, 60, 650)  # points that are cut off at the left, top, right and bottom of a page


def _look(data: bytes) -> Any:
    """The upper part of a page."""
    import pypdfium2

    page = pypdfium2.PdfDocument(data)[0]
    left, top, right, bottom = _VIEW
    return page.render(scale=1.2, crop=(left, bottom, right, top)).to_pil().convert("RGB")


if __name__ == "__main__":
    run("files_widths", NEEDS, measure, show)
