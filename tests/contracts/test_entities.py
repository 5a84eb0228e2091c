"""What every entity database owes, asked of SQLite in memory, of a SQLite file, and of a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from reticent.errors import KnowledgeError
from reticent.knowledge.entities.entities import Entity, EntityDatabase, build_entities, open_entities
from reticent.knowledge.entities.sqlite import SqliteEntities
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


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_database_keeps_the_contract(check: Callable[[EntitiesCase], None], build: Build) -> None:
    check(EntitiesCase("this one", build))


def test_a_name_in_other_letters_finds_nobody(build: Build) -> None:
    assert build(ENTITIES).numbers(["INFLUENZA"]) == {"INFLUENZA": []}


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
