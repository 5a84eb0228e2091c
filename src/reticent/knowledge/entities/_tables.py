"""Entities as the rows of tables: how every engine's tables are reached, filled, changed in place and fingerprinted.

What a change took away stays on record, so that views of before can be explained.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from reticent.errors import KnowledgeError
from reticent.knowledge.entities.entities import FORMAT_VERSION, Entity
from reticent.knowledge.entities.words import WORDS_VERSION, form_of, head_of
from reticent.text.tokens import TOKENIZER_VERSION

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Ints

TABLES = {
    "manifest": ("key", "value"),
    "entity": ("id", "key", "name"),
    "category": ("entity", "name"),
    "name": ("entity", "form"),
    "term": ("id", "form", "head"),
    "context": ("term", "entity"),
}
"""The tables of entities with their columns."""

_BESIDE = ("change", "reader", "clearance", "subject", "shown")
"""The tables of what changed, of readers, and of ledgers."""

VERSIONS = {"format": FORMAT_VERSION, "tokenizer": TOKENIZER_VERSION, "words": WORDS_VERSION}
"""What must agree before a document may be matched with a database."""

CONTENT = {
    "entity": "SELECT id, key, name FROM {entity}",
    "category": "SELECT entity, name FROM {category}",
    "name": "SELECT entity, form FROM {name}",
    "term": "SELECT id, form, head FROM {term}",
    "context": "SELECT term, {entities} FROM {context} GROUP BY term",
}
"""What a fingerprint is made of; a context is a term with its entities joined by commas."""


@dataclass(frozen=True, slots=True)
class Card:
    """One entity as the tables hold it: its id, its first name as it was given, all else in normal forms."""

    key: str
    name: str
    names: tuple[str, ...]
    categories: tuple[str, ...]
    terms: tuple[str, ...] = field(repr=False)

    def as_json(self) -> str:
        """The card as text, which `card_from_json` reads."""
        return json.dumps([self.key, self.name, self.names, self.categories, self.terms])


def card_from_json(text: str) -> Card:
    """The card that `Card.as_json` wrote."""
    key, name, names, categories, terms = json.loads(text)
    return Card(key, name, tuple(names), tuple(categories), tuple(terms))


def make_cards(entities: Iterable[Entity]) -> list[Card]:
    """The cards of these entities; a KnowledgeError names an entity that can't be one."""
    known_form = cache(form_of)
    cards: dict[str, Card] = {}
    for entity in entities:
        if not entity.id:
            raise KnowledgeError("an entity has no id: give every entity one of its own")
        if entity.id in cards:
            raise KnowledgeError(f"the id '{entity.id}' comes twice: give every entity one of its own")
        cards[entity.id] = _make_card(entity, known_form)
    if not cards:
        raise KnowledgeError("there is no entity to build a database from: add some")
    return list(cards.values())


def _make_card(entity: Entity, known_form: Callable[[str], str]) -> Card:
    context = [form for form in map(known_form, entity.context) if form]
    if not context:
        raise KnowledgeError(f"the entity '{entity.id}' has an empty context: add its terms, or leave it out")
    names = tuple(dict.fromkeys(form for form in map(known_form, entity.names) if form))
    title = entity.names[0] if entity.names else entity.id
    categories = tuple(sorted({category for category in entity.categories if category}))
    return Card(entity.id, title, names, categories, tuple(dict.fromkeys([*context, *names])))


