"""What every entity database owes, asked of SQLite in memory, of a SQLite file, and of a PostgreSQL server."""

from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from reticent import Document, sanitize
from reticent.errors import KnowledgeError
from reticent.knowledge.entities.entities import Entity, EntityDatabase, build_entities, open_entities
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from tests.postgres import server

ENTITIES = [
    Entity("flu", ("Influenza", "Flu"), "common", ("fever", "Coughs", "muscle pain")),
    Entity("cold", ("Common cold",), "common", ("cough", "runny nose")),
    Entity("hiv", ("HIV",), "sexual", ("Fever", "weight-loss", "cough")),
    Entity("gout", ("Gout",), "", ("joint pain", 'it\'s \\ % "quoted"; odd')),
]
READERS = {"nurse": {"common"}, "doctor": {"common", "sexual"}, "guest": set[str]()}
Build = Callable[[list[Entity]], EntityDatabase]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server() as found:
        yield found


@pytest.fixture(params=["in memory", "file", "postgres"])
def build(request: pytest.FixtureRequest, tmp_path: Path) -> Build:
    """How to make a database of this kind; building again replaces what was there."""
    if request.param == "in memory":
        return lambda entities: SqliteEntities.in_memory(entities, READERS)
    place = str(tmp_path / "e.db") if request.param == "file" else request.getfixturevalue("address")

    def built(entities: list[Entity]) -> EntityDatabase:
        build_entities(entities, place, readers=READERS)
        return open_entities(place)

    return built


@pytest.fixture
def database(build: Build) -> EntityDatabase:
    return build(ENTITIES)


def test_it_knows_its_size_and_its_content(build: Build, database: EntityDatabase) -> None:
    assert database.size == 4
    assert database.fingerprint == SqliteEntities.in_memory(ENTITIES).fingerprint
    assert build(ENTITIES[:3]).fingerprint != database.fingerprint


