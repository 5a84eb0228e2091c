"""A ledger in one SQLite file that only its owner may read."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from reticent.errors import KnowledgeError
from reticent.files import PRIVATE, require_private
from reticent.knowledge.entities.entities import Turn, require_known
from reticent.knowledge.entities.sqlite_errors import Advice, explain_errors

APPLICATION = 0x72746C67
"""The mark "rtlg" in the header of the file, by which it is known as ours."""

WAIT = 20.0
"""Seconds to wait for another run that shows something."""

_TABLES = """
CREATE TABLE subject (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE shown (reader TEXT NOT NULL, subject TEXT NOT NULL, term TEXT NOT NULL, fingerprint TEXT NOT NULL,
    PRIMARY KEY (reader, subject, term)) WITHOUT ROWID;
"""
_NAMES = {"subject": "subject", "shown": "shown"}

_explain_errors = partial(
    explain_errors,
    Advice(
        kind="ledger",
        unusable="check the file and its folder",
        damaged="put back a copy",
        end="; nothing was shown",
    ),
)


@dataclass(frozen=True, slots=True)
class SqliteLedger:
    """The ledger in a file; `ViewLedger` says what it does."""

    place: str

    @classmethod
    def open(cls, path: Path, *, new: bool = False) -> SqliteLedger:
        """The ledger at a path; a KnowledgeError says what is wrong with it."""
        if not path.exists():
            if not new:
                raise KnowledgeError(
                    f"there is no ledger {path}: check the name, or begin one with --new-subject; nothing was shown"
                )
            _begin(path)
        ledger = cls(str(path))
        with _explain_errors(ledger.place), ledger._connect() as connection:
            _require_ours(connection, path)
        return ledger

    @contextmanager
    def begin_turn(
        self, subjects: Collection[str], *, new: bool = False, keep: bool = True
    ) -> Iterator[Turn]:
        """One transaction; other runs wait for it, and for none longer than `WAIT` seconds."""
        with _explain_errors(self.place), self._connect() as connection:
            connection.execute("BEGIN IMMEDIATE")
            statements = _Statements(connection)
            require_known(statements, subjects, self.place, new=new)
            yield Turn(statements)
            connection.execute("COMMIT" if keep else "ROLLBACK")

    @contextmanager
    def _connect(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.place, timeout=WAIT, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            yield connection


@dataclass(frozen=True, slots=True)
class _Statements:
    connection: sqlite3.Connection = field(repr=False)

    def rows(self, statement: str, *values: object) -> list[Any]:
        return self.connection.execute(statement.format(**_NAMES), values).fetchall()

    def write(self, statement: str, rows: Collection[Sequence[object]]) -> None:
        self.connection.executemany(statement.format(**_NAMES), rows)


def _begin(path: Path) -> None:
    """Make an empty ledger, private from the first moment, and whole when it has its name."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
        with _explain_errors(str(path)), closing(sqlite3.connect(unfinished)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.executescript(_TABLES)
        try:
            os.link(unfinished, path)  # never over a ledger that somebody else began meanwhile
        except FileExistsError:
            pass
        finally:
            unfinished.unlink()
    except OSError as error:
        raise KnowledgeError(
            f"the ledger {path} can't be written: {error.strerror}; nothing was shown"
        ) from None


def _require_ours(connection: sqlite3.Connection, path: Path) -> None:
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    ((verdict,), *_) = connection.execute("PRAGMA quick_check").fetchall()
    if mark != APPLICATION or verdict != "ok":
        raise sqlite3.DatabaseError
    require_private(path, KnowledgeError)
