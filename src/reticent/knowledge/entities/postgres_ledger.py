"""A ledger in the schema `reticent` of a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reticent.errors import KnowledgeError
from reticent.knowledge.entities.ledger import Turn, require_known
from reticent.knowledge.entities.postgres_tables import LEDGER, connect

if TYPE_CHECKING:
    import psycopg

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
