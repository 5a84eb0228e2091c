"""Policies against linkage: what the collection is, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent import open_policy
from reticent.errors import PolicyError
from reticent.knowledge.runs import count_runs
from reticent.models.no_linkage import NoLinkage
from reticent.text import Document

SECTION = '[[models]]\ntype = "no-linkage"\n'


def build(folder: Path, more: str, before: str = "") -> NoLinkage:
    (folder / "policy.toml").write_text(f"{before}{SECTION}{more}", "utf-8")
    model = open_policy(folder / "policy.toml").rules.models[0]
    assert isinstance(model, NoLinkage)
    return model


def test_rows_of_a_table_are_originals_and_those_of_a_subject_are_one(tmp_path: Path) -> None:
    rows = ["who,text,age", "x,a red barn,41", "x,one red barn,41", "y,the red house,50"]
    (tmp_path / "rows.csv").write_text("\n".join(rows) + "\n", "utf-8")
    settings = 'collection = ["rows.csv"]\nk = 2\n'
    assert build(tmp_path, settings).runs.originals == 3
    assert build(tmp_path, f'{settings}[format]\nsubject_field = "who"\n').runs.originals == 2


def test_keys_of_records_are_those_of_the_section_or_the_policy(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"body": "a red barn"}\n{"body": "a red house"}\n', "utf-8")
    settings = 'collection = ["rows.jsonl"]\n'
    for text in (f'{settings}fields = ["body"]\n', f'{settings}[format]\nfields = ["body"]\n'):
        model = build(tmp_path, text)
        assert model.runs.count(["a", "red"]) == 2
    assert (model.k, model.longest, model.rare, model.generalize is None) == (2, 0, 0, False)


def test_a_file_that_can_not_be_read_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.txt").write_text("a red barn", "utf-8")
    (tmp_path / "notes/b.txt").write_text("a red house", "utf-8")
    (tmp_path / "notes/c.docx").write_bytes(b"PK\3\4 no zip")
    assert build(tmp_path, 'collection = ["notes"]\n').runs.originals == 2


def test_a_collection_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="does not exist"):
        build(tmp_path, 'collection = ["none"]\n')


def test_forms_that_different_people_filled_in_count_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "forms").mkdir()
    form = "I have read what is said above and agree that my data are used for the study of the clinic in {} until I say no again"
    for number, town in enumerate(("Bath", "Lyon", "Graz")):
        (tmp_path / f"forms/{number}.txt").write_text(form.format(town), "utf-8")
    settings = 'collection = ["forms"]\n'
    assert build(tmp_path, settings).runs.originals == 3
    for number, town in enumerate(("Bath", "Lyon", "Graz")):
        (tmp_path / f"forms/{number}.txt").write_text(f"{form.format('town')} {form.format(town)}", "utf-8")
    assert build(tmp_path, settings).runs.originals == 1
    assert build(tmp_path, f"{settings}near_copies = false\n").runs.originals == 3


def test_a_file_of_runs_says_how_words_are_compared(tmp_path: Path) -> None:
    texts = [Document("1", "In May, a red barn"), Document("2", "in May a red barn")]
    count_runs(texts, exact=True).save(tmp_path / "a.runs")
    settings = 'collection = ["a.runs"]\n'
    assert build(tmp_path, f"{settings}exact = true\n").runs.exact
    with pytest.raises(PolicyError, match="counted with"):
        build(tmp_path, settings)
