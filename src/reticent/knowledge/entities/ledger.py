"""A ledger of what each reader was shown of each subject: what is written stays, and is written before it is shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from reticent.errors import KnowledgeError
from reticent.knowledge.entities.entities import SERVERS


class ViewLedger(Protocol):
    """A ledger, in a file or on a server."""

    @property
    def place(self) -> str:
        """How errors call it."""

    def begin_turn(
        self, subjects: Collection[str], *, new: bool = False, keep: bool = True
    ) -> AbstractContextManager[Turn]:
        """One transaction about these subjects: what it notes is on disk when it ends, or there is a KnowledgeError.

        Meanwhile nobody else can show anything of them. A subject that the ledger doesn't know is an error, unless
        `new` ones may begin. A turn that is not to be kept leaves the ledger as it was.
        """


class Statements(Protocol):
    """What a turn needs of the database behind it."""

    def rows(self, statement: str, *values: object) -> list[Any]:
        """What a statement gives."""

    def write(self, statement: str, rows: Collection[Sequence[object]]) -> None:
        """Run a statement once for each of these rows."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A transaction of a ledger."""

    _statements: Statements = field(repr=False)

    def shown(self, reader: str, subject: str) -> frozenset[str]:
        """The terms that a reader was shown of a subject."""
        asked = "SELECT term FROM {shown} WHERE reader = ? AND subject = ?"
        return frozenset(term for (term,) in self._statements.rows(asked, reader, subject))

    def note(self, reader: str, subject: str, terms: Collection[str], fingerprint: str) -> None:
        """Note that a reader is going to be shown these terms, by a database with this fingerprint."""
        new = sorted(frozenset(terms) - self.shown(reader, subject))
        rows = [(reader, subject, term, fingerprint) for term in new]
        self._statements.write("INSERT INTO {shown} VALUES (?, ?, ?, ?)", rows)

    def databases(self, reader: str, subject: str) -> Mapping[str, int]:
        """The fingerprints of the databases by which terms of a subject were shown, with how many."""
        asked = (
            "SELECT fingerprint, count(*) FROM {shown} WHERE reader = ? AND subject = ? GROUP BY fingerprint"
        )
        return dict(self._statements.rows(asked, reader, subject))


def require_known(statements: Statements, subjects: Collection[str], place: str, *, new: bool) -> None:
    """Let the ledger know these subjects; a KnowledgeError for those that it doesn't, unless they may begin."""
    unknown = [
        name
        for name in sorted(set(subjects))
        if not statements.rows("SELECT 1 FROM {subject} WHERE name = ?", name)
    ]
    if unknown and not new:
        raise KnowledgeError(
            f"the ledger {place} does not know {len(unknown)} of {len(set(subjects))} subjects: check the name, or begin"
            " a record with --new-subject; nothing was shown"
        )
    statements.write("INSERT INTO {subject} VALUES (?)", [(name,) for name in unknown])


def open_ledger(place: str | Path, *, new: bool = False) -> ViewLedger:
    """The ledger in a file, or behind a postgresql:// address; one that is not there begins with `new` alone."""
    if str(place).startswith(SERVERS):
        from reticent.knowledge.entities.postgres_ledger import PostgresLedger

        return PostgresLedger.connect(str(place), new=new)
    from reticent.knowledge.entities.sqlite_ledger import SqliteLedger

    return SqliteLedger.open(Path(place), new=new)
