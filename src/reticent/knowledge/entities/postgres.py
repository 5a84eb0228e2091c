"""Entity databases and ledgers in the schema `reticent` of a PostgreSQL server, where organizations keep their directories.

Whatever fills or changes the tables is one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from reticent.errors import KnowledgeError, MissingExtraError
from reticent.knowledge.entities._sql import (
    LEDGER,
    READERS,
    LedgerTurn,
    SqlEntities,
    fill_tables,
    write_readers,
)
from reticent.knowledge.entities._tables import (
    TABLES,
    Card,
    ChangeSummary,
    Dialect,
    Store,
    change_tables,
    make_cards,
    require_same,
)
from reticent.knowledge.entities.entities import Entity

if TYPE_CHECKING:
    import psycopg

CONNECT_WAIT = 5
"""Seconds to wait for a server: chosen by hand, since one that is there answers within one."""

LEDGER_WAIT = 20
"""Seconds to wait for another run that shows something of the same subjects: chosen by hand, longer than a turn takes."""

_BEGIN = "CREATE SCHEMA IF NOT EXISTS reticent;"
_SETS = """
CREATE OR REPLACE FUNCTION reticent.clearance_sets() RETURNS TABLE (categories text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
    SELECT DISTINCT array(SELECT category FROM reticent.clearance WHERE reader = name ORDER BY category)
    FROM (SELECT name FROM reticent.reader UNION SELECT reader FROM reticent.clearance) AS known (name) $$;
"""
_DROP = f"DROP TABLE IF EXISTS {', '.join(f'reticent.{table}' for table in (*TABLES, 'change'))};"

_OWN_ROWS = """
EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = {column} AND pg_has_role(session_user, oid, 'MEMBER'))
"""
"""Of a table with readers, the rows of the roles that whoever has logged in belongs to; SET ROLE changes nothing."""

_TIE = """
ALTER TABLE reticent.reader ENABLE ROW LEVEL SECURITY;
ALTER TABLE reticent.clearance ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own_rows ON reticent.reader;
DROP POLICY IF EXISTS own_rows ON reticent.clearance;
ALTER TABLE reticent.shown ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own_rows ON reticent.shown;
DROP POLICY IF EXISTS own_notes ON reticent.shown;
"""
_IS_TIED = "SELECT 1 FROM pg_class WHERE oid = 'reticent.clearance'::regclass AND relrowsecurity"
_IS_MEMBER = "SELECT 1 FROM pg_roles WHERE rolname = ? AND pg_has_role(session_user, oid, 'MEMBER')"
_HELD = """
WITH RECURSIVE held (oid, name) AS (
    SELECT oid, rolname FROM pg_roles WHERE rolname = ?
    UNION SELECT role.oid, role.rolname FROM held
    JOIN pg_auth_members AS of ON of.member = held.oid JOIN pg_roles AS role ON role.oid = of.roleid)
