"""Entity databases in files: what sources may look like, and what can be wrong with them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from reticent.errors import KnowledgeError
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.opening import build_entities, open_entities
from reticent.knowledge.entities.source import read_entities, read_readers
from reticent.knowledge.entities.words import form_of

FLU = Entity("flu", ("Influenza", "Flu"), ("common",), ("fever", "cough"))
GOUT = Entity("gout", ("Gout",), (), ("joint pain",))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "entities.db"
    build_entities([FLU, GOUT], place)
    return place


def written(folder: Path, name: str, content: str) -> Path:
    place = folder / name
    place.write_text(content, encoding="utf-8")
    return place


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "e.jsonl",
            '{"id": "flu", "names": ["Influenza", "Flu"], "category": "common", "context": ["fever", "cough"]}\n\n'
            '{"id": "gout", "name": "Gout", "context": ["joint pain"]}\n',
        ),
        (
            "e.csv",
            "id,names,category,context\nflu,Influenza;Flu,common,fever; cough\ngout,Gout,,joint pain\n",
        ),
        (
            "e.tsv",
            "id\tnames\tcategory\tcontext\nflu\tInfluenza\tcommon\tfever\nflu\tFlu\t\tcough\ngout\tGout\t\tjoint pain\n",
        ),
    ],
)
def test_entities_are_read_from_json_lines_and_tables(tmp_path: Path, name: str, content: str) -> None:
    assert list(read_entities(written(tmp_path, name, content))) == [FLU, GOUT]


def test_a_small_source_can_be_asked_as_it_is(tmp_path: Path) -> None:
    source = written(tmp_path, "e.csv", "id,names,context\nflu,Flu,fever\n")
    assert open_entities(source).knowers(["fever"])["fever"].tolist() == [0]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("r.csv", "reader,category\nnurse,heart\nnurse,skin\nguest,\n"),
        (
            "r.jsonl",
            '{"reader": "nurse", "categories": ["heart", "skin"]}\n{"reader": "guest", "categories": []}\n',
        ),
    ],
)
def test_readers_are_read_with_their_clearances(tmp_path: Path, name: str, content: str) -> None:
    assert read_readers(written(tmp_path, name, content)) == {
        "nurse": {"heart", "skin"},
        "guest": frozenset(),
    }


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("e.jsonl", '{"id": "a", "context": ["x"]}\nnot json\n', "line 2: this is not JSON"),
        ("e.jsonl", "[1]\n", "line 1: this is no object"),
        ("e.jsonl", '{"id": "a", "context": "x", "names": 3}\n', "'names' must be a list"),
        ("e.jsonl", '{"id": 7, "context": ["x"]}\n', "'id' must be a text"),
        ("e.jsonl", '{"context": ["x"]}\n', "neither an id nor a name"),
        ("e.csv", "id,names,context\na,b\n", "line 2"),
        ("e.csv", 'id,names,context\na,"b,c\n', "broken quotes"),
    ],
)
def test_a_mistake_in_a_source_is_named_by_its_line(
    tmp_path: Path, name: str, content: str, complaint: str
) -> None:
    with pytest.raises(KnowledgeError, match=complaint):
        list(read_entities(written(tmp_path, name, content)))


def test_a_source_that_is_absent_or_not_utf_8_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="check the path"):
        list(read_entities(tmp_path / "absent.jsonl"))
    (tmp_path / "latin.jsonl").write_bytes('{"id": "ä", "context": ["x"]}'.encode("latin-1"))
    with pytest.raises(KnowledgeError, match="UTF-8"):
        list(read_entities(tmp_path / "latin.jsonl"))


def test_a_database_that_is_not_there_says_how_to_build_it(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="entities build"):
        open_entities(tmp_path / "absent.db")


def test_a_locked_database_is_a_clear_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reticent.knowledge.entities.sqlite.WAIT", 0.01)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(KnowledgeError, match="locked by another run"):
            open_entities(path)
    finally:
        other.close()


@pytest.mark.parametrize("part", [0, 10, 100, 4096, -1])
def test_a_database_that_is_cut_short_is_a_clear_error(path: Path, part: int) -> None:
    path.write_bytes(path.read_bytes()[:part])
    with pytest.raises(KnowledgeError, match="is no entity database, or it is damaged"):
        open_entities(path)


def test_a_damaged_page_is_a_clear_error(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(bytes(content))
    with pytest.raises(KnowledgeError, match="damaged"):
        open_entities(path)


def test_a_database_of_another_kind_or_version_is_refused(path: Path, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE manifest (key, value)")
    other.close()
    with pytest.raises(KnowledgeError, match="no entity database"):
        open_entities(tmp_path / "other.db")
    with sqlite3.connect(path) as ours:
        ours.execute("UPDATE manifest SET value = '0' WHERE key = 'format'")
    ours.close()
    with pytest.raises(KnowledgeError, match="another version"):
        open_entities(path)


def test_a_build_that_fails_leaves_the_file_as_it_was(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(KnowledgeError, match="empty context"):
        build_entities([FLU, Entity("a", ("A",))], path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_roles_are_a_matter_of_servers(path: Path) -> None:
    with pytest.raises(KnowledgeError, match="no roles"):
        open_entities(path, roles=True)


def test_a_missing_extra_explains_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "psycopg", None)
    with pytest.raises(Exception, match=r"pip install .*\[postgres\]'"):
        open_entities("postgresql://somewhere/else")


@pytest.mark.parametrize(
    ("term", "form"),
    [
        ("Night-Sweats", "night sweat"),
        ("Alzheimer’s disease", "alzheimer disease"),
        ("(HIV)", "HIV"),
        ("…", ""),
    ],
)
def test_a_term_has_one_form(term: str, form: str) -> None:
    assert form_of(term) == form
