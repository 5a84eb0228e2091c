"""What an entity database answers, and what a ledger notes, in SQL that is written once for every engine."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self
from weakref import finalize

from reticent.errors import KnowledgeError
from reticent.knowledge.entities._tables import (
    CONTENT,
    TABLES,
    Card,
    Rows,
    Store,
    hash_tables,
    parse_numbers,
    read_cards_as_of,
    refuse_other_versions,
    require_same,
)
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.words import form_of

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Ints

READERS = """
CREATE TABLE IF NOT EXISTS {reader} (name TEXT PRIMARY KEY){packed};
CREATE TABLE IF NOT EXISTS {clearance} (reader TEXT NOT NULL, category TEXT NOT NULL,
    PRIMARY KEY (reader, category)){packed};
"""
LEDGER = """
CREATE TABLE IF NOT EXISTS {subject} (name TEXT PRIMARY KEY){packed};
CREATE TABLE IF NOT EXISTS {shown} (reader TEXT NOT NULL, subject TEXT NOT NULL, term TEXT NOT NULL,
    fingerprint TEXT NOT NULL, PRIMARY KEY (reader, subject, term)){packed};
"""
SCHEMA = """
CREATE TABLE {manifest} (key TEXT PRIMARY KEY, value TEXT NOT NULL){packed};
CREATE TABLE {entity} (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
CREATE TABLE {category} (entity INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (entity, name)){packed};
CREATE TABLE {name} (entity INTEGER NOT NULL, form TEXT NOT NULL);
CREATE TABLE {term} (id INTEGER PRIMARY KEY, form TEXT NOT NULL, head TEXT NOT NULL);
CREATE TABLE {context} (term INTEGER NOT NULL, entity INTEGER NOT NULL, PRIMARY KEY (term, entity)){packed};
CREATE TABLE {change} (step INTEGER NOT NULL, fingerprint TEXT NOT NULL, key TEXT NOT NULL,
    number INTEGER NOT NULL, card TEXT NOT NULL);
"""
INDEXES = """
CREATE UNIQUE INDEX term_form ON {term} ({key_form});
CREATE INDEX term_head ON {term} ({key_head});
CREATE INDEX name_form ON {name} ({key_form});
CREATE INDEX name_entity ON {name} (entity);
CREATE INDEX category_name ON {category} (name);
CREATE INDEX context_entity ON {context} (entity);
"""


def fill_tables(store: Store, cards: Sequence[Card]) -> None:
    """Make the tables of entities and put everything in."""
    store.run(SCHEMA)
    rows = Rows(cards)
    for table in TABLES:
        store.load(table, rows.manifest().items() if table == "manifest" else rows.table(table))
    store.run(INDEXES)


def write_readers(store: Store, readers: Mapping[str, Collection[str]]) -> None:
    """Let these readers be known, and cleared for just these categories."""
    named = [(reader,) for reader in readers]
    pairs = [(reader, category) for reader, cleared in readers.items() for category in sorted(set(cleared))]
    store.write("INSERT INTO {reader} VALUES (?) ON CONFLICT DO NOTHING", named)
    store.write("DELETE FROM {clearance} WHERE reader = ?", named)
    store.write("INSERT INTO {clearance} VALUES (?, ?)", pairs)


_OF_THESE = "SELECT 1 FROM {category} AS held WHERE held.entity = id"
_GIVEN = "(SELECT value FROM {texts})"


@dataclass(frozen=True, slots=True, weakref_slot=True)
class SqlEntities:
    """The answers of an `EntityDatabase`, which says what each of them is."""

    place: str
    size: int
    _declared: str
    _store: Store = field(repr=False, compare=False)
    _computed: list[str] = field(default_factory=list, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, store: Store, **more: Any) -> Self:
        """The database in these tables, which closes the connection when it goes; none of another version."""
        manifest = dict(store.rows("SELECT key, value FROM {manifest}"))
        refuse_other_versions(manifest, store.place)
        database = cls(store.place, int(manifest["size"]), manifest["fingerprint"], store, **more)
        finalize(database, store.connection.close)
        return database

    @property
    def fingerprint(self) -> str:
        if not self._computed:
            self._computed.append(hash_tables(lambda table: self._rows(CONTENT[table])))
        return require_same(self._computed[0], self._declared, self.place)

    def cards_as_of(self, fingerprint: str) -> list[Card]:
        """The entities as they were when the tables had this fingerprint."""
        with self._store.explain():
            return read_cards_as_of(self._store, fingerprint)

    def terms(self) -> list[str]:
        return [form for (form,) in self._rows("SELECT form FROM {term}")]

    def terms_with_heads(self, heads: Collection[str]) -> list[str]:
        asked = "SELECT form FROM {texts} JOIN {term} ON {is_head}"
        return [form for (form,) in self._rows(asked, list(heads))]

    def knowers(self, terms: Collection[str]) -> Mapping[str, Ints]:
        asked = """
            SELECT form, (SELECT {entities} FROM {context} AS known WHERE known.term = word.id)
            FROM {texts} JOIN {term} AS word ON {is_form}"""
        found = dict(self._rows(asked, list(terms)))
        return {term: parse_numbers(found[term]) for term in terms if term in found}

    def context_rows(self, forms: Collection[str]) -> list[tuple[str, int]]:
        asked = """
            SELECT form, known.entity FROM {texts} JOIN {term} AS word ON {is_form}
            JOIN {context} AS known ON known.term = word.id"""
        return self._rows(asked, list(forms))

    def numbers(self, names: Iterable[str]) -> Mapping[str, list[int]]:
        asked = """
            SELECT id FROM {entity} WHERE key = ?
            UNION SELECT entity FROM {texts} JOIN {name} ON {is_form} ORDER BY 1"""
        return {name: [number for (number,) in self._rows(asked, name, [form_of(name)])] for name in names}

    def inside(self, categories: Collection[str]) -> Ints:
        return self._choose(f"EXISTS ({_OF_THESE} AND held.name IN {_GIVEN})", categories)

    def outside(self, categories: Collection[str]) -> Ints:
        others = f"EXISTS ({_OF_THESE} AND held.name NOT IN {_GIVEN})"
        return self._choose(f"NOT EXISTS ({_OF_THESE}) OR {others}", categories)

    def categories(self) -> Mapping[str, int]:
        asked = """
            SELECT coalesce(held.name, ''), count(*)
            FROM {entity} AS one LEFT JOIN {category} AS held ON held.entity = one.id GROUP BY 1"""
        return dict(sorted(self._rows(asked)))

    def describe(self, numbers: Collection[int]) -> Mapping[int, Entity]:
        wanted = [int(number) for number in numbers]
        asked = "SELECT entity, name FROM {category} WHERE entity IN (SELECT value FROM {numbers})"
        held: dict[int, list[str]] = {}
        for number, category in self._rows(asked, wanted):
            held.setdefault(number, []).append(category)
        asked = "SELECT id, key, name FROM {entity} WHERE id IN (SELECT value FROM {numbers}) ORDER BY id"
        rows = self._rows(asked, wanted)
        return {
            number: Entity(key, (name,), tuple(sorted(held.get(number, ())))) for number, key, name in rows
        }

    def clearances(self) -> Mapping[str, frozenset[str]]:
        readers = sorted(name for (name,) in self._rows("SELECT name FROM {reader}"))
        return {reader: self.clearance(reader) for reader in readers}

    def clearance_sets(self) -> frozenset[frozenset[str]]:
        return frozenset(self.clearances().values())

    def clearance(self, reader: str) -> frozenset[str]:
        rows = self._rows("SELECT category FROM {clearance} WHERE reader = ?", reader)
        return frozenset(category for (category,) in rows)

    def _choose(self, condition: str, categories: Collection[str]) -> Ints:
        asked = f"SELECT {{ids}} FROM {{entity}} WHERE {condition}"  # noqa: S608 - ours, no value in it
        return parse_numbers(self._rows(asked, sorted(categories))[0][0])

    def _rows(self, asked: str, *values: object) -> list[Any]:
        with self._store.explain():
            return self._store.rows(asked, *values)


@dataclass(frozen=True, slots=True)
class LedgerTurn:
    """A transaction of a ledger."""

    _store: Store = field(repr=False)

    @classmethod
    def about(cls, store: Store, subjects: Collection[str], place: str, *, new: bool) -> LedgerTurn:
        """A turn about these subjects; a KnowledgeError for those that the ledger doesn't know, unless they may begin."""
        wanted = sorted(set(subjects))
        unknown = [name for name in wanted if not store.rows("SELECT 1 FROM {subject} WHERE name = ?", name)]
        if unknown and not new:
            raise KnowledgeError(
                f"the ledger {place} does not know {len(unknown)} of {len(wanted)} subjects: check the name, or begin"
                " a record with --new-subject; nothing was shown"
            )
        store.write("INSERT INTO {subject} VALUES (?)", [(name,) for name in unknown])
        return cls(store)

    def shown(self, reader: str, subject: str) -> frozenset[str]:
        """The terms that a reader was shown of a subject."""
        asked = "SELECT term FROM {shown} WHERE reader = ? AND subject = ?"
        return frozenset(term for (term,) in self._store.rows(asked, reader, subject))

    def note(self, reader: str, subject: str, terms: Collection[str], fingerprint: str) -> None:
        """Note that a reader is going to be shown these terms, by a database with this fingerprint."""
        new = sorted(frozenset(terms) - self.shown(reader, subject))
        rows = [(reader, subject, term, fingerprint) for term in new]
        self._store.write("INSERT INTO {shown} VALUES (?, ?, ?, ?)", rows)

    def databases(self, reader: str, subject: str) -> Mapping[str, int]:
        """The fingerprints of the databases by which terms of a subject were shown, with how many."""
        asked = "SELECT fingerprint, count(*) FROM {shown} WHERE reader = ? AND subject = ? GROUP BY 1"
        return dict(self._store.rows(asked, reader, subject))
