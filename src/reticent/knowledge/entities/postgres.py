"""An entity database in PostgreSQL, where organizations keep their directories."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import finalize

from reticent.errors import KnowledgeError, MissingExtraError
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.tables import (
    ORDERED,
    TABLES,
    gather_rows,
    hash_tables,
    parse_numbers,
    refuse_other_versions,
    require_same,
)
from reticent.knowledge.entities.words import form_of

if TYPE_CHECKING:
    import psycopg

    from reticent.knowledge.entities.entities import Ints

WAIT = 5

READERS = """
CREATE SCHEMA IF NOT EXISTS reticent;
CREATE TABLE IF NOT EXISTS reticent.reader (name text PRIMARY KEY);
CREATE TABLE IF NOT EXISTS reticent.clearance (reader text NOT NULL, category text NOT NULL, PRIMARY KEY (reader, category));
"""
SCHEMA = """
DROP TABLE IF EXISTS reticent.manifest, reticent.entity, reticent.name, reticent.term, reticent.context;
CREATE TABLE reticent.manifest (key text PRIMARY KEY, value text NOT NULL);
CREATE TABLE reticent.entity (id integer PRIMARY KEY, key text NOT NULL UNIQUE, name text NOT NULL, category text NOT NULL);
CREATE TABLE reticent.name (entity integer NOT NULL, form text NOT NULL);
CREATE TABLE reticent.term (id integer PRIMARY KEY, form text NOT NULL, head text NOT NULL);
CREATE TABLE reticent.context (term integer NOT NULL, entity integer NOT NULL);
"""
INDEXES = """
ALTER TABLE reticent.context ADD PRIMARY KEY (term, entity);
CREATE UNIQUE INDEX ON reticent.term (md5(form));
CREATE INDEX ON reticent.term (md5(head));
CREATE INDEX ON reticent.name (md5(form));
CREATE INDEX ON reticent.entity (category);
"""

HELD = """
WITH RECURSIVE held (oid, name) AS (
    SELECT oid, rolname FROM pg_roles WHERE rolname = %s
    UNION SELECT role.oid, role.rolname FROM held
    JOIN pg_auth_members AS of ON of.member = held.oid JOIN pg_roles AS role ON role.oid = of.roleid)
SELECT DISTINCT category FROM reticent.clearance JOIN held ON held.name = clearance.reader
"""
"""What a role is cleared for, by itself or through the roles that it belongs to; being superuser is no clearance."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class PostgresEntities:
    """The entity database in the schema `reticent` of a PostgreSQL server; `EntityDatabase` says what it answers."""

    place: str
    size: int
    roles: bool
    _declared: str
    _connection: psycopg.Connection[Any] = field(repr=False, compare=False)
    _computed: list[str] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def fingerprint(self) -> str:
        """The "sha256:…" of the tables as they are; a KnowledgeError when they are not those that were built."""
        if not self._computed:
            self._computed.append(hash_tables(self._rows_in_order))
        return require_same(self._computed[0], self._declared, self.place)

    def __reduce__(self) -> tuple[Callable[..., PostgresEntities], tuple[object, ...]]:
        """Travels to other processes as an address without its password, which they take from where psycopg looks."""
        from psycopg.conninfo import make_conninfo

        settings = {
            name: value for name, value in self._connection.info.get_parameters().items() if name != "options"
        }
        return _connect_again, (make_conninfo(**settings), self.roles, self.fingerprint)

    @classmethod
    def connect(cls, address: str, *, roles: bool = False) -> PostgresEntities:
        """Connect for reading; a KnowledgeError says what is wrong with the server or its tables."""
        connection, place = _connect(address, "-c default_transaction_read_only=on")
        with ExitStack() as unless_opened, _explain_errors(place):
            unless_opened.callback(connection.close)
            manifest = dict(connection.execute("SELECT key, value FROM reticent.manifest").fetchall())
            refuse_other_versions(manifest, place)
            unless_opened.pop_all()
            database = cls(place, int(manifest["size"]), roles, manifest["fingerprint"], connection)
            finalize(database, connection.close)
        return database

    def terms_with_heads(self, heads: Collection[str]) -> list[str]:
        """The terms whose head is one of these."""
        asked = "SELECT form FROM unnest(%s::text[]) AS asked JOIN reticent.term ON md5(head) = md5(asked) AND head = asked"
        return [form for (form,) in self._rows(asked, list(heads))]

    def knowers(self, terms: Collection[str]) -> Mapping[str, Ints]:
        """For every one of these that is a term, the entities that have it in their context, in order."""
        asked = """
            SELECT form, (SELECT string_agg(entity::text, ',') FROM reticent.context WHERE context.term = term.id)
            FROM unnest(%s::text[]) AS asked JOIN reticent.term ON md5(form) = md5(asked) AND form = asked"""
        found = dict(self._rows(asked, list(terms)))
        return {term: parse_numbers(found[term]) for term in terms if term in found}

    def numbers(self, names: Iterable[str]) -> Mapping[str, list[int]]:
        """The entities that have each of these ids or names."""
        asked = """
            SELECT id FROM reticent.entity WHERE key = %s
            UNION SELECT entity FROM reticent.name WHERE md5(form) = md5(%s) ORDER BY 1"""
        return {name: [number for (number,) in self._rows(asked, name, form_of(name))] for name in names}

    def inside(self, categories: Collection[str]) -> Ints:
        """The entities of these categories, in order."""
        return self._choose("category = ANY(%s) AND category <> ''", categories)

    def outside(self, categories: Collection[str]) -> Ints:
        """All other entities, in order; one without a category is always outside."""
        return self._choose("category <> ALL(%s) OR category = ''", categories)

    def categories(self) -> Mapping[str, int]:
        """Every category with the number of its entities."""
        return dict(sorted(self._rows("SELECT category, count(*) FROM reticent.entity GROUP BY category")))

    def describe(self, numbers: Collection[int]) -> Mapping[int, Entity]:
        """These entities with id, first name and category, without their contexts."""
        asked = "SELECT id, key, name, category FROM reticent.entity WHERE id = ANY(%s) ORDER BY id"
        rows = self._rows(asked, [int(number) for number in numbers])
        return {number: Entity(key, (name,), category) for number, key, name, category in rows}

    def clearances(self) -> Mapping[str, frozenset[str]]:
        """Every reader with the categories that it may know of; as roles, those that are cleared for any."""
        asked = "SELECT rolname FROM pg_roles" if self.roles else "SELECT name FROM reticent.reader"
        cleared = {reader: self.clearance(reader) for reader in sorted(name for (name,) in self._rows(asked))}
        return {reader: held for reader, held in cleared.items() if held or not self.roles}

    def clearance(self, reader: str) -> frozenset[str]:
        """The categories that a reader may know of: none for a reader who is unknown."""
        asked = HELD if self.roles else "SELECT category FROM reticent.clearance WHERE reader = %s"
        return frozenset(category for (category,) in self._rows(asked, reader))

    def _rows_in_order(self, table: str) -> list[Any]:
        tables = {name: f"reticent.{name}" for name in TABLES}
        entities = "string_agg(entity::text, ',' ORDER BY entity)"
        return self._rows(ORDERED[table].format(**tables, code_points='COLLATE "C"', entities=entities))

    def _choose(self, condition: str, categories: Collection[str]) -> Ints:
        asked = f"SELECT string_agg(id::text, ',') FROM reticent.entity WHERE {condition}"  # noqa: S608
        return parse_numbers(self._rows(asked, sorted(categories))[0][0])

    def _rows(self, asked: str, *values: object) -> list[Any]:
        with _explain_errors(self.place):
            return self._connection.execute(asked, values or None).fetchall()


