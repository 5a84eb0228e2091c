"""Every reader that opens an office file opens its release, and finds as much in it."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from experiments.files_readers import READERS
from tests.office_files import (
    BODY,
    BOOK,
    SECRET,
    SLIDE,
    Members,
    add_part,
    docx,
    odp,
    ods,
    odt,
    pack,
    paragraph,
    png,
    pptx,
    remove,
    run,
    shape,
    table,
    unpack,
    xlsx,
)

from reticent.formats.office import DOCX, ODP, ODS, ODT, PPTX, XLSX, OfficeFile

_TYPES = "application/vnd.openxmlformats-officedocument."
_SCHEMA = "http://schemas.openxmlformats.org/"


def with_shared_texts() -> Members:
    members = xlsx('<row r="2"><c r="A2" t="s"><v>0</v></c></row>')
    texts = f'<sst xmlns="{_SCHEMA}spreadsheetml/2006/main"><si><t>{SECRET}</t></si></sst>'
    add_part(
        members,
        BOOK,
        "sharedStrings",
        "xl/sharedStrings.xml",
        texts,
        f"{_TYPES}spreadsheetml.sharedStrings+xml",
    )
    return members


def with_looks_of_text() -> Members:
    members = docx(paragraph(run(SECRET)) + f"<w:tbl><w:tr><w:tc>{paragraph(run('x'))}</w:tc></w:tr></w:tbl>")
    space = f'xmlns:w="{_SCHEMA}wordprocessingml/2006/main"'
    styles = f'<w:styles {space}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>'
    add_part(members, BODY, "styles", "word/styles.xml", styles, f"{_TYPES}wordprocessingml.styles+xml")
    head = f"<w:hdr {space}>{paragraph(run('head'))}</w:hdr>"
    add_part(members, BODY, "header", "word/first.xml", head, f"{_TYPES}wordprocessingml.header+xml")
    return members


def with_layout() -> Members:
    """A presentation whose slide has a layout and a master, without which python-pptx opens no slide."""
    members = pptx(shape(SECRET))
    spaces = f'xmlns:p="{_SCHEMA}presentationml/2006/main" xmlns:a="{_SCHEMA}drawingml/2006/main"'
    tree = (
        '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>'
        "<p:grpSpPr/></p:spTree></p:cSld>"
    )
    layout, master = (f"<p:{kind} {spaces}>{tree}</p:{kind}>" for kind in ("sldLayout", "sldMaster"))
    kind = f"{_TYPES}presentationml."
    add_part(members, SLIDE, "slideLayout", "ppt/one.xml", layout, f"{kind}slideLayout+xml")
    add_part(members, "ppt/one.xml", "slideMaster", "ppt/two.xml", master, f"{kind}slideMaster+xml")
    return members


def _saved(document: Any) -> Members:
    out = io.BytesIO()
    document.save(out)
    return unpack(out.getvalue())


def by_openpyxl() -> Members:
    """A workbook with most of what such files hold: charts, tables, rules, looks, formulas, names, two kinds of sheets."""
    openpyxl = pytest.importorskip("openpyxl")
    from openpyxl.chart import BarChart, Reference
    from openpyxl.formatting.rule import CellIsRule, ColorScaleRule
    from openpyxl.styles import Font, NamedStyle, PatternFill
    from openpyxl.workbook.defined_name import DefinedName
    from openpyxl.worksheet.table import Table

    book = openpyxl.Workbook()
    sheet = book.active
    for row in (
        ["who", "when", "how many"],
        *([f"{SECRET} {n}", datetime(2024, 1, n), n] for n in (1, 2, 3)),
    ):
        sheet.append(row)
    sheet["D1"], sheet["D2"], sheet["D3"] = "=SUM(C2:C4)", '=A2&"x"', "there"
    sheet["D3"].hyperlink = f"https://x.org/{SECRET}"
    sheet["A2"].font, sheet["A3"].fill = Font(bold=True), PatternFill("solid", fgColor="00FF00")
    sheet["C2"].number_format = '0.00" EUR"'
    book.add_named_style(NamedStyle(name=SECRET))
    sheet["A4"].style = SECRET
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=3, min_row=1, max_row=4), titles_from_data=True)
    sheet.add_chart(chart, "F2")
    sheet.add_table(Table(displayName=SECRET, ref="A1:C4"))
    fill = PatternFill(bgColor="FFC7CE")
    sheet.conditional_formatting.add("C2:C4", CellIsRule(operator="greaterThan", formula=["1"], fill=fill))
    scale = ColorScaleRule(start_type="min", start_color="AA0000", end_type="max", end_color="00AA00")
    sheet.conditional_formatting.add("C2:C4", scale)
    sheet.freeze_panes, sheet.print_area = "B2", "A1:C4"
    book.defined_names["place"] = DefinedName("place", attr_text="Sheet!$A$1")
    book.create_sheet(SECRET)["B3"] = "x"
    book.create_chartsheet("drawn").add_chart(BarChart())
    return _saved(book)


def by_python_docx() -> Members:
    document = pytest.importorskip("docx").Document()
    document.core_properties.author = SECRET
    document.add_heading(SECRET, 1)
    document.add_paragraph(f"of {SECRET}", style="List Bullet")
    document.add_table(2, 2).rows[0].cells[1].text = SECRET
    document.add_picture(io.BytesIO(png(SECRET)))
    document.sections[0].header.paragraphs[0].text = f"for {SECRET}"
    return _saved(document)


def by_python_pptx() -> Members:
    deck = pytest.importorskip("pptx").Presentation()
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE

    for layout in (1, 5):
        slide = deck.slides.add_slide(deck.slide_layouts[layout])
        slide.shapes.title.text = f"About {SECRET}"
        slide.notes_slide.notes_text_frame.text = SECRET
        slide.shapes.add_table(2, 2, 0, 0, 99_999, 99_999)
        values = CategoryChartData()
        values.categories = [SECRET, "b"]
        values.add_series(SECRET, (1, 2))
        slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, 99_999, 99_999, values)
        slide.shapes.add_picture(io.BytesIO(png(SECRET)), 0, 0)
    return _saved(deck)


def by_odfpy(kind: str) -> Members:
    pytest.importorskip("odf")
    from odf import draw, opendocument, style, table, text

    document = getattr(opendocument, f"OpenDocument{kind}")()
    words = text.P(text=f"of {SECRET}")
    if kind == "Text":
        document.text.addElement(words)
    elif kind == "Spreadsheet":
        sheet, row, cell = table.Table(name=SECRET), table.TableRow(), table.TableCell(valuetype="string")
        cell.addElement(words)
        row.addElement(cell)
        sheet.addElement(row)
        document.spreadsheet.addElement(sheet)
    else:
        layout = style.PageLayout(name="layout")
        document.automaticstyles.addElement(layout)
        master = style.MasterPage(name="master", pagelayoutname=layout)
        document.masterstyles.addElement(master)
        page, frame, box = (
            draw.Page(masterpagename=master),
            draw.Frame(width="9cm", height="9cm"),
            draw.TextBox(),
        )
        box.addElement(words)
        frame.addElement(box)
        page.addElement(frame)
        document.presentation.addElement(page)
    return _saved(document)


FILES: dict[str, tuple[OfficeFile, Callable[[], Members]]] = {
    "by python-docx": (DOCX, by_python_docx),
    "by openpyxl": (XLSX, by_openpyxl),
    "by python-pptx": (PPTX, by_python_pptx),
    "by odfpy, a text": (ODT, lambda: by_odfpy("Text")),
    "by odfpy, a workbook": (ODS, lambda: by_odfpy("Spreadsheet")),
    "by odfpy, a presentation": (ODP, lambda: by_odfpy("Presentation")),
    "a text": (DOCX, with_looks_of_text),
    "a text without looks": (DOCX, lambda: docx(paragraph(run(SECRET)))),
    "a workbook without looks": (XLSX, lambda: xlsx(names=SECRET)),
    "a workbook with shared texts": (XLSX, with_shared_texts),
    "a workbook with a table": (XLSX, lambda: table(SECRET)),
    "a presentation": (PPTX, with_layout),
    "an OpenDocument text": (ODT, lambda: odt(f"<text:h>{SECRET}</text:h>")),
    "an OpenDocument workbook": (ODS, lambda: ods(name=SECRET)),
    "an OpenDocument presentation": (ODP, odp),
}
CASES = [
    (file, reader)
    for file, (form, _) in FILES.items()
    for reader in READERS
    if form.name in READERS[reader].formats
]


@pytest.mark.parametrize(("file", "reader"), CASES)
def test_a_reader_that_opens_a_file_opens_its_release(file: str, reader: str) -> None:
    form, build = FILES[file]
    if not READERS[reader].installed:
        pytest.skip(f"{reader} is not installed")
    original = pack(build())
    before = READERS[reader].opens(original)
    assert before, "the reader opens the original, or the test says nothing"
    assert READERS[reader].opens(remove(form, original)) == before


def test_measures_and_ids_are_no_text_to_the_other_reader() -> None:
    book = pytest.importorskip("openpyxl").Workbook()
    book.active["A1"] = "note"
    chart = pytest.importorskip("openpyxl.chart").BarChart()
    chart.add_data(pytest.importorskip("openpyxl.chart").Reference(book.active, min_col=1, min_row=1))
    book.active.add_chart(chart, "F1")
    out = io.BytesIO()
    book.save(out)
    assert not any(part.isdecimal() for part in XLSX.reread(out.getvalue()))
    deck = pytest.importorskip("pptx").Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    slide.shapes.add_table(1, 1, 0, 0, 9, 9).table.cell(0, 0).text = "note"
    out = io.BytesIO()
    deck.save(out)
    assert not any("{" in part for part in PPTX.reread(out.getvalue()))


def test_a_word_where_a_measure_belongs_is_text_to_the_other_reader() -> None:
    style = "<a:tableStyleId>{%s}</a:tableStyleId>"
    data = pack(pptx(f"<p:graphicFrame><a:tbl><a:tblPr>{style % SECRET}</a:tblPr></a:tbl></p:graphicFrame>"))
    assert any(SECRET in part for part in PPTX.reread(data))
    written = remove(PPTX, data)
    assert not any(SECRET in part for part in PPTX.reread(written))
