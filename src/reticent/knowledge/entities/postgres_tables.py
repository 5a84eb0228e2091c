"""An entity database in PostgreSQL: connected to, filled and changed, each in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reticent.errors import KnowledgeError, MissingExtraError
from reticent.knowledge.entities.changes import Changed, change_tables, content_statement
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.tables import TABLES, Card, Rows, make_cards

if TYPE_CHECKING:
    import psycopg

WAIT = 5

NAMES = {table: f"reticent.{table}" for table in (*TABLES, "change")}

READERS = """
CREATE SCHEMA IF NOT EXISTS reticent;
CREATE TABLE IF NOT EXISTS reticent.reader (name text PRIMARY KEY);
CREATE TABLE IF NOT EXISTS reticent.clearance (reader text NOT NULL, category text NOT NULL, PRIMARY KEY (reader, category));
CREATE OR REPLACE FUNCTION reticent.clearance_sets() RETURNS TABLE (categories text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
    SELECT DISTINCT array(SELECT category FROM reticent.clearance WHERE reader = name ORDER BY category)
    FROM (SELECT name FROM reticent.reader UNION SELECT reader FROM reticent.clearance) AS known (name) $$;
"""
LEDGER = """
CREATE SCHEMA IF NOT EXISTS reticent;
CREATE TABLE IF NOT EXISTS reticent.subject (name text PRIMARY KEY);
CREATE TABLE IF NOT EXISTS reticent.shown (reader text NOT NULL, subject text NOT NULL, term text NOT NULL,
    fingerprint text NOT NULL, PRIMARY KEY (reader, subject, term));
"""
SCHEMA = """
DROP TABLE IF EXISTS reticent.manifest, reticent.entity, reticent.category, reticent.name, reticent.term, reticent.context,
    reticent.change;
CREATE TABLE reticent.manifest (key text PRIMARY KEY, value text NOT NULL);
CREATE TABLE reticent.entity (id integer PRIMARY KEY, key text NOT NULL UNIQUE, name text NOT NULL);
CREATE TABLE reticent.category (entity integer NOT NULL, name text NOT NULL, PRIMARY KEY (entity, name));
CREATE TABLE reticent.name (entity integer NOT NULL, form text NOT NULL);
CREATE TABLE reticent.term (id integer PRIMARY KEY, form text NOT NULL, head text NOT NULL);
CREATE TABLE reticent.context (term integer NOT NULL, entity integer NOT NULL);
CREATE TABLE reticent.change (step integer NOT NULL, fingerprint text NOT NULL, key text NOT NULL,
    number integer NOT NULL, card text NOT NULL);
"""
INDEXES = """
ALTER TABLE reticent.context ADD PRIMARY KEY (term, entity);
CREATE INDEX ON reticent.context (entity);
CREATE UNIQUE INDEX ON reticent.term (md5(form));
CREATE INDEX ON reticent.term (md5(head));
CREATE INDEX ON reticent.name (md5(form));
CREATE INDEX ON reticent.name (entity);
CREATE INDEX ON reticent.category (name);
"""
OWN_ROWS = """
EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = {column} AND pg_has_role(session_user, oid, 'MEMBER'))
"""
"""Of a table with readers, the rows of the roles that whoever has logged in belongs to; SET ROLE changes nothing."""

_TIED = """
ALTER TABLE reticent.reader ENABLE ROW LEVEL SECURITY;
ALTER TABLE reticent.clearance ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own_rows ON reticent.reader;
DROP POLICY IF EXISTS own_rows ON reticent.clearance;
ALTER TABLE reticent.shown ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own_rows ON reticent.shown;
DROP POLICY IF EXISTS own_notes ON reticent.shown;
"""


@dataclass(frozen=True, slots=True)
class PostgresTables:
    """The tables behind a connection."""

    place: str
    connection: psycopg.Connection[Any] = field(repr=False)

    def rows(self, statement: str, *values: object) -> list[Any]:
        """What a statement gives."""
        return self.connection.execute(_in_own_words(statement), values).fetchall()

    def write(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Run a statement once for each of these rows."""
        self.connection.cursor().executemany(_in_own_words(statement), list(rows))

    def content(self, table: str) -> list[Any]:
        """The rows of a table as a fingerprint needs them."""
        return self.connection.execute(
            content_statement(table, NAMES, "string_agg(entity::text, ',')")
        ).fetchall()


def _in_own_words(statement: str) -> str:
    return statement.format(**NAMES).replace("?", "%s")


