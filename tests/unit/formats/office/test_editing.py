"""Edits in place: looks stay, cells stay cells, and nothing else changes."""

import re

import pytest
from lxml import etree
from tests.office_files import (
    BODY,
    BOOK,
    DECK,
    SECRET,
    SHEET,
    SLIDE,
    Members,
    add_part,
    add_sheet,
    docx,
    ods,
    odt,
    pack,
    paragraph,
    pptx,
    relate,
    remove,
    run,
    shape,
    swap,
    table,
    unpack,
    xlsx,
)

from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.office import DOCX, ODS, ODT, PPTX, XLSX, OfficeFile
from reticent.formats.office._sheets import number_names
from reticent.plan import Edit
from reticent.text import Span

_WORKSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_STYLES = "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"
_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def read(form: OfficeFile, data: bytes) -> str:
    return form.read("a", data, FormatOptions()).documents[0].text


def test_a_placeholder_looks_like_the_first_run_of_what_went() -> None:
    bold = "<w:rPr><w:b/></w:rPr>"
    data = pack(docx(paragraph(run("Zoe", bold) + run("llner") + run(" left"))))
    body = unpack(remove(DOCX, data))["word/document.xml"].decode()
    assert f'{bold}<w:t xml:space="preserve">[PERSON 1]</w:t>' in body
    assert "<w:t> left</w:t>" in body


def test_an_edit_across_paragraphs_leaves_both_paragraphs() -> None:
    data = pack(docx(paragraph(run("of Zoe")) + paragraph(run("Roe here"))))
    source = DOCX.read("a", data, FormatOptions())
    start = source.documents[0].text.index("Zoe")
    written = source.write([[Edit(Span(start, start + 7), "[X]", 0)]])
    assert read(DOCX, written).startswith("of [X]\n here")


