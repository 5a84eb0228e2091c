"""Every command that takes a text takes every format, and what it writes keeps the format."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from reticent.formats import FormatOptions, find_format
from tests.book_files import build_book
from tests.journeys.command import ROOT, reticent
from tests.office_files import docx, odp, ods, odt, pack, paragraph, pptx, run, shape, xlsx
from tests.pdf_files import make
from tests.table_files import to_arrow, to_parquet, to_zip

MAIL = "ann@example.org"
TEXT = f"Mr Basil Thistleshaw has fever; write to {MAIL}."
TABLE = pa.table({"note": [TEXT, "nothing to say"]})

FILES: dict[str, bytes] = {
    "a.txt": f"{TEXT}\n".encode(),
    "a.md": f"# A note\n\n{TEXT}\n".encode(),
    "a.json": json.dumps({"text": TEXT}).encode(),
    "a.jsonl": (json.dumps({"text": TEXT}) + '\n{"text": "nothing to say"}\n').encode(),
    "a.csv": f"name,note\nx,{TEXT}\ny,nothing to say\n".encode(),
    "a.tsv": f"name\tnote\nx\t{TEXT}\ny\tnothing to say\n".encode(),
    "a.docx": pack(docx(paragraph(run(TEXT)))),
    "a.pptx": pack(pptx(shape(TEXT))),
    "a.xlsx": pack(xlsx(f'<row r="2"><c r="A2" t="inlineStr"><is><t>{TEXT}</t></is></c></row>')),
    "a.odt": pack(odt(f"<text:p>{TEXT}</text:p>")),
    "a.ods": pack(ods(f"<table:table-cell><text:p>{TEXT}</text:p></table:table-cell>")),
    "a.odp": pack(odp(f"<draw:frame><draw:text-box><text:p>{TEXT}</text:p></draw:text-box></draw:frame>")),
    "a.pdf": make(f"BT /F1 10 Tf 36 700 Td ({TEXT}) Tj ET".encode()),
    "a.html": f"<p>{TEXT}</p>".encode(),
    "a.xml": f'<?xml version="1.0"?><notes><note id="1"><b>{TEXT}</b></note></notes>'.encode(),
    "a.fhir": json.dumps({"resourceType": "Basic", "note": [{"text": TEXT}]}).encode(),
    "a.cda": f'<ClinicalDocument xmlns="urn:hl7-org:v3"><title>{TEXT}</title></ClinicalDocument>'.encode(),
    "a.hl7": f"MSH|^~\\&|A1\rNTE|1||{TEXT}\r".encode(),
    "a.epub": build_book(f"<p>{TEXT}</p>"),
    "a.eml": f"Subject: A note\n\n{TEXT}\n".encode(),
    "a.mbox": f"From x\nSubject: A note\n\n{TEXT}\n\nFrom y\nSubject: Other\n\nx\n".encode(),
    "a.parquet": to_parquet(TABLE),
    "a.arrow": to_arrow(TABLE),
    "a.zip": to_zip({"one.txt": TEXT.encode(), "two.docx": pack(docx(paragraph(run(TEXT))))}),
}


@dataclass(frozen=True, slots=True)
class End:
    """How a command ended."""

    code: int
    said: str


def run_all(commands: list[list[str]]) -> list[End]:
    """All commands one after another."""
    ends = [reticent(*command) for command in commands]
    return [End(end.returncode, end.stderr.decode()) for end in ends]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files, a database of diseases, a trained model and masks for every file."""
    place = tmp_path_factory.mktemp("files")
    masks = {}
    for name, data in FILES.items():
        (place / name).write_bytes(data)
        for document in read(place / name).documents:
            masks[document.id] = [
                [match.start(), match.end()] for match in re.finditer("fever", document.text)
            ]
    (place / "masks.json").write_text(json.dumps(masks))
    (place / "candidates.txt").write_text("malaria\ninfluenza\ntuberculosis\n")
    signs = {"malaria": "chills", "influenza": "fever", "tuberculosis": "night sweats"}
    known = [json.dumps({"text": f"{name} comes with {sign}."}) for name, sign in signs.items()]
    (place / "known.jsonl").write_text("\n".join(4 * known))
    examples = ROOT / "examples"
    made = run_all(
        [
            ["entities", "build", f"{examples}/diseases.jsonl", "-o", f"{place}/d.db", "--readers", f"{examples}/readers.csv"],
            ["train", f"{examples}/emails-sample.jsonl", "-o", f"{place}/names.model"],
            ["knowledge", "build", f"{place}/known.jsonl", "-o", f"{place}/k.index"],
        ]
    )  # fmt: skip
    assert [end.code for end in made] == [0, 0, 0], made
    return place


