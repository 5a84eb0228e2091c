"""What every entity database owes, asked of SQLite in memory, of a SQLite file, and of a PostgreSQL server."""

from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from reticent import Document, sanitize
from reticent.errors import KnowledgeError
from reticent.knowledge.entities.entities import Entity, EntityDatabase
from reticent.knowledge.entities.opening import build_entities, open_entities
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from reticent.testing.entities import CHECKS, ENTITIES, READERS, EntitiesCase
from tests.postgres import server

Build = Callable[[Sequence[Entity]], EntityDatabase]


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

    def built(entities: Sequence[Entity]) -> EntityDatabase:
        build_entities(entities, place, readers=READERS)
        return open_entities(place)

    return built


@pytest.fixture
def database(build: Build) -> EntityDatabase:
    return build(ENTITIES)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_database_keeps_the_contract(check: Callable[[EntitiesCase], None], build: Build) -> None:
    check(EntitiesCase("this one", build))


def test_a_name_in_other_letters_finds_nobody(database: EntityDatabase) -> None:
    assert database.numbers(["INFLUENZA"]) == {"INFLUENZA": []}


CHANGES = {
    "a category": "UPDATE {}category SET name = 'common' WHERE name = 'sexual'",
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