def _connect_again(address: str, roles: bool, fingerprint: str) -> PostgresEntities:
    database = PostgresEntities.connect(address, roles=roles)
    require_same(database.fingerprint, fingerprint, database.place)
    return database


def build_postgres(
    entities: Iterable[Entity], address: str, readers: Mapping[str, Collection[str]] | None
) -> int:
    """Fill the tables of the schema `reticent` in one transaction; how many entities there are."""
    rows = gather_rows(entities)
    connection, place = _connect(address, "")
    with _explain_errors(place), connection, connection.transaction():
        connection.execute(READERS)
        connection.execute(SCHEMA)
        for table, columns in TABLES.items():
            copied = f"COPY reticent.{table} ({', '.join(columns)}) FROM STDIN"
            with connection.cursor().copy(copied) as copy:
                for row in rows.table(table):
                    copy.write_row(row)
        connection.execute(INDEXES)
        for reader, cleared in (readers or {}).items():
            connection.execute("INSERT INTO reticent.reader VALUES (%s) ON CONFLICT DO NOTHING", [reader])
            connection.execute("DELETE FROM reticent.clearance WHERE reader = %s", [reader])
            for category in sorted(set(cleared)):
                connection.execute("INSERT INTO reticent.clearance VALUES (%s, %s)", [reader, category])
    with _explain_errors(place), _connect(address, "")[0] as connection:
        connection.execute("ANALYZE reticent.context")
    return len(rows.entities)


def _connect(address: str, options: str) -> tuple[psycopg.Connection[Any], str]:
    """A connection, and how errors call it: without user and password."""
    try:
        import psycopg
        from psycopg.conninfo import conninfo_to_dict
    except ImportError:
        raise MissingExtraError("postgres", "an entity database in PostgreSQL") from None
    try:
        told = conninfo_to_dict(address)
    except psycopg.Error:
        raise KnowledgeError(
            "the address of the PostgreSQL server can't be read: write postgresql://user@host/database"
        ) from None
    place = f"'{told.get('dbname') or 'default'}' at {told.get('host') or 'the local server'}"
    with _explain_errors(place):
        connection = psycopg.connect(address, autocommit=True, connect_timeout=WAIT, options=options)
        return connection, place


@contextmanager
def _explain_errors(place: str) -> Iterator[None]:
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
