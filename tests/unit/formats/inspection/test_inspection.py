"""What files carry besides their text is found by kind and counted, and nothing else is."""

from __future__ import annotations

import io

import pikepdf
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name
from tests.office_files import docx, odt, pack
from tests.pdf_files import make
from tests.table_files import SECRET, hostile_table, to_arrow, to_parquet, to_zip

from reticent.errors import DocumentError
from reticent.formats.arrow import ARROW, PARQUET
from reticent.formats.html import HTML
from reticent.formats.objects import JSON_LINES
from reticent.formats.office import DOCX, ODT
from reticent.formats.pdf import PDF
from reticent.formats.plain import TEXT
from reticent.formats.registry import MAIL, MAILBOX, OURS, ZIP
from reticent.formats.seam import inspection as kinds
from reticent.formats.seam.format import FileFormat
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.tables import CSV


def look(form: FileFormat, data: bytes) -> dict[str, tuple[int, tuple[str, ...]]]:
    """The findings by kind: how many, and their words."""
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    for each in form.inspect(data):
        count, words = found.get(each.kind, (0, ()))
        found[each.kind] = (count + each.count, (*words, *each.words))
    return found


def test_every_format_of_ours_can_be_looked_into() -> None:
    assert [form.name for form in OURS if type(form).inspect is FileFormat.inspect] == []


def test_a_finding_shows_no_words_by_itself() -> None:
    assert SECRET not in repr(FileFinding("metadata", 1, "the footer", (SECRET,)))


@given(st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=30))
def test_an_ordinary_text_carries_nothing(text: str) -> None:
    plain = "".join(letter for letter in text if letter not in "\u115f\u1160\u3164\uffa0")
    assert TEXT.inspect(plain.encode()) == []


def test_characters_without_a_shape_are_counted() -> None:
    found = look(TEXT, "\ufeffJa\u200bne\x07 \u202eRoe\ufeff\n".encode())
    assert found == {
        kinds.BYTE_ORDER_MARKS: (1, ()),
        kinds.CONTROLS: (1, ("U+0007 at 5",)),
        kinds.INVISIBLE: (3, ("U+200B at 2", "U+202E at 7", "U+FEFF at 11")),
    }
    assert look(CSV, "a,b\nx\u200b,y\n".encode()) == {kinds.INVISIBLE: (1, ("U+200B at 5",))}
    assert kinds.INVISIBLE in look(JSON_LINES, b'{"text": "a\\u200bb"}')
    assert JSON_LINES.inspect(b'{"text": "a\\\\u200bb"}') == []


def page(content: bytes) -> dict[str, tuple[int, tuple[str, ...]]]:
    return look(PDF, make(content))


@pytest.mark.parametrize(
    ("content", "kind", "words"),
    [
        (b"BT /F1 12 Tf 72 700 Td (Jane) Tj ET 0 g 70 690 90 30 re f", kinds.COVERED_TEXT, "Jane"),
        (b"BT /F1 12 Tf 72 700 Td (Jane) Tj ET 1 g 70 690 90 30 re f", kinds.COVERED_TEXT, "Jane"),
        (b"BT /F1 12 Tf 1 g 72 700 Td (Jane) Tj ET", kinds.WHITE_TEXT, "Jane"),
        (b"1 g 0 0 600 800 re f BT /F1 12 Tf 72 700 Td (Jane) Tj ET", kinds.WHITE_TEXT, "Jane"),
        (b"BT /F1 0.5 Tf 72 700 Td (Jane) Tj ET", kinds.TINY_TEXT, "Jane"),
        (b"BT /F1 12 Tf 3 Tr 72 700 Td (Jane) Tj ET", kinds.HIDDEN_TEXT, "Jane"),
        (b"BT /F1 12 Tf 5000 700 Td (Jane) Tj ET", kinds.OUTSIDE_PAGE, "Jane"),
    ],
)
def test_words_that_a_page_does_not_show_are_found(content: bytes, kind: str, words: str) -> None:
    assert page(content)[kind] == (1, (words,))
    assert kind in kinds.READABLE


