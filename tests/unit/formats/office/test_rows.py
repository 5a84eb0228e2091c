"""Long sheets are read and written some rows at a time, with the same bytes as at once."""

from __future__ import annotations

import io
import re
import zlib

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.office_files import SHEET, Members, add_part, pack, relate, unpack, xlsx

from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.office import XLSX, _rows
from reticent.formats.office._rows import SheetRows, is_plain
from reticent.formats.office._sheets import KEEP, _clean_sheet
from reticent.formats.office._trees import scrub
from reticent.plan import Edit
from reticent.text import Span

OPTIONS = FormatOptions()


@pytest.fixture(autouse=True)
def two_rows_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sheet is long, and two of its rows are a lot."""
    monkeypatch.setattr(_rows, "LONG", 0)
    monkeypatch.setattr(_rows, "AT_ONCE", 2)


def release(
    data: bytes, word: str = "Roe", new: str = "[PERSON 1]", **options: str
) -> tuple[str, bytes, dict[str, int]]:
    """The text, the file without a word, and what was dropped."""
    source = XLSX.read("a", data, FormatOptions(**options))  # type: ignore[arg-type]
    text = source.documents[0].text
    edits = [Edit(Span(*each.span()), new, 0, placeholder=True) for each in re.finditer(word, text)]
    return text, source.write([edits]), dict(source.dropped)


def release_at_once(data: bytes, *given: str, **options: str) -> tuple[str, bytes, dict[str, int]]:
    """The same where no sheet is long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_rows, "LONG", 1 << 40)
        return release(data, *given, **options)


TEXTS = st.text(st.sampled_from("Roe x&<>'\"=+-@\n\tä\U0001f600\u2028"), max_size=12) | st.just("Jane Roe")
CELLS = (
    TEXTS
    | st.integers(-9, 10**6)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.booleans()
    | st.none()
)
CELLS |= st.sampled_from(["=A1*2", "=SUM(A1:A9)", '=A1&"Roe"', "=Other!A1"])
TABLES = st.lists(st.lists(CELLS, max_size=4), max_size=9)


