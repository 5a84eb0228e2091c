"""Files of older programs: what they become, and that nothing is run, asked or left on the way."""

from __future__ import annotations

import email
import os
import shutil
import subprocess
import time
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from tests.faults import Patch
from tests.office_files import PLAIN, docx, pack
from tests.ole_files import Storage, binary, build_message, build_ole, message, text
from tests.removing import LABEL, is_left, remove
from tests.table_files import to_zip

from reticent.errors import DocumentError, InputError
from reticent.formats import FormatOptions, find_format
from reticent.formats.converted import OLD_OFFICE, OLE, ConvertedFile, _office
from reticent.formats.registry import MAIL, OUTLOOK, ZIP, name_release

SURNAME = "Zoellner"
REAL = Path(__file__).parents[4] / ".." / "shared" / "data" / "formats"
DOC, RTF, XLS, PPT = OLD_OFFICE
OPTIONS = FormatOptions(numbers="keep")


@pytest.fixture
def soffice(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A LibreOffice of which each test says what it does; its arguments and settings are noted."""
    place = tmp_path / "bin"
    place.mkdir()
    modern = tmp_path / "modern.docx"
    modern.write_bytes(pack(docx()))
    script = place / "soffice"
    script.write_text(
        "#!/bin/sh\n"
        f'echo "$@" > {tmp_path}/arguments\nenv > {tmp_path}/environment\n'
        f'cp "$HOME/profile/user/registrymodifications.xcu" {tmp_path}/settings\n'
        f". {tmp_path}/does\n"
    )
    script.chmod(0o755)
    (tmp_path / "does").write_text(f"mkdir out && cp {modern} out/document.docx\n")
    monkeypatch.setenv("PATH", f"{place}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def read_old(form: ConvertedFile = DOC, data: bytes = OLE) -> object:
    return form.read(f"a{form.suffixes[0]}", data, OPTIONS)


def test_an_old_file_is_read_as_the_modern_one_and_released_under_its_name(soffice: Path) -> None:
    source = DOC.read("a.doc", OLE, OPTIONS)
    written = source.write([()])
    assert zipfile.is_zipfile(BytesIO(written))
    assert [each.text for each in DOC.read("a.doc", written, OPTIONS).documents] == [
        each.text for each in source.documents
    ]
    assert DOC.name_release("x/a.DOC") == "x/a.docx"
    assert DOC.name_release("x/a.docx") == "x/a.docx"
    assert name_release("Jane.rtf") == "Jane.docx"


def test_libreoffice_runs_no_macro_follows_no_link_and_knows_nothing_of_its_user(soffice: Path) -> None:
    read_old()
    settings = (soffice / "settings").read_text()
    for property_ in ("DisableMacrosExecution", "DisableActiveContent", "BlockUntrustedRefererLinks"):
        assert f'oor:name="{property_}" oor:op="fuse"><value>true</value>' in settings
    arguments = (soffice / "arguments").read_text()
    assert "--headless" in arguments
    assert "-env:UserInstallation=file:///" in arguments
    environment = (soffice / "environment").read_text()
    assert "http_proxy=http://127.0.0.1:9" in environment
    assert f"HOME={Path.home()}\n" not in environment
    place = arguments.split()[-1]
    assert not Path(place).parent.exists(), "the folder of the conversion is gone"


def test_it_has_no_network_where_the_system_can_see_to_that(soffice: Path) -> None:
    if not _office._works(["unshare", "-rn", "--"]):
        pytest.skip("this system has no unshare that an ordinary user may use")
    (soffice / "does").write_text(f"cat /proc/net/dev > {soffice}/devices\n")
    with pytest.raises(DocumentError):
        read_old()
    devices = (soffice / "devices").read_text().splitlines()[2:]
    assert [line.split(":")[0].strip() for line in devices] == ["lo"]


@pytest.mark.parametrize("does", ["exit 1", "exit 0", "mkdir out", "mkdir out && echo x > out/document.docx"])
def test_a_conversion_that_fails_is_refused_in_one_line(does: str, soffice: Path) -> None:
    (soffice / "does").write_text(f"{does}\n")
    with pytest.raises(DocumentError, match="save it as docx yourself") as caught:
        read_old()
    assert "\n" not in str(caught.value)


def test_a_conversion_that_takes_too_long_is_ended_with_all_that_it_started(
    soffice: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(_office, "SECONDS", 1)
    (soffice / "does").write_text(f"sleep 60 &\necho $! > {soffice}/child\nwait\n")
    start = time.monotonic()
    with pytest.raises(DocumentError, match="within 1 seconds"):
        read_old()
    assert time.monotonic() - start < 30
    child = (soffice / "child").read_text().strip()
    state = Path(f"/proc/{child}/stat")
    assert not state.exists() or ") Z " in state.read_text()


def test_without_libreoffice_the_refusal_says_what_to_install_or_to_do(monkeypatch: Patch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    for form, package in ((DOC, "writer"), (RTF, "writer"), (XLS, "calc"), (PPT, "impress")):
        with pytest.raises(DocumentError, match=f"apt-get install libreoffice-{package}") as caught:
            read_old(form, OLE if form is not RTF else b"{\\rtf1}")
        assert "\n" not in str(caught.value)


def test_a_file_too_large_is_refused_before_anything_is_started(soffice: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(_office, "LARGEST", 4)
    with pytest.raises(DocumentError, match="more than"):
        read_old()
    assert not (soffice / "arguments").exists()


@pytest.mark.parametrize("data", [b"plain text", b"<html>x</html>", b"%PDF-1.4", b""])
def test_what_is_no_old_office_file_is_refused(data: bytes, soffice: Path) -> None:
    with pytest.raises(InputError):
        find_format("a.doc", data, OPTIONS).read("a.doc", data, OPTIONS)
    assert not (soffice / "arguments").exists()


def test_a_modern_file_under_an_old_name_is_read_as_it_is() -> None:
    data = pack(docx())
    assert find_format("a.doc", data, OPTIONS) is DOC
    assert DOC.read("a.doc", data, OPTIONS).documents


def test_rich_text_under_the_ending_of_word_is_converted(soffice: Path) -> None:
    assert find_format("a.doc", b"{\\rtf1 x}", OPTIONS) is DOC
    assert read_old(DOC, b"{\\rtf1 x}")


def test_members_of_archives_get_the_ending_of_what_they_become(soffice: Path) -> None:
    data = to_zip({"a.doc": OLE, "b.txt": b"x", "A.docx": pack(docx())})
    source = ZIP.read("a.zip", data, OPTIONS)
    written = source.write([()] * len(source.documents))
    assert zipfile.ZipFile(BytesIO(written)).namelist() == ["a.docx", "b.txt", "0001.docx"]
    again = ZIP.read("a.zip", written, source.options)
    assert [each.text for each in again.documents][1:] == [each.text for each in source.documents][1:]


@pytest.mark.slow
@pytest.mark.skipif(_office.find_program() is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("form", OLD_OFFICE, ids=lambda each: each.name)
def test_libreoffice_converts_its_own_old_files(form: ConvertedFile, tmp_path: Path) -> None:
    modern = next(each for each in PLAIN if each.name == form.into.name)
    (tmp_path / f"a.{modern.name}").write_bytes(pack(PLAIN[modern]()))
    subprocess.run(
        [str(_office.find_program()), f"-env:UserInstallation={(tmp_path / 'p').as_uri()}", "--headless", "--convert-to",
         form.name, "--outdir", str(tmp_path), str(tmp_path / f"a.{modern.name}")],
        check=True, capture_output=True,
    )  # fmt: skip
    data = (tmp_path / f"a.{form.name}").read_bytes()
    source = form.read(f"a.{form.name}", data, OPTIONS)
    words = {
        word for each in source.documents for word in each.text.split() if word.isalpha() and len(word) > 4
    }
    assert words
    for word in sorted(words)[:3]:
        assert not is_left(form, remove(form, f"a.{form.name}", data, word), word)


def read_mail(data: bytes) -> str:
    return "\n".join(each.text for each in OUTLOOK.read("a.msg", data, FormatOptions()).documents)


def test_a_message_of_outlook_becomes_mail() -> None:
    pytest.importorskip("olefile")
    data = build_message()
    shown = read_mail(data)
    for part in (
        "Jane Zoellner",
        "jane@example.org",
        "Ann Roe",
        "ann@example.org",
        "On Zoellner",
        "Mrs Zoellner came.",
    ):
        assert part in shown
    written = remove(OUTLOOK, "a.msg", data, SURNAME)
    assert not is_left(OUTLOOK, written, SURNAME)
    assert LABEL in MAIL.read("a.eml", written, FormatOptions()).documents[0].text
    assert email.message_from_bytes(written)["Date"].startswith("Sun, 09 May 2021")
    assert name_release("x.msg") == "x.eml"


ATTACHED = {
    "__attach_version1.0_#00000000": {
        **text("3707", "Zoellner.txt"),
        **binary("3701", b"Seen by Zoellner today"),
    }
}
CARRIED = {
    "__attach_version1.0_#00000000": {
        "__substg1.0_3701000D": {**message(), "__properties_version1.0": bytes(40)}
    }
}
MESSAGES: dict[str, Storage] = {
    "page": binary("1013", b"<html><head><meta charset=iso-8859-5></head><p>Mrs Zo<b>ell</b>ner</p></html>"),
    "attachment": ATTACHED,
    "message in a message": CARRIED,
    "old text": {"__substg1.0_1000001E": b"Mrs Zoellner came", "__substg1.0_1000001F": b""},
    "unknown property": text("3A0A", SURNAME),
    "headers of the way": text("007D", f"Received: from {SURNAME}"),
    "unreadable attachment": {"__attach_version1.0_#00000000": {**text("3707", f"{SURNAME}.exe"), **binary("3701", b"MZZoellner")}},
    "recipient that is hidden": {
        "__recip_version1.0_#00000001": {
            **text("3001", SURNAME),
            "__properties_version1.0": bytes(8) + b"\x03\x00\x15\x0c\x06\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00",
        }
    },
}  # fmt: skip


@pytest.mark.parametrize("place", MESSAGES)
def test_a_word_is_removed_from_every_part_of_a_message(place: str) -> None:
    pytest.importorskip("olefile")
    more = MESSAGES[place]
    data = build_ole({**message(), **more})
    written = remove(OUTLOOK, "a.msg", data, SURNAME)
    assert not is_left(OUTLOOK, written, SURNAME)
    assert MAIL.read("a.eml", written, FormatOptions()).documents


@pytest.mark.parametrize(
    "data", [OLE, OLE + b"x" * 600, build_ole({"a": b"x"}), build_message()[:700], build_message()[:-600]]
)
def test_what_is_no_message_is_refused_in_one_line(data: bytes) -> None:
    pytest.importorskip("olefile")
    with pytest.raises(DocumentError) as caught:
        OUTLOOK.read("a.msg", data, FormatOptions())
    assert "\n" not in str(caught.value)
    assert SURNAME not in str(caught.value)


def test_a_message_with_its_text_in_rtf_alone_is_refused() -> None:
    pytest.importorskip("olefile")
    with pytest.raises(DocumentError, match="only in RTF"):
        read_mail(build_ole({**text("0037", "x"), **binary("1009", b"x")}))


@pytest.mark.parametrize("address", ["", "peter@example.org"])
def test_a_surname_before_a_comma_is_a_name_by_itself(address: str) -> None:
    pytest.importorskip("olefile")
    sender = {**text("0042", "Brown, Peter"), **text("5D02", address)}
    (document,) = OUTLOOK.read("a.msg", build_ole({**message(), **sender}), FormatOptions()).documents[:1]
    assert {"Brown", "Peter"} <= {cell.span.of(document.text) for cell in document.cells}


def test_names_and_subjects_open_no_header() -> None:
    pytest.importorskip("olefile")
    more = {
        **text("0037", "x\r\nBcc: eve@example.org\r\n\r\nbody"),
        **text("0042", "a\r\nBcc: eve@example.org"),
    }
    written = OUTLOOK.read("a.msg", build_ole({**message(), **more}), FormatOptions()).write([()])
    assert email.message_from_bytes(written)["Bcc"] is None


def test_mail_under_the_ending_of_outlook_is_read_as_it_is() -> None:
    data = b"Subject: On Zoellner\n\nx\n"
    assert find_format("a.msg", data, FormatOptions()) is OUTLOOK
    assert "On Zoellner" in read_mail(data)


@pytest.mark.skipif(not REAL.is_dir(), reason="the real files are not here")
@pytest.mark.parametrize(
    "name", ["docling/msg_simple.msg", "docling/msg_with_attachment.msg", "unstructured/fake-email.msg"]
)
def test_real_messages_are_read(name: str) -> None:
    pytest.importorskip("olefile")
    assert "email" in read_mail((REAL / name).read_bytes()).lower()
