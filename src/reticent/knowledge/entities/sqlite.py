"""An entity database in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from weakref import finalize

from reticent.errors import KnowledgeError
from reticent.files import whole_file
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.tables import (
    ORDERED,
    TABLES,
    Rows,
    gather_rows,
    hash_tables,
    parse_numbers,
    refuse_other_versions,
    require_same,
)
from reticent.knowledge.entities.words import form_of

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Ints

APPLICATION = 0x72746E74
"""The mark "rtnt" in the header of the file, by which it is known as ours."""

WAIT = 2.0

IN_MEMORY = "in memory"

SCHEMA = """
CREATE TABLE manifest (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entity (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, category TEXT NOT NULL);
CREATE TABLE name (entity INTEGER NOT NULL, form TEXT NOT NULL);
CREATE TABLE term (id INTEGER PRIMARY KEY, form TEXT NOT NULL UNIQUE, head TEXT NOT NULL);
CREATE TABLE context (term INTEGER NOT NULL, entity INTEGER NOT NULL, PRIMARY KEY (term, entity)) WITHOUT ROWID;
CREATE TABLE reader (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE clearance (reader TEXT NOT NULL, category TEXT NOT NULL, PRIMARY KEY (reader, category)) WITHOUT ROWID;
"""
INDEXES = """
CREATE INDEX name_form ON name (form);
CREATE INDEX term_head ON term (head);
CREATE INDEX entity_category ON entity (category);
"""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class SqliteEntities:
    """The entity database in a file that `build_sqlite` made; the protocol `EntityDatabase` says what it answers."""

    place: str
    size: int
    _declared: str
    _connection: sqlite3.Connection = field(repr=False, compare=False)
    _computed: list[str] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def fingerprint(self) -> str:
        """The "sha256:…" of the tables as they are; a KnowledgeError when they are not those that were built."""
        if not self._computed:
            self._computed.append(hash_tables(self._rows_in_order))
        return require_same(self._computed[0], self._declared, self.place)

    def __reduce__(self) -> tuple[Callable[..., SqliteEntities], tuple[object, ...]]:
        """Travels to other processes as the name of its file, which is opened and compared there."""
        if self.place == IN_MEMORY:
            return _load_copy, (self._connection.serialize(),)
        return _open_again, (str(Path(self.place).resolve()), self.fingerprint)

    @classmethod
    def open(cls, path: Path) -> SqliteEntities:
        """Open a file for reading; a KnowledgeError says what is wrong with it."""
        if not path.is_file():
            raise KnowledgeError(
                f"there is no entity database {path}: check the name, or build it with 'reticent entities build'"
            )
        with _explain_errors(str(path)):
            address = f"file:{quote(str(path.resolve()))}?mode=ro"
            connection = sqlite3.connect(address, uri=True, timeout=WAIT, check_same_thread=False)
            with ExitStack() as unless_opened:
                unless_opened.callback(connection.close)
                _require_ours(connection, path)
                database = cls._of(str(path), connection)
                unless_opened.pop_all()
        return database

    @classmethod
    def in_memory(
        cls, entities: Iterable[Entity], readers: Mapping[str, Collection[str]] | None = None
    ) -> SqliteEntities:
        """A database of these entities that lives as long as it is used."""
        connection = sqlite3.connect(":memory:", check_same_thread=False)
        _fill(connection, gather_rows(entities), readers or {})
        return cls._of(IN_MEMORY, connection)

    @classmethod
    def _of(cls, place: str, connection: sqlite3.Connection) -> SqliteEntities:
        manifest = dict(connection.execute("SELECT key, value FROM manifest"))
        refuse_other_versions(manifest, place)
        database = cls(place, int(manifest["size"]), manifest["fingerprint"], connection)
        finalize(database, connection.close)
        return database

    def terms_with_heads(self, heads: Collection[str]) -> list[str]:
        """The terms whose head is one of these."""
        asked = "SELECT term.form FROM json_each(?) AS asked JOIN term ON term.head = asked.value"
        return [form for (form,) in self._rows(asked, json.dumps(list(heads)))]

    def knowers(self, terms: Collection[str]) -> Mapping[str, Ints]:
        """For every one of these that is a term, the entities that have it in their context, in order."""
        asked = "SELECT group_concat(context.entity) FROM term JOIN context ON context.term = term.id WHERE form = ?"
        found = {term: self._rows(asked, term)[0][0] for term in terms}
        return {term: parse_numbers(numbers) for term, numbers in found.items() if numbers}

    def numbers(self, names: Iterable[str]) -> Mapping[str, list[int]]:
        """The entities that have each of these ids or names."""
        asked = "SELECT id FROM entity WHERE key = ? UNION SELECT entity FROM name WHERE form = ?"
        return {name: [number for (number,) in self._rows(asked, name, form_of(name))] for name in names}

    def inside(self, categories: Collection[str]) -> Ints:
        """The entities of these categories, in order."""
        return self._choose("category IN (SELECT value FROM json_each(?)) AND category <> ''", categories)

    def outside(self, categories: Collection[str]) -> Ints:
        """All other entities, in order; one without a category is always outside."""
        return self._choose("category NOT IN (SELECT value FROM json_each(?)) OR category = ''", categories)

    def categories(self) -> Mapping[str, int]:
        """Every category with the number of its entities."""
        return dict(self._rows("SELECT category, count(*) FROM entity GROUP BY category ORDER BY category"))

    def describe(self, numbers: Collection[int]) -> Mapping[int, Entity]:
        """These entities with id, first name and category, without their contexts."""
        asked = "SELECT id, key, name, category FROM entity WHERE id IN (SELECT value FROM json_each(?))"
        rows = self._rows(asked, json.dumps([int(number) for number in numbers]))
        return {number: Entity(key, (name,), category) for number, key, name, category in rows}

    def clearances(self) -> Mapping[str, frozenset[str]]:
        """Every reader with the categories that it may know of."""
        readers = [name for (name,) in self._rows("SELECT name FROM reader ORDER BY name")]
        return {reader: self.clearance(reader) for reader in readers}

    def clearance(self, reader: str) -> frozenset[str]:
        """The categories that a reader may know of: none for a reader who is unknown."""
        rows = self._rows("SELECT category FROM clearance WHERE reader = ?", reader)
        return frozenset(category for (category,) in rows)

    def _rows_in_order(self, table: str) -> Iterator[tuple[object, ...]]:
        asked = ORDERED[table].format(
            **{name: name for name in TABLES}, code_points="COLLATE BINARY", entities="group_concat(entity)"
        )
        with _explain_errors(self.place):
            yield from self._connection.execute(asked)

    def _choose(self, condition: str, categories: Collection[str]) -> Ints:
        asked = f"SELECT group_concat(id) FROM entity WHERE {condition}"  # noqa: S608 - ours, no value in it
        return parse_numbers(self._rows(asked, json.dumps(sorted(categories)))[0][0])

    def _rows(self, asked: str, *values: object) -> list[Any]:
        with _explain_errors(self.place):
            return self._connection.execute(asked, values).fetchall()


def _open_again(path: str, fingerprint: str) -> SqliteEntities:
    database = SqliteEntities.open(Path(path))
    require_same(database.fingerprint, fingerprint, path)
    return database


def _load_copy(content: bytes) -> SqliteEntities:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.deserialize(content)
    return SqliteEntities._of(IN_MEMORY, connection)


def build_sqlite(entities: Iterable[Entity], path: Path, readers: Mapping[str, Collection[str]]) -> int:
    """Write a database file, whole or not at all; how many entities it has."""
    rows = gather_rows(entities)
    with (
        whole_file(path, error=KnowledgeError) as temporary,
        _explain_errors(str(path)),
        closing(sqlite3.connect(temporary)) as connection,
    ):
        _fill(connection, rows, readers)
    return len(rows.entities)


def _fill(connection: sqlite3.Connection, rows: Rows, readers: Mapping[str, Collection[str]]) -> None:
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute("PRAGMA journal_mode = OFF")  # the file is thrown away unless it is finished
    connection.executescript(SCHEMA)
    for table, columns in TABLES.items():
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows.table(table))  # noqa: S608
    connection.executescript(INDEXES)
    pairs = [(reader, category) for reader, cleared in readers.items() for category in sorted(set(cleared))]
    connection.executemany("INSERT INTO reader VALUES (?)", [(reader,) for reader in readers])
    connection.executemany("INSERT INTO clearance VALUES (?, ?)", pairs)
    connection.commit()


def _require_ours(connection: sqlite3.Connection, path: Path) -> None:
    """A DatabaseError unless the file bears our mark and is as long as it says."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    if mark != APPLICATION or path.stat().st_size < pages * page:
        raise sqlite3.DatabaseError


@contextmanager
def _explain_errors(place: str) -> Iterator[None]:
    """What SQLite complains about, as an error that says what to do."""
    try:
        yield
    except sqlite3.OperationalError as error:
        told = str(error)
        if "locked" in told or "busy" in told:
            raise KnowledgeError(
                f"the entity database {place} is locked by another program: try again when it is done"
            ) from None
        raise KnowledgeError(
            f"the entity database {place} can't be read ({told}): check it, or build it again"
        ) from None
    except sqlite3.DatabaseError:
        raise KnowledgeError(
            f"{place} is no entity database, or it is damaged or cut short: build it again with"
            " 'reticent entities build'"
        ) from None
