"""Writes examples/referral.pdf and docs/pictures/pdf-before-and-after.png: an invented letter, and its release.

python scripts/build_letter.py      the same bytes every time; nobody in it exists
"""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from reticent import Redaction, names, patterns, sanitize
from reticent.formats import FormatOptions
from reticent.formats.pdf import PDF
from reticent.formats.pdf._gaps import label_width

ROOT = Path(__file__).parents[1]
LETTER = ROOT / "examples" / "referral.pdf"
PICTURE = ROOT / "docs" / "pictures" / "pdf-before-and-after.png"

LEFT, RIGHT, SIZE = 72.0, 500.0, 11.0
TEXT = (
    "Dear Dr Collins, thank you for seeing Margaret Thompson, who lives at 14 Station Road, Bristol. She was"
    " admitted on 12 March 2019 with chest pain and went home two days later. Since then she has been well; her"
    " husband Peter Thompson says that she walks two miles a day. You can reach her on 212-555-0123 or write to"
    " margaret@example.org. Please send your report to both of us."
)
ROWS = (
    ("Name", "Born", "Phone"),
    ("Margaret Thompson", "1951-06-30", "212-555-0123"),
    ("Peter Thompson", "1949-02-11", "212-555-0188"),
)


def build() -> bytes:
    """The letter: set lines, a table, a turned note, and the words that programs leave in a file."""
    pdf = pikepdf.Pdf.new()
    page = pdf.add_blank_page(page_size=(560, 420))
    fonts = {
        name: pdf.make_indirect(
            Dictionary(
                Type=Name.Font, Subtype=Name.Type1, BaseFont=Name(f"/{base}"), Encoding=Name.WinAnsiEncoding
            )
        )
        for name, base in (("/F1", "Times-Roman"), ("/F2", "Helvetica-Bold"), ("/F3", "Helvetica"))
    }
    page.obj["/Resources"] = Dictionary(Font=Dictionary(fonts))
    page.obj["/Contents"] = pdf.make_stream("\n".join(_content()).encode("cp1252"))
    note = Dictionary(
        Type=Name.Annot,
        Subtype=Name.Text,
        Rect=Array([510, 350, 528, 368]),
        Contents=String("Mrs Thompson again?"),
    )
    page.obj["/Annots"] = Array([pdf.make_indirect(note)])
    pdf.trailer["/Info"] = pdf.make_indirect(
        Dictionary(Title=String("Referral of Margaret Thompson"), Author=String("Peter Collins"))
    )
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True, fix_metadata_version=False)
    return out.getvalue()


def _content() -> list[str]:
    parts = [
        f"BT /F2 14 Tf {LEFT} 370 Td (Referral) Tj ET",
        f"0.6 G {LEFT} 362 m {RIGHT} 362 l S 0 g",
        "BT /F3 8 Tf 0 1 -1 0 48 150 Tm (Copy for Margaret Thompson) Tj ET",
    ]
    lines = _lines(TEXT.split())
    for number, words in enumerate(lines):
        line = " ".join(words)
        space = (RIGHT - LEFT - SIZE * label_width(line, "Times-Roman")) / max(1, len(words) - 1)
        stretch = space if number + 1 < len(lines) else 0.0
        parts.append(f"BT /F1 {SIZE} Tf {stretch:.4f} Tw {LEFT} {338 - 15 * number} Td ({line}) Tj ET")
    for number, row in enumerate(ROWS):
        height = 200 - 18 * number
        for column, cell in enumerate(row):
            font = "/F2" if number == 0 else "/F3"
            parts.append(f"BT {font} 9 Tf {LEFT + 150 * column} {height} Td ({cell}) Tj ET")
        parts.append(f"0.8 G {LEFT} {height - 6} m {RIGHT} {height - 6} l S")
    return parts


def _lines(words: list[str]) -> list[list[str]]:
    lines: list[list[str]] = [[]]
    for word in words:
        if SIZE * label_width(" ".join([*lines[-1], word]), "Times-Roman") > RIGHT - LEFT:
            lines.append([])
        lines[-1].append(word)
    return lines


def release(data: bytes) -> bytes:
    """The letter after the default redaction."""
    source = PDF.read("referral.pdf", data, FormatOptions())
    outcome = sanitize(source.documents[0], Redaction((patterns(), names())))
    return source.write([outcome.release.edits])


def draw(before: bytes, after: bytes) -> None:
    """Both pages side by side."""
    import pypdfium2
    from PIL import Image

    pages = [
        pypdfium2.PdfDocument(data)[0].render(scale=1.5, may_draw_forms=False).to_pil().convert("L")
        for data in (before, after)
    ]
    width, height = pages[0].size
    sheet = Image.new("L", (2 * width + 12, height), 128)
    sheet.paste(pages[0], (0, 0))
    sheet.paste(pages[1], (width + 12, 0))
    sheet.save(PICTURE, optimize=True)


if __name__ == "__main__":
    LETTER.write_bytes(build())
    PICTURE.parent.mkdir(exist_ok=True)
    draw(LETTER.read_bytes(), release(LETTER.read_bytes()))
