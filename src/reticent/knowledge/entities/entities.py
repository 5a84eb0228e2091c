"""What an attacker knows of entities: each has names, a category and the terms that belong to it.

A ledger of what each reader was shown of each subject: what is written stays, and is written before it is shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from reticent.errors import KnowledgeError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reticent.knowledge.entities.changes import Changed

    Ints = NDArray[np.int64]


FORMAT_VERSION = "3"
"""Of the tables, which SQLite and PostgreSQL have alike."""

SERVERS = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, a disease, a product: whatever a document may give away. Its names are part of its context.

    Of several categories, a reader must be cleared for every one to know of the entity.
    """

    id: str
    names: tuple[str, ...]
    categories: tuple[str, ...] = ()
    context: tuple[str, ...] = field(default=(), repr=False)


class EntityDatabase(Protocol):
    """Entities and the terms of their contexts, inverted; entities are numbers here, terms are forms (`form_of`)."""

    @property
    def size(self) -> int:
        """How many entities there are."""

    @property
    def fingerprint(self) -> str:
        """The "sha256:…" of all tables, by which a promise names the database; a KnowledgeError when they were changed.

        It is computed from the tables when it is first asked for, and compared with what they were built with.
        """

    def terms(self) -> list[str]:
        """All terms."""

    def terms_with_heads(self, heads: Collection[str]) -> list[str]:
        """The terms whose head (`head_of`) is one of these."""

    def knowers(self, terms: Collection[str]) -> Mapping[str, Ints]:
        """For every one of these that is a term, the entities that have it in their context, in order."""

    def numbers(self, names: Iterable[str]) -> Mapping[str, list[int]]:
        """The entities that have each of these ids or names, as the database spells it or in the same normal form."""

    def inside(self, categories: Collection[str]) -> Ints:
        """The entities that have at least one of these categories, in order."""

    def outside(self, categories: Collection[str]) -> Ints:
        """The entities that have a category besides these, or none at all, in order: all that a reader may not know."""

    def categories(self) -> Mapping[str, int]:
        """Every category with the number of its entities; "" for those without one."""

    def describe(self, numbers: Collection[int]) -> Mapping[int, Entity]:
        """These entities with id, first name and categories, without their contexts."""

    def clearances(self) -> Mapping[str, frozenset[str]]:
        """Every reader, or group of readers, with the categories that it may know of."""

    def clearance_sets(self) -> frozenset[frozenset[str]]:
        """The clearances that some readers have, without the readers."""

    def clearance(self, reader: str) -> frozenset[str]:
        """The categories that a reader may know of: none for a reader who is unknown."""


@runtime_checkable
class HasContextRows(Protocol):
    """A database that shows the rows of its tables, so that a second reader can count without `knowers`."""

    def context_rows(self, forms: Collection[str]) -> list[tuple[str, int]]:
        """Each of these forms that is a term with each entity that has it in its context, one row a pair."""


def open_entities(place: str | Path, *, roles: bool = False, as_of: str | None = None) -> EntityDatabase:
    """The entity database in a file, or behind a postgresql:// address; a small .jsonl or .csv is read as it is.

    With `roles` readers are the roles of the PostgreSQL server, and each is cleared for what the roles it belongs to
    are cleared for. `as_of` is a fingerprint, or the beginning of one: the entities as they were when the database
    had it, with the readers of today.
    """
    from reticent.errors import KnowledgeError

    if str(place).startswith(SERVERS):
        from reticent.knowledge.entities.postgres import PostgresEntities

        opened = PostgresEntities.connect(str(place), roles=roles)
        return opened.open_as_of(as_of) if as_of else opened
    if roles:
        raise KnowledgeError("a file has no roles: give a postgresql:// address, or leave the roles out")
    from reticent.knowledge.entities.source import SOURCES, read_entities
    from reticent.knowledge.entities.sqlite import SqliteEntities

    if Path(place).suffix.lower() in SOURCES:
        file = SqliteEntities.in_memory(read_entities(Path(place)))
    else:
        file = SqliteEntities.open(Path(place))
    return file.open_as_of(as_of) if as_of else file


def build_entities(
    entities: Iterable[Entity], place: str | Path, *, readers: Mapping[str, Collection[str]] | None = None
) -> int:
    """Fill a new database, a SQLite file or the tables behind a postgresql:// address; how many entities it has.

    What was there before is replaced, and stays as it was when anything goes wrong. Readers that are not given anew
    are kept in PostgreSQL, where they may be looked after by somebody else.
    """
    if str(place).startswith(SERVERS):
        from reticent.knowledge.entities.postgres_tables import build_postgres

        return build_postgres(entities, str(place), readers)
    from reticent.knowledge.entities.sqlite_tables import build_sqlite

    return build_sqlite(entities, Path(place), readers or {})


def change_entities(
    place: str | Path,
    *,
    add: Iterable[Entity] = (),
    remove: Collection[str] = (),
    replace: bool = False,
    forget: bool = False,
) -> Changed:
    """Add entities to a database and remove others by their ids, all of it or nothing.

    An entity that is there already is changed with `replace` and an error without. What was before stays on record,
    so that views of before can be explained, unless it is to be forgotten.
    """
    if str(place).startswith(SERVERS):
        from reticent.knowledge.entities.postgres_tables import change_postgres

        return change_postgres(str(place), add, remove, replace=replace, forget=forget)
    from reticent.knowledge.entities.sqlite_tables import change_sqlite

    return change_sqlite(Path(place), add, remove, replace=replace, forget=forget)


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
        from reticent.knowledge.entities.postgres import PostgresLedger

        return PostgresLedger.connect(str(place), new=new)
    from reticent.knowledge.entities.sqlite_ledger import SqliteLedger

    return SqliteLedger.open(Path(place), new=new)
