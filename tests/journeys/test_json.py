"""What commands write as JSON fits the schema that is published for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from jsonschema import Draft202012Validator

from reticent.cli.app import app
from tests.journeys.command import ROOT, reticent

SCHEMAS = ROOT / "docs/reference/schemas"
NOTE = b"Mail to jo@example.org. She uses marijuana for phantom limb pain, and had HIV.\n"
GOLD = [
    {
        "doc_id": "one",
        "text": "Mail to jo@example.org.",
        "annotations": {
            "a": {
                "entity_mentions": [
                    {
                        "entity_type": "CODE",
                        "entity_mention_id": "m",
                        "entity_id": "e",
                        "start_offset": 8,
                        "end_offset": 22,
                        "identifier_type": "DIRECT",
                        "span_text": "jo@example.org",
                    }
                ]
            }
        },
    }
]
MASKS = {"note.txt": [[8, 22]]}
Folder = Path


def schema(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    return content


def errors(name: str, content: object) -> list[str]:
    """Where a document does not fit; an empty list where it fits."""
    found = Draft202012Validator(schema(name)).iter_errors(content)
    return [f"{error.json_path}: {error.message}" for error in found]


def run(*arguments: str | Path, code: int = 0) -> Any:
    done = reticent(*arguments)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def run_to_file(file: Path, *arguments: str | Path) -> Any:
    again = () if arguments[0] == "token" else ("--overwrite",)
    done = reticent(*arguments, *again)
    assert done.returncode == 0, done.stderr
    return json.loads(file.read_text("utf-8"))


def exceptions(folder: Folder) -> Any:
    """The plan of the note with one decision taken back, and declared."""
    plan = run("plan", folder / "note.txt", "--json")
    spans = [span for decision in plan["decisions"] for span in decision["spans"]]
    plan["decisions"], plan["exceptions"] = [], [{"spans": spans, "reason": "known to everybody"}]
    (folder / "changed.json").write_text(json.dumps(plan))
    file = folder / "exceptions.json"
    arguments = ("apply", folder / "changed.json", folder / "note.txt", "--exceptions", file)
    return run_to_file(file, *arguments, "-o", folder / "kept.txt")


def proof(folder: Folder) -> Any:
    """The proof of a release of the note, which stays for the check."""
    reticent("key", "create", folder / "key.pem")
    return run_to_file(
        folder / "proof.json",
        *("sanitize", folder / "note.txt", "-o", folder / "proven.txt", "--plan", folder / "proven.json"),
        *("--prove", folder / "proof.json", "--key", folder / "key.pem"),
    )


def check_proof(folder: Folder) -> Any:
    proof(folder)
    return run("proof", "check", folder / "proven.txt", folder / "proof.json", "--json")


def _write_terms(folder: Path) -> Path:
    (folder / "terms.txt").write_text("HIV\npatient\n", encoding="utf-8")
    return folder / "terms.txt"


def withheld(folder: Folder, *limit: str) -> Any:
    """What is said of a note that a reader would understand too well."""
    options = ("--unseen", "keep", *limit, "--json", "-q")
    done = reticent("sanitize", folder / "note.txt", "--protect", "HIV", *options)
    assert done.returncode == 3, done.stderr
    return json.loads(done.stdout)


def assess(folder: Folder, *more: str | Path, code: int = 1) -> Any:
    """The dossier on a release of the note that leaves all as it was."""
    options = ("--original", folder / "note.txt", "-o", folder / "dossier", "--overwrite", "--json")
    return run("assess", folder / "note.txt", *options, *more, code=code)


def check_dossier(folder: Folder) -> Any:
    assess(folder)
    return run("assess", folder / "note.txt", "--check", folder / "dossier", "--json", code=2)


def compare_dossiers(folder: Folder) -> Any:
    assess(folder)
    return run("assess", "--compare", folder / "dossier", folder / "dossier", "--json")


def written_dossier(folder: Folder) -> Any:
    assess(folder)
    return json.loads((folder / "dossier/dossier.json").read_text("utf-8"))


CASES: dict[str, tuple[str, Callable[[Folder], Any]]] = {
    "compare --json": (
        "compare",
        lambda folder: run("compare", folder / "note.txt", "--protect", "HIV=virus", "--json"),
    ),
    "guess --json": (
        "guess",
        lambda folder: run("guess", folder / "note.txt", "--protect", "HIV=virus", "--json"),
    ),
    "guess --curve --json": (
        "curve",
        lambda folder: run(
            *("guess", folder / "note.txt", "--protect", "HIV=virus", "--json"),
            *("--curve", folder / "curve.svg", "--k", "1", "--k", "100000"),
        ),
    ),
    "plan --json": ("plan", lambda folder: run("plan", folder / "note.txt", "--json")),
    "plan -o": (
        "plan",
        lambda folder: run_to_file(folder / "p.json", "plan", folder / "note.txt", "-o", folder / "p.json"),
    ),
    "sanitize --plan": (
        "plan",
        lambda folder: run_to_file(
            folder / "p.json",
            "sanitize",
            folder / "note.txt",
            "--plan",
            folder / "p.json",
            "-o",
            folder / "out",
        ),
    ),
    "sanitize --report": (
        "report",
        lambda folder: run_to_file(
            folder / "r.json",
            "sanitize",
            folder / "note.txt",
            "--report",
            folder / "r.json",
            "-o",
            folder / "out",
        ),
    ),
    "sanitize --manifest": (
        "manifest",
        lambda folder: run_to_file(
            folder.parent / "m.json",
            "sanitize",
            folder,
            "--include",
            "note.txt",
            "-o",
            folder.with_name("released"),
            "--manifest",
            folder.parent / "m.json",
        ),
    ),
    "sanitize --json": ("release", lambda folder: run("sanitize", folder / "note.txt", "--json")),
    "sanitize --withhold-if-likely": (
        "withheld",
        lambda folder: withheld(folder, "--withhold-if-likely", "0.0001"),
    ),
    "apply --exceptions": ("exceptions", exceptions),
    "sanitize --prove": ("proof", proof),
    "proof check --json": ("proof-check", check_proof),
    "assess --json": ("dossier", assess),
    "assess -o": ("dossier", written_dossier),
    "assess --check --json": ("dossier-check", check_dossier),
    "assess --compare --json": ("dossier-changes", compare_dossiers),
    "token create": (
        "tokens",
        lambda folder: run_to_file(
            folder / "tokens.json", "token", "create", "ward", "--tokens", folder / "tokens.json"
        ),
    ),
    "audit --json": ("audit", lambda folder: run("audit", folder / "note.txt", "--json", code=1)),
    "inspect --json": (
        "inspection",
        lambda folder: run("inspect", folder / "page.html", "--json", "--show", code=1),
    ),
    "guard -o": (
        "masks",
        lambda folder: run_to_file(
            folder / "m.json",
            *("guard", "--masks", folder / "masks.json", folder / "note.txt", "-o", folder / "m.json"),
        ),
    ),
    "evaluate --json": (
        "evaluation",
        lambda folder: run("evaluate", folder / "gold.json", folder / "one.json", "--json"),
    ),
    "evaluate --terms --json": (
        "term-evaluation",
        lambda folder: run(
            "evaluate", folder / "note.txt", folder / "note.txt", "--terms", _write_terms(folder), "--json"
        ),
    ),
    "plausibility --json": (
        "plausibility",
        lambda folder: run("plausibility", folder / "note.txt", "--t", "10", str(10**300), "--json", code=3),
    ),
    "correlations --json": (
        "correlations",
        lambda folder: run("correlations", folder / "note.txt", "--masks", folder / "masks.json", "--json"),
    ),
    "protect --json": ("protect", lambda folder: run("protect", "HIV", folder / "note.txt", "--json")),
    "attack --json": ("attack", lambda _: run("attack", ROOT / "examples/emails-sample.jsonl", "--json")),
    "doctor --json": ("doctor", lambda _: run("doctor", "--json")),
    "knowledge info --json": ("knowledge", lambda _: run("knowledge", "info", "--json")),
    "knowledge info medicine --json": ("knowledge", lambda _: run("knowledge", "info", "medicine", "--json")),
    "knowledge ask --json": ("counts", lambda _: run("knowledge", "ask", "HIV", "virus", "blood", "--json")),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("json")
    (place / "note.txt").write_bytes(NOTE)
    (place / "page.html").write_text("<!-- a note --><p>text</p>")
    (place / "masks.json").write_text(json.dumps(MASKS))
    (place / "gold.json").write_text(json.dumps(GOLD))
    (place / "one.json").write_text(json.dumps({"one": [[8, 22]]}))
    return place


@pytest.mark.parametrize("command", CASES)
def test_what_a_command_writes_fits_its_schema(command: str, folder: Path) -> None:
    name, make = CASES[command]
    assert errors(name, make(folder)) == []


def test_the_plans_of_a_file_of_several_documents_fit_their_schema(tmp_path: Path) -> None:
    (tmp_path / "two.jsonl").write_text('{"text": "jo@example.org"}\n{"text": "ed@example.org"}\n')
    content = run("plan", tmp_path / "two.jsonl", "--json")
    assert len(content["plans"]) == 2
    assert errors("plan", content) == []


def commands(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if not hasattr(command, "list_commands"):
        yield name, command
        return
    for child in command.list_commands(None):
        yield from commands(command.get_command(None, child), f"{name} {child}".strip())


def test_every_command_that_writes_json_has_a_schema_and_a_case() -> None:
    writing = {
        f"{name} {option}"
        for name, command in commands(typer.main.get_command(app))
        for parameter in command.params
        for option in ("--json", "--report")
        if option in parameter.opts
    }
    assert len(writing) > 8
    assert writing <= CASES.keys()


def test_every_published_schema_is_sound_and_used() -> None:
    names = {path.name.removesuffix(".schema.json") for path in SCHEMAS.glob("*.json")}
    assert names == {name for name, _ in CASES.values()}
    for name in names:
        Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("name", sorted({name for name, _ in CASES.values()} - {"masks", "proof"}))
def test_every_document_says_what_it_is_and_in_which_version(name: str) -> None:
    for each in schema(name).get("oneOf", [schema(name)]):
        assert {"reticent", "schema"} <= set(each["required"])
        assert isinstance(each["properties"]["schema"]["const"], int)
        assert each["additionalProperties"] is False


def test_what_does_not_fit_is_noticed() -> None:
    good = {"reticent": "exceptions", "schema": 1, "documents": []}
    assert errors("exceptions", good) == []
    assert errors("exceptions", {**good, "schema": 2})
    assert errors("exceptions", {**good, "text": "more"})
    assert errors("exceptions", {"reticent": "exceptions", "documents": []})
    bad = [{"released": "x", "exceptions": [{"spans": [[1, 2, 3]], "reason": ""}]}]
    assert errors("exceptions", {**good, "documents": bad})


def test_the_page_names_every_command_that_writes() -> None:
    page = (ROOT / "docs/reference/json.md").read_text("utf-8")
    assert [command for command in CASES if f"`reticent {command}`" not in page] == []