SELECT DISTINCT category FROM reticent.clearance JOIN held ON held.name = clearance.reader
"""
"""What a role is cleared for, by itself or through the roles that it belongs to; being superuser is no clearance."""

_LOCKED = frozenset({"LockNotAvailable", "QueryCanceled"})
_DENIED = frozenset({"InsufficientPrivilege"})
_OTHERS = frozenset({"Error"})

_Advice = Mapping[frozenset[str], str]
"""What is said of the first of these kinds of errors that one is."""

_OF_DATABASE: _Advice = {
    frozenset({"UndefinedTable", "InvalidSchemaName"}): (
        "the PostgreSQL database {place} has no entities: fill it with 'reticent entities build'"
    ),
    _DENIED: (
        "this user may not do that in the PostgreSQL database {place}: ask for the rights on the schema 'reticent'"
    ),
    _LOCKED: "the PostgreSQL database {place} is locked: try again when the others are done",
    _OTHERS: (
        "the PostgreSQL database {place} can't be reached or asked{code}: check that the server runs, and the address;"
        " a password that is not in it is taken from PGPASSWORD or from a password file"
    ),
}
_OF_LEDGER: _Advice = {
    _LOCKED | {"DeadlockDetected"}: (
        "the ledger in {place} is locked by another run: try again when it is done; nothing was shown"
    ),
    _DENIED: (
        "this user may not write the ledger in {place} for this reader: ask for INSERT and SELECT on"
        " reticent.subject and reticent.shown; nothing was shown"
    ),
    _OTHERS: "the ledger in {place} can't be read or written{code}: check the server; nothing was shown",
}


@contextmanager
def _explain_errors(place: str, advice: _Advice = _OF_DATABASE) -> Iterator[None]:
    """What PostgreSQL complains about, as an error that says what to do and quotes no password."""
    import psycopg

    try:
        yield
    except psycopg.Error as error:
        code = f" (SQLSTATE {error.sqlstate})" if error.sqlstate else ""
        kinds = {kind.__name__ for kind in type(error).__mro__}
        message = next(said for names, said in advice.items() if names & kinds)
        raise KnowledgeError(message.format(place=place, code=code)) from None


def _connect(address: str, options: str = "") -> PostgresStore:
    """A connection, and how errors call it: without user and password."""
    try:
        import psycopg
        from psycopg.conninfo import conninfo_to_dict
    except ImportError:
        raise MissingExtraError("postgres", "a database in PostgreSQL") from None
    try:
        settings = conninfo_to_dict(address)
    except psycopg.Error:
        raise KnowledgeError(
            "the address of the PostgreSQL server can't be read: write postgresql://user@host/database"
        ) from None
    place = f"'{settings.get('dbname') or 'default'}' at {settings.get('host') or 'the local server'}"
    with _explain_errors(place):
        connection = psycopg.connect(address, autocommit=True, connect_timeout=CONNECT_WAIT, options=options)
        return PostgresStore(place, connection)


@dataclass(frozen=True, slots=True)
class PostgresStore(Store):
    """The tables on a server."""

    connection: psycopg.Connection[Any] = field(repr=False)

    dialect: ClassVar = Dialect(
        schema="reticent.",
        mark="%s",
        packed="",
        key="md5({})",  # an index takes no text of more than 2,700 bytes
        same="md5({0}) = md5(given.value) AND {0} = given.value",
        joined="string_agg({}::text, ',')",
        texts="unnest(?::text[]) AS given (value)",
        numbers="unnest(?::bigint[]) AS given (value)",
    )

    def load(self, table: str, rows: Iterable[Sequence[object]]) -> None:
        """Fill a table with many rows."""
        copied = f"COPY {{{table}}} ({', '.join(TABLES[table])}) FROM STDIN"
        with self.connection.cursor().copy(self.spell(copied)) as copy:
            for row in rows:
                copy.write_row(row)

    def _adapt(self, values: Sequence[object]) -> Sequence[object] | None:
        return values or None

    def explain(self) -> AbstractContextManager[None]:
        """What PostgreSQL complains about, as a KnowledgeError that says what to do."""
        return _explain_errors(self.place)

    @contextmanager
    def change(self) -> Iterator[None]:
        """One transaction, after which the connection is closed."""
        with self.explain(), self.connection, self.connection.transaction():
            yield


@dataclass(frozen=True, slots=True)
class PostgresEntities(SqlEntities):
    """The entity database at an address.

    With `roles` readers are the roles of the server. Where readers are tied to logins, only those are known that this login
    may ask as.
    """

    _store: PostgresStore = field(repr=False, compare=False)
    roles: bool = field(default=False, kw_only=True)

    def __reduce__(self) -> tuple[Callable[..., PostgresEntities], tuple[object, ...]]:
        """Travels to other processes as an address without its password, which they take from where psycopg looks."""
        from psycopg.conninfo import make_conninfo

        own = self._store.connection.info.get_parameters()
        settings = {name: value for name, value in own.items() if name != "options"}
        return _connect_again, (make_conninfo(**settings), self.roles, self.fingerprint)

    @classmethod
    def connect(cls, address: str, *, roles: bool = False) -> PostgresEntities:
        """Connect for reading; a KnowledgeError says what is wrong with the server or its tables."""
        store = _connect(address, "-c default_transaction_read_only=on")
        with store.explain(), store.close_unless_done():
            return cls.of(store, roles=roles)

    def cards_as_of(self, fingerprint: str) -> list[Card]:
        """The entities as they were when the tables had this fingerprint, read in one transaction."""
        with self._store.explain(), self._store.connection.transaction():
            return SqlEntities.cards_as_of(self, fingerprint)

    def clearances(self) -> Mapping[str, frozenset[str]]:
        """Every reader with the categories that it may know of; as roles, those that are cleared for any."""
        asked = "SELECT rolname FROM pg_roles" if self.roles else "SELECT name FROM {reader}"
        readers = sorted(name for (name,) in self._rows(asked))
        cleared = {reader: self._clearance_of(reader) for reader in readers}
        return {reader: held for reader, held in cleared.items() if held or not self.roles}

    def clearance_sets(self) -> frozenset[frozenset[str]]:
        """The clearances that some readers have, without the readers, which other logins may not see."""
        rows = self._rows("SELECT categories FROM reticent.clearance_sets()")
        return frozenset(frozenset(held) for (held,) in rows) | frozenset(self.clearances().values())

    def clearance(self, reader: str) -> frozenset[str]:
        """The categories that a reader may know of; a KnowledgeError for one that this login may not ask as."""
        if self._rows(_IS_TIED) and not self._rows(_IS_MEMBER, reader):
            raise KnowledgeError(
                f"this login may not ask as '{reader}': readers are tied to logins here; log in as that reader, or"
                " ask for membership in its role"
            )
        return self._clearance_of(reader)

    def _clearance_of(self, reader: str) -> frozenset[str]:
        asked = _HELD if self.roles else "SELECT category FROM {clearance} WHERE reader = ?"
        return frozenset(category for (category,) in self._rows(asked, reader))

    def _rows(self, asked: str, *values: object) -> list[Any]:
        """The rows, if the entities are still those that were opened: asked afterwards, so that no change slips in."""
        with self._store.explain():
            rows = self._store.rows(asked, *values)
            now = self._store.rows("SELECT value FROM {manifest} WHERE key = 'fingerprint'")
        if now != [(self._declared,)]:
            raise KnowledgeError(
                f"the entities in the PostgreSQL database {self.place} were changed meanwhile: run again"
            )
        return rows


def _connect_again(address: str, roles: bool, fingerprint: str) -> PostgresEntities:
    database = PostgresEntities.connect(address, roles=roles)
    require_same(database.fingerprint, fingerprint, database.place)
    return database


def build_postgres(
    entities: Iterable[Entity], address: str, readers: Mapping[str, Collection[str]] | None
) -> int:
    """Fill the tables of the schema `reticent`; how many entities there are."""
    cards = make_cards(entities)
    store = _connect(address)
    with store.change():
        store.run(_BEGIN + READERS + _SETS + LEDGER + _DROP)
        fill_tables(store, cards)
        write_readers(store, readers or {})
    again = _connect(address)
    with again.explain(), again.connection:
        again.run("ANALYZE {context}")
    return len(cards)


def change_postgres(
    address: str, cards: Sequence[Card], remove: Collection[str], *, replace: bool, forget: bool
) -> ChangeSummary:
    """Change the tables; another run that changes them waits for it."""
    store = _connect(address)
    with store.change():
        store.run("LOCK TABLE {manifest} IN SHARE ROW EXCLUSIVE MODE")
        return change_tables(store, cards, remove, replace=replace, forget=forget)


def tie_readers_to_logins(address: str) -> None:
    """Let everybody who logs in see the clearances, and the ledger, of the roles alone that it belongs to."""
    store = _connect(address)
    with store.change():
        store.run(_TIE)
        for table, column in (("reader", "name"), ("clearance", "reader"), ("shown", "reader")):
            own = _OWN_ROWS.format(column=column)
            store.run(f"CREATE POLICY own_rows ON {{{table}}} FOR SELECT USING ({own})")
        own = _OWN_ROWS.format(column="reader")
        store.run(f"CREATE POLICY own_notes ON {{shown}} FOR INSERT WITH CHECK ({own})")


@dataclass(frozen=True, slots=True)
class PostgresLedger:
    """The ledger at an address; `ViewLedger` says what it does."""

    place: str
    address: str = field(repr=False)

    @classmethod
    def connect(cls, address: str, *, new: bool = False) -> PostgresLedger:
        """The ledger at an address; a KnowledgeError says what is wrong with it."""
        store = _connect(address)
        with _explain_errors(store.place, _OF_LEDGER), store.connection:
            if store.rows("SELECT to_regclass('reticent.shown') IS NULL") == [(True,)]:
                if not new:
                    raise KnowledgeError(
                        f"the PostgreSQL database {store.place} has no ledger: check the address, or begin one with"
                        " --new-subject; nothing was shown"
                    )
                store.run(_BEGIN + LEDGER)
        return cls(store.place, address)

    @contextmanager
    def begin_turn(
        self, subjects: Collection[str], *, new: bool = False, keep: bool = True
    ) -> Iterator[LedgerTurn]:
        """One transaction; other runs about the same subjects wait for it, for at most `LEDGER_WAIT` seconds."""
        store = _connect(self.address, f"-c lock_timeout={LEDGER_WAIT}s")
        connection = store.connection
        with (
            _explain_errors(self.place, _OF_LEDGER),
            connection,
            connection.transaction(force_rollback=not keep),
        ):
            for subject in sorted(set(subjects)):  # in one order, so that no two wait for each other
                store.rows("SELECT pg_advisory_xact_lock(hashtextextended('reticent ' || ?, 0))", subject)
            yield LedgerTurn.about(store, subjects, f"in {self.place}", new=new)