def build_postgres(
    entities: Iterable[Entity], address: str, readers: Mapping[str, Collection[str]] | None
) -> int:
    """Fill the tables of the schema `reticent` in one transaction; how many entities there are."""
    cards = make_cards(entities)
    connection, place = connect(address)
    with explain_errors(place), connection, connection.transaction():
        connection.execute(READERS)
        connection.execute(LEDGER)
        connection.execute(SCHEMA)
        _copy_rows(connection, cards)
        connection.execute(INDEXES)
        for reader, cleared in (readers or {}).items():
            connection.execute("INSERT INTO reticent.reader VALUES (%s) ON CONFLICT DO NOTHING", [reader])
            connection.execute("DELETE FROM reticent.clearance WHERE reader = %s", [reader])
            for category in sorted(set(cleared)):
                connection.execute("INSERT INTO reticent.clearance VALUES (%s, %s)", [reader, category])
    with explain_errors(place), connect(address)[0] as connection:
        connection.execute("ANALYZE reticent.context")
    return len(cards)


def change_postgres(
    address: str, add: Iterable[Entity], remove: Collection[str], *, replace: bool, forget: bool
) -> Changed:
    """Change the tables in one transaction; another that changes them waits for it."""
    given = list(add)
    cards = make_cards(given) if given else []
    connection, place = connect(address)
    with explain_errors(place), connection, connection.transaction():
        connection.execute("LOCK TABLE reticent.manifest IN SHARE ROW EXCLUSIVE MODE")
        tables = PostgresTables(place, connection)
        return change_tables(tables, cards, tuple(remove), replace=replace, forget=forget)


def tie_readers_to_logins(address: str) -> None:
    """Let everybody who logs in see the clearances, and the ledger, of the roles alone that it belongs to."""
    connection, place = connect(address)
    with explain_errors(place), connection, connection.transaction():
        connection.execute(_TIED)
        for table, column in (("reader", "name"), ("clearance", "reader"), ("shown", "reader")):
            own = OWN_ROWS.format(column=column)
            connection.execute(f"CREATE POLICY own_rows ON reticent.{table} FOR SELECT USING ({own})")
        own = OWN_ROWS.format(column="reader")
        connection.execute(f"CREATE POLICY own_notes ON reticent.shown FOR INSERT WITH CHECK ({own})")


def connect(address: str, options: str = "") -> tuple[psycopg.Connection[Any], str]:
    """A connection, and how errors call it: without user and password."""
    try:
        import psycopg
        from psycopg.conninfo import conninfo_to_dict
    except ImportError:
        raise MissingExtraError("postgres", "a database in PostgreSQL") from None
    try:
        told = conninfo_to_dict(address)
    except psycopg.Error:
        raise KnowledgeError(
            "the address of the PostgreSQL server can't be read: write postgresql://user@host/database"
        ) from None
    place = f"'{told.get('dbname') or 'default'}' at {told.get('host') or 'the local server'}"
    with explain_errors(place):
        connection = psycopg.connect(address, autocommit=True, connect_timeout=WAIT, options=options)
        return connection, place


@contextmanager
def explain_errors(place: str) -> Iterator[None]:
    """What PostgreSQL complains about, as an error that says what to do and quotes no password."""
    import psycopg

    try:
        yield
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
        raise KnowledgeError(
            f"the PostgreSQL database {place} has no entities: fill it with 'reticent entities build'"
        ) from None
    except psycopg.errors.InsufficientPrivilege:
        raise KnowledgeError(
            f"this user may not do that in the PostgreSQL database {place}: ask for the rights on the schema 'reticent'"
        ) from None
    except (psycopg.errors.LockNotAvailable, psycopg.errors.QueryCanceled):
        raise KnowledgeError(
            f"the PostgreSQL database {place} is locked: try again when the others are done"
        ) from None
    except psycopg.Error as error:
        code = f" (SQLSTATE {error.sqlstate})" if error.sqlstate else ""
        raise KnowledgeError(
            f"the PostgreSQL database {place} can't be reached or asked{code}: check that the server runs, and the address;"
            " a password that is not in it is taken from PGPASSWORD or from a password file"
        ) from None


def _copy_rows(connection: psycopg.Connection[Any], cards: Sequence[Card]) -> None:
    rows = Rows(cards)
    for table, columns in TABLES.items():
        filled = rows.manifest().items() if table == "manifest" else rows.table(table)
        copied = f"COPY reticent.{table} ({', '.join(columns)}) FROM STDIN"
        with connection.cursor().copy(copied) as copy:
            for row in filled:
                copy.write_row(row)
