"""What an office file holds and doesn't show is dropped and counted, or shown and judged; nothing is left hidden."""

from __future__ import annotations

import re

import pytest
from lxml import etree
from tests.hidden_files import HIDDEN, SEEN, hidden_slide, styles
from tests.office_files import (
    BOOK,
    SECRET,
    SHEET,
    Members,
    add_sheet,
    docx,
    pack,
    paragraph,
    remove,
    run,
    swap,
    unpack,
    xlsx,
)

from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.office import DOCX, ODS, PPTX, XLSX, OfficeFile
from reticent.formats.office import _source as source
from reticent.formats.office._cells import plain_format
from reticent.formats.office._hidden_cells import Spans
from reticent.formats.seam import inspection as kinds

SHOW = FormatOptions(hidden="show")
PLACES = pytest.mark.parametrize(
    ("form", "place"), list(HIDDEN), ids=lambda each: getattr(each, "name", each)
)


def write(form: OfficeFile, data: bytes, options: FormatOptions = FormatOptions()) -> bytes:  # noqa: B008 - frozen
    return form.read("a", data, options).write([()])


def look(form: OfficeFile, data: bytes) -> dict[str, tuple[str, ...]]:
    return {each.kind: each.words for each in form.inspect(data)}


@PLACES
def test_what_nobody_sees_is_dropped_and_counted(form: OfficeFile, place: str) -> None:
    kind, build = HIDDEN[form, place]
    source = form.read("a", pack(build()), FormatOptions())
    written = source.write([()])
    assert SECRET not in source.documents[0].text
    assert "Janette Doe" in source.documents[0].text
    assert source.dropped[kind] == 1
    assert form.residue(written, [SECRET]) == []
    assert not any(SECRET.encode() in data for data in unpack(written).values())


@PLACES
def test_what_nobody_sees_is_judged_and_shown_on_demand(form: OfficeFile, place: str) -> None:
    kind, build = HIDDEN[form, place]
    source = form.read("a", pack(build()), SHOW)
    if kind == kinds.LOST_NOTES:
        assert SECRET not in source.documents[0].text  # no page would show it
        return
    assert SECRET in source.documents[0].text
    assert source.dropped[f"marks of {kind}"] == 1
    assert not kinds.READABLE & look(form, source.write([()])).keys()


@PLACES
def test_an_inspection_tells_what_nobody_sees_and_nothing_of_a_release(form: OfficeFile, place: str) -> None:
    kind, build = HIDDEN[form, place]
    data = pack(build())
    assert SECRET in " ".join(look(form, data)[kind])
    assert kind in kinds.READABLE
    assert not kinds.READABLE & look(form, write(form, data)).keys()


