"""An entity database in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from weakref import finalize

from reticent.errors import KnowledgeError
from reticent.knowledge.entities.changes import read_cards_as_of
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite_tables import (
    SqliteTables,
    explain_errors,
    fill_tables,
    require_ours,
)
from reticent.knowledge.entities.tables import (
    Card,
    hash_tables,
    make_cards,
    parse_numbers,
    refuse_other_versions,
    require_same,
)
from reticent.knowledge.entities.words import form_of

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Ints

WAIT = 2.0

IN_MEMORY = "in memory"

_GIVEN = "(SELECT value FROM json_each(?))"
_OF_THESE = "SELECT 1 FROM category WHERE category.entity = id AND category.name"


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
            self._computed.append(hash_tables(self._tables.content))
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
        with explain_errors(str(path)):
            address = f"file:{quote(str(path.resolve()))}?mode=ro"
            connection = sqlite3.connect(address, uri=True, timeout=WAIT, check_same_thread=False)
            with ExitStack() as unless_opened:
                unless_opened.callback(connection.close)
                require_ours(connection, path)
                database = cls._of(str(path), connection)
                unless_opened.pop_all()
        return database

    @classmethod
    def in_memory(
        cls, entities: Iterable[Entity], readers: Mapping[str, Collection[str]] | None = None
    ) -> SqliteEntities:
        """A database of these entities that lives as long as it is used."""
        return cls.from_cards(make_cards(entities), readers or {})

    @classmethod
    def from_cards(cls, cards: Sequence[Card], readers: Mapping[str, Collection[str]]) -> SqliteEntities:
        """The same from the rows of another database."""
        connection = sqlite3.connect(":memory:", check_same_thread=False)
        fill_tables(connection, cards, readers)
        return cls._of(IN_MEMORY, connection)

    @classmethod
    def _of(cls, place: str, connection: sqlite3.Connection) -> SqliteEntities:
        manifest = dict(connection.execute("SELECT key, value FROM manifest"))
        refuse_other_versions(manifest, place)
        database = cls(place, int(manifest["size"]), manifest["fingerprint"], connection)
        finalize(database, connection.close)
        return database

    def open_as_of(self, fingerprint: str) -> SqliteEntities:
        """The entities as they were when the file had this fingerprint, with the readers of today."""
        with explain_errors(self.place):
            cards = read_cards_as_of(self._tables, fingerprint)
        return self.from_cards(cards, self.clearances())

    def terms(self) -> list[str]:
        """All terms."""
        return [form for (form,) in self._rows("SELECT form FROM term")]

    def terms_with_heads(self, heads: Collection[str]) -> list[str]:
        """The terms whose head is one of these."""
        asked = "SELECT term.form FROM json_each(?) AS asked JOIN term ON term.head = asked.value"
        return [form for (form,) in self._rows(asked, json.dumps(list(heads)))]

    def knowers(self, terms: Collection[str]) -> Mapping[str, Ints]:
        """For every one of these that is a term, the entities that have it in their context, in order."""
        asked = "SELECT group_concat(context.entity) FROM term JOIN context ON context.term = term.id WHERE form = ?"
        found = {term: self._rows(asked, term)[0][0] for term in terms}
        return {term: parse_numbers(numbers) for term, numbers in found.items() if numbers}

    def context_rows(self, forms: Collection[str]) -> list[tuple[str, int]]:
        """Each of these forms that is a term with each entity that has it in its context, one row a pair."""
        asked = """
            SELECT term.form, context.entity FROM json_each(?) AS asked
            JOIN term ON term.form = asked.value JOIN context ON context.term = term.id"""
        return self._rows(asked, json.dumps(list(forms)))

    def numbers(self, names: Iterable[str]) -> Mapping[str, list[int]]:
        """The entities that have each of these ids or names."""
        asked = "SELECT id FROM entity WHERE key = ? UNION SELECT entity FROM name WHERE form = ?"
        return {name: [number for (number,) in self._rows(asked, name, form_of(name))] for name in names}

    def inside(self, categories: Collection[str]) -> Ints:
        """The entities that have at least one of these categories, in order."""
        return self._choose(f"EXISTS ({_OF_THESE} IN {_GIVEN})", categories)

    def outside(self, categories: Collection[str]) -> Ints:
        """The entities that have a category besides these, or none at all, in order."""
        none = "NOT EXISTS (SELECT 1 FROM category WHERE category.entity = id)"
        return self._choose(f"{none} OR EXISTS ({_OF_THESE} NOT IN {_GIVEN})", categories)

    def categories(self) -> Mapping[str, int]:
        """Every category with the number of its entities; "" for those without one."""
        asked = """
            SELECT coalesce(category.name, '') AS category, count(*)
            FROM entity LEFT JOIN category ON category.entity = entity.id GROUP BY 1 ORDER BY 1"""
        return dict(self._rows(asked))

    def describe(self, numbers: Collection[int]) -> Mapping[int, Entity]:
        """These entities with id, first name and categories, without their contexts."""
        asked = """
            SELECT id, key, name, (SELECT json_group_array(category.name) FROM category WHERE entity = id)
            FROM entity WHERE id IN (SELECT value FROM json_each(?))"""
        rows = self._rows(asked, json.dumps([int(number) for number in numbers]))
        return {
            number: Entity(key, (name,), tuple(sorted(json.loads(held)))) for number, key, name, held in rows
        }

    def clearances(self) -> Mapping[str, frozenset[str]]:
        """Every reader with the categories that it may know of."""
        readers = [name for (name,) in self._rows("SELECT name FROM reader ORDER BY name")]
        return {reader: self.clearance(reader) for reader in readers}

    def clearance_sets(self) -> frozenset[frozenset[str]]:
        """The clearances that some readers have, without the readers."""
        return frozenset(self.clearances().values())

    def clearance(self, reader: str) -> frozenset[str]:
        """The categories that a reader may know of: none for a reader who is unknown."""
        rows = self._rows("SELECT category FROM clearance WHERE reader = ?", reader)
        return frozenset(category for (category,) in rows)

    @property
    def _tables(self) -> SqliteTables:
        return SqliteTables(self.place, self._connection)

    def _choose(self, condition: str, categories: Collection[str]) -> Ints:
        asked = f"SELECT group_concat(id) FROM entity WHERE {condition}"  # noqa: S608 - ours, no value in it
        return parse_numbers(self._rows(asked, json.dumps(sorted(categories)))[0][0])

    def _rows(self, asked: str, *values: object) -> list[Any]:
        with explain_errors(self.place):
            return self._connection.execute(asked, values).fetchall()


def _open_again(path: str, fingerprint: str) -> SqliteEntities:
    database = SqliteEntities.open(Path(path))
    require_same(database.fingerprint, fingerprint, path)
    return database


def _load_copy(content: bytes) -> SqliteEntities:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.deserialize(content)
    return SqliteEntities._of(IN_MEMORY, connection)
