"""Entity databases and ledgers by their place: a file, or the address of a server."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from reticent.errors import KnowledgeError
from reticent.knowledge.entities._tables import ChangeSummary, make_cards
from reticent.knowledge.entities.entities import SERVERS, Entity, EntityDatabase, ViewLedger
from reticent.knowledge.entities.postgres import (
    PostgresEntities,
    PostgresLedger,
    build_postgres,
    change_postgres,
)
from reticent.knowledge.entities.source import SOURCES, read_entities
from reticent.knowledge.entities.sqlite import SqliteEntities, SqliteLedger, build_sqlite, change_sqlite


def is_server(place: str | Path) -> bool:
    """Whether a place is an address rather than a file."""
    return str(place).startswith(SERVERS)


def open_entities(place: str | Path, *, roles: bool = False, as_of: str | None = None) -> EntityDatabase:
    """The entity database in a file, or at a postgresql:// address; a small .jsonl or .csv is read as it is.

    With `roles` readers are the roles of the PostgreSQL server, and each is cleared for what the roles it belongs to
    are cleared for. `as_of` is a fingerprint, or the beginning of one: the entities as they were when the database
    had it, with the readers of today.
    """
    opened: PostgresEntities | SqliteEntities
    if is_server(place):
        opened = PostgresEntities.connect(str(place), roles=roles)
    elif roles:
        raise KnowledgeError("a file has no roles: give a postgresql:// address, or leave the roles out")
    elif Path(place).suffix.lower() in SOURCES:
        opened = SqliteEntities.in_memory(read_entities(Path(place)))
    else:
        opened = SqliteEntities.open(Path(place))
    return SqliteEntities.from_cards(opened.cards_as_of(as_of), opened.clearances()) if as_of else opened


def build_entities(
    entities: Iterable[Entity], place: str | Path, *, readers: Mapping[str, Collection[str]] | None = None
) -> int:
    """Fill a new database, a SQLite file or the tables at a postgresql:// address; how many entities it has.

    What was there before is replaced, and stays as it was when anything goes wrong. Readers that are not given anew
    are kept in PostgreSQL, where they may be looked after by somebody else.
    """
    if is_server(place):
        return build_postgres(entities, str(place), readers)
    return build_sqlite(entities, Path(place), readers or {})


def change_entities(
    place: str | Path,
    *,
    add: Iterable[Entity] = (),
    remove: Collection[str] = (),
    replace: bool = False,
    forget: bool = False,
) -> ChangeSummary:
    """Add entities to a database and remove others by their ids, all of it or nothing.

    An entity that already exists is changed with `replace` and an error without. What was before stays on record,
    so that views of before can be explained, unless it is to be forgotten.
    """
    given = list(add)
    cards = make_cards(given) if given else []
    if is_server(place):
        return change_postgres(str(place), cards, tuple(remove), replace=replace, forget=forget)
    return change_sqlite(Path(place), cards, tuple(remove), replace=replace, forget=forget)


def open_ledger(place: str | Path, *, new: bool = False) -> ViewLedger:
    """The ledger in a file, or at a postgresql:// address; one that is not there begins with `new` alone."""
    if is_server(place):
        return PostgresLedger.connect(str(place), new=new)
    return SqliteLedger.open(Path(place), new=new)
