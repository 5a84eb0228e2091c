"""What is refused, with one line that says what to do."""

import io
import zipfile

import pytest
from tests.office_files import BODY, CONTENT, docx, odt, pack, paragraph, swap, xlsx

from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.office import DOCX, ODT, XLSX, OfficeFile
from reticent.formats.office._members import MOST_MEMBERS

OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


def with_twins() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in [*docx().items(), ("WORD/document.xml", b"<x/>")]:
            archive.writestr(name, data)
    return out.getvalue()


def with_entities() -> bytes:
    members = docx()
    members[BODY] = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + members[BODY]
    return pack(members)


def with_outside_entity() -> bytes:
    members = docx()
    members[BODY] = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + members[BODY]
    return pack(members)


def nested() -> bytes:
    return pack(docx("<w:p>" * 5000 + "</w:p>" * 5000))


def encrypted_odt() -> bytes:
    members = odt()
    swap(members, "META-INF/manifest.xml", "></manifest", "><manifest:encryption-data/></manifest")
    return pack(members)


CASES: list[tuple[OfficeFile, bytes, str]] = [
    (DOCX, OLD, "encrypted, or an old Office file"),
    (ODT, encrypted_odt(), "encrypted"),
    (DOCX, with_twins(), "two parts of one name"),
    (DOCX, pack({**docx(), "../x": b""}), "outside"),
    (DOCX, pack({**docx(), "/etc/x": b""}), "outside"),
    (DOCX, pack({**docx(), "word/zeros.bin": bytes(40_000_000)}), "fill a machine"),
    (DOCX, with_entities(), "declares entities"),
    (DOCX, with_outside_entity(), "declares entities"),
    (DOCX, nested(), "nested too deep"),
    (DOCX, pack({**docx(), "word/vbaProject.bin": b"x"}), "macros"),
    (ODT, pack({**odt(), "Basic/Standard/Module1.xml": b"<x/>"}), "macros"),
    (DOCX, pack({**docx(), "_xmlsignatures/sig1.xml": b"<x/>"}), "signed"),
    (DOCX, pack(xlsx()), "another kind"),
    (ODT, pack({**odt(), "mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}), "another kind"),
    (DOCX, pack(docx())[:400], "damaged"),
    (ODT, pack({name: data for name, data in odt().items() if name != CONTENT}), "no content"),
    (XLSX, pack({**xlsx(), **{f"xl/s{n}.xml": b"" for n in range(MOST_MEMBERS)}}), "more than 5,000 parts"),
]


@pytest.mark.parametrize(
    ("form", "data", "why"), CASES, ids=lambda each: each if isinstance(each, str) else ""
)
def test_what_cannot_be_trusted_is_refused_in_one_line(form: OfficeFile, data: bytes, why: str) -> None:
    with pytest.raises(DocumentError, match=why) as caught:
        form.read(f"a.{form.name}", data, FormatOptions())
    assert "\n" not in str(caught.value)


def test_a_signed_file_goes_out_without_its_signature_on_request() -> None:
    data = pack({**docx(paragraph("")), "_xmlsignatures/sig1.xml": b"<x/>"})
    written = DOCX.read("a.docx", data, FormatOptions(unread="keep")).write([()])
    assert b"_xmlsignatures" not in written
