"""Entities added, changed and removed in place, with a record of what was before: the same for every engine.

The statements name tables in braces and values with question marks; each engine writes them its own way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from reticent.errors import KnowledgeError
from reticent.knowledge.entities.tables import (
    CONTENT,
    TABLES,
    Card,
    Rows,
    card_from_json,
    hash_tables,
    require_same,
)


class Tables(Protocol):
    """The tables of one database, inside one transaction."""

    @property
    def place(self) -> str:
        """How errors call the database."""

    def rows(self, statement: str, *values: object) -> list[Any]:
        """What a statement gives."""

    def write(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Run a statement once for each of these rows."""

    def content(self, table: str) -> Iterable[Sequence[Any]]:
        """The rows of a table as a fingerprint needs them."""


@dataclass(frozen=True, slots=True)
class Changed:
    """How many entities came, became others and went, and the fingerprints before and after."""

    added: int
    replaced: int
    removed: int
    before: str
    after: str


def change_tables(
    tables: Tables,
    cards: Sequence[Card],
    removed: Collection[str],
    *,
    replace: bool = False,
    forget: bool = False,
) -> Changed:
    """Put these cards in and take those ids out; a KnowledgeError when something does not fit, and nothing is changed.

    What was before is kept in the table `change`, so that views of before can be explained, unless it is to be
    forgotten.
    """
    (before,) = tables.rows("SELECT value FROM {manifest} WHERE key = 'fingerprint'")[0]
    require_same(hash_tables(tables.content), before, tables.place)
    numbered = read_cards(tables, [*removed, *(card.key for card in cards)])
    old = {card.key for card in numbered.values()}
    _require_sense(tables, cards, removed, old, replace=replace)
    _take_out(tables, numbered)
    _put_in(tables, cards)
    _record(tables, before, cards, numbered, forget=forget)
    after = hash_tables(tables.content)
    ((size,),) = tables.rows("SELECT count(*) FROM {entity}")
    for key, value in (("fingerprint", after), ("size", str(size))):
        tables.write("UPDATE {manifest} SET value = ? WHERE key = ?", [(value, key)])
    replaced = sum(card.key in old for card in cards)
    return Changed(len(cards) - replaced, replaced, len(removed), before, after)


def read_cards(tables: Tables, keys: Collection[str] | None = None) -> dict[int, Card]:
    """The cards of these entities that are there, or of all, by their numbers."""
    if keys is None:
        numbered = tables.rows("SELECT id, key, name FROM {entity}")
    else:
        asked = "SELECT id, key, name FROM {entity} WHERE key = ?"
        numbered = [row for key in keys for row in tables.rows(asked, key)]
    return {
        number: Card(key, name, *(_texts(tables, asked, number) for asked in _OF_ENTITY))
        for number, key, name in numbered
    }


_OF_ENTITY = (
    "SELECT form FROM {name} WHERE entity = ?",
    "SELECT name FROM {category} WHERE entity = ?",
    "SELECT form FROM {context} AS known JOIN {term} AS word ON word.id = known.term WHERE known.entity = ?",
)


def read_cards_as_of(tables: Tables, fingerprint: str) -> list[Card]:
    """The cards as they were when the database had this fingerprint; a KnowledgeError when nobody knows."""
    cards = read_cards(tables)
    (now,) = tables.rows("SELECT value FROM {manifest} WHERE key = 'fingerprint'")[0]
    if now.startswith(fingerprint):
        return _in_order(cards)
    steps = tables.rows("SELECT step, fingerprint, key, number, card FROM {change} ORDER BY step DESC")
    for at, (step, before, key, old, card) in enumerate(steps):
        cards = {number: each for number, each in cards.items() if each.key != key}
        if card:
            cards[old] = card_from_json(card)
        done = at + 1 == len(steps) or steps[at + 1][0] != step
        if done and before.startswith(fingerprint):
            return _in_order(cards)
    raise KnowledgeError(
        f"the entity database {tables.place} has no record of a state {fingerprint[:23]}: check the fingerprint; a"
        " database that was built again, or whose record was forgotten, knows only what it is now"
    )


def _in_order(cards: Mapping[int, Card]) -> list[Card]:
    """The cards in the order of their numbers, by which equal choices are decided."""
    return [cards[number] for number in sorted(cards)]


def _texts(tables: Tables, asked: str, number: int) -> tuple[str, ...]:
    return tuple(text for (text,) in tables.rows(asked, number))


def _require_sense(
    tables: Tables, cards: Sequence[Card], removed: Collection[str], old: Collection[str], *, replace: bool
) -> None:
    unknown = next((key for key in removed if key not in old), None)
    if unknown is not None:
        raise KnowledgeError(f"there is no entity '{unknown}' to remove: give its id as it was added")
    both = {card.key for card in cards}
    known = next((key for key in sorted(both) if key in old), None)
    if known is not None and not replace:
        raise KnowledgeError(f"the entity '{known}' is there already: change it with --replace")
    ((size,),) = tables.rows("SELECT count(*) FROM {entity}")
    if size - len(old) + len(cards) < 1:
        raise KnowledgeError("a database needs an entity at least: add others before you remove the last")


def _take_out(tables: Tables, old: Collection[int]) -> None:
    numbers = [(number,) for number in old]
    asked = "SELECT DISTINCT term FROM {context} WHERE entity = ?"
    touched = {row for (number,) in numbers for row in tables.rows(asked, number)}
    for table in ("context", "name", "category"):
        tables.write(f"DELETE FROM {{{table}}} WHERE entity = ?", numbers)  # noqa: S608 - our own tables
    tables.write("DELETE FROM {entity} WHERE id = ?", numbers)
    orphan = "DELETE FROM {term} WHERE id = ? AND NOT EXISTS (SELECT 1 FROM {context} AS known WHERE known.term = ?)"
    tables.write(orphan, [(term, term) for (term,) in touched])


def _put_in(tables: Tables, cards: Sequence[Card]) -> None:
    ((last,),) = tables.rows("SELECT coalesce(max(id), -1) FROM {entity}")
    ((after,),) = tables.rows("SELECT coalesce(max(id), -1) FROM {term}")
    forms = {form for card in cards for form in card.terms}
    known = {
        form: number
        for form in forms
        for (number,) in tables.rows("SELECT id FROM {term} WHERE form = ?", form)
    }
    rows = Rows(cards, last + 1, known, after)
    for table in ("entity", "category", "name", "term", "context"):
        marks = ", ".join("?" * len(TABLES[table]))
        tables.write(f"INSERT INTO {{{table}}} VALUES ({marks})", rows.table(table))  # noqa: S608


def _record(
    tables: Tables, before: str, cards: Sequence[Card], old: Mapping[int, Card], *, forget: bool
) -> None:
    if forget:
        tables.write("DELETE FROM {change} WHERE step > ?", [(-1,)])
        return
    ((step,),) = tables.rows("SELECT coalesce(max(step), -1) + 1 FROM {change}")
    were = {card.key: (-1, "") for card in cards}
    were |= {card.key: (number, card.as_json()) for number, card in old.items()}
    rows = [(step, before, key, number, card) for key, (number, card) in were.items()]
    tables.write("INSERT INTO {change} VALUES (?, ?, ?, ?, ?)", rows)


def content_statement(table: str, names: dict[str, str], entities: str) -> str:
    """What a fingerprint asks of a table, in an engine's own words."""
    return CONTENT[table].format(**names, entities=entities)
