"""What formats say of the looks of a file: headings, tables, parts of mail, pages; for whoever shows an original."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import mail_files, office_files, pdf_files
from tests.office_files import add_part, paragraph, run

from reticent.formats.registry import find_format
from reticent.formats.seam.format import FileSource, as_file_source
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.outline import PageBox, write_png
from reticent.text import Span

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml."


def read(name: str, data: bytes) -> FileSource:
    options = FormatOptions(numbers="keep")
    return as_file_source(find_format(name, data[:4096], options).read(name, data, options))


def say(name: str, data: bytes) -> list[tuple[str, str, str]]:
    """The role, the name and the words of every passage, with the place of cells and the level of headings."""
    source = read(name, data)
    said = []
    for document, passages in zip(source.documents, source.outline, strict=True):
        for each in passages:
            role = {
                "cell": f"cell {each.row}.{each.column}",
                "heading": f"heading {each.level}",
            }.get(each.role, each.role)
            said.append((role, each.name, each.span.of(document.text).strip()))
    return said


def cell(words: str, wide: int = 1) -> str:
    span = f'<w:tcPr><w:gridSpan w:val="{wide}"/></w:tcPr>' if wide > 1 else ""
    return f"<w:tc>{span}{paragraph(run(words))}</w:tc>"


def build_text() -> bytes:
    style = '<w:pPr><w:pStyle w:val="berschrift2"/></w:pPr>'
    table = f"<w:tbl><w:tr>{cell('patient', 2)}{cell('born')}</w:tr><w:tr>{cell('Ann')}{cell('Lee')}{cell('1961')}</w:tr></w:tbl>"
    section = '<w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rheader0"/><w:footerReference w:type="default" r:id="rfooter1"/></w:sectPr></w:pPr>'
    body = [paragraph(style + run("Findings")), paragraph(section + run("She was well.")), table]
    members = office_files.docx("".join(body))
    spaces = re.search(r"<w:document ([^>]*)>", members[office_files.BODY].decode())
    assert spaces
    for kind, root in (("header", "hdr"), ("footer", "ftr")):
        content = f"<w:{root} {spaces[1]}>{paragraph(run(kind + ' words'))}</w:{root}>"
        add_part(members, office_files.BODY, kind, f"word/{kind}1.xml", content, f"{WORD}{kind}+xml")
    styles = (
        f'<w:styles {spaces[1]}><w:style w:type="paragraph" w:styleId="berschrift2">'
        '<w:name w:val="heading 2"/></w:style></w:styles>'
    )
    add_part(members, office_files.BODY, "styles", "word/styles.xml", styles, f"{WORD}styles+xml")
    return office_files.pack(members)


def test_a_text_has_headings_whatever_their_styles_are_called_and_tables_and_header_and_footer() -> None:
    assert say("a.docx", build_text()) == [
        ("heading 2", "", "Findings"),
        ("text", "", "She was well."),
        ("cell 1.1", "", "patient"),
        ("cell 1.3", "", "born"),
        ("cell 2.1", "", "Ann"),
        ("cell 2.2", "", "Lee"),
        ("cell 2.3", "", "1961"),
        ("text", "", "Janette Doe was absent."),
        ("header", "", "header words"),
        ("footer", "", "footer words"),
    ]


def test_a_sheet_has_its_cells_where_they_stand() -> None:
    rows = '<row r="4"><c r="B4" t="inlineStr"><is><t>apart</t></is></c></row>'
    assert say("a.xlsx", office_files.pack(office_files.xlsx(rows))) == [
        ("heading 1", "", "Summary"),
        ("cell 1.1", "", "Janette Doe"),
        ("cell 1.2", "", "34"),
        ("cell 4.2", "34", "apart"),
    ]


def test_slides_are_numbered() -> None:
    found = say("a.pptx", office_files.pack(office_files.pptx(office_files.shape("Next"))))
    assert found[0][1] == "slide 1"
    assert [name for _, name, _ in found[1:]] == [""] * (len(found) - 1)


def test_a_message_has_its_headers_its_texts_and_its_attachments() -> None:
    assert [
        (name, words.partition("\n")[0]) for _, name, words in say("a.eml", mail_files.make_message())
    ] == [
        ("From", "Janette Müller <office@example.org>"),
        ("Subject", "Visit of Janette"),
        ("text", "Dear Janette,"),
        ("web page", "Dear Janette,"),
        ("name", "Janette"),
        ("note", "was absent"),
        ("Subject", "Earlier, of Janette"),
        ("text", "See you tomorrow,"),
    ]


def test_the_rows_of_a_table_are_rows_with_names_of_columns() -> None:
    assert say("a.csv", b"name,note\nAnn Porter,Has a cough\nBob Miller,Fine\n") == [
        ("cell 1.0", "name", "Ann Porter"),
        ("cell 1.1", "note", "Has a cough"),
        ("cell 2.0", "name", "Bob Miller"),
        ("cell 2.1", "note", "Fine"),
    ]


@pytest.mark.parametrize(
    "example", ["note.docx", "note.odt", "list.xlsx", "list.ods", "slides.pptx", "slides.odp", "visit.eml"]
)
def test_passages_are_in_order_apart_and_miss_no_word(example: str) -> None:
    source = read(example, (Path(__file__).parents[3] / "examples" / example).read_bytes())
    for document, passages in zip(source.documents, source.outline, strict=True):
        ends = [0, *(each.span.end for each in passages)]
        assert all(each.span.start >= end for each, end in zip(passages, ends, strict=False))
        spoken = "".join(each.span.of(document.text) for each in passages)
        assert re.findall(r"\w", spoken) == re.findall(r"\w", document.text)


def test_words_of_a_page_stand_in_their_boxes_and_are_found_there_again() -> None:
    lines = b"BT /F1 12 Tf 72 700 Td (Seen by Ann Porter) Tj 0 -20 Td (on Monday) Tj ET"
    source = read("a.pdf", pdf_files.make(lines, lines))
    sight, (document,) = source.in_sight, source.documents
    assert sight is not None
    assert len(sight.frames) == 2
    for found in re.finditer(r"\w+", document.text):
        span = Span(*found.span())
        boxes = sight.find_boxes(span)
        assert [box.page for box in boxes] == [1 + document.text[: span.start].count("\f")]
        assert sight.find_spans(boxes) == [span]
    over_the_line = Span(document.text.index("Porter"), document.text.index("Monday") + 6)
    boxes = sight.find_boxes(over_the_line)
    assert len(boxes) == 2
    assert boxes[0].bottom > boxes[1].bottom
    assert sight.find_spans(boxes) == [over_the_line]
    assert sight.find_spans([PageBox(2, 0, 0, 10, 10)]) == []
    assert sight.draw(1).startswith(b"\x89PNG")


def test_a_single_column_is_no_table() -> None:
    assert say("a.jsonl", b'{"text": "One."}\n{"text": "Two."}\n') == []


def test_an_archive_has_its_names_and_what_its_members_say() -> None:
    members = {"a/visits.csv": b"name,note\nAnn Porter,fine\n", "letter.txt": b"Seen.\n"}
    assert say("a.zip", office_files.pack(members)) == [
        ("text", "", "a/visits"),
        ("text", "", "letter"),
        ("cell 1.0", "name", "Ann Porter"),
        ("cell 1.1", "note", "fine"),
    ]


def test_a_plain_text_has_neither_passages_nor_pages() -> None:
    source = read("a.txt", b"Seen.\n")
    assert [list(each) for each in source.outline] == [[]]
    assert source.in_sight is None


@given(st.lists(st.lists(st.integers(0, 255), min_size=6, max_size=6), min_size=1, max_size=4))
def test_a_picture_that_is_written_is_read_the_same(rows: list[list[int]]) -> None:
    import io

    from PIL import Image

    picture = Image.open(io.BytesIO(write_png([bytes(row) for row in rows], 2)))
    assert picture.tobytes() == bytes(value for row in rows for value in row)
