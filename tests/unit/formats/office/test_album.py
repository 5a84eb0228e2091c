"""Pictures in office files: left out, kept as they are, or read with the text and blackened."""

from __future__ import annotations

import io
import zipfile

import pytest
from tests.picture_files import ScriptedReader, draw, pack, read_with, unpack

from reticent.formats import FormatOptions
from reticent.formats.office import DOCX, ODT
from reticent.formats.office._source import OfficeSource
from reticent.formats.pictures._pages import KEPT_READ, KEPT_UNREAD
from reticent.plan import Edit
from reticent.text import Span

docx = pytest.importorskip("docx")

LINES = ("Dear Jane Roe,", "the visit of Jane")


def with_picture(*lines: str) -> bytes:
    document = docx.Document()
    document.add_paragraph("Jane signed the letter below.")
    document.add_picture(io.BytesIO(pack([draw(*lines)])))
    document.add_paragraph("It came on a Monday.")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def pictures_of(data: bytes) -> list[bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [archive.read(name) for name in archive.namelist() if name.endswith(".png")]


def read(data: bytes, **options: object) -> OfficeSource:
    return DOCX.read("a.docx", data, FormatOptions(**options))  # type: ignore[arg-type]


def test_without_a_reader_a_picture_is_left_out_and_counted() -> None:
    source = read(with_picture(*LINES))
    assert source.dropped["pictures"] == 1
    assert pictures_of(source.write([[]])) == []
    assert source.documents[0].text.split() == read(source.write([[]])).documents[0].text.split()


def test_a_picture_that_is_kept_is_counted_as_unread() -> None:
    source = read(with_picture(*LINES), pictures="keep")
    assert source.dropped[KEPT_UNREAD] == 1
    assert len(pictures_of(source.write([[]]))) == 1


def test_the_words_of_a_picture_are_judged_with_the_text_and_blackened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read_with(monkeypatch, ScriptedReader())
    source = read(with_picture(*LINES))
    (document,) = source.documents
    assert "Dear Jane Roe,\nthe visit of Jane" in document.text
    assert source.dropped[KEPT_READ] == 1
    places = [place for place in range(len(document.text)) if document.text.startswith("Jane", place)]
    edits = [Edit(Span(place, place + 4), "[X]", 0, placeholder=True) for place in places]
    assert len(edits) == 3
    written = source.write([edits])
    (picture,) = pictures_of(written)
    words = [word.text for word in ScriptedReader().read(unpack(picture)[0], "second")]
    assert words == ["Dear", "Roe,", "the", "visit", "of"]
    checks = source.find_verifier(DOCX)
    assert checks.residue(written, ["jane"]) == []
    assert [each.part for each in checks.residue(source.write([[]]), ["jane"])][-1] == "picture 1"
    again = DOCX.read("a.docx", written, source.options)
    released = document.text.replace("Jane", "[X]")
    assert checks.agrees_with([released], [again.documents[0].text])
    assert not checks.agrees_with([released.replace("signed", "lost")], [again.documents[0].text])
    assert again.write([[]]) == written


@pytest.mark.parametrize(
    "reader",
    [
        ScriptedReader(sure=55.0),
        ScriptedReader(doubts=40.0),
        ScriptedReader(doubts=40.0, overlooks=("Jane",)),
    ],
)
def test_a_picture_that_is_read_without_certainty_the_first_or_the_second_time_is_left_out(
    reader: ScriptedReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_with(monkeypatch, reader)
    source = read(with_picture(*LINES))
    assert source.dropped["pictures"] == 1
    assert "Roe" not in source.documents[0].text
    assert pictures_of(source.write([[]])) == []


def test_pictures_of_open_documents_are_left_out_too() -> None:
    from tests.office_files import PLAIN
    from tests.office_files import pack as pack_members

    assert ODT.read("a.odt", pack_members(PLAIN[ODT]()), FormatOptions()).documents
