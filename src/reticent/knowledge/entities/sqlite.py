"""Entity databases and ledgers in SQLite files.

A database is written whole, and changed as a copy that takes the place of the file when it is done. A ledger is a file that
only its owner may read.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from reticent.errors import DocumentError, KnowledgeError
from reticent.files import PRIVATE, one_run, require_private, whole_file
from reticent.knowledge.entities._sql import (
    LEDGER,
    READERS,
    LedgerTurn,
    SqlEntities,
    fill_tables,
    write_readers,
)
from reticent.knowledge.entities._tables import (
    Card,
    ChangeSummary,
    Dialect,
    Store,
    change_tables,
    make_cards,
    require_same,
)
from reticent.knowledge.entities.entities import Entity

DATABASE_MARK, LEDGER_MARK = 0x72746E74, 0x72746C67
"""The marks "rtnt" and "rtlg" in the headers of files, by which they are known as ours."""

WAIT = 2.0
"""Seconds to wait for a database that another program has locked: ours replace the file and never lock it for long."""

LEDGER_WAIT = 20.0
"""Seconds to wait for another run that shows something: chosen by hand, longer than a turn takes."""

IN_MEMORY = "in memory"


@contextmanager
def _explain_errors(place: str, *, kind: str, unusable: str, damaged: str, end: str = "") -> Iterator[None]:
    """A KnowledgeError instead of what SQLite says of the file at this place.

    `unusable` and `damaged` say what to do when a file of this kind can't be used, or is none; `end` closes every message.
    """
    try:
        yield
    except sqlite3.OperationalError as error:
        said = str(error)
        problem = (
            "is locked by another run: try again when it is done"
            if "locked" in said or "busy" in said
            else f"can't be read or written ({said}): {unusable}"
        )
        raise KnowledgeError(f"the {kind} {place} {problem}{end}") from None
    except sqlite3.DatabaseError:
        raise KnowledgeError(f"{place} is no {kind}, or it is damaged: {damaged}{end}") from None


_explain_database = partial(
    _explain_errors,
    kind="entity database",
    unusable="check the file, or build it again",
    damaged="build it again with 'reticent entities build'",
)
_explain_ledger = partial(
    _explain_errors,
    kind="ledger",
    unusable="check the file and its folder",
    damaged="put back a copy",
    end="; nothing was shown",
)


@dataclass(frozen=True, slots=True)
class SqliteStore(Store):
    """The tables in a file, or in memory."""

    connection: sqlite3.Connection = field(repr=False)

    dialect: ClassVar = Dialect(
        schema="",
        mark="?",
        packed=" WITHOUT ROWID",
        key="{}",
        same="{} = given.value",
        joined="group_concat({})",
        texts="json_each(?) AS given",
        numbers="json_each(?) AS given",
    )

    def explain(self) -> AbstractContextManager[None]:
        """What SQLite complains about, as a KnowledgeError that says what to do."""
        return _explain_database(self.place)

    def run(self, script: str) -> None:
        """Run several statements without values."""
        self.connection.executescript(self.spell(script))

    def _adapt(self, values: Sequence[object]) -> Sequence[object]:
        return [json.dumps(value) if isinstance(value, list) else value for value in values]


@dataclass(frozen=True, slots=True)
class SqliteEntities(SqlEntities):
    """The entity database in a file that `build_sqlite` made, or in memory."""

    _store: SqliteStore = field(repr=False, compare=False)

    def __reduce__(self) -> tuple[Callable[..., SqliteEntities], tuple[object, ...]]:
        """Travels to other processes as the name of its file, which is opened and compared there."""
        if self.place == IN_MEMORY:
            return _load_copy, (self._store.connection.serialize(),)
        return _open_again, (str(Path(self.place).resolve()), self.fingerprint)

    @classmethod
    def open(cls, path: Path) -> SqliteEntities:
        """Open a file for reading; a KnowledgeError says what is wrong with it."""
        _require_file(path)
        address = f"file:{quote(str(path.resolve()))}?mode=ro"
        with _explain_database(str(path)):
            connection = sqlite3.connect(address, uri=True, timeout=WAIT, check_same_thread=False)
            store = SqliteStore(str(path), connection)
            with store.close_unless_done():
                _require_ours(connection, path)
                return cls.of(store)

    @classmethod
    def in_memory(
        cls, entities: Iterable[Entity], readers: Mapping[str, Collection[str]] | None = None
    ) -> SqliteEntities:
        """A database of these entities that lives as long as it is used."""
        return cls.from_cards(make_cards(entities), readers or {})

    @classmethod
    def from_cards(cls, cards: Sequence[Card], readers: Mapping[str, Collection[str]]) -> SqliteEntities:
        """The same from the rows of another database."""
        store = SqliteStore(IN_MEMORY, sqlite3.connect(":memory:", check_same_thread=False))
        _fill(store, cards, readers)
        return cls.of(store)


def _open_again(path: str, fingerprint: str) -> SqliteEntities:
    database = SqliteEntities.open(Path(path))
    require_same(database.fingerprint, fingerprint, path)
    return database


def _load_copy(content: bytes) -> SqliteEntities:
    store = SqliteStore(IN_MEMORY, sqlite3.connect(":memory:", check_same_thread=False))
    store.connection.deserialize(content)
    return SqliteEntities.of(store)


def build_sqlite(entities: Iterable[Entity], path: Path, readers: Mapping[str, Collection[str]]) -> int:
    """Write a database file, whole or not at all; how many entities it has."""
    cards = make_cards(entities)
    with (
        whole_file(path, error=KnowledgeError) as temporary,
        _explain_database(str(path)),
        closing(sqlite3.connect(temporary)) as connection,
    ):
        _fill(SqliteStore(str(path), connection), cards, readers)
    return len(cards)


def change_sqlite(
    path: Path, cards: Sequence[Card], remove: Collection[str], *, replace: bool, forget: bool
) -> ChangeSummary:
    """Change a database file, whole or not at all; whoever has it open goes on with what it was."""
    _require_file(path)
    with _alone(path), whole_file(path, error=KnowledgeError) as temporary, _explain_database(str(path)):
        shutil.copyfile(path, temporary)
        with closing(sqlite3.connect(temporary)) as connection:
            _require_ours(connection, Path(temporary))
            store = SqliteStore(str(path), connection)
            changed = change_tables(store, cards, remove, replace=replace, forget=forget)
            connection.commit()
            if forget:
                connection.execute("VACUUM")
    return changed


def _fill(store: SqliteStore, cards: Sequence[Card], readers: Mapping[str, Collection[str]]) -> None:
    store.connection.execute(f"PRAGMA application_id = {DATABASE_MARK}")
    store.connection.execute("PRAGMA journal_mode = OFF")  # the file is thrown away unless it is finished
    fill_tables(store, cards)
    store.run(READERS)
    write_readers(store, readers)
    store.connection.commit()


def _require_file(path: Path) -> None:
    if not path.is_file():
        raise KnowledgeError(
            f"there is no entity database {path}: check the name, or build it with 'reticent entities build'"
        )


def _require_ours(connection: sqlite3.Connection, path: Path) -> None:
    """A DatabaseError unless the file bears our mark and is as long as it says."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    if mark != DATABASE_MARK or path.stat().st_size < pages * page:
        raise sqlite3.DatabaseError


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other runs from changing the same file meanwhile."""
    try:
        with one_run(path):
            yield
    except DocumentError:
        raise KnowledgeError(
            f"the entity database {path} is being changed by another run: try again when it is done"
        ) from None


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
            _begin_ledger(path)
        ledger = cls(str(path))
        with _explain_ledger(ledger.place), ledger._connect() as connection:
            (mark,) = connection.execute("PRAGMA application_id").fetchone()
            ((verdict,), *_) = connection.execute("PRAGMA quick_check").fetchall()
            if mark != LEDGER_MARK or verdict != "ok":
                raise sqlite3.DatabaseError
            require_private(path, KnowledgeError)
        return ledger

    @contextmanager
    def begin_turn(
        self, subjects: Collection[str], *, new: bool = False, keep: bool = True
    ) -> Iterator[LedgerTurn]:
        """One transaction; other runs wait for it, and for none longer than `LEDGER_WAIT` seconds."""
        with _explain_ledger(self.place), self._connect() as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield LedgerTurn.about(SqliteStore(self.place, connection), subjects, self.place, new=new)
            connection.execute("COMMIT" if keep else "ROLLBACK")

    @contextmanager
    def _connect(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.place, timeout=LEDGER_WAIT, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            yield connection


def _begin_ledger(path: Path) -> None:
    """Make an empty ledger, private from the first moment, and whole when it has its name."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
        with _explain_ledger(str(path)), closing(sqlite3.connect(unfinished)) as connection:
            connection.execute(f"PRAGMA application_id = {LEDGER_MARK}")
            SqliteStore(str(path), connection).run(LEDGER)
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
