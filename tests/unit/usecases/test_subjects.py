"""Whom a document is about: a field, a file or a folder says it, and dates of one subject are moved alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reticent.errors import DocumentError, PolicyError, VaultError
from reticent.executors import Inline
from reticent.files import PRIVATE, write_whole
from reticent.formats.seam.options import ColumnRule, FormatOptions
from reticent.policy.recipe import Recipe
from reticent.usecases.audit import audit
from reticent.usecases.collection import release_records
from reticent.usecases.folder import FolderJob, release_folder
from reticent.usecases.records import RecordsJob
from reticent.usecases.release import InputFile, read_file, read_input, release
from reticent.vault.store import VARIABLE, create_vault_key

POLICY = '[[detectors]]\ntype = "patterns"\n[[models]]\ntype = "redaction"\ndates = "shift"\n'
ROWS = [("a", "Seen 2024-03-12."), ("b", "Seen 2024-03-12."), ("a", "Seen 2024-03-19.")]


@pytest.fixture
def recipe(tmp_path: Path) -> Recipe:
    (tmp_path / "policy.toml").write_text(POLICY)
    write_whole(tmp_path / "key", create_vault_key().write().encode(), mode=PRIVATE)
    return Recipe(tmp_path / "policy.toml", key=tmp_path / "key")


def days(texts: list[str]) -> list[int]:
    import datetime

    return [datetime.date.fromisoformat(text[5:15]).toordinal() for text in texts]


def check(released: list[str]) -> None:
    first, second, third = days(released)
    assert third - first == 7
    assert first != second  # 103 of 104 keys: see `differing_key`


@pytest.fixture
def differing_key(tmp_path: Path, recipe: Recipe) -> Recipe:
    """A key that moves a and b differently."""
    from reticent.models.redaction import DateRule
    from reticent.vault.store import read_vault_key

    while True:
        rule = DateRule("shift", read_vault_key(recipe.key).derive("dates"))
        if len({rule.count_weeks(each) for each in ("a", "b", "a.txt", "b.txt")}) == 4:
            return recipe
        write_whole(tmp_path / "key", create_vault_key().write().encode(), mode=PRIVATE)


@pytest.mark.parametrize("keep", [True, False])
def test_a_key_of_json_lines_says_whom_a_record_is_about(
    tmp_path: Path, differing_key: Recipe, keep: bool
) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps({"who": {"id": who}, "text": text}) + "\n" for who, text in ROWS))
    options = FormatOptions(subject_field="who.id", keep=("who.id",) if keep else ())
    release_records(source, target, RecordsJob(str(source), "jsonl", differing_key, options), Inline())
    check([json.loads(line)["text"] for line in target.read_text().splitlines()])


def test_a_column_says_whom_a_row_is_about_though_it_is_dropped(
    tmp_path: Path, differing_key: Recipe
) -> None:
    data = "who,note\n" + "".join(f"{who},{text}\n" for who, text in ROWS)
    options = FormatOptions(subject_field="who", columns={"who": ColumnRule("drop")})
    released = release(InputFile("t.csv", data.encode()), differing_key.make_rules(), options=options)
    assert released.data.startswith(b"note\n")
    check(released.data.decode().splitlines()[1:])


def test_a_column_of_an_arrow_table_says_whom_a_row_is_about(tmp_path: Path, differing_key: Recipe) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    numbers = {"a": 1, "b": 2}
    table = pa.table({"who": [numbers[who] for who, _ in ROWS], "note": [text for _, text in ROWS]})
    parquet.write_table(table, tmp_path / "t.parquet")
    options = FormatOptions(subject_field="who", columns={"who": ColumnRule("keep")})
    opened = read_input(read_file(str(tmp_path / "t.parquet")), (), options)
    assert [document.subject for document in opened.documents] == ["1", "2", "1"]
    release(read_file(str(tmp_path / "t.parquet")), differing_key.make_rules(), options=options)


def test_a_record_that_does_not_say_whom_it_is_about_is_refused(recipe: Recipe) -> None:
    options = FormatOptions(subject_field="who")
    for name, data in [
        ("r.jsonl", b'{"who": "", "text": "x"}\n'),
        ("r.jsonl", b'{"text": "x"}\n'),
        ("r.json", b'[{"who": null, "text": "x"}]'),
        ("r.csv", b"who,text\n ,x\n"),
        ("r.csv", b"whom,text\na,x\n"),
    ]:
        with pytest.raises(DocumentError, match="--subject-field"):
            read_input(InputFile(name, data), (), options)


def test_an_audit_does_not_ask_a_release_whom_it_is_about(differing_key: Recipe) -> None:
    options = FormatOptions(subject_field="who")
    original = InputFile("r.jsonl", b'{"who": "a", "text": "Seen 2024-03-12."}\n')
    released = release(original, differing_key.make_rules(), options=options)
    given = InputFile("r.jsonl", released.data)
    (verdict,) = audit(given, differing_key.make_rules(), original=original, options=options)
    assert verdict.violations == ()


@pytest.mark.parametrize("subject", ["file", "folder"])
def test_files_or_folders_are_subjects_where_no_field_names_them(
    tmp_path: Path, differing_key: Recipe, subject: str
) -> None:
    folder = tmp_path / "notes"
    for name in ("a", "b"):
        (folder / name).mkdir(parents=True)
        for number in (1, 2):
            (folder / name / f"{number}.txt").write_text("Seen 2024-03-12.")
    options = FormatOptions(subject_by=subject)  # type: ignore[arg-type]
    release_folder(FolderJob(folder, tmp_path / "out", differing_key, options), Inline())
    moved = [
        days([(tmp_path / "out" / name / f"{number}.txt").read_text()])[0]
        for name in "ab"
        for number in (1, 2)
    ]
    if subject == "folder":
        assert moved[0] == moved[1]
        assert moved[2] == moved[3]
        assert moved[0] != moved[2]
    else:
        assert len(set(moved)) > 1


def test_dates_that_are_to_be_moved_need_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    (tmp_path / "policy.toml").write_text(POLICY)
    with pytest.raises(VaultError, match="vault key FILE"):
        Recipe(tmp_path / "policy.toml").make_rules()
    monkeypatch.setenv(VARIABLE, create_vault_key().write())
    assert Recipe(tmp_path / "policy.toml").make_rules().models
    monkeypatch.setenv(VARIABLE, "something else")
    with pytest.raises(VaultError, match="holds no key"):
        Recipe(tmp_path / "policy.toml").make_rules()


def test_another_key_is_another_run_because_promises_name_it(tmp_path: Path, recipe: Recipe) -> None:
    before = recipe.fingerprint
    assert recipe.fingerprint == before
    write_whole(tmp_path / "key", create_vault_key().write().encode(), mode=PRIVATE)
    assert recipe.fingerprint != before


def test_the_command_lines_mode_needs_a_model_that_has_one(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text('[[models]]\ntype = "t-plausibility"\nt = 10\n')
    with pytest.raises(PolicyError, match="needs a redaction model"):
        Recipe(tmp_path / "policy.toml", dates="year").read_policy()
    assert Recipe(dates="year").make_rules().models[0].promise.statement.endswith("its year may stay.")
