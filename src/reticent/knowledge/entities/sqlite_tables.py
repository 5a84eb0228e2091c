"""An entity database in one SQLite file: written, and changed as a copy that takes the place of the file when it is done."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from reticent.errors import DocumentError, KnowledgeError
from reticent.files import one_run, whole_file
from reticent.knowledge.entities import sqlite_errors
from reticent.knowledge.entities.changes import Changed, change_tables, content_statement
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite_errors import Advice
from reticent.knowledge.entities.tables import TABLES, Card, Rows, make_cards

APPLICATION = 0x72746E74
"""The mark "rtnt" in the header of the file, by which it is known as ours."""

NAMES = {table: table for table in (*TABLES, "change")}

explain_errors = partial(
    sqlite_errors.explain_errors,
    Advice(
        kind="entity database",
        unusable="check the file, or build it again",
        damaged="build it again with 'reticent entities build'",
    ),
)

SCHEMA = """
CREATE TABLE manifest (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entity (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
CREATE TABLE category (entity INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (entity, name)) WITHOUT ROWID;
CREATE TABLE name (entity INTEGER NOT NULL, form TEXT NOT NULL);
CREATE TABLE term (id INTEGER PRIMARY KEY, form TEXT NOT NULL UNIQUE, head TEXT NOT NULL);
CREATE TABLE context (term INTEGER NOT NULL, entity INTEGER NOT NULL, PRIMARY KEY (term, entity)) WITHOUT ROWID;
CREATE TABLE change (step INTEGER NOT NULL, fingerprint TEXT NOT NULL, key TEXT NOT NULL,
    number INTEGER NOT NULL, card TEXT NOT NULL);
CREATE TABLE reader (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE clearance (reader TEXT NOT NULL, category TEXT NOT NULL, PRIMARY KEY (reader, category)) WITHOUT ROWID;
"""
INDEXES = """
CREATE INDEX name_form ON name (form);
CREATE INDEX name_entity ON name (entity);
CREATE INDEX term_head ON term (head);
CREATE INDEX category_name ON category (name);
CREATE INDEX context_entity ON context (entity);
"""


@dataclass(frozen=True, slots=True)
class SqliteTables:
    """The tables behind a connection."""

    place: str
    connection: sqlite3.Connection = field(repr=False)

    def rows(self, statement: str, *values: object) -> list[Any]:
        """What a statement gives."""
        return self.connection.execute(statement.format(**NAMES), values).fetchall()

    def write(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Run a statement once for each of these rows."""
        self.connection.executemany(statement.format(**NAMES), rows)

    def content(self, table: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a table as a fingerprint needs them."""
        with explain_errors(self.place):
            yield from self.connection.execute(content_statement(table, NAMES, "group_concat(entity)"))


def build_sqlite(entities: Iterable[Entity], path: Path, readers: Mapping[str, Collection[str]]) -> int:
    """Write a database file, whole or not at all; how many entities it has."""
    cards = make_cards(entities)
    with (
        whole_file(path, error=KnowledgeError) as temporary,
        explain_errors(str(path)),
        closing(sqlite3.connect(temporary)) as connection,
    ):
        fill_tables(connection, cards, readers)
    return len(cards)


def change_sqlite(
    path: Path, add: Iterable[Entity], remove: Collection[str], *, replace: bool, forget: bool
) -> Changed:
    """Change a database file, whole or not at all; whoever has it open goes on with what it was."""
    given = list(add)
    cards = make_cards(given) if given else []
    if not path.is_file():
        raise KnowledgeError(
            f"there is no entity database {path}: check the name, or build it with 'reticent entities build'"
        )
    with _alone(path), whole_file(path, error=KnowledgeError) as temporary, explain_errors(str(path)):
        shutil.copyfile(path, temporary)
        with closing(sqlite3.connect(temporary)) as connection:
            require_ours(connection, Path(temporary))
            tables = SqliteTables(str(path), connection)
            changed = change_tables(tables, cards, tuple(remove), replace=replace, forget=forget)
            connection.commit()
            if forget:
                connection.execute("VACUUM")
    return changed


def fill_tables(
    connection: sqlite3.Connection, cards: Sequence[Card], readers: Mapping[str, Collection[str]]
) -> None:
    """Make the tables and put everything in."""
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute("PRAGMA journal_mode = OFF")  # the file is thrown away unless it is finished
    connection.executescript(SCHEMA)
    rows = Rows(cards)
    connection.executemany("INSERT INTO manifest VALUES (?, ?)", rows.manifest().items())
    for table, columns in TABLES.items():
        if table != "manifest":
            marks = ", ".join("?" * len(columns))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows.table(table))  # noqa: S608
    connection.executescript(INDEXES)
    pairs = [(reader, category) for reader, cleared in readers.items() for category in sorted(set(cleared))]
    connection.executemany("INSERT INTO reader VALUES (?)", [(reader,) for reader in readers])
    connection.executemany("INSERT INTO clearance VALUES (?, ?)", pairs)
    connection.commit()


def require_ours(connection: sqlite3.Connection, path: Path) -> None:
    """A DatabaseError unless the file bears our mark and is as long as it says."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    if mark != APPLICATION or path.stat().st_size < pages * page:
        raise sqlite3.DatabaseError


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other runs from changing the same file meanwhile."""
    try:
        with one_run(path):
            yield
    except DocumentError:
        raise KnowledgeError(
            f"the entity database {path} is being changed by another run: try again when it is done"
        ) from None
