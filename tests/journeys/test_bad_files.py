"""Files that are broken, something else than they say, or made to harm: one line, exit code 2, nothing written, soon."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pyarrow as pa
import pytest

from reticent.errors import install_line
from tests.journeys.command import ROOT, reticent
from tests.mail_files import NESTED
from tests.office_files import BODY, add_part, docx, odt, pack, swap, xlsx
from tests.pdf_files import make, new_pdf, to_bytes
from tests.table_files import to_arrow, to_parquet, to_zip

SECRET = b"Zoellner"
TABLE = pa.table({"note": ["of Zoellner"] * 100})
PDF = make(b"BT /F1 12 Tf 72 700 Td (of Zoellner) Tj ET")
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
ZEROS = 500_000_000


def twins(name: str, members: dict[str, bytes]) -> bytes:
    """A zip with two members of one name."""
    other = name[:-1] + "_"
    return to_zip({**members, name: b"x", other: b"y"}).replace(other.encode(), name.encode())


def encrypted_zip() -> bytes:
    data = bytearray(to_zip({"a.txt": b"of Zoellner"}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def encrypted_odt() -> bytes:
    members = odt()
    swap(members, "META-INF/manifest.xml", "></manifest", "><manifest:encryption-data/></manifest")
    return pack(members)


def with_entities(declared: bytes) -> bytes:
    members = docx()
    members[BODY] = b"<!DOCTYPE x [" + declared + b"]>" + members[BODY]
    return pack(members)


def many_sheets() -> bytes:
    sheets = {f"xl/worksheets/sheet{number}.xml": b"<worksheet/>" for number in range(10_000)}
    return pack({**xlsx(), **sheets})


def page_bomb() -> bytes:
    pdf = new_pdf()
    pdf.pages[0].obj["/Contents"] = pdf.make_stream(b" " * (70 << 20))
    return to_bytes(pdf)


def nest_archives(depth: int) -> bytes:
    data = to_zip({"a.txt": SECRET})
    for number in range(depth):
        data = to_zip({f"{number}.zip": data})
    return data


Case = tuple[str, str, Callable[[], bytes], str]
REFUSED: list[Case] = [
    ("encrypted", "a.pdf", lambda: to_bytes(new_pdf(), encryption=pikepdf.Encryption(owner="a", user="b")), "--decrypt"),
    ("encrypted", "a.docx", lambda: OLD_OFFICE, "remove its password"),
    ("encrypted", "a.odt", encrypted_odt, "without a password"),
    ("encrypted", "a.zip", encrypted_zip, "member 1 is encrypted"),
    ("encrypted", "a.eml", lambda: b"A: b\n\n-----BEGIN PGP MESSAGE-----\nx\n", "decrypt the message"),
    ("encrypted", "a.parquet", lambda: b"PARE" + bytes(90) + b"PARE", "is encrypted"),
    ("truncated", "a.pdf", lambda: PDF[:-40], "cut off"),
    ("truncated", "a.docx", lambda: pack(docx())[:400], "damaged"),
    ("truncated", "a.ods", lambda: pack(odt())[:-60], "damaged"),
    ("truncated", "a.zip", lambda: to_zip({"a.txt": SECRET})[:-30], "damaged"),
    ("truncated", "a.parquet", lambda: to_parquet(TABLE)[:-30], "damaged"),
    ("truncated", "a.arrow", lambda: to_arrow(TABLE)[:-30], "damaged"),
    ("a bomb", "a.zip", lambda: to_zip({"a.txt": bytes(100_000_000)}), "fill a machine"),
    ("a bomb", "a.docx", lambda: pack({**docx(), "word/x.bin": bytes(100_000_000)}), "fill a machine"),
    ("a bomb", "a.pdf", page_bomb, "unpacks to more"),
    ("two members of one name", "a.zip", lambda: twins("a.txt", {}), "two members of the same name"),
    ("two members of one name", "a.docx", lambda: twins("word/x.xml", docx()), "two parts of one name"),
    ("a way out", "a.zip", lambda: to_zip({"../../a.txt": SECRET}), "outside"),
    ("a way out", "a.docx", lambda: pack({**docx(), "../x.xml": b""}), "outside"),
    ("an entity bomb", "a.docx", lambda: with_entities(b'<!ENTITY a "aa"><!ENTITY b "&a;&a;">'), "declares entities"),
    ("an entity bomb", "a.html", lambda: b'<!DOCTYPE x [<!ENTITY a "aa">]><p>&a;', "defines entities"),
    ("an outside entity", "a.docx", lambda: with_entities(b'<!ENTITY a SYSTEM "file:///etc/passwd">'), "declares entities"),
    ("an entity bomb", "a.xml", lambda: b'<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><x>&b;</x>', "never expanded"),
    ("an outside entity", "a.xml", lambda: b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>', "never expanded"),
    ("truncated", "a.xml", lambda: b"<a><b>Zoellner", "not well-formed"),
    ("macros", "a.docx", lambda: pack({**docx(), "word/vbaProject.bin": b"x"}), "macros"),
    ("macros", "a.docm", lambda: pack(docx()), "macros"),
    ("macros", "a.odt", lambda: pack({**odt(), "Basic/Standard/Module1.xml": b"<x/>"}), "macros"),
    ("a wrong ending", "a.docx", lambda: PDF, "holds a PDF"),
    ("a wrong ending", "a.pdf", lambda: pack(docx()), "holds a zip"),
    ("a wrong ending", "a.txt", lambda: to_parquet(TABLE), "holds a Parquet"),
    ("a wrong ending", "a.csv", lambda: b"\x89PNG\r\n", "holds a PNG"),
    ("a wrong ending", "a.xlsx", lambda: pack(docx()), "another kind of office file"),
    ("archives in archives", "a.zip", lambda: nest_archives(3), "unpack it first"),
    ("10,000 sheets", "a.xlsx", many_sheets, "more than 5,000 parts"),
    ("200 nested parts", "a.eml", lambda: NESTED, "nested|hold others"),
    ("a lie about letters", "a.html", lambda: b"<meta charset=utf-8><p>M\xfcller", "character set"),
    ("a lie about letters", "b.html", "<meta charset=latin1><p>Müller".encode, "character set"),
    ("a lie about letters", "a.eml", lambda: b"Content-Type: text/plain; charset=utf-8\n\nM\xfcller", "character set"),
    ("a lie about letters", "a.mbox", lambda: b"From x\nContent-Type: text/plain; charset=ascii\n\n\xc3\xbc\n", "character set"),
    ("a lie about letters", "a.txt", lambda: b"M\xfcller", "iconv"),
    ("a wrong ending", "a.msg", lambda: b"of Zoellner", "holds no msg"),
    ("a wrong ending", "a.rtf", lambda: b"of Zoellner", "holds no rtf"),
    ("truncated", "a.msg", lambda: OLD_OFFICE, "save it as .eml yourself"),
    ("truncated", "a.epub", lambda: to_zip({"mimetype": b"application/epub+zip"}), "lacks a part that it names"),
    *(("500 MB of zeros", f"a{ending}", lambda: b"", "holds a NUL byte") for ending in (".txt", ".csv")),
    *(("500 MB of zeros", f"a{ending}", lambda: b"", "or a damaged one: fetch it again") for ending in (".pdf", ".docx", ".zip", ".eml", ".parquet")),
]  # fmt: skip

DRIVER = """
import contextlib, io, json, re, sys, time
from reticent.cli import main

