"""Views of a file: consistent whoever asks, without names and numbers, and safe against readers who pool them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reticent import Redaction, WordList
from reticent.engine.rules import Rules
from reticent.errors import InputError
from reticent.executors import Inline
from reticent.formats.seam.options import FormatOptions
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.opening import build_entities, open_ledger
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from reticent.models.k_safety.settings import KSafetySettings
from reticent.policy.recipe import Recipe
from reticent.usecases import file_run
from reticent.usecases.folder import FolderJob, name_work, release_folder
from reticent.usecases.release import InputFile, Subjects, read_file
from reticent.usecases.run import Progress, Totals
from reticent.usecases.views import History, ViewWork, view_for_reader, views_for_all

RULES = Rules((Redaction((WordList(["Zorblat"], kind="NAME"),)),))
NOTE = InputFile("note.txt", b"Zorblat: aaa bbb ccc ddd")
TWO_NOTES = InputFile("notes.jsonl", b'{"text": "nothing"}\n{"text": "Zorblat: aaa bbb ccc ddd"}\n')


def model(*entities: tuple[str, str], **readers: str) -> KSafety:
    """Two-safety for entities that are known by terms such as "aaa" for "a", and readers with their clearances."""
    described = [
        Entity(f"e{number}", (f"entity{number}",), (category,), tuple(letter * 3 for letter in letters))
        for number, (letters, category) in enumerate(entities)
    ]
    cleared = {name: frozenset(held.split()) for name, held in readers.items()}
    return KSafety(SqliteEntities.in_memory(described, cleared), k=2)


NESTED = model(
    *[("ad", "blue"), ("ad", "blue"), ("b", "blue"), ("abd", "red"), ("bcd", "blue")], nurse="red", clerk=""
)
SIDE_BY_SIDE = model(
    *[("abc", "red"), ("bc", "red"), ("ac", "green"), ("abd", "green")], nurse="red", doctor="blue"
)


def test_a_reader_sees_alone_what_it_sees_among_all() -> None:
    together = {view.readers: view for view in views_for_all(NOTE, NESTED, RULES).views}
    for reader in ("nurse", "clerk"):
        alone = view_for_reader(NOTE, NESTED, reader, RULES)
        assert alone.released.data == together[(reader,)].released.data
    shown = [set(together[(reader,)].released.data.split()) - {b"[TERM]"} for reader in ("clerk", "nurse")]
    assert shown[0] <= shown[1]


def test_names_of_the_policy_go_in_every_view() -> None:
    made = [view_for_reader(NOTE, NESTED, "nurse", RULES), *views_for_all(NOTE, NESTED, RULES).views]
    assert all(view.released.data.startswith(b"[NAME]: ") for view in made)


def test_what_readers_could_pool_is_told_for_every_document() -> None:
    found = views_for_all(TWO_NOTES, SIDE_BY_SIDE, RULES, collusion=True).collusions
    assert {tuple(sorted(each.readers)) for each in found} == {("doctor", "nurse")}
    assert views_for_all(TWO_NOTES, SIDE_BY_SIDE, RULES).collusions == ()


def test_repaired_views_leave_nothing_to_pool() -> None:
    before = views_for_all(TWO_NOTES, SIDE_BY_SIDE, RULES)
    mended = views_for_all(TWO_NOTES, SIDE_BY_SIDE, RULES, collusion=True, repair=True)
    assert mended.collusions == ()
    assert mended.repaired > 0
    assert sum(view.kept for view in mended.views) < sum(view.kept for view in before.views)
    for view in mended.views:
        text = json.loads(view.released.data.splitlines()[1])["text"]
        assert len(set(text.split()) - {"[NAME]:", "[TERM]"}) == view.kept


def test_a_database_without_readers_has_no_views() -> None:
    with pytest.raises(InputError, match="knows no reader"):
        views_for_all(NOTE, model(*[("a", "red")] * 3), RULES)


class Killed(BaseException):
    pass


def stop_after_first_batch(done: int, total: int, totals: Totals) -> None:
    raise Killed


def release_views(folder: Path, ledger: Path, out: str, progress: Progress | None = None) -> dict[str, bytes]:
    """The views of a folder's notes, each about the same subject, for a reader with a ledger."""
    asked = {"type": "k-safety", "database": str(folder / "e.db"), "k": 2, "reader": "nurse"}
    section = KSafetySettings.model_validate(asked)
    recipe = Recipe(None, section=section, instead=True)
    job = FolderJob(folder / "notes", folder / out, recipe, FormatOptions())
    work = ViewWork("nurse", History(open_ledger(ledger, new=True), Subjects("case 17"), new=True))
    release_folder(job, Inline(), work=work, progress=progress)
    return {path.name: path.read_bytes() for path in (folder / out).iterdir()}


def test_a_stopped_folder_with_a_ledger_goes_on_to_the_same_views(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entities = [("ad", "blue"), ("ad", "blue"), ("b", "blue"), ("abd", "red"), ("bcd", "blue")]
    described = [
        Entity(f"e{number}", (f"entity{number}",), (category,), tuple(letter * 3 for letter in letters))
        for number, (letters, category) in enumerate(entities)
    ]
    build_entities(described, tmp_path / "e.db", readers={"nurse": {"red"}})
    (tmp_path / "notes").mkdir()
    for number in range(20):
        words = " ".join(("aaa", "bbb", "ccc", "ddd")[number % 4 :])
        (tmp_path / "notes" / f"{chr(97 + number)}.txt").write_text(f"Seen: {words}.")
    whole = release_views(tmp_path, tmp_path / "one.db", "whole")
    with pytest.raises(Killed):
        release_views(tmp_path, tmp_path / "two.db", "out", stop_after_first_batch)
    read: list[str] = []

    def count(path: str, *, within: str) -> InputFile:
        read.append(path)
        return read_file(path, within=within)

    monkeypatch.setattr(file_run, "read_file", count)
    assert release_views(tmp_path, tmp_path / "two.db", "out") == whole
    assert len(read) == 4


def test_a_run_with_another_ledger_is_another_run(tmp_path: Path) -> None:
    one, two = (open_ledger(tmp_path / name, new=True) for name in ("one.db", "two.db"))
    again = open_ledger(tmp_path / "one.db")
    names = [name_work(ViewWork("nurse", History(each, Subjects("case 17")))) for each in (one, two, again)]
    assert names[0] == names[2] != names[1]
    assert " at 0x" not in names[0]