def write(tables: list[list[list[object]]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, table in enumerate(tables):
        sheet = book.create_sheet(("Roe", "Other")[number])
        for row in table:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@given(st.lists(TABLES, min_size=1, max_size=2))
def test_a_workbook_released_in_lots_of_rows_is_the_one_released_at_once(
    tables: list[list[list[object]]],
) -> None:
    data = write(tables)
    assert release(data) == release_at_once(data)
    assert release(data, " ", "=x") == release_at_once(data, " ", "=x")


ODD_ROWS = {
    "a hidden row": '<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>Roe</t></is></c></row><row r="3"/>',
    "a row without height": '<row r="2" ht="0"><c r="A2" t="inlineStr"><is><t>Roe</t></is></c></row><row r="3"/>',
    "a look of its own": '<row r="2"><c r="A2" t="inlineStr"><is><r><rPr><color rgb="FFFFFFFF"/></rPr><t>Roe</t></r></is></c></row>',
    "a foreign attribute": '<row r="2" xmlns:z="urn:z" z:a="1" z:name="Roe"><c r="A2"><v>4</v></c></row><row r="3"/>',
    "a foreign element": '<row r="2"><c r="A2"><v>4</v><z:note xmlns:z="urn:z">Roe</z:note></c></row>',
    "a reference": '<row r="2"><c r="A2" r:id="rId9"><v>4</v></c></row><row r="3"/>',
    "an alternative": '<mc:AlternateContent><mc:Fallback><row r="2"><c r="A2"><v>4</v></c></row></mc:Fallback></mc:AlternateContent>',
    "a row within a row": '<row r="2"><row r="3"><c r="A3"><v>4</v></c></row></row>',
    "words between rows": 'Roe<row r="2">Roe<c r="A2">Roe<v>4</v>Roe</c>Roe</row>Roe<row r="3"/>Roe',
    "a shared text that isn't there": '<row r="2"><c r="A2" t="s"><v>7</v></c></row>',
    "attributes that hold words": '<row r="2" descr="Roe"><c r="A2" title="Roe" cm="1" s="1"><v>4</v></c></row>',
    "a phonetic text": '<row r="2"><c r="A2" t="inlineStr"><is><t>Jane</t><rPh sb="0" eb="1"><t>Roe</t></rPh></is></c></row>',
    "a formula of a hidden row": '<row r="2" hidden="1"><c r="A2"><v>4</v></c></row><row r="3"><c r="A3"><f>A2*2</f><v>8</v></c></row>',
}


@pytest.mark.parametrize("rows", ODD_ROWS.values(), ids=list(ODD_ROWS))
@pytest.mark.parametrize("hidden", ["remove", "show"])
def test_odd_rows_come_out_as_from_one_tree(rows: str, hidden: str) -> None:
    more = "".join(f'<row r="{number}"><c r="A{number}"><v>{number}</v></c></row>' for number in range(5, 10))
    data = pack(xlsx(rows + more))
    assert release(data, hidden=hidden) == release_at_once(data, hidden=hidden)


RESTS = {
    "a hidden column": '<cols><col min="1" max="1" hidden="1"/></cols>',
    "headers": "<headerFooter><oddHeader>&amp;LRoe</oddHeader></headerFooter>",
    "a second table of rows": '<sheetData><row r="9"><c r="A9" t="inlineStr"><is><t>Roe</t></is></c></row></sheetData>',
    "merged cells": '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>',
}


@pytest.mark.parametrize("rest", RESTS.values(), ids=list(RESTS))
def test_what_stands_beside_the_rows_comes_out_as_from_one_tree(rest: str) -> None:
    rows = "".join(f'<row r="{number}"><c r="A{number}"><v>{number}</v></c></row>' for number in range(2, 9))
    data = pack(xlsx(rows, rest))
    assert release(data) == release_at_once(data)


def _with_table(members: Members) -> Members:
    media = "application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml"
    columns = (
        '<tableColumns count="2"><tableColumn id="1" name="x"/><tableColumn id="2" name="y"/></tableColumns>'
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    table = f'<table xmlns="{main}" id="1" name="Roe" displayName="Roe" ref="A4:B6">{columns}</table>'
    add_part(members, SHEET, "table", "xl/tables/table1.xml", table, media)
    return members


def test_columns_of_tables_are_called_like_cells_in_any_lot() -> None:
    rows = "".join(
        f'<row r="{row}"><c r="A{row}" t="inlineStr"><is><t>Roe {row}</t></is></c><c r="B{row}" t="inlineStr"><is><t>b</t></is></c></row>'
        for row in range(2, 8)
    )
    data = pack(_with_table(xlsx(rows, '<tableParts count="1"><tablePart r:id="rtable0"/></tableParts>')))
    text, written, _ = release(data)
    assert (text, written) == release_at_once(data)[:2]
    assert b'name="[PERSON 1] 4"' in unpack(written)["xl/tables/table1.xml"]


def test_an_edit_across_lots_is_refused() -> None:
    rows = "".join(f'<row r="{number}"><c r="A{number}"><v>{number}</v></c></row>' for number in range(2, 9))
    source = XLSX.read("a", pack(xlsx(rows)), OPTIONS)
    text = source.documents[0].text
    with pytest.raises(DocumentError, match="reaches out of its place"):
        source.write([[Edit(Span(text.index("2"), text.index("5") + 1), "[X]", 0)]])


@given(st.data())
def test_edits_anywhere_do_what_they_do_at_once(data: st.DataObject) -> None:
    rows = "".join(
        f'<row r="{row}"><c r="A{row}" t="inlineStr"><is><t>ab</t></is></c></row>' for row in range(2, 6)
    )
    packed = pack(xlsx(rows))
    size = len(XLSX.read("a", packed, OPTIONS).documents[0].text)
    start = data.draw(st.integers(0, size + 3))
    edit = Edit(
        Span(start, start + data.draw(st.integers(0, 9))), data.draw(st.sampled_from(["", "[X]", " "])), 0
    )

    def attempt() -> bytes | str:
        try:
            return XLSX.read("a", packed, OPTIONS).write([[edit]])
        except DocumentError as error:
            return "refused" if "reaches out" in str(error) or "ends after" in str(error) else str(error)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_rows, "LONG", 1 << 40)
        at_once = attempt()
    assert attempt() == at_once


@given(TABLES)
def test_cleaning_leaves_a_plain_lot_as_it_is(table: list[list[object]]) -> None:
    written = release(write([table]))[1]
    found = _rows.split_rows(unpack(written)["xl/worksheets/sheet1.xml"])
    if found is None:
        return
    for lot in filter(is_plain, [data for _, data in found[1]._unpack()]):
        one = SheetRows([zlib.compress(lot)])
        dropped: dict[str, int] = {}
        for root in one.trees():
            _clean_sheet(root, [], dropped)  # type: ignore[arg-type]
            scrub(root, KEEP, dropped)  # type: ignore[arg-type]
        assert [data for _, data in one._unpack()] == [lot]
        assert not dropped


def test_numbers_and_texts_alone_are_plain() -> None:
    table: list[list[object]] = [[1, "Roe & Roe", 2.5, True], ["x", None, " y ", -1]]
    found = _rows.split_rows(unpack(release(write([table]))[1])["xl/worksheets/sheet1.xml"])
    assert found
    assert all(is_plain(data) for _, data in found[1]._unpack())


def test_a_lot_with_anything_else_is_not_plain() -> None:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

    def lot(row: str) -> bytes:
        return f'<worksheet xmlns="{main}"><sheetData>{row}</sheetData></worksheet>'.encode()

    assert is_plain(
        lot('<row r="1"><c r="A1" s="1"><v>1</v></c><c r="B1" t="inlineStr"><is><t>Roe</t></is></c></row>')
    )
    for row in (*ODD_ROWS.values(), '<row r="1"><c r="A1" t="s"><v>1</v></c></row>', '<row r="Roe"/>'):
        assert not is_plain(lot(row)) or "hidden" in row or "ht=" in row


def test_relations_that_rows_name_keep_their_sheet_one_tree() -> None:
    members = xlsx('<row r="2"><c r="A2" r:id="rhyperlink0"><v>4</v></c></row>')
    relate(members, SHEET, "hyperlink", "https://example.org", ' TargetMode="External"')
    data = pack(members)
    assert _rows.split_rows(members[SHEET]) is None
    assert release(data) == release_at_once(data)