def test_an_edit_across_cells_is_refused() -> None:
    cells = "".join(f"<w:tc>{paragraph(run(word))}</w:tc>" for word in ("Zoe", "Roe"))
    source = DOCX.read("a", pack(docx(f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>")), FormatOptions())
    text = source.documents[0].text
    with pytest.raises(DocumentError, match="reaches out of its place"):
        source.write([[Edit(Span(text.index("Zoe"), text.index("Roe") + 3), "[X]", 0)]])


def test_a_harmless_field_and_a_link_stay() -> None:
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    field = mark.format("begin") + "<w:r><w:instrText> PAGE </w:instrText></w:r>" + mark.format("end")
    link = f'<w:bookmarkStart w:id="1" w:name="x"/><w:hyperlink w:anchor="x">{run("there")}</w:hyperlink>'
    body = unpack(remove(DOCX, pack(docx(paragraph(field + link)))))["word/document.xml"].decode()
    assert "<w:instrText> PAGE </w:instrText>" in body
    assert '<w:hyperlink w:anchor="b1">' in body


def dated(number: str, code: str = "") -> bytes:
    members = xlsx(f'<row r="2"><c r="A2" s="1"><v>{number}</v></c></row>')
    formats = f'<numFmts><numFmt numFmtId="164" formatCode="{code}"/></numFmts>' if code else ""
    look = 164 if code else 14
    styles = f'<styleSheet {_MAIN}>{formats}<cellXfs><xf numFmtId="0"/><xf numFmtId="{look}"/></cellXfs></styleSheet>'
    add_part(members, BOOK, "styles", "xl/styles.xml", styles, _STYLES)
    return pack(members)


def test_a_number_with_the_format_of_a_date_is_read_as_the_date() -> None:
    assert "1985-03-12" in read(XLSX, dated("31118"))
    assert "1985-03-12" in read(XLSX, dated("31118", "dd/mm/yyyy"))
    assert "123-45-6789" in read(XLSX, dated("123456789", "000-00-0000"))


def test_a_removed_number_becomes_a_text() -> None:
    written = remove(XLSX, dated("31118"), "1985-03-12", "[DATE 1]")
    assert "[DATE 1]" in read(XLSX, written)
    assert XLSX.residue(written, ["31118", "1985-03-12"]) == []


def test_a_formula_of_numbers_stays_until_its_result_goes() -> None:
    data = pack(xlsx('<row r="2"><c r="A2"><f>SUM(B1:B1)*2</f><v>6868</v></c></row>'))
    kept = unpack(remove(XLSX, data))
    assert any(b"SUM(B1:B1)*2" in part for part in kept.values())
    gone = unpack(remove(XLSX, data, "6868"))
    assert not any(b"SUM(" in part or b"6868" in part for part in gone.values())


@pytest.mark.parametrize(
    ("cell", "label", "written"),
    [
        (f"{SECRET} left", "=1+1", "'=1+1 left"),
        (f"{SECRET}=1+1", "", "'=1+1"),
        (f"<text:span>{SECRET}</text:span>@x", "", "'@x"),
        (f"'=1+1 {SECRET}", "[X]", "'=1+1 [X]"),
        (f"'={SECRET}", "-2", "-2"),
        (f"{SECRET} left", "-5", "'-5 left"),
        (f"<text:span>{SECRET}</text:span>", "'=2", "''=2"),
    ],
)
def test_no_edited_cell_of_an_open_document_can_be_run(cell: str, label: str, written: str) -> None:
    data = pack(
        ods(f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>')
    )
    source = ODS.read("a.ods", data, FormatOptions())
    text = source.documents[0].text
    place = text.index(SECRET) - ("=" in text[: text.index(SECRET)][-1:])
    end = text.index(SECRET) + len(SECRET)
    out = source.write([[Edit(Span(place, end), label, 0)]])
    cells = unpack(out)["content.xml"].decode().split("<table:table-cell")
    assert re.sub("^[^>]*>|<[^>]+>", "", cells[2]) == written
    again = ODS.read("a.ods", out, FormatOptions())
    assert again.documents[0].text == text[:place] + label + text[end:]


def test_no_edited_cell_can_be_run() -> None:
    data = pack(xlsx('<row r="2"><c r="A2" t="inlineStr"><is><t>Zoellner</t></is></c></row>'))
    written = remove(XLSX, data, label="=1+1")
    assert any(b">'=1+1<" in part for part in unpack(written).values())
    assert "=1+1" in read(XLSX, written)
    assert "'=1+1" not in read(XLSX, written)


def test_a_column_is_called_like_its_header_and_a_sheet_has_no_square_brackets() -> None:
    parts = unpack(remove(XLSX, pack(table())))
    assert any(b'<tableColumn id="1" name="[PERSON 1]"' in part for part in parts.values())
    parts = unpack(remove(XLSX, pack(xlsx(names="Zoellner 2024"))))
    assert any(b'name="(PERSON 1) 2024"' in part for part in parts.values())


def test_a_name_that_no_sheet_can_have_is_refused() -> None:
    with pytest.raises(DocumentError, match="rename the sheet"):
        remove(XLSX, pack(xlsx(names="Zoellner")), label="a" * 40)


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (["(PERSON)", "(PERSON)"], ["(PERSON 1)", "(PERSON 2)"]),
        (["of (PERSON 1)", "Of (PERSON 1)"], ["of (PERSON 1)", "Of (PERSON 1) (2)"]),
        (["Pay", "pay", "pay (2)"], ["Pay", "pay (3)", "pay (2)"]),
        (["a" * 31, "A" * 31], ["a" * 31, "A" * 27 + " (2)"]),
    ],
)
def test_sheets_that_would_have_one_name_are_numbered(names: list[str], wanted: list[str]) -> None:
    sheets = [etree.Element("sheet", name=name) for name in names]
    number_names(sheets, "name")
    assert [each.get("name") for each in sheets] == wanted
    assert max(map(len, wanted)) <= 31  # what Excel opens


def test_a_sheet_that_an_edit_calls_like_another_is_numbered() -> None:
    members = add_sheet(xlsx(names=SECRET), '<row r="1"><c r="A1"><v>1</v></c></row>')
    swap(members, BOOK, 'name="Second"', 'name="(PERSON 1)"')
    written = remove(XLSX, pack(members))
    assert re.findall(r'<sheet name="([^"]*)"', unpack(written)[BOOK].decode()) == [
        "(PERSON 1)",
        "(PERSON 1) (2)",
    ]
    edited = XLSX.read("a", pack(members), FormatOptions()).documents[0].text.replace(SECRET, "[PERSON 1]")
    assert XLSX.agrees(edited, read(XLSX, written))


def test_an_edited_cell_of_an_open_document_loses_its_value() -> None:
    cell = '<table:table-cell office:value-type="float" office:value="5551234" table:formula="of:=1+2"><text:p>5551234</text:p></table:table-cell>'
    written = remove(ODS, pack(ods(cell)), "5551234", "[PHONE 1]")
    assert ODS.residue(written, ["5551234"]) == []
    assert "[PHONE 1]" in read(ODS, written)


def rename(members: Members, old: str, new: str) -> Members:
    """The members with a part called otherwise, and whatever refers to it."""
    return {
        name.replace(old, new): data.replace(old.encode(), new.encode()) for name, data in members.items()
    }


@pytest.mark.parametrize(
    ("form", "members", "wanted"),
    [
        (DOCX, rename(docx(paragraph(run("x"))), "document.xml", f"{SECRET}.xml"), BODY),
        (XLSX, rename(xlsx(), "workbook.xml", f"{SECRET}.xml"), BOOK),
        (XLSX, rename(xlsx(), "worksheets/sheet1", f"of/{SECRET}"), SHEET),
        (PPTX, rename(pptx(), "presentation.xml", f"{SECRET}.xml"), DECK),
        (PPTX, rename(pptx(), "slides/slide1", SECRET), SLIDE),
    ],
)
def test_the_parts_of_a_file_have_the_names_that_programs_use(
    form: OfficeFile, members: Members, wanted: str
) -> None:
    assert any(SECRET in name for name in members)
    written = remove(form, pack(members))
    assert wanted in unpack(written)
    assert not form.residue(written, [SECRET])


def test_sheets_are_numbered_as_the_workbook_orders_them() -> None:
    members = xlsx()
    sheet = members[SHEET].replace(b"Janette Doe", b"the second")
    add_part(members, BOOK, "worksheet", "xl/worksheets/sheet0.xml", sheet, _WORKSHEET)
    second = '<sheet name="B" sheetId="2" r:id="rworksheet1"/>'
    swap(members, BOOK, "<sheets>", f"<sheets>{second}")
    written = unpack(remove(XLSX, pack(members)))
    assert b"the second" in written["xl/worksheets/sheet1.xml"]
    assert b"Janette" in written["xl/worksheets/sheet2.xml"]


@pytest.mark.parametrize(
    ("form", "data", "word"),
    [
        *(
            (DOCX, pack(docx(paragraph(run(f"One {word} more")))), word)
            for word in ("word", "document", "xml")
        ),
        (XLSX, pack(xlsx(names="The sheet1 of worksheets")), "worksheets"),
        (PPTX, pack(pptx(shape("Our slides here"))), "slides"),
        (ODT, pack(odt("<text:p>The content counts</text:p>")), "content"),
    ],
)
def test_a_word_that_a_usual_name_holds_can_be_removed(form: OfficeFile, data: bytes, word: str) -> None:
    written = remove(form, data, word)
    assert word not in read(form, written)
    assert not form.residue(written, [word])
    assert word not in " ".join(form.reread(written)).split()


def test_an_address_outside_that_looks_like_a_usual_name_is_found() -> None:
    members = docx(paragraph(f'<w:hyperlink r:id="rhyperlink0">{run("here")}</w:hyperlink>'))
    relate(members, BODY, "hyperlink", "document.xml", ' TargetMode="External"')
    assert "document.xml" in " ".join(DOCX.reread(pack(members)))
    assert DOCX.residue(pack(members), ["document"])
