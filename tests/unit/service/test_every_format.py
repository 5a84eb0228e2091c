"""A file of every format goes through the service with its media type, and comes back as what it is."""

from __future__ import annotations

import base64
import json

import pyarrow as pa
import pytest
from tests import office_files
from tests.book_files import build_book
from tests.mail_files import make_message
from tests.pdf_files import make
from tests.picture_files import ScriptedReader, draw, read_with
from tests.picture_files import pack as pack_picture
from tests.table_files import to_arrow, to_parquet, to_zip
from tests.web_pages import make_page

from reticent.formats.converted import ConvertedFile
from reticent.formats.registry import list_formats
from reticent.service.bodies import Job
from reticent.service.jobs import answer
from reticent.service.settings import PolicyFiles
from reticent.service.worker_state import WorkerState, open_worker_state

POLICY = (
    '[[detectors]]\ntype = "words"\nkind = "PERSON"\nwords = ["Janette"]\n\n[[models]]\ntype = "redaction"\n'
)
NOTE = "Janette was absent."
TABLE = pa.table({"note": [NOTE, "fine"]})
MESSAGE = make_message()
OFFICE = "application/vnd.openxmlformats-officedocument"
ODF = "application/vnd.oasis.opendocument"
FILES = {
    "text": ("text/plain", NOTE.encode()),
    "markdown": ("text/markdown", f"# Title\n\n{NOTE}\n".encode()),
    "jsonl": ("application/x-ndjson", json.dumps({"text": NOTE}).encode() + b"\n"),
    "json": ("application/octet-stream", json.dumps({"text": NOTE}).encode()),
    "csv": ("text/csv", f"a,b\n{NOTE},x\nno,y\n".encode()),
    "tsv": ("text/tab-separated-values", f"a\tb\n{NOTE}\tx\nno\ty\n".encode()),
    "parquet": ("application/vnd.apache.parquet", to_parquet(TABLE)),
    "arrow": ("application/vnd.apache.arrow.file", to_arrow(TABLE)),
    "pdf": ("application/pdf", make(b"BT /F1 12 Tf 72 700 Td (Janette was absent.) Tj ET")),
    "html": ("text/html", make_page(f"<p>{NOTE}</p>")),
    "xml": ("application/xml", f"<note><!-- x -->{NOTE}</note>".encode()),
    "fhir": ("application/fhir+json", json.dumps({"resourceType": "Basic", "note": NOTE}).encode()),
    "cda": ("application/cda+xml", f'<ClinicalDocument xmlns="urn:hl7-org:v3"><title>{NOTE}</title></ClinicalDocument>'.encode()),
    "hl7": ("x-application/hl7-v2+er7", f"MSH|^~\\&|A1\rNTE|1||{NOTE}\r".encode()),
    "epub": ("application/epub+zip", build_book(f"<p>{NOTE}</p>")),
    "eml": ("message/rfc822", MESSAGE),
    "mbox": ("application/mbox", b"From a@example.org Mon Mar  4 10:00:00 2019\n" + MESSAGE.replace(b"\r\n", b"\n") + b"\n"),
    "docx": (f"{OFFICE}.wordprocessingml.document", office_files.pack(office_files.docx())),
    "pptx": (f"{OFFICE}.presentationml.presentation", office_files.pack(office_files.pptx(office_files.shape(NOTE)))),
    "xlsx": (f"{OFFICE}.spreadsheetml.sheet", office_files.pack(office_files.xlsx())),
    "odt": (f"{ODF}.text", office_files.pack(office_files.odt())),
    "ods": (f"{ODF}.spreadsheet", office_files.pack(office_files.ods())),
    "odp": (f"{ODF}.presentation", office_files.pack(office_files.odp())),
    "zip": ("application/zip", to_zip({"a.txt": NOTE.encode()})),
    "png": ("image/png", pack_picture([draw(NOTE)], "PNG")),
    "jpeg": ("image/jpeg", pack_picture([draw(NOTE)], "JPEG", quality=95)),
    "tiff": ("image/tiff", pack_picture([draw(NOTE)], "TIFF")),
}  # fmt: skip
OPTIONS = {"json": (("format", "json"),), "xlsx": (("numbers", "keep"),)}


@pytest.fixture(autouse=True)
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    read_with(monkeypatch, ScriptedReader())


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> WorkerState:
    path = tmp_path_factory.mktemp("formats") / "policy.toml"
    path.write_text(POLICY, "utf-8")
    return open_worker_state(PolicyFiles(file=path).recipes(), ())


def test_no_format_is_left_out() -> None:
    assert {form.name for form in list_formats() if not isinstance(form, ConvertedFile)} <= set(FILES)


@pytest.mark.parametrize(
    ("media", "name"), [("application/msword", "docx"), ("application/vnd.ms-outlook", "eml")]
)
def test_a_file_of_an_older_program_is_answered_with_the_type_that_it_became(
    media: str, name: str, office: WorkerState
) -> None:
    released = answer(office, Job("sanitize", "policy", FILES[name][1], media))
    assert (released.status, released.media) == (200, FILES[name][0])


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_judged_planned_and_released_by_its_media_type(office: WorkerState, name: str) -> None:
    media, data = FILES[name]
    query = OPTIONS.get(name, ())
    judged = answer(office, Job("audit", "policy", data, media, query))
    assert (judged.status, judged.code) == (409, "violations")
    assert answer(office, Job("plan", "policy", data, media, query)).status == 200
    released = answer(office, Job("sanitize", "policy", data, media, query))
    assert released.status == 200, released
    assert released.media == media
    assert b"Janette" not in released.body
    again = answer(office, Job("audit", "policy", released.body, media, query))
    assert again.status == 200, again


@pytest.mark.parametrize("name", FILES)
def test_a_file_goes_through_as_json_too(office: WorkerState, name: str) -> None:
    _, data = FILES[name]
    content = {"data": base64.b64encode(data).decode(), "format": name}
    query = tuple(pair for pair in OPTIONS.get(name, ()) if pair[0] != "format")
    released = answer(office, Job("sanitize", "policy", json.dumps(content).encode(), query=query))
    assert released.status == 200, released
    described = json.loads(released.body)
    out = described["text"].encode() if name == "text" else base64.b64decode(described["data"])
    assert b"Janette" not in out


@pytest.mark.parametrize(
    "name", ["parquet", "arrow", "pdf", "mbox", "docx", "pptx", "xlsx", "odt", "ods", "odp", "zip"]
)
def test_a_file_that_is_not_what_its_type_says_is_refused(office: WorkerState, name: str) -> None:
    media, _ = FILES[name]
    reply = answer(office, Job("sanitize", "policy", b"Janette \x00\xff", media, OPTIONS.get(name, ())))
    assert reply.status in (400, 415)
    assert "Janette" not in reply.message