@pytest.mark.parametrize(
    "content",
    [
        b"BT /F1 12 Tf 72 700 Td (Jane) Tj ET",
        b"0 g 70 690 90 30 re f 1 g BT /F1 12 Tf 72 700 Td (Jane) Tj ET",
        b"BT /F1 12 Tf 72 700 Td (Jane) Tj ET 0 g 70 704 90 0.6 re f",
        b"BT /F1 12 Tf 72 700 Td (Jane) Tj ET 0 g 70 600 90 30 re f",
        b"BT /F1 12 Tf 72 700 Td (Jane) Tj ET 0 G 70 690 90 30 re S",
    ],
    ids=["plain", "white on black", "struck out", "box elsewhere", "frame"],
)
def test_words_that_a_page_shows_are_no_finding(content: bytes) -> None:
    assert not set(page(content)) & kinds.READABLE


def test_what_a_pdf_carries_beside_its_pages_is_found() -> None:
    pdf = pikepdf.open(io.BytesIO(make(b"BT /F1 12 Tf 72 700 Td (Jane) Tj ET")))
    pdf.docinfo["/Author"] = SECRET
    pdf.attachments["who.txt"] = b"x"
    pdf.pages[0].Annots = Array(
        [
            Dictionary(Subtype=Name.Link, Rect=[0, 0, 9, 9]),
            Dictionary(Subtype=Name.Text, Rect=[0, 0, 9, 9], Contents="of Ann"),
            Dictionary(Subtype=Name.Redact, Rect=[70, 690, 160, 720]),
        ]
    )
    out = io.BytesIO()
    pdf.save(out)
    first = out.getvalue()
    second = first + first[first.rindex(b"startxref") :]
    found = look(PDF, second)
    assert f"Author: {SECRET}" in found[kinds.METADATA][1]
    assert found[kinds.ATTACHMENTS] == (1, ("who.txt",))
    assert found[kinds.LINKS] == (1, ())
    assert found[kinds.COMMENTS] == (2, ("of Ann",))
    assert found[kinds.COVERED_TEXT] == (1, ("Jane",))
    assert found[kinds.OLD_VERSIONS][0] == 1


def test_a_binary_table_tells_its_notes_statistics_and_dictionaries() -> None:
    found = look(PARQUET, to_parquet(hostile_table(), write_page_index=True))
    assert found["statistics of tables"][0] == 2
    assert found["dictionaries of tables"][0] == 1  # the other holds nothing but what its cells say
    assert found["filters and indexes of tables"][0] == 4
    assert any(SECRET in word for word in found[kinds.METADATA][1])
    noted = look(ARROW, to_arrow(hostile_table()))
    assert noted[kinds.METADATA][0] == 2
    assert noted["dictionaries of tables"][0] == 1
    assert ARROW.inspect(to_arrow(pa.table({"a": ["x"]}))) == []


def test_an_archive_tells_of_itself_and_of_its_members() -> None:
    data = to_zip(
        {"a.txt": "x\u200b".encode(), f"{SECRET}.exe": b"", "b.html": b"<!-- note -->"},
        comment=SECRET.encode(),
    )
    where = {each.kind: each.where for each in ZIP.inspect(data)}
    assert where == {
        kinds.COMMENTS: "member 3",
        kinds.INVISIBLE: "member 1",
        "files of no known format": "member 2",
    }
    assert look(ZIP, data)[kinds.COMMENTS] == (2, (SECRET, "note"))


PAGE = b"""<html><head><meta name="author" content="Ann"><script>var a = "Bob"</script></head><body onload="go()">
<!-- Carla --><p hidden>Dora</p><p style="display:none">Emil <b>too</b></p><input type="hidden" value="Fred">
<p style="color: #ffffff">Gita</p><p style="color:white;background:black">Hanna</p><p style="font-size:0">Ina</p>
<p data-owner="Jo">shown</p><iframe src="x"></iframe></body></html>"""


