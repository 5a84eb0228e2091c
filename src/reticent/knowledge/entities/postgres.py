"""An entity database in PostgreSQL, where organizations keep their directories.

A ledger in the schema `reticent` of a PostgreSQL server.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import finalize

from reticent.errors import KnowledgeError
from reticent.knowledge.entities.changes import read_cards_as_of
from reticent.knowledge.entities.entities import Entity, Turn, require_known
from reticent.knowledge.entities.postgres_tables import LEDGER, PostgresTables, connect, explain_errors
from reticent.knowledge.entities.tables import hash_tables, parse_numbers, refuse_other_versions, require_same
from reticent.knowledge.entities.words import form_of

if TYPE_CHECKING:
    import psycopg

    from reticent.knowledge.entities.entities import Ints
    from reticent.knowledge.entities.sqlite import SqliteEntities


HELD = """
WITH RECURSIVE held (oid, name) AS (
    SELECT oid, rolname FROM pg_roles WHERE rolname = %s
    UNION SELECT role.oid, role.rolname FROM held
    JOIN pg_auth_members AS of ON of.member = held.oid JOIN pg_roles AS role ON role.oid = of.roleid)
SELECT DISTINCT category FROM reticent.clearance JOIN held ON held.name = clearance.reader
"""
"""What a role is cleared for, by itself or through the roles that it belongs to; being superuser is no clearance."""

TIED = "SELECT 1 FROM pg_class WHERE oid = 'reticent.clearance'::regclass AND relrowsecurity"
MEMBER = "SELECT 1 FROM pg_roles WHERE rolname = %s AND pg_has_role(session_user, oid, 'MEMBER')"

_OF_THESE = "SELECT 1 FROM reticent.category AS held WHERE held.entity = id AND held.name"


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
            self._computed.append(hash_tables(self._content))
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
        connection, place = connect(address, "-c default_transaction_read_only=on")
        with ExitStack() as unless_opened, explain_errors(place):
            unless_opened.callback(connection.close)
            manifest = dict(connection.execute("SELECT key, value FROM reticent.manifest").fetchall())
            refuse_other_versions(manifest, place)
            unless_opened.pop_all()
            database = cls(place, int(manifest["size"]), roles, manifest["fingerprint"], connection)
            finalize(database, connection.close)
        return database

    def open_as_of(self, fingerprint: str) -> SqliteEntities:
        """The entities as they were when the tables had this fingerprint, in memory, with the readers of today."""
        from reticent.knowledge.entities.sqlite import SqliteEntities

        with explain_errors(self.place), self._connection.transaction():
            cards = read_cards_as_of(self._tables, fingerprint)
        return SqliteEntities.from_cards(cards, self.clearances())

    def terms(self) -> list[str]:
        """All terms."""
        return [form for (form,) in self._rows("SELECT form FROM reticent.term")]

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

    def context_rows(self, forms: Collection[str]) -> list[tuple[str, int]]:
        """Each of these forms that is a term with each entity that has it in its context, one row a pair."""
        asked = """
            SELECT form, context.entity FROM unnest(%s::text[]) AS asked
            JOIN reticent.term ON md5(form) = md5(asked) AND form = asked
            JOIN reticent.context ON context.term = term.id"""
        return self._rows(asked, list(forms))

    def numbers(self, names: Iterable[str]) -> Mapping[str, list[int]]:
        """The entities that have each of these ids or names."""
        asked = """
            SELECT id FROM reticent.entity WHERE key = %s
            UNION SELECT entity FROM reticent.name WHERE md5(form) = md5(%s) ORDER BY 1"""
        return {name: [number for (number,) in self._rows(asked, name, form_of(name))] for name in names}

    def inside(self, categories: Collection[str]) -> Ints:
        """The entities that have at least one of these categories, in order."""
        return self._choose(f"EXISTS ({_OF_THESE} = ANY(%s))", categories)

    def outside(self, categories: Collection[str]) -> Ints:
        """The entities that have a category besides these, or none at all, in order."""
        none = "NOT EXISTS (SELECT 1 FROM reticent.category AS held WHERE held.entity = id)"
        return self._choose(f"{none} OR EXISTS ({_OF_THESE} <> ALL(%s))", categories)

    def categories(self) -> Mapping[str, int]:
        """Every category with the number of its entities; "" for those without one."""
        asked = """
            SELECT coalesce(held.name, ''), count(*)
            FROM reticent.entity LEFT JOIN reticent.category AS held ON held.entity = entity.id GROUP BY 1"""
        return dict(sorted(self._rows(asked)))

    def describe(self, numbers: Collection[int]) -> Mapping[int, Entity]:
        """These entities with id, first name and categories, without their contexts."""
        asked = """
            SELECT id, key, name, array(SELECT held.name FROM reticent.category AS held WHERE held.entity = id)
            FROM reticent.entity WHERE id = ANY(%s) ORDER BY id"""
        rows = self._rows(asked, [int(number) for number in numbers])
        return {number: Entity(key, (name,), tuple(sorted(held))) for number, key, name, held in rows}

    def clearances(self) -> Mapping[str, frozenset[str]]:
        """Every reader with the categories that it may know of; as roles, those that are cleared for any.

        Where readers are tied to logins, the readers that this login may ask as.
        """
        asked = "SELECT rolname FROM pg_roles" if self.roles else "SELECT name FROM reticent.reader"
        cleared = {
            reader: self._clearance_of(reader) for reader in sorted(name for (name,) in self._rows(asked))
        }
        return {reader: held for reader, held in cleared.items() if held or not self.roles}

    def clearance_sets(self) -> frozenset[frozenset[str]]:
        """The clearances that some readers have, without the readers, which other logins may not see."""
        rows = self._rows("SELECT categories FROM reticent.clearance_sets()")
        return frozenset(frozenset(held) for (held,) in rows) | frozenset(self.clearances().values())

    def clearance(self, reader: str) -> frozenset[str]:
        """The categories that a reader may know of: none for a reader who is unknown.

        Where readers are tied to logins, a KnowledgeError for a reader that this login may not ask as.
        """
        if self._rows(TIED) and not self._rows(MEMBER, reader):
            raise KnowledgeError(
                f"this login may not ask as '{reader}': readers are tied to logins here; log in as that reader, or"
                " ask for membership in its role"
            )
        return self._clearance_of(reader)

    def _clearance_of(self, reader: str) -> frozenset[str]:
        asked = HELD if self.roles else "SELECT category FROM reticent.clearance WHERE reader = %s"
        return frozenset(category for (category,) in self._rows(asked, reader))

    @property
    def _tables(self) -> PostgresTables:
        return PostgresTables(self.place, self._connection)

    def _content(self, table: str) -> list[Any]:
        with explain_errors(self.place):
            return self._require_unchanged(self._tables.content(table))

    def _choose(self, condition: str, categories: Collection[str]) -> Ints:
        asked = f"SELECT string_agg(id::text, ',') FROM reticent.entity WHERE {condition}"  # noqa: S608
        return parse_numbers(self._rows(asked, sorted(categories))[0][0])

    def _rows(self, asked: str, *values: object) -> list[Any]:
        with explain_errors(self.place):
            return self._require_unchanged(self._connection.execute(asked, values or None).fetchall())

    def _require_unchanged(self, rows: list[Any]) -> list[Any]:
        """The rows, if the entities are still those that were opened: asked afterwards, so that no change slips in."""
        asked = "SELECT value FROM reticent.manifest WHERE key = 'fingerprint'"
        if self._connection.execute(asked).fetchone() != (self._declared,):
            raise KnowledgeError(
                f"the entities in the PostgreSQL database {self.place} were changed meanwhile: run again"
            )
        return rows


def _connect_again(address: str, roles: bool, fingerprint: str) -> PostgresEntities:
    database = PostgresEntities.connect(address, roles=roles)
    require_same(database.fingerprint, fingerprint, database.place)
    return database


WAIT = 20
"""Seconds to wait for another run that shows something of the same subjects."""

_NAMES = {"subject": "reticent.subject", "shown": "reticent.shown"}
_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('reticent ' || %s, 0))"


@dataclass(frozen=True, slots=True)
class PostgresLedger:
    """The ledger behind an address; `ViewLedger` says what it does."""

    place: str
    address: str = field(repr=False)

    @classmethod
    def connect(cls, address: str, *, new: bool = False) -> PostgresLedger:
        """The ledger at an address; a KnowledgeError says what is wrong with it."""
        connection, place = connect(address)
        with _explain_errors(place), connection:
            (known,) = connection.execute("SELECT to_regclass('reticent.shown') IS NOT NULL").fetchone() or (
                0,
            )
            if not known and not new:
                raise KnowledgeError(
                    f"the PostgreSQL database {place} has no ledger: check the address, or begin one with --new-subject;"
                    " nothing was shown"
                )
            if not known:
                connection.execute(LEDGER)
        return cls(place, address)

    @contextmanager
    def begin_turn(
        self, subjects: Collection[str], *, new: bool = False, keep: bool = True
    ) -> Iterator[Turn]:
        """One transaction; other runs about the same subjects wait for it, and for none longer than `WAIT` seconds."""
        connection, _ = connect(self.address, f"-c lock_timeout={WAIT}s")
        with _explain_errors(self.place), connection, connection.transaction(force_rollback=not keep):
            for subject in sorted(set(subjects)):  # in one order, so that no two wait for each other
                connection.execute(_LOCK, [subject])
            statements = _Statements(connection)
            require_known(statements, subjects, f"in {self.place}", new=new)
            yield Turn(statements)


@dataclass(frozen=True, slots=True)
class _Statements:
    connection: psycopg.Connection[Any] = field(repr=False)

    def rows(self, statement: str, *values: object) -> list[Any]:
        return self.connection.execute(_in_own_words(statement), values).fetchall()

    def write(self, statement: str, rows: Collection[Sequence[object]]) -> None:
        self.connection.cursor().executemany(_in_own_words(statement), list(rows))


def _in_own_words(statement: str) -> str:
    return statement.format(**_NAMES).replace("?", "%s")


@contextmanager
def _explain_errors(place: str) -> Iterator[None]:
    """What PostgreSQL complains about, as an error that says what to do."""
    import psycopg

    try:
        yield
    except (psycopg.errors.LockNotAvailable, psycopg.errors.QueryCanceled, psycopg.errors.DeadlockDetected):
        raise KnowledgeError(
            f"the ledger in {place} is locked by another run: try again when it is done; nothing was shown"
        ) from None
    except psycopg.errors.InsufficientPrivilege:
        raise KnowledgeError(
            f"this user may not write the ledger in {place} for this reader: ask for INSERT and SELECT on"
            " reticent.subject and reticent.shown; nothing was shown"
        ) from None
    except psycopg.Error as error:
        code = f" (SQLSTATE {error.sqlstate})" if error.sqlstate else ""
        raise KnowledgeError(
            f"the ledger in {place} can't be read or written{code}: check the server; nothing was shown"
        ) from None