CHANGES = {
    "a category": "UPDATE {}entity SET category = 'common' WHERE key = 'hiv'",
    "an id": "UPDATE {}entity SET key = 'hiv2' WHERE key = 'hiv'",
    "a name": "UPDATE {}name SET form = 'AIDS' WHERE form = 'HIV'",
    "a term": "UPDATE {}term SET form = 'fevers' WHERE form = 'fever'",
    "a head": "UPDATE {}term SET head = 'fevers' WHERE form = 'fever'",
    "a context": "DELETE FROM {}context WHERE entity = 2 AND term = 0",
    "an entity": "DELETE FROM {}entity WHERE key = 'gout'",
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", ["file", "postgres"])
def test_a_database_whose_tables_were_changed_is_refused(
    kind: str, change: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    place = str(tmp_path / "e.db") if kind == "file" else request.getfixturevalue("address")
    build_entities(ENTITIES, place)
    assert open_entities(place).fingerprint
    _change(place, CHANGES[change])
    with pytest.raises(KnowledgeError, match=r"tables .* were changed .*: build it again"):
        sanitize(Document("note", "HIV"), KSafety(open_entities(place), ["cold"], k=1))
    build_entities(ENTITIES, place)
    assert open_entities(place).fingerprint == SqliteEntities.in_memory(ENTITIES).fingerprint


def _change(place: str, statement: str) -> None:
    if place.startswith("postgresql"):
        import psycopg

        with psycopg.connect(place, autocommit=True) as server:
            assert server.execute(statement.format("reticent.")).rowcount == 1
        return
    with closing(sqlite3.connect(place)) as file:
        assert file.execute(statement.format("")).rowcount == 1
        file.commit()


def unpack(data: bytes) -> EntityDatabase:
    database: EntityDatabase = pickle.loads(data)  # noqa: S301 - packed a line before
    return database


def test_it_travels_to_other_processes(build: Build, database: EntityDatabase) -> None:
    again = unpack(pickle.dumps(database))
    assert again.fingerprint == database.fingerprint
    assert again.knowers(["fever"])["fever"].tolist() == [0, 2]
    assert again.clearance("nurse") == {"common"}


def test_what_traveled_as_a_name_is_compared_on_arrival(
    build: Build, database: EntityDatabase, request: pytest.FixtureRequest
) -> None:
    packed = pickle.dumps(database)
    build(ENTITIES[:3])
    if "in memory" in request.node.name:  # it travels whole
        assert unpack(packed).size == 4
        return
    assert len(packed) < 1000
    with pytest.raises(KnowledgeError, match="changed"):
        unpack(packed)


def test_a_password_does_not_travel(address: str) -> None:
    build_entities(ENTITIES, address)
    secret = address.replace("owner@", "owner:canary-word@")
    packed = pickle.dumps(open_entities(secret))
    assert b"canary-word" not in packed
    assert unpack(packed).size == 4


def test_terms_are_inverted_in_their_normal_form(database: EntityDatabase) -> None:
    knowers = database.knowers(["cough", "fever", "weight loss", "unheard of"])
    assert {term: numbers.tolist() for term, numbers in knowers.items()} == {
        "cough": [0, 1, 2],
        "fever": [0, 2],
        "weight loss": [2],
    }


def test_names_are_terms(database: EntityDatabase) -> None:
    assert database.knowers(["HIV", "common cold"]).keys() == {"HIV", "common cold"}


def test_terms_are_found_by_how_they_begin(database: EntityDatabase) -> None:
    assert sorted(database.terms_with_heads({"fever", "weight loss", "runny", "muscle pain"})) == [
        "fever",
        "muscle pain",
        "weight loss",
    ]
    assert database.terms_with_heads(set()) == []


def test_entities_are_found_by_id_and_by_any_name(database: EntityDatabase) -> None:
    assert database.numbers(["hiv", "Flu", "INFLUENZA", "nobody"]) == {
        "hiv": [2],
        "Flu": [0],
        "INFLUENZA": [],
        "nobody": [],
    }


def test_an_entity_without_a_category_is_outside_of_all(database: EntityDatabase) -> None:
    assert database.inside(["common", ""]).tolist() == [0, 1]
    assert database.outside(["common", ""]).tolist() == [2, 3]
    assert database.outside([]).tolist() == [0, 1, 2, 3]
    assert database.categories() == {"": 1, "common": 2, "sexual": 1}


def test_entities_are_described_without_their_contexts(database: EntityDatabase) -> None:
    assert database.describe([2]) == {2: Entity("hiv", ("HIV",), "sexual")}


def test_readers_have_their_clearances_and_an_unknown_one_has_none(database: EntityDatabase) -> None:
    assert database.clearances() == {
        "doctor": {"common", "sexual"},
        "guest": frozenset(),
        "nurse": {"common"},
    }
    assert database.clearance("doctor") == {"common", "sexual"}
    assert database.clearance("nobody' OR '1'='1") == frozenset()


def test_a_document_is_judged_alike_by_all(build: Build) -> None:
    text = "Fever, coughs and weight loss: it may be HIV."
    outcome = sanitize(Document("note", text), KSafety(build(ENTITIES), ["HIV"], k=1))
    assert outcome.text == "Fever, coughs and [TERM]: it may be [TERM]."


@pytest.mark.parametrize(
    ("entities", "complaint"),
    [
        ([], "no entity"),
        ([Entity("a", ("A",), "", ())], "empty context"),
        ([Entity("a", ("A",), "", ("-- !",))], "empty context"),
        ([ENTITIES[0], ENTITIES[0]], "twice"),
        ([Entity("", ("A",), "", ("x",))], "no id"),
    ],
)
def test_what_is_no_database_is_refused_and_leaves_the_old_one(
    build: Build, database: EntityDatabase, entities: list[Entity], complaint: str
) -> None:
    with pytest.raises(KnowledgeError, match=complaint):
        build(entities)
    assert database.knowers(["fever"])["fever"].tolist() == [0, 2]


def test_in_postgresql_the_roles_of_the_server_can_be_the_readers(address: str) -> None:
    import psycopg

    build_entities(ENTITIES, address, readers={"ward": {"common"}, "clinic": {"sexual"}})
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "CREATE ROLE ward; CREATE ROLE clinic; CREATE ROLE ann LOGIN; GRANT ward TO clinic"
        )
        connection.execute("GRANT clinic TO ann; CREATE ROLE ben LOGIN; CREATE ROLE root_like SUPERUSER")
    try:
        database = open_entities(address, roles=True)
        assert database.clearance("ann") == {"common", "sexual"}
        assert database.clearance("ward") == {"common"}
        assert database.clearance("ben") == database.clearance("root_like") == frozenset()
        assert set(database.clearances()) == {"ann", "clinic", "ward"}
    finally:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("DROP ROLE ann, ben, root_like, ward, clinic")
            connection.execute("DROP TABLE reticent.reader, reticent.clearance")


def test_a_server_without_entities_says_how_to_fill_it(address: str) -> None:
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE DATABASE empty TEMPLATE template0")
    with pytest.raises(KnowledgeError, match="entities build"):
        open_entities(address.replace("/postgres?", "/empty?"))


def test_a_server_that_is_down_is_a_clear_error_without_the_password(tmp_path: Path) -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'reticent[postgres]'")
    with pytest.raises(KnowledgeError, match="can't be reached") as caught:
        open_entities(f"postgresql://owner:hunter2@/registry?host={tmp_path}")
    assert "hunter2" not in str(caught.value)


def test_another_version_is_refused(address: str) -> None:
    import psycopg

    build_entities(ENTITIES, address)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("UPDATE reticent.manifest SET value = '0' WHERE key = 'tokenizer'")
    with pytest.raises(KnowledgeError, match="another version"):
        open_entities(address)