for path in sys.argv[1:]:
    said, start = io.StringIO(), time.process_time()
    table = path.endswith((".csv", ".tsv", ".parquet", ".arrow"))
    sys.argv = ["reticent", "sanitize", path, "-o", path + ".out", *(("--numbers", "keep") if table else ())]
    try:
        with contextlib.redirect_stderr(said):
            main()
        code = 0
    except SystemExit as end:
        code = end.code or 0
    # What the kernel calls the largest so far of a process counts its parent too; this is its own.
    peak = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1024
    print(json.dumps([path, code, said.getvalue(), time.process_time() - start, peak]))
"""


@dataclass(frozen=True, slots=True)
class End:
    """How a command ended; `peak` is the most memory so far, in megabytes."""

    code: int
    said: str
    seconds: float
    peak: float


def release_all(paths: list[Path], *, without: tuple[str, ...] = ()) -> dict[str, End]:
    """Each file released by the command, all in one process, which starts but once; without some libraries."""
    hide = f"import sys; sys.modules.update(dict.fromkeys({without!r}))"
    done = subprocess.run(
        [sys.executable, "-c", f"{hide}\n{DRIVER}", *map(str, paths)],
        cwd=ROOT, capture_output=True, check=True, text=True, timeout=300,
        env={**os.environ, "COLUMNS": "4000"},
    )  # fmt: skip
    ends = [json.loads(line) for line in done.stdout.splitlines()]
    return {path: End(*rest) for path, *rest in ends}


@pytest.fixture(scope="module")
def ends(tmp_path_factory: pytest.TempPathFactory) -> dict[Case, tuple[Path, End]]:
    paths: dict[Case, Path] = {}
    for case in REFUSED:
        what, name, build, _ = case
        paths[case] = tmp_path_factory.mktemp("bad") / name
        paths[case].write_bytes(build())
        if what == "500 MB of zeros":
            os.truncate(paths[case], ZEROS)
    found = release_all(list(paths.values()))
    return {case: (path, found[str(path)]) for case, path in paths.items()}


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case[0]}, {case[1]}")
def test_a_bad_file_is_refused_with_one_line(case: Case, ends: dict[Case, tuple[Path, End]]) -> None:
    *_, hint = case
    path, end = ends[case]
    assert end.code == 2, end.said
    assert end.said.count("\n") == 1, end.said

    assert re.search(hint, end.said), end.said
    assert SECRET.decode() not in end.said
    assert not Path(f"{path}.out").exists()
    assert end.seconds < 10
    assert end.peak < 600


def test_a_docx_in_a_docx_in_an_archive_is_released_without_the_inner_one(tmp_path: Path) -> None:
    members = docx()
    inner = pack(docx(f"<w:p><w:r><w:t>{SECRET.decode()}</w:t></w:r></w:p>"))
    media = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    add_part(members, BODY, "package", "word/embeddings/a.docx", inner, media)
    path = tmp_path / "a.zip"
    path.write_bytes(to_zip({"b.docx": pack(members)}))
    end = reticent("sanitize", path, "-o", f"{path}.out")
    assert end.returncode == 0, end.stderr
    assert b"embedded objects" in end.stderr
    assert b"PK\x03\x04" not in Path(f"{path}.out").read_bytes()[4:-400].replace(b"PK\x03\x04b.docx", b"")


EXTRAS = {
    "a.docx": "office",
    "a.ods": "office",
    "a.pdf": "pdf",
    "a.html": "html",
    "a.parquet": "tables",
    "a.arrow": "tables",
    "a.eml": "html",
}


def test_a_missing_extra_is_named_with_the_line_that_installs_it(tmp_path: Path) -> None:
    contents = {
        "a.docx": pack(docx()),
        "a.ods": pack(odt()),
        "a.pdf": PDF,
        "a.html": b"<p>x",
        "a.parquet": to_parquet(TABLE),
        "a.arrow": to_arrow(TABLE),
        "a.eml": b"Content-Type: text/html\n\n<p>x",
    }
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    paths = [tmp_path / name for name in EXTRAS]
    ends = release_all(paths, without=("lxml", "pikepdf", "selectolax", "pyarrow"))
    for path in paths:
        end = ends[str(path)]
        assert end.code == 2, path.name
        assert install_line(EXTRAS[path.name]) in end.said
        assert end.said.count("\n") == 1
        assert not Path(f"{path}.out").exists()
