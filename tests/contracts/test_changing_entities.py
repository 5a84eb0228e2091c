"""Databases that live: entities come, change and go in a file and on a server, and what was before stays on record."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from reticent.errors import KnowledgeError
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.opening import build_entities, change_entities, open_entities
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.testing.entities import ENTITIES, READERS
from tests.postgres import server

MEASLES = Entity("measles", ("Measles",), ("common", "child"), ("fever", "rash"))
OTHER_FLU = Entity("flu", ("Influenza",), ("common",), ("fever", "chills"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server() as found:
        yield found


@pytest.fixture(params=["file", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    found = str(tmp_path / "e.db") if request.param == "file" else request.getfixturevalue("address")
    build_entities(ENTITIES, found, readers=READERS)
    return str(found)


def test_a_changed_database_is_the_one_that_would_have_been_built(place: str) -> None:
    changed = change_entities(place, add=[MEASLES, OTHER_FLU], remove=["gout"], replace=True)
    database = open_entities(place)
    built = SqliteEntities.in_memory([OTHER_FLU, ENTITIES[1], ENTITIES[2], MEASLES])
    assert database.fingerprint == built.fingerprint == changed.after
    assert (changed.added, changed.replaced, changed.removed) == (1, 1, 1)
    assert sorted(database.terms()) == sorted(built.terms())
    assert database.size == 4
    assert database.knowers(["fever", "muscle pain"]).keys() == {"fever"}
    assert [each.id for each in database.describe(database.knowers(["rash"])["rash"]).values()] == ["measles"]
    assert database.clearance("nurse") == {"common"}


def test_what_was_before_stays_explainable_by_its_fingerprint(place: str) -> None:
    before = open_entities(place).fingerprint
    change_entities(place, remove=["hiv"])
    between = open_entities(place).fingerprint
    change_entities(place, add=[ENTITIES[2], MEASLES])
    for fingerprint, size in ((before, 4), (between, 3), (before[:20], 4)):
        earlier = open_entities(place, as_of=fingerprint)
        assert earlier.fingerprint.startswith(fingerprint)
        assert earlier.size == size
    with pytest.raises(KnowledgeError, match="no record of a state"):
        open_entities(place, as_of="sha256:0000")


def test_a_removal_that_is_to_be_forgotten_leaves_nothing(place: str) -> None:
    before = open_entities(place).fingerprint
    change_entities(place, add=[MEASLES])
    change_entities(place, remove=["hiv"], forget=True)
    with pytest.raises(KnowledgeError, match="no record of a state"):
        open_entities(place, as_of=before)
    if not place.startswith("postgresql"):
        assert b"hiv" not in Path(place).read_bytes()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"add": [OTHER_FLU]}, "'flu' already exists: change it with --replace"),
        ({"add": [MEASLES], "remove": ["nobody"]}, "no entity 'nobody'"),
        ({"remove": ["flu", "cold", "hiv", "gout"]}, "needs an entity at least"),
        ({"add": [Entity("x", ("X",), (), ())]}, "empty context"),
    ],
)
def test_a_change_that_makes_no_sense_changes_nothing(
    place: str, change: dict[str, list[Entity]], complaint: str
) -> None:
    before = open_entities(place).fingerprint
    with pytest.raises(KnowledgeError, match=complaint):
        change_entities(place, **change)  # type: ignore[arg-type]
    assert open_entities(place).fingerprint == before


def test_two_who_change_at_once_both_count_or_one_is_told(place: str) -> None:
    told: list[str] = []

    def add(number: int) -> None:
        try:
            change_entities(place, add=[Entity(f"n{number}", (f"N{number}",), (), (f"term{number}",))])
        except KnowledgeError as error:
            told.append(str(error))

    threads = [threading.Thread(target=add, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    database = open_entities(place)
    assert database.size + len(told) == 8
    assert database.fingerprint
    assert all("try again" in each for each in told)


def test_whoever_reads_meanwhile_goes_on_with_what_it_was_or_is_told(place: str) -> None:
    reading = open_entities(place)
    assert reading.knowers(["fever"])["fever"].tolist() == [0, 2]
    change_entities(place, remove=["hiv"])
    if place.startswith("postgresql"):
        with pytest.raises(KnowledgeError, match="changed meanwhile: run again"):
            reading.knowers(["fever"])
    else:
        assert reading.knowers(["fever"])["fever"].tolist() == [0, 2]
        assert reading.fingerprint


def test_a_change_of_what_is_no_database_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="there is no entity database"):
        change_entities(tmp_path / "absent.db", remove=["flu"])
    (tmp_path / "other.db").write_bytes(os.urandom(8192))
    with pytest.raises(KnowledgeError, match="no entity database"):
        change_entities(tmp_path / "other.db", remove=["flu"])
    assert sorted(place.name for place in tmp_path.iterdir()) == ["other.db"]


def test_one_login_can_not_ask_as_another(address: str) -> None:
    import psycopg

    from reticent.knowledge.entities.postgres import tie_readers_to_logins

    build_entities(ENTITIES, address, readers={"ward": {"common"}, "clinic": {"common", "sexual"}})
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "CREATE ROLE ward; CREATE ROLE clinic; CREATE ROLE ann LOGIN; CREATE ROLE eve LOGIN"
        )
        connection.execute("GRANT ward TO ann; GRANT clinic TO eve")
        connection.execute("GRANT USAGE ON SCHEMA reticent TO ann, eve")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA reticent TO ann, eve")
    try:
        tie_readers_to_logins(address)
        anns = address.replace("owner@", "ann@")
        database = open_entities(anns)
        assert database.clearance("ward") == {"common"}
        with pytest.raises(KnowledgeError, match="this login may not ask as 'clinic'"):
            database.clearance("clinic")
        assert database.clearances() == {"ward": {"common"}}
        assert frozenset({"common", "sexual"}) in database.clearance_sets()
        with psycopg.connect(anns, autocommit=True) as hers:
            rows = hers.execute("SELECT reader, category FROM reticent.clearance").fetchall()
            assert rows == [("ward", "common")]
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                hers.execute("SET ROLE clinic")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                hers.execute("INSERT INTO reticent.clearance VALUES ('ward', 'sexual')")
        assert open_entities(anns, roles=True).clearance("ann") == {"common"}
        assert open_entities(address.replace("owner@", "eve@")).clearance("clinic") == {"common", "sexual"}
    finally:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("DROP OWNED BY ann, eve; DROP ROLE ann, eve, ward, clinic")
            connection.execute("DROP TABLE reticent.reader, reticent.clearance CASCADE")