@dataclass(slots=True)
class Rows:
    """The rows of some cards: entities are numbered from `first` on, new terms after those that are `known`."""

    cards: Sequence[Card]
    first: int = 0
    known: Mapping[str, int] = field(default_factory=dict)
    after: int = -1
    _terms: dict[str, int] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        for card in self.cards:
            for form in card.terms:
                if form not in self.known:
                    self._terms.setdefault(form, self.after + 1 + len(self._terms))

    def table(self, name: str) -> Iterator[tuple[Any, ...]]:
        """The rows of one of `TABLES` except the manifest, which speaks of all cards."""
        numbered = enumerate(self.cards, self.first)
        match name:
            case "entity":
                return ((number, card.key, card.name) for number, card in numbered)
            case "category":
                return ((number, each) for number, card in numbered for each in card.categories)
            case "name":
                return ((number, form) for number, card in numbered for form in card.names)
            case "term":
                return ((number, form, head_of(form)) for form, number in self._terms.items())
        terms = {**self._terms, **self.known}
        return iter(sorted((terms[form], number) for number, card in numbered for form in card.terms))

    def content(self, name: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a table as `CONTENT` asks for them."""
        if name != "context":
            return self.table(name)
        entities: dict[int, list[str]] = {}
        for term, entity in self.table("context"):
            entities.setdefault(term, []).append(str(entity))
        return ((term, ",".join(numbers)) for term, numbers in entities.items())

    def manifest(self) -> dict[str, str]:
        """The manifest of a database that holds these cards alone."""
        declared = {"fingerprint": hash_tables(self.content), "size": str(len(self.cards))}
        return VERSIONS | declared


def hash_tables(content: Callable[[str], Iterable[Sequence[Any]]]) -> str:
    """The "sha256:…" of all entities, however they are numbered, given the rows of each table that `CONTENT` asks for."""
    keys = {number: key for number, key, _ in content("entity")}
    described: dict[int, tuple[list[str], list[str]]] = {number: ([], []) for number in keys}
    for at, table in enumerate(("category", "name")):
        for number, text in content(table):
            described.setdefault(number, ([], []))[at].append(text)
    lines = [
        [keys.get(number, ""), name, sorted(described[number][0]), sorted(described[number][1])]
        for number, _, name in content("entity")
    ]
    forms = {number: (form, head) for number, form, head in content("term")}
    known = [
        [*forms.get(number, ("", "")), sorted(keys.get(int(each), "") for each in entities.split(","))]
        for number, entities in content("context")
    ]
    digest = hashlib.sha256()
    for line in [*sorted(lines), *sorted(known), len(forms)]:
        digest.update(json.dumps(line).encode() + b"\n")
    return f"sha256:{digest.hexdigest()}"


def refuse_other_versions(manifest: Mapping[str, str], place: str) -> None:
    """A KnowledgeError unless the database was built for the words that this version reads."""
    if any(manifest.get(name) != version for name, version in VERSIONS.items()):
        raise KnowledgeError(
            f"the entity database {place} is of another version: build it again with 'reticent entities build'"
        )


def require_same(computed: str, declared: str, place: str) -> str:
    """The fingerprint; a KnowledgeError unless the tables are those that it was declared for."""
    if computed != declared:
        raise KnowledgeError(
            f"the tables of the entity database {place} were changed by hand after it was built: build it again with"
            " 'reticent entities build', and change it with 'reticent entities add' and 'remove'"
        )
    return computed


def parse_numbers(numbers: str | None) -> Ints:
    """Entity numbers that a database joined by commas."""
    import numpy as np

    return np.sort(np.fromstring(numbers or "", np.int64, sep=","))


@dataclass(frozen=True, slots=True)
class Dialect:
    """How an engine writes what another writes otherwise.

    `schema` stands before every table. `packed` ends a table that is kept in the order of its key. `key` is what an index
    of long texts holds of a column, and `same` finds by it the rows of a value that is given. `joined` makes one text of the
    numbers in a column, with commas. `texts` and `numbers` are a list of values as a table `given (value)`.
    """

    schema: str
    mark: str
    packed: str
    key: str
    same: str
    joined: str
    texts: str
    numbers: str


@cache
def _spell(statement: str, dialect: Dialect) -> str:
    """The statement in an engine's own words."""
    own = {
        **{table: f"{dialect.schema}{table}" for table in (*TABLES, *_BESIDE)},
        **{f"key_{column}": dialect.key.format(column) for column in ("form", "head")},
        **{f"is_{column}": dialect.same.format(column) for column in ("form", "head")},
        "ids": dialect.joined.format("id"),
        "entities": dialect.joined.format("entity"),
        "packed": dialect.packed,
        "texts": dialect.texts,
        "numbers": dialect.numbers,
    }
    return statement.format_map(own).replace("?", dialect.mark)


@dataclass(frozen=True, slots=True)
class Store(ABC):
    """The tables of one connection, and how errors call the database.

    A statement names tables and whatever engines write differently in braces (`Dialect`), and values with question marks; a
    list of values is one value.
    """

    place: str
    connection: Any = field(repr=False)

    dialect: ClassVar[Dialect]

    @abstractmethod
    def explain(self) -> AbstractContextManager[None]:
        """What the engine complains about, as a KnowledgeError that says what to do."""

    def rows(self, statement: str, *values: object) -> list[Any]:
        """What a statement gives."""
        found: list[Any] = self.connection.execute(self.spell(statement), self._adapt(values)).fetchall()
        return found

    def write(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Run a statement once for each of these rows."""
        self.connection.cursor().executemany(self.spell(statement), list(rows))

    def run(self, script: str) -> None:
        """Run several statements without values."""
        self.connection.execute(self.spell(script))

    def load(self, table: str, rows: Iterable[Sequence[object]]) -> None:
        """Fill a table with many rows."""
        marks = ", ".join("?" * len(TABLES[table]))
        self.write(f"INSERT INTO {{{table}}} VALUES ({marks})", rows)  # noqa: S608 - our own tables

    def spell(self, statement: str) -> str:
        """The statement in the engine's own words."""
        return _spell(statement, self.dialect)

    def _adapt(self, values: Sequence[object]) -> Sequence[object] | None:
        return values

    @contextmanager
    def close_unless_done(self) -> Iterator[None]:
        """A block that leaves the connection open when it is done, and closes it when it fails."""
        with ExitStack() as unless_done:
            unless_done.callback(self.connection.close)
            yield
            unless_done.pop_all()


@dataclass(frozen=True, slots=True)
class ChangeSummary:
    """How many entities came, became others and went, and the fingerprints before and after."""

    added: int
    replaced: int
    removed: int
    before: str
    after: str


def change_tables(
    store: Store,
    cards: Sequence[Card],
    removed: Collection[str],
    *,
    replace: bool = False,
    forget: bool = False,
) -> ChangeSummary:
    """Put these cards in and take those ids out; a KnowledgeError when something does not fit, and nothing is changed.

    What was before is kept in the table `change`, so that views of before can be explained, unless it is to be
    forgotten.
    """
    (before,) = store.rows("SELECT value FROM {manifest} WHERE key = 'fingerprint'")[0]
    require_same(hash_tables(lambda table: store.rows(CONTENT[table])), before, store.place)
    numbered = read_cards(store, [*removed, *(card.key for card in cards)])
    old = {card.key for card in numbered.values()}
    _require_sense(store, cards, removed, old, replace=replace)
    _take_out(store, numbered)
    _put_in(store, cards)
    _record(store, before, cards, numbered, forget=forget)
    after = hash_tables(lambda table: store.rows(CONTENT[table]))
    ((size,),) = store.rows("SELECT count(*) FROM {entity}")
    for key, value in (("fingerprint", after), ("size", str(size))):
        store.write("UPDATE {manifest} SET value = ? WHERE key = ?", [(value, key)])
    replaced = sum(card.key in old for card in cards)
    return ChangeSummary(len(cards) - replaced, replaced, len(removed), before, after)


def read_cards(store: Store, keys: Collection[str] | None = None) -> dict[int, Card]:
    """The cards of these entities that are there, or of all, by their numbers."""
    if keys is None:
        numbered = store.rows("SELECT id, key, name FROM {entity}")
    else:
        asked = "SELECT id, key, name FROM {entity} WHERE key = ?"
        numbered = [row for key in keys for row in store.rows(asked, key)]
    return {
        number: Card(
            key, name, *(tuple(text for (text,) in store.rows(asked, number)) for asked in _OF_ENTITY)
        )
        for number, key, name in numbered
    }


_OF_ENTITY = (
    "SELECT form FROM {name} WHERE entity = ?",
    "SELECT name FROM {category} WHERE entity = ?",
    "SELECT form FROM {context} AS known JOIN {term} AS word ON word.id = known.term WHERE known.entity = ?",
)


def read_cards_as_of(store: Store, fingerprint: str) -> list[Card]:
    """The cards as they were when the database had this fingerprint; a KnowledgeError when nobody knows."""
    cards = read_cards(store)
    (now,) = store.rows("SELECT value FROM {manifest} WHERE key = 'fingerprint'")[0]
    if now.startswith(fingerprint):
        return _in_order(cards)
    steps = store.rows("SELECT step, fingerprint, key, number, card FROM {change} ORDER BY step DESC")
    for at, (step, before, key, old, card) in enumerate(steps):
        cards = {number: each for number, each in cards.items() if each.key != key}
        if card:
            cards[old] = card_from_json(card)
        done = at + 1 == len(steps) or steps[at + 1][0] != step
        if done and before.startswith(fingerprint):
            return _in_order(cards)
    raise KnowledgeError(
        f"the entity database {store.place} has no record of a state {fingerprint[:23]}: check the fingerprint; a"
        " database that was built again, or whose record was forgotten, knows only what it is now"
    )


def _in_order(cards: Mapping[int, Card]) -> list[Card]:
    """The cards in the order of their numbers, by which equal choices are decided."""
    return [cards[number] for number in sorted(cards)]


def _require_sense(
    store: Store, cards: Sequence[Card], removed: Collection[str], old: Collection[str], *, replace: bool
) -> None:
    unknown = next((key for key in removed if key not in old), None)
    if unknown is not None:
        raise KnowledgeError(f"there is no entity '{unknown}' to remove: give its id as it was added")
    both = {card.key for card in cards}
    known = next((key for key in sorted(both) if key in old), None)
    if known is not None and not replace:
        raise KnowledgeError(f"the entity '{known}' already exists: change it with --replace")
    ((size,),) = store.rows("SELECT count(*) FROM {entity}")
    if size - len(old) + len(cards) < 1:
        raise KnowledgeError("a database needs an entity at least: add others before you remove the last")


def _take_out(store: Store, old: Collection[int]) -> None:
    numbers = [(number,) for number in old]
    asked = "SELECT DISTINCT term FROM {context} WHERE entity = ?"
    touched = {row for (number,) in numbers for row in store.rows(asked, number)}
    for table in ("context", "name", "category"):
        store.write(f"DELETE FROM {{{table}}} WHERE entity = ?", numbers)  # noqa: S608 - our own tables
    store.write("DELETE FROM {entity} WHERE id = ?", numbers)
    orphan = "DELETE FROM {term} WHERE id = ? AND NOT EXISTS (SELECT 1 FROM {context} AS known WHERE known.term = ?)"
    store.write(orphan, [(term, term) for (term,) in touched])


def _put_in(store: Store, cards: Sequence[Card]) -> None:
    ((last,),) = store.rows("SELECT coalesce(max(id), -1) FROM {entity}")
    ((after,),) = store.rows("SELECT coalesce(max(id), -1) FROM {term}")
    forms = {form for card in cards for form in card.terms}
    known = {
        form: number
        for form in forms
        for (number,) in store.rows("SELECT id FROM {term} WHERE form = ?", form)
    }
    rows = Rows(cards, last + 1, known, after)
    for table in ("entity", "category", "name", "term", "context"):
        store.load(table, rows.table(table))


def _record(
    store: Store, before: str, cards: Sequence[Card], old: Mapping[int, Card], *, forget: bool
) -> None:
    if forget:
        store.write("DELETE FROM {change} WHERE step > ?", [(-1,)])
        return
    ((step,),) = store.rows("SELECT coalesce(max(step), -1) + 1 FROM {change}")
    were = {card.key: (-1, "") for card in cards}
    were |= {card.key: (number, card.as_json()) for number, card in old.items()}
    rows = [(step, before, key, number, card) for key, (number, card) in were.items()]
    store.write("INSERT INTO {change} VALUES (?, ?, ?, ?, ?)", rows)
