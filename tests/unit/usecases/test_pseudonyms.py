"""Collections with stand-ins: the bytes depend neither on the workers nor on where a run was stopped, and come back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reticent.errors import DocumentError, VaultError
from reticent.executors import Executor, Inline, Processes
from reticent.files import PRIVATE, write_whole
from reticent.formats.seam.options import ColumnRule, FormatOptions
from reticent.policy.policy import Asked
from reticent.policy.recipe import Recipe
from reticent.usecases.collection import release_records, stream_records
from reticent.usecases.folder import FolderJob, release_files, release_folder
from reticent.usecases.records import RecordsJob
from reticent.usecases.release import read_file, release
from reticent.usecases.restore import restore
from reticent.vault.store import VaultKey, create_vault, open_vault, read_vault_key

KEY = VaultKey(bytes(range(32)))
WORDS = ["Ann Lee", "José García", "Jose Garcia", "Bob Poe", "Zoe Roe"]
POLICY = f"""
[[detectors]]
type = "words"
kind = "PERSON"
words = {json.dumps(WORDS)}
[[detectors]]
type = "patterns"
[[models]]
type = "redaction"
"""
NOTES = [
    f"{WORDS[(3 * number) % 5]} saw {WORDS[number % 3]}, MRN {number % 4}2-3456." for number in range(70)
]


def make_recipe(folder: Path, style: Any = None) -> Recipe:
    folder.mkdir(exist_ok=True)
    (folder / "policy.toml").write_text(POLICY)
    write_whole(folder / "key", KEY.write().encode(), mode=PRIVATE)
    create_vault(folder / "v.vault", KEY)
    asked = Asked(folder / "v.vault", style)
    return Recipe(folder / "policy.toml", key=folder / "key", pseudonyms=asked)


def write_records(folder: Path) -> Path:
    source = folder / "notes.jsonl"
    source.write_text("".join(json.dumps({"text": note}) + "\n" for note in NOTES))
    return source


def write_folder(folder: Path) -> Path:
    for number, note in enumerate(NOTES[:40]):
        place = folder / "notes" / f"{number % 3}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{number:02d}.txt").write_text(note)
    return folder / "notes"


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def release_all(folder: Path, executor: Executor, style: Any = None) -> dict[str, bytes]:
    recipe = make_recipe(folder / "rules", style)
    records = write_records(folder)
    job = RecordsJob(str(records), "jsonl", recipe, FormatOptions())
    release_records(records, folder / "out.jsonl", job, executor)
    release_folder(FolderJob(write_folder(folder), folder / "out", recipe, FormatOptions()), executor)
    return {**files_of(folder / "out"), "records": (folder / "out.jsonl").read_bytes()}


@pytest.mark.slow
@pytest.mark.parametrize("style", ["number", "invented"])
def test_any_number_of_workers_gives_the_same_bytes(tmp_path: Path, style: str) -> None:
    made = []
    executors: list[Executor] = [Inline(), Processes(2)]
    for number, executor in enumerate(executors):
        (tmp_path / str(number)).mkdir()
        made.append(release_all(tmp_path / str(number), executor, style))
    assert made[0] == made[1]
    assert (b"[PERSON 1]" in made[0]["records"]) == (style == "number")


class Killed(BaseException):
    """What a kill is to a run."""


class Stopping:
    """An executor in this process that is killed after some results; not `Inline`, so that there is a first look."""

    def __init__(self, after: int) -> None:
        self.left = after

    def run(self, work: Callable[..., Any], jobs: Any, *, set_up: Callable[[], Any]) -> Iterator[Any]:
        for result in Inline().run(work, jobs, set_up=set_up):
            self.left -= 1
            if self.left < 0:
                raise Killed
            yield result


@pytest.mark.slow
@pytest.mark.parametrize("after", range(6))
def test_a_killed_run_goes_on_to_the_same_bytes(tmp_path: Path, after: int) -> None:
    (tmp_path / "whole").mkdir()
    whole = release_all(tmp_path / "whole", Inline())
    recipe = make_recipe(tmp_path / "rules")
    records, folder = write_records(tmp_path), write_folder(tmp_path)
    job = RecordsJob(str(records), "jsonl", recipe, FormatOptions())
    with pytest.raises(Killed):
        release_records(records, tmp_path / "out.jsonl", job, Stopping(after))
    release_records(records, tmp_path / "out.jsonl", job, Stopping(99))
    many = FolderJob(folder, tmp_path / "out", recipe, FormatOptions())
    with pytest.raises(Killed):
        release_folder(many, Stopping(min(after, 5)))
    release_folder(many, Stopping(99))
    assert {**files_of(tmp_path / "out"), "records": (tmp_path / "out.jsonl").read_bytes()} == whole


def test_a_stream_and_many_files_share_the_stand_ins(tmp_path: Path) -> None:
    recipe = make_recipe(tmp_path / "rules")
    records = write_records(tmp_path)
    job = RecordsJob(str(records), "jsonl", recipe, FormatOptions())
    streamed: list[bytes] = []
    with records.open("rb") as source:
        stream_records(source, streamed.append, job, Processes(2))
    release_records(records, tmp_path / "out.jsonl", job, Inline())
    assert b"".join(streamed) == (tmp_path / "out.jsonl").read_bytes()
    (tmp_path / "a.txt").write_text("Bob Poe saw Ann Lee.")
    (tmp_path / "to").mkdir()
    release_files(
        [str(tmp_path / "a.txt")], [tmp_path / "to" / "a.txt"], recipe, Inline(), options=FormatOptions()
    )
    line = json.loads((tmp_path / "out.jsonl").read_text().splitlines()[1])["text"]
    assert line.split(" saw ")[0] == (tmp_path / "to" / "a.txt").read_text().split(" saw ")[0]


@pytest.mark.parametrize(
    "name", ["t.csv", "t.json", "t.jsonl", "t.md", "t.html", "t.eml", "t.parquet", "t.docx"]
)
def test_every_format_comes_back(tmp_path: Path, name: str) -> None:
    place = tmp_path / name
    options = FormatOptions(columns={"id": ColumnRule("keep")} if name.endswith(("csv", "parquet")) else {})
    _write(place)
    recipe = make_recipe(tmp_path / "rules", "invented")
    released = release(read_file(str(place)), recipe.make_rules(), options=options)
    texts = [outcome.release.original.text for outcome in released.outcomes]
    assert any("[" in outcome.text for outcome in released.outcomes)
    out = tmp_path / f"released-{name}"
    out.write_bytes(released.data)
    vault = open_vault(tmp_path / "rules" / "v.vault", lambda: KEY)
    restored = restore(read_file(str(out)), vault, options=options)
    (tmp_path / f"back-{name}").write_bytes(restored.data)
    from reticent.usecases.release import read_input

    back = read_input(read_file(str(tmp_path / f"back-{name}")), (), options)
    assert [document.text for document in back.documents] == texts
    assert restored.whole + restored.places > 0


def _write(place: Path) -> None:
    note = "Ann Lee met José García on 12 March 2024."
    match place.suffix:
        case ".csv":
            place.write_text(f'id,note\n1,"{note}"\n2,Jose Garcia left.\n')
        case ".json":
            place.write_text(json.dumps([{"text": note}, {"text": "Jose Garcia left."}]))
        case ".jsonl":
            place.write_text(json.dumps({"text": note}) + "\n")
        case ".html":
            place.write_text(f"<html><body><p>{note}</p></body></html>")
        case ".eml":
            place.write_bytes(
                f"From: a@example.org\nSubject: Ann Lee\n\n{note}\n".replace("\n", "\r\n").encode()
            )
        case ".parquet":
            pa = pytest.importorskip("pyarrow")
            from pyarrow import parquet

            parquet.write_table(pa.table({"id": [1], "note": [note]}), place)
        case ".docx":
            from tests.office_files import docx, pack, paragraph, run

            place.write_bytes(pack(docx(paragraph(run(note)))))
        case _:
            place.write_text(f"# Note\n\n{note}\n")


def test_a_vault_of_another_key_or_a_missing_one_ends_the_run_before_anything_is_written(
    tmp_path: Path,
) -> None:
    recipe = make_recipe(tmp_path / "rules")
    source = write_folder(tmp_path)
    write_whole(tmp_path / "rules" / "key", VaultKey(bytes(32)).write().encode(), mode=PRIVATE)
    with pytest.raises(VaultError, match="belongs to the key"):
        release_folder(FolderJob(source, tmp_path / "out", recipe, FormatOptions()), Inline())
    assert not (tmp_path / "out").exists()
    missing = replace(recipe, pseudonyms=Asked(tmp_path / "none"))
    with pytest.raises(VaultError, match="vault create"):
        missing.make_rules()
    assert read_vault_key(tmp_path / "rules" / "key") != KEY


def test_another_vault_or_style_is_another_run(tmp_path: Path) -> None:
    recipe = make_recipe(tmp_path / "rules")
    create_vault(tmp_path / "other", KEY)
    assert recipe.pseudonyms
    prints = {
        recipe.fingerprint,
        replace(recipe, pseudonyms=None).fingerprint,
        replace(recipe, pseudonyms=Asked(tmp_path / "other")).fingerprint,
        replace(recipe, pseudonyms=replace(recipe.pseudonyms, style="invented")).fingerprint,
    }
    assert len(prints) == 4
    assert replace(recipe, pseudonyms=replace(recipe.pseudonyms, assigns=False)).fingerprint in prints


def test_a_file_that_already_holds_stand_ins_is_refused_by_name(tmp_path: Path) -> None:
    recipe = make_recipe(tmp_path / "rules")
    (tmp_path / "a.txt").write_text("[PERSON 3] left.")
    with pytest.raises(DocumentError, match="already holds stand-ins"):
        release(read_file(str(tmp_path / "a.txt")), recipe.make_rules())
