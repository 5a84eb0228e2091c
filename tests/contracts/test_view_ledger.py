"""What every ledger owes, asked of a file and of a PostgreSQL server: written before anything is shown, by one at a time."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from reticent import Redaction, WordList
from reticent.engine.rules import Rules
from reticent.errors import KnowledgeError, PromiseError
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.opening import build_entities, change_entities, open_entities, open_ledger
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from reticent.usecases.release import InputFile, Subjects
from reticent.usecases.views import History, view_for_reader, views_for_all
from tests.postgres import server

RULES = Rules((Redaction((WordList(["Zorblat"], kind="NAME"),)),))
ANN = Subjects("ann")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server() as found:
        yield found


@pytest.fixture(params=["file", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "file":
        return str(tmp_path / "shown.db")
    import psycopg

    found = str(request.getfixturevalue("address"))
    with psycopg.connect(found, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS reticent CASCADE")
    return found


def model() -> KSafety:
    """e0 is told by "aaa" and "bbb" together, by neither alone."""
    described = [
        Entity("e0", ("E0",), ("red",), ("aaa", "bbb")),
        Entity("e1", ("E1",), ("green",), ("aaa",)),
        Entity("e2", ("E2",), ("green",), ("bbb",)),
    ]
    readers = {"nurse": {"green"}, "clerk": {"green"}, "doctor": {"green", "red"}}
    return KSafety(SqliteEntities.in_memory(described, readers), k=1)


def show(place: str, text: str, reader: str = "nurse", *, new: bool = True, subjects: Subjects = ANN) -> str:
    history = History(open_ledger(place, new=new), subjects, new)
    given = InputFile("note.txt", text.encode())
    return view_for_reader(given, model(), reader, RULES, history=history).released.data.decode()


def test_a_later_view_is_safe_together_with_those_before(place: str) -> None:
    assert show(place, "aaa") == "aaa"
    assert show(place, "bbb") == "[TERM]"
    assert show(place, "aaa again") == "aaa again"
    assert show(place, "bbb", "clerk") == "bbb", "another reader has a record of its own"
    assert show(place, "bbb", subjects=Subjects("ben")) == "bbb", "and so has another subject"
    assert show(place, "aaa bbb", "doctor") == "aaa bbb"


def test_records_of_one_file_count_for_each_other_by_their_subject(place: str) -> None:
    lines = [("ann", "aaa"), ("ben", "bbb"), ("ann", "bbb"), ("ben", "bbb")]
    given = InputFile(
        "notes.jsonl", "".join(f'{{"who": "{who}", "text": "{text}"}}\n' for who, text in lines).encode()
    )
    history = History(open_ledger(place, new=True), Subjects(field="who"), new=True)
    everything = views_for_all(given, model(), RULES, history=history)
    texts = {view.readers: view.released.data.decode().splitlines() for view in everything.views}
    assert [line[10:-2] for line in texts["clerk", "nurse"]] == ["aaa", "bbb", "[TERM]", "bbb"]
    assert [line[10:-2] for line in texts[("doctor",)]] == ["aaa", "bbb", "bbb", "bbb"]


def test_the_rows_of_a_table_have_subjects_too(place: str) -> None:
    given = InputFile("notes.csv", b"who,note\nann,aaa here\nann,bbb here\n17,bbb here\n")
    history = History(open_ledger(place, new=True), Subjects(field="who"), new=True)
    from reticent.formats.seam.options import ColumnRule, FormatOptions

    options = FormatOptions(columns={"who": ColumnRule("keep")})
    view = view_for_reader(given, model(), "nurse", RULES, options=options, history=history)
    assert view.released.data.decode().splitlines()[1:] == ["ann,aaa here", "ann,[TERM] here", "17,bbb here"]


def test_a_subject_or_a_ledger_that_is_not_known_is_an_error_unless_it_may_begin(place: str) -> None:
    with pytest.raises(KnowledgeError, match=r"no ledger.*--new-subject; nothing was shown"):
        show(place, "aaa", new=False)
    show(place, "aaa")
    with pytest.raises(KnowledgeError, match="does not know 1 of 1 subjects"):
        show(place, "bbb", new=False, subjects=Subjects("an"))
    assert show(place, "bbb", new=False) == "[TERM]"


def test_a_record_without_a_subject_shows_nothing_of_the_file(place: str) -> None:
    given = InputFile("notes.jsonl", b'{"who": "ann", "text": "aaa"}\n{"text": "bbb"}\n')
    history = History(open_ledger(place, new=True), Subjects(field="who"), new=True)
    with pytest.raises(Exception, match="line 2: there is no string or number under 'who'") as caught:
        view_for_reader(given, model(), "nurse", RULES, history=history)
    assert "bbb" not in str(caught.value)
    with pytest.raises(KnowledgeError, match="does not know"):
        show(place, "bbb", new=False)


def test_what_goes_wrong_while_a_view_is_made_notes_nothing(place: str) -> None:
    ledger = open_ledger(place, new=True)

    def fail() -> None:
        with ledger.begin_turn(["ann"], new=True) as turn:
            turn.note("nurse", "ann", ["aaa"], "sha256:0")
            raise PromiseError("a promise is broken")

    with pytest.raises(PromiseError):
        fail()
    with ledger.begin_turn(["ann"], new=True) as turn:
        assert turn.shown("nurse", "ann") == frozenset()


def test_a_look_is_not_kept(place: str) -> None:
    ledger = open_ledger(place, new=True)
    with ledger.begin_turn(["ann"], new=True, keep=False) as turn:
        turn.note("nurse", "ann", ["aaa"], "sha256:0")
    with pytest.raises(KnowledgeError, match="does not know"), ledger.begin_turn(["ann"]):
        pass


def test_of_two_at_once_one_waits_for_the_other(place: str) -> None:
    open_ledger(place, new=True)
    shown: list[str] = []
    begun = threading.Event()

    def first() -> None:
        ledger = open_ledger(place, new=True)
        with ledger.begin_turn(["ann"], new=True) as turn:
            begun.set()
            time.sleep(0.3)
            turn.note("nurse", "ann", ["aaa"], "sha256:0")

    thread = threading.Thread(target=first)
    thread.start()
    begun.wait(10)
    shown.append(show(place, "bbb"))
    thread.join()
    assert shown == ["[TERM]"]


def test_who_waits_too_long_is_told(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reticent.knowledge.entities.sqlite.LEDGER_WAIT", 0.05)
    monkeypatch.setattr("reticent.knowledge.entities.postgres.LEDGER_WAIT", 1)
    ledger = open_ledger(place, new=True)
    with (
        ledger.begin_turn(["ann"], new=True),
        pytest.raises(KnowledgeError, match=r"locked by another run.*nothing was shown"),
    ):
        show(place, "aaa")


@pytest.mark.parametrize("places", ["file", "postgres"])
def test_history_that_is_not_safe_any_more_shows_nothing(
    places: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    entities = str(tmp_path / "e.db") if places == "file" else request.getfixturevalue("address")
    described = [
        Entity("e0", ("E0",), ("red",), ("aaa", "bbb")),
        Entity("e1", ("E1",), ("green",), ("aaa",)),
        Entity("e2", ("E2",), ("green",), ("bbb", "ccc")),
        Entity("e3", ("E3",), ("green",), ("ddd",)),
    ]
    build_entities(described, entities, readers={"nurse": {"green"}})
    history = History(open_ledger(tmp_path / "shown.db", new=True), ANN, new=True)

    def view(text: str) -> str:
        given = InputFile("note.txt", text.encode())
        asked = KSafety(open_entities(entities), k=1)
        return view_for_reader(given, asked, "nurse", RULES, history=history).released.data.decode()

    assert view("aaa") == "aaa"
    change_entities(entities, remove=["e1"])
    with pytest.raises(PromiseError, match=r"not safe any more.*put back the entities"):
        view("ccc")
    change_entities(entities, add=[described[1]])
    assert view("ccc and ddd") == "ccc and ddd"
    change_entities(entities, remove=["e3"])
    with pytest.raises(PromiseError, match=r"does not know 1 terms any more.*entities add"):
        view("aaa")


def test_a_file_is_private_from_the_first_moment(tmp_path: Path) -> None:
    place = tmp_path / "shown.db"
    show(str(place), "aaa")
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["shown.db"]
    place.chmod(0o644)
    with pytest.raises(KnowledgeError, match="can be read by others: run 'chmod 600 "):
        show(str(place), "bbb")


@pytest.mark.parametrize("content", [b"", b"no ledger at all" * 300, None])
def test_a_damaged_ledger_shows_nothing(tmp_path: Path, content: bytes | None) -> None:
    place = tmp_path / "shown.db"
    show(str(place), "aaa")
    data = bytearray(place.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    place.write_bytes(data if content is None else content)
    with pytest.raises(
        KnowledgeError, match="no ledger, or it is damaged: put back a copy; nothing was shown"
    ):
        show(str(place), "bbb")


def test_a_database_of_entities_is_no_ledger(tmp_path: Path) -> None:
    build_entities([Entity("a", ("A",), (), ("x",))], tmp_path / "e.db")
    (tmp_path / "e.db").chmod(0o600)
    with pytest.raises(KnowledgeError, match="no ledger"):
        show(str(tmp_path / "e.db"), "aaa")


def test_without_room_for_the_note_there_is_no_view(tmp_path: Path) -> None:
    place = tmp_path / "shown.db"
    show(str(place), "nothing")
    with closing(sqlite3.connect(place)) as connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE INSERT ON shown BEGIN SELECT RAISE(FAIL, 'disk full'); END"
        )
    with pytest.raises(KnowledgeError, match="nothing was shown"):
        show(str(place), "aaa")


def test_a_login_can_neither_read_nor_write_the_record_of_another_reader(address: str) -> None:
    import psycopg

    from reticent.knowledge.entities.postgres import tie_readers_to_logins

    build_entities([Entity("a", ("A",), (), ("x",))], address, readers={"ward": set(), "clinic": set()})
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE ROLE ward; CREATE ROLE clinic; CREATE ROLE ann LOGIN; GRANT ward TO ann")
        connection.execute("GRANT USAGE ON SCHEMA reticent TO ann")
        connection.execute("GRANT SELECT, INSERT ON reticent.shown, reticent.subject TO ann")
    try:
        tie_readers_to_logins(address)
        with open_ledger(address, new=True).begin_turn(["s"], new=True) as turn:
            turn.note("clinic", "s", ["secret"], "sha256:0")
        hers = open_ledger(address.replace("owner@", "ann@"))
        with hers.begin_turn(["s"]) as turn:
            assert turn.shown("clinic", "s") == frozenset()
            turn.note("ward", "s", ["x"], "sha256:0")
        with hers.begin_turn(["s"]) as turn:
            assert turn.shown("ward", "s") == {"x"}
        with (
            pytest.raises(KnowledgeError, match=r"may not write the ledger.*nothing was shown"),
            hers.begin_turn(["s"]) as turn,
        ):
            turn.note("clinic", "s", ["y"], "sha256:0")
        with (
            psycopg.connect(address.replace("owner@", "ann@"), autocommit=True) as direct,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            direct.execute("DELETE FROM reticent.shown")
    finally:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("DROP SCHEMA reticent CASCADE; DROP OWNED BY ann; DROP ROLE ann, ward, clinic")
