"""Pictures that messages carry, and what one attachment may not change for the next."""

from __future__ import annotations

import io
from email.message import EmailMessage

import pytest
from PIL import Image
from tests.pdf_files import make
from tests.picture_files import ScriptedReader, draw, pack, read_with

from reticent.formats import FormatOptions
from reticent.formats.registry import MAIL
from reticent.plan import Edit
from reticent.text import Span


def message(*attached: tuple[bytes, str, str]) -> bytes:
    made = EmailMessage()
    made["Subject"] = "Report"
    made.set_content("Jane wrote the report.\n")
    for data, media, name in attached:
        made.add_attachment(data, *media.split("/"), filename=name)
    return made.as_bytes()


SCAN = (pack([draw("Dear Jane Roe")]), "image/png", "Jane.png")


def test_without_a_reader_a_picture_is_left_out_and_counted() -> None:
    source = MAIL.read("a.eml", message(SCAN), FormatOptions())
    assert source.dropped["pictures"] == 1
    assert b"image" not in source.write([[]])


def test_a_picture_is_read_with_the_message_and_blackened(monkeypatch: pytest.MonkeyPatch) -> None:
    read_with(monkeypatch, ScriptedReader())
    table = (b"name,note\nJane,said so\n", "text/csv", "a.csv")
    source = MAIL.read("a.eml", message(SCAN, table, SCAN), FormatOptions())
    (document,) = source.documents
    places = [place for place in range(len(document.text)) if document.text.startswith("Jane", place)]
    assert len(places) == 4
    written = source.write([[Edit(Span(place, place + 4), "[X]", 0, placeholder=True) for place in places]])
    checks = source.find_verifier(MAIL)
    assert checks.residue(written, ["jane"]) == []
    again = MAIL.read("a.eml", written, source.options).documents[0].text
    assert checks.agrees_with([document.text.replace("Jane", "[X]")], [again])
    assert not checks.agrees_with([document.text.replace("report", "letter")], [again])


def test_options_that_read_one_attachment_again_do_not_let_the_next_one_pass() -> None:
    page = (make(b"BT /F1 12 Tf 72 700 Td (A page of text) Tj ET"), "application/pdf", "a.pdf")
    out = io.BytesIO()
    Image.fromarray(draw("Dear Jane Roe")).save(out, "PDF", resolution=50)
    scan = (out.getvalue(), "application/pdf", "b.pdf")
    source = MAIL.read("a.eml", message(page, scan), FormatOptions())
    assert source.dropped["attachments"] == 1, "the second is a scan, which nobody has read"