@PLACES
def test_what_would_be_left_hidden_is_read_again_and_found(
    form: OfficeFile, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = pack(HIDDEN[form, place][1]())
    monkeypatch.setattr(source, "drop_hidden", lambda *_: False)
    assert form.residue(write(form, data), [SECRET])


@pytest.mark.parametrize(("form", "place"), list(SEEN), ids=lambda each: getattr(each, "name", each))
def test_what_is_seen_stays_and_is_judged(form: OfficeFile, place: str) -> None:
    data = pack(SEEN[form, place]())
    source = form.read("a", data, FormatOptions())
    assert SECRET in source.documents[0].text
    assert not kinds.READABLE & look(form, data).keys()
    assert form.residue(remove(form, data), [SECRET]) == []


def formulas(cells: str, row: str = ' hidden="1"') -> Members:
    return xlsx(f'<row r="2"{row}><c r="B2"><v>7</v></c></row><row r="3">{cells}</row>')


def test_a_formula_that_reads_a_hidden_row_becomes_its_value() -> None:
    cells = '<c r="A3"><f>SUM(B1:B2)</f><v>41</v></c><c r="B3"><f>B1*2</f><v>68</v></c>'
    written = unpack(write(XLSX, pack(formulas(cells))))[SHEET].decode()
    assert '<c r="A3"><v>41</v></c>' in written
    assert '<c r="B3"><f>B1*2</f><v>68</v></c>' in written
    assert "<v>7</v>" not in written


def test_a_formula_that_reads_a_column_or_cell_that_nobody_sees_becomes_its_value() -> None:
    members = formulas('<c r="A3"><f>$B$1+1</f><v>35</v></c>', "")
    swap(members, SHEET, "<sheetData>", '<cols><col min="2" max="2" hidden="1"/></cols><sheetData>')
    written = unpack(write(XLSX, pack(members)))[SHEET].decode()
    assert '<c r="A3"><v>35</v></c>' in written
    assert "<v>34</v>" not in written
    white = styles('<font><color rgb="FFFFFFFF"/></font>', looks='<xf fontId="1"/>')
    swap(
        white,
        SHEET,
        "</sheetData>",
        '<row r="3"><c r="B3"><f>COUNTA(A1:A2)</f><v>2</v></c></row></sheetData>',
    )
    assert '<c r="B3"><v>2</v></c>' in unpack(write(XLSX, pack(white)))[SHEET].decode()


def test_a_formula_that_reads_a_hidden_sheet_becomes_its_value() -> None:
    row = f'<row r="1"><c r="A1" t="inlineStr"><is><t>{SECRET}</t></is></c></row>'
    members = add_sheet(
        xlsx('<row r="2"><c r="A2"><f>Second!B1</f><v>9</v></c></row>'), row, ' state="hidden"'
    )
    swap(members, BOOK, "<sheets>", '<bookViews><workbookView activeTab="1"/></bookViews><sheets>')
    written = unpack(write(XLSX, pack(members)))
    assert '<c r="A2"><v>9</v></c>' in written[SHEET].decode()
    assert b"activeTab" not in written[BOOK]
    assert [name for name in written if "worksheets/" in name] == [SHEET]


def test_a_formula_stays_that_says_when_it_is_computed() -> None:
    members = xlsx('<row r="2"><c r="A2"><f aca="false">B1*2</f><v>68</v></c></row>')
    assert b"<f>B1*2</f>" in unpack(write(XLSX, pack(members)))[SHEET]


def test_an_open_formula_that_reads_a_hidden_row_becomes_its_value() -> None:
    members = HIDDEN[ODS, "a hidden row"][1]()
    cell = '<table:table-cell table:formula="of:=SUM([.A1:.A2])" office:value-type="float" office:value="5"><text:p>5</text:p></table:table-cell>'
    swap(members, "content.xml", "</table:table>", f"<table:table-row>{cell}</table:table-row></table:table>")
    written = unpack(write(ODS, pack(members)))["content.xml"].decode()
    assert "table:formula" not in written
    assert 'office:value="5"' in written


def test_rows_keep_their_numbers_when_hidden_ones_go() -> None:
    members = xlsx(
        '<row r="2" hidden="1"><c r="A2"><v>1</v></c></row><row r="3"><c r="A3"><v>3</v></c></row>'
    )
    root = etree.fromstring(unpack(write(XLSX, pack(members)))[SHEET])
    assert [row.get("r") for row in root.iter("{*}row")] == ["1", "2", "3"]
    assert [cell.get("r") for cell in root.iter("{*}c")] == ["A1", "B1", "A3"]


def test_a_link_to_a_hidden_slide_goes_with_it() -> None:
    written = unpack(write(PPTX, pack(hidden_slide())))
    assert [name for name in written if re.fullmatch(r"ppt/slides/slide\d+\.xml", name)] == [
        "ppt/slides/slide1.xml"
    ]
    assert b"hlinkClick" not in written["ppt/slides/slide1.xml"]


def test_a_paragraph_that_is_hidden_whole_leaves_no_gap() -> None:
    mark = "<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>"
    members = docx(paragraph(mark + run(SECRET, "<w:rPr><w:vanish/></w:rPr>")))
    assert unpack(write(DOCX, pack(members)))["word/document.xml"].count(b"<w:p>") == 1


def test_what_is_hidden_in_what_was_hidden_is_found_in_the_next_round() -> None:
    note = '<w:r><w:rPr><w:vanish/></w:rPr><w:footnoteReference w:id="1"/></w:r>'
    members = HIDDEN[DOCX, "a note that nothing refers to"][1]()
    swap(members, "word/document.xml", "<w:body>", f"<w:body>{paragraph(note)}")
    source = DOCX.read("a", pack(members), FormatOptions())
    assert source.dropped[kinds.LOST_NOTES] == source.dropped[kinds.HIDDEN_TEXT] == 1


@pytest.mark.parametrize("form", [XLSX, ODS], ids=lambda form: form.name)
def test_a_workbook_with_hidden_sheets_alone_is_refused_in_one_line(form: OfficeFile) -> None:
    members = HIDDEN[form, "a hidden sheet"][1]()
    if form is XLSX:
        swap(members, BOOK, 'sheetId="1"', 'sheetId="1" state="hidden"')
    else:
        swap(members, "content.xml", 'table:name="Summary"', 'table:name="Summary" table:style-name="h"')
    with pytest.raises(DocumentError, match="hidden sheets alone") as error:
        form.read("a", pack(members), FormatOptions())
    assert "\n" not in str(error.value)
    assert SECRET in form.read("a", pack(members), SHOW).documents[0].text


def test_a_format_without_its_words_never_hides_a_number() -> None:
    assert plain_format('"yes";"no";"none"') == "General"
    assert plain_format(";;;") == ";;;"


def test_a_format_that_shows_nothing_never_shows_a_number_without_its_words() -> None:
    assert plain_format('"";"";"";""') == ";;;"
    assert plain_format('"";""') == ";"
    members = styles(
        formats='<numFmt numFmtId="164" formatCode="&quot;&quot;"/>', looks='<xf numFmtId="164"/>'
    )
    swap(members, SHEET, "</sheetData>", '<row r="3"><c r="A3" s="1"><v>445566</v></c></row></sheetData>')
    assert b"445566" not in unpack(write(XLSX, pack(members)))[SHEET]


def test_stretches_know_what_they_meet_and_hold() -> None:
    spans = Spans.of([(5, 6), (1, 2), (3, 3), (9, 9)])
    assert spans == Spans((1, 5, 9), (3, 6, 9)) or spans == Spans((1, 9), (6, 9))
    assert spans.meet(7, 9)
    assert not spans.meet(7, 8)
    assert spans.hold(1, 3)
    assert not spans.hold(6, 9)