def test_a_page_tells_what_no_browser_shows() -> None:
    found = look(HTML, PAGE)
    assert found[kinds.COMMENTS] == (1, ("Carla",))
    assert found[kinds.HIDDEN_TEXT] == (3, ("Dora", "Emil too", "Fred"))
    assert found[kinds.WHITE_TEXT] == (1, ("Gita",))
    assert found[kinds.TINY_TEXT] == (1, ("Ina",))
    assert found[kinds.METADATA] == (2, ("Ann", "Jo"))
    assert found[kinds.SCRIPTS][0] == 2
    assert found[kinds.EMBEDDED][0] == 1
    assert HTML.inspect(b"<p style='color:red'>shown <i>too</i></p>") == []


MESSAGE = b"""From: a@example.org\r\nTo: b@example.org\r\nSubject: x\r\nX-Originating-IP: 10.0.0.1\r\nReceived: from c\r
MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\nContent-Type: text/html\r\n\r
<p hidden>Dora</p>\r\n--B\r\nContent-Type: application/pdf; name="d.pdf"\r\nContent-Disposition: attachment; filename="d.pdf"\r
\r\nx\r\n--B--\r\n"""


def test_a_message_tells_its_way_its_attachments_and_what_its_pages_hide() -> None:
    found = look(MAIL, MESSAGE)
    assert found[kinds.HEADERS] == (2, ("X-Originating-IP: 10.0.0.1", "Received: from c"))
    assert found[kinds.ATTACHMENTS] == (1, ("d.pdf",))
    assert found[kinds.HIDDEN_TEXT] == (1, ("Dora",))
    twice = b"From a\n" + MESSAGE + b"\nFrom b\n" + MESSAGE
    assert {each.where.partition(":")[0] for each in MAILBOX.inspect(twice)} == {"message 1", "message 2"}


def test_a_letter_tells_comments_changes_and_hidden_words() -> None:
    body = (
        '<w:p><w:r><w:t>shown</w:t></w:r><w:del w:id="1"><w:r><w:delText>Ann</w:delText></w:r></w:del>'
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>Bob</w:t></w:r><w:r><w:rPr><w:vanish w:val='0'/></w:rPr><w:t>seen</w:t></w:r>"
        '<w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>Carla</w:t></w:r></w:p>'
    )
    others = {
        "word/comments.xml": b"<comments><comment><t>Dora</t></comment></comments>",
        "docProps/core.xml": b"<core><creator>Emil</creator></core>",
        "docProps/thumbnail.jpeg": b"",
        "word/embeddings/sheet.xlsx": b"",
    }
    assert look(DOCX, pack({**docx(body), **others})) == {
        kinds.THUMBNAILS: (1, ()),
        kinds.METADATA: (1, ("Emil",)),
        kinds.EMBEDDED: (1, ()),
        kinds.REVISIONS: (1, ("Ann",)),
        kinds.HIDDEN_TEXT: (1, ("Bob",)),
        kinds.WHITE_TEXT: (1, ("Carla",)),
        kinds.COMMENTS: (1, ("Dora",)),
    }


def test_open_documents_tell_too() -> None:
    content = (
        "<text:tracked-changes><text:changed-region>Ann</text:changed-region></text:tracked-changes>"
        "<text:p>shown<office:annotation>Bob</office:annotation></text:p>"
    )
    assert look(ODT, pack({**odt(content), "meta.xml": b"<m>Carla</m>"})) == {
        kinds.METADATA: (1, ("Carla",)),
        kinds.REVISIONS: (1, ("Ann",)),
        kinds.COMMENTS: (1, ("Bob",)),
    }


@pytest.mark.parametrize(
    ("form", "data"),
    [
        (PDF, b"%PDF-1.7\n%%EOF"),
        (PARQUET, b"PAR1PAR1"),
        (ARROW, b"ARROW1\0\0"),
        (ZIP, b"PK\x03\x04"),
        (DOCX, to_zip({"word/document.xml": b"<a>"})),
        (DOCX, to_zip({"word/document.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'})),
        (DOCX, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
        (TEXT, b"\xff"),
        (ZIP, to_zip({"a.zip": to_zip({"a.zip": to_zip({"a.zip": to_zip({})})})})),
    ],
)
def test_what_cannot_be_looked_into_is_refused(form: FileFormat, data: bytes) -> None:
    with pytest.raises(DocumentError):
        form.inspect(data)