def read(path: Path, **options: Any) -> Any:
    data = path.read_bytes()
    chosen = FormatOptions(numbers="keep", **options)
    return find_format(str(path), data[:4096], chosen).read(str(path), data, chosen)


def commands(folder: Path, name: str) -> dict[str, list[str]]:
    """The commands by what they do, and what each of them writes as the last word."""
    file, out = f"{folder}/{name}", f"{folder}/{{}}-{name}"
    return {
        "sanitize": ["sanitize", file, "-o", out.format("sanitized")],
        "plan": ["plan", file, "--json", "-o", f"{folder}/plan-{name}.json"],
        "apply": ["apply", f"{folder}/plan-{name}.json", file, "-o", out.format("applied")],
        "audit": ["audit", out.format("sanitized")],
        "audit of the original": ["audit", file],
        "views": ["views", file, "--database", f"{folder}/d.db", "--reader", "nobody", "--k", "2", "-o", out.format("viewed")],
        "guard": ["guard", file, "--masks", f"{folder}/masks.json", "--unseen", "keep", "-o", f"{folder}/guarded-{name}.json"],
        "sanitize with a model": ["sanitize", file, "--model", f"{folder}/names.model", "-o", out.format("modelled")],
        "inspect": ["inspect", file, "--json"],
        "guess": ["guess", file, "--protect", "malaria=disease", "--candidates", f"{folder}/candidates.txt", "-k", "none", "-k", f"{folder}/k.index"],
    }  # fmt: skip


@pytest.fixture(scope="module")
def ends(folder: Path) -> dict[tuple[str, str], End]:
    asked = {(name, what): line for name in FILES for what, line in commands(folder, name).items()}
    return dict(zip(asked, run_all(list(asked.values())), strict=True))


def text_of(path: Path) -> str:
    return "\n".join(document.text for document in read(path).documents)


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_every_command_takes_the_format(name: str, folder: Path, ends: dict[tuple[str, str], End]) -> None:
    for what in commands(folder, name):
        wanted = 1 if what == "audit of the original" else 0
        assert ends[name, what].code == wanted, (what, ends[name, what].said)


@pytest.mark.parametrize("name", FILES)
def test_what_is_written_keeps_the_format_and_loses_the_words(
    name: str, folder: Path, ends: dict[tuple[str, str], End]
) -> None:
    for made, gone, kept in (
        ("sanitized", MAIL, "fever"),
        ("applied", MAIL, "fever"),
        ("viewed", MAIL, "write"),
        ("modelled", "Thistleshaw", "fever"),
    ):
        released = folder / f"{made}-{name}"
        assert gone not in text_of(released), made
        assert kept in text_of(released), made
        form = find_format(name, released.read_bytes()[:4096], FormatOptions())
        if form.holds == "more":
            assert not form.residue(released.read_bytes(), [gone]), made
    assert (folder / f"sanitized-{name}").read_bytes() == (folder / f"applied-{name}").read_bytes()
    guarded = json.loads((folder / f"guarded-{name}.json").read_text())
    assert any(guarded.values())
