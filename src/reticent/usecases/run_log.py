"""How far a run came, in one small database: a killed run goes on from it, and memory stays flat.

Every run that can go on later has one. It lists the files of the run, which it finds one after another however many there
are (links are not followed), and what came of each; of a file that is released record by record it says how far that came.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, astuple, dataclass, field, fields
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from reticent.errors import DocumentError
from reticent.files import PRIVATE
from reticent.usecases.run import NOTHING, Totals

State = Literal["todo", "released", "refused", "left"]
"""Of a file: to be released, released, refused, or left out because it is no file of its own."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Which files of a folder are meant: patterns such as *.txt, for the name or the whole path in the folder."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def takes(self, path: str) -> bool:
        """Whether a file is meant."""
        return not self.leaves_out(path) and (not self.include or _matches(path, self.include))

    def leaves_out(self, path: str) -> bool:
        """Whether a file, or a folder with all that it holds, is left out."""
        return _matches(path, self.exclude)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file of a folder by its path there, with slashes; `why` says what keeps it from being read."""

    path: str
    size: int = 0
    time: int = 0
    state: State = "todo"
    why: str = ""


ALL = Pick()


def walk_folder(root: Path, pick: Pick = ALL) -> Iterator[FoundFile]:
    """Every file that is meant, in no order; what can't be read, links and special files come with the reason."""
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(root / folder) as found:
                for item in found:
                    path = f"{folder}/{item.name}" if folder else item.name
                    if item.is_dir(follow_symlinks=False):
                        waiting += [] if pick.leaves_out(path) else [path]
                    elif pick.takes(path):
                        yield _describe(item, path)
        except OSError as error:
            if not folder:
                raise DocumentError(f"'{root}' can't be read: {error.strerror}") from None
            yield FoundFile(folder, state="refused", why=f"the folder can't be read: {error.strerror}")


def describe_path(path: str) -> FoundFile:
    """A file by its own path; one that can't be looked at is reported when it is read."""
    try:
        state = os.stat(path)
    except OSError:
        return FoundFile(path)
    return FoundFile(path, state.st_size, state.st_mtime_ns)


def _describe(item: os.DirEntry[str], path: str) -> FoundFile:
    if item.is_symlink():
        return FoundFile(path, state="left", why="a link, which is not followed")
    if not item.is_file(follow_symlinks=False):
        return FoundFile(path, state="left", why="no plain file")
    state = item.stat(follow_symlinks=False)
    return FoundFile(path, state.st_size, state.st_mtime_ns)


def _matches(path: str, patterns: tuple[str, ...]) -> bool:
    name = PurePosixPath(path).name
    return any(fnmatchcase(path, pattern) or fnmatchcase(name, pattern) for pattern in patterns)


_AT_ONCE = 500
"""Rows that are fetched together; chosen by hand: some 100 kB of them."""

_VERSION = 7
"""Changes with the tables."""

_SALT = 16
"""Bytes of a salt: as many as nobody can try out."""

_DATABASE = b"SQLite format 3\0"
"""What a database begins with."""

_TABLES = """
CREATE TABLE IF NOT EXISTS run (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS file (
  id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, size INTEGER NOT NULL, time INTEGER NOT NULL,
  state TEXT NOT NULL, why TEXT NOT NULL DEFAULT '', promise INTEGER NOT NULL DEFAULT 0,
  original TEXT NOT NULL DEFAULT '', released TEXT NOT NULL DEFAULT '', documents INTEGER NOT NULL DEFAULT 0,
  words INTEGER NOT NULL DEFAULT 0, places INTEGER NOT NULL DEFAULT 0, unseen INTEGER NOT NULL DEFAULT 0,
  gone INTEGER NOT NULL DEFAULT 0, unread INTEGER NOT NULL DEFAULT 0, cells INTEGER NOT NULL DEFAULT 0, unsettled INTEGER NOT NULL DEFAULT 0,
  inferred INTEGER NOT NULL DEFAULT 0,
  languages TEXT NOT NULL DEFAULT '', dropped TEXT NOT NULL DEFAULT '{}',
  place TEXT NOT NULL DEFAULT '', listed INTEGER NOT NULL, risks TEXT NOT NULL DEFAULT '[]');
CREATE INDEX IF NOT EXISTS file_by_content ON file (state, released, path);
CREATE TABLE IF NOT EXISTS telling (path BLOB PRIMARY KEY) WITHOUT ROWID;
DROP TABLE IF EXISTS folder; CREATE TABLE folder (path BLOB PRIMARY KEY, place TEXT NOT NULL) WITHOUT ROWID;
DROP TABLE IF EXISTS taken; CREATE TABLE taken (folded TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_LIST = """
INSERT INTO file (path, size, time, state, why, listed) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (path) DO UPDATE SET listed = excluded.listed, why = excluded.why, size = excluded.size, time = excluded.time,
  state = CASE WHEN state = 'released' AND excluded.state = 'todo' AND size = excluded.size AND time = excluded.time
    THEN state ELSE excluded.state END
"""
_COLUMNS = "id, path, state, why, promise, original, released, languages, documents, words, places, unseen, gone, unread, cells, unsettled, inferred, dropped, place, size, risks"


@dataclass(frozen=True, slots=True)
class FileRow:
    """What is known of one file; `promise` says that a promise kept it back rather than bad input.

    `languages` are those that nobody reads and that were allowed in it. `inferred` is what readers still infer of what it
    protects; of a refused file, why it was withheld.
    """

    id: int
    path: str
    state: State
    why: str = ""
    promise: bool = False
    original: str = ""
    released: str = ""
    totals: Totals = NOTHING
    dropped: Mapping[str, int] = field(default_factory=dict)
    place: str = ""
    size: int = 0
    languages: tuple[str, ...] = ()
    inferred: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class RunPosition:
    """How far a file of records came: bytes and records read, bytes written, and the bad records with their bytes."""

    read: int = 0
    records: int = 0
    written: int = 0
    bad: int = 0
    bad_written: int = 0
    totals: Totals = NOTHING


BEGINNING = RunPosition()


@dataclass(frozen=True, slots=True)
class RunLog:
    """The database of one run; `salt` goes into the hashes of originals."""

    database: sqlite3.Connection
    salt: bytes = field(repr=False)

    def list_files(self, entries: Iterable[FoundFile]) -> None:
        """Take down what the folder holds now; what an earlier run released and didn't change stays released."""
        (before,) = self.database.execute("SELECT coalesce(max(listed), 0) FROM file").fetchone()
        rows = ((os.fsencode(e.path), e.size, e.time, e.state, e.why, before + 1) for e in entries)
        self.database.executemany(_LIST, rows)
        self.database.execute("DELETE FROM file WHERE listed <= ?", (before,))
        self.database.commit()

    def rows(self, state: State) -> Iterator[FileRow]:
        """The files in this state, by path; they may change meanwhile."""
        last = b""
        asked = f"SELECT {_COLUMNS} FROM file WHERE state = ? AND path > ? ORDER BY path LIMIT {_AT_ONCE}"  # noqa: S608
        while rows := self.database.execute(asked, (state, last)).fetchall():
            yield from map(_read_row, rows)
            last = rows[-1][1]

    def rows_by_content(self) -> Iterator[FileRow]:
        """The released files in an order that tells nothing of their names."""
        last: tuple[str, bytes] = ("", b"")
        asked = (
            f"SELECT {_COLUMNS} FROM file WHERE state = 'released' AND (released, path) > (?, ?)"  # noqa: S608
            f" ORDER BY released, path LIMIT {_AT_ONCE}"
        )
        while rows := self.database.execute(asked, last).fetchall():
            yield from map(_read_row, rows)
            last = (rows[-1][6], rows[-1][1])

    def count(self, state: State) -> int:
        """How many files are in this state."""
        return int(self.database.execute("SELECT count(*) FROM file WHERE state = ?", (state,)).fetchone()[0])

    def sum_up(self) -> Totals:
        """The counts of everything that is released."""
        sums = ", ".join(f"coalesce(sum({each.name}), 0)" for each in fields(Totals))
        asked = f"SELECT {sums} FROM file WHERE state = 'released'"  # noqa: S608 - names of our own
        return Totals(*self.database.execute(asked).fetchone())

    def note_release(
        self,
        row: FileRow,
        *,
        original: str,
        released: str,
        totals: Totals,
        dropped: Mapping[str, int],
        languages: Iterable[str] = (),
        inferred: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """A file was released; the hashes are those of both."""
        said = json.dumps([dict(each) for each in inferred])
        values = (original, released, " ".join(languages), *astuple(totals), json.dumps(dict(dropped)), said)
        self.database.execute(
            "UPDATE file SET state = 'released', why = '', promise = 0, original = ?, released = ?, languages = ?,"
            " documents = ?, words = ?, places = ?, unseen = ?, gone = ?, unread = ?, cells = ?, unsettled = ?, inferred = ?, dropped = ?,"
            " risks = ? WHERE id = ?",
            (*values, row.id),
        )

    def note_refusal(
        self, row: FileRow, why: str, *, promise: bool = False, withheld: Mapping[str, Any] | None = None
    ) -> None:
        """A file can't be released, or is `withheld` for this reason."""
        said = json.dumps([dict(withheld)] if withheld else [])
        self.database.execute(
            "UPDATE file SET state = 'refused', why = ?, promise = ?, risks = ? WHERE id = ?",
            (why, promise, said, row.id),
        )

    @property
    def has_bad_files(self) -> bool:
        """Whether some file was refused and not merely withheld."""
        asked = "SELECT count(*) FROM file WHERE state = 'refused' AND risks = '[]'"
        return bool(self.database.execute(asked).fetchone()[0])

    def note_todo(self, row: FileRow) -> None:
        """A file is to be released again."""
        self.database.execute("UPDATE file SET state = 'todo' WHERE id = ?", (row.id,))

    def note_revealing(self, path: str) -> None:
        """The last name of a path gives something away."""
        self.database.execute("INSERT OR IGNORE INTO telling VALUES (?)", (os.fsencode(path),))

    def is_revealing(self, path: str) -> bool:
        """Whether the last name of a path gives something away."""
        found = self.database.execute("SELECT 1 FROM telling WHERE path = ?", (os.fsencode(path),))
        return found.fetchone() is not None

    def note_place(self, row: FileRow, place: str) -> None:
        """Where a released file goes."""
        self.database.execute("UPDATE file SET place = ? WHERE id = ?", (place, row.id))

    def note_place_of(self, path: str, place: str) -> None:
        """The other place of the file at a path, if there is such a file."""
        self.database.execute("UPDATE file SET place = ? WHERE path = ?", (place, os.fsencode(path)))

    def place_of_folder(self, path: str) -> str | None:
        """Where a folder goes, if that is decided."""
        found = self.database.execute("SELECT place FROM folder WHERE path = ?", (os.fsencode(path),))
        row = found.fetchone()
        return row[0] if row else None

    def note_folder(self, path: str, place: str) -> None:
        """Where a folder goes."""
        self.database.execute("INSERT INTO folder VALUES (?, ?)", (os.fsencode(path), place))

    def take(self, folded: str) -> bool:
        """Take a name; False when it is taken already."""
        return self.database.execute("INSERT OR IGNORE INTO taken VALUES (?)", (folded,)).rowcount > 0

    def read_position(self) -> RunPosition | None:
        """How far an earlier run came with its file of records; None where it has not begun."""
        row = self.database.execute("SELECT value FROM run WHERE key = 'position'").fetchone()
        if row is None:
            return None
        noted = json.loads(row[0])
        return RunPosition(**{**noted, "totals": Totals(**noted["totals"])})

    def save_position(self, position: RunPosition) -> None:
        """Put on disk how far a file of records came; what it wrote must be there before."""
        noted = json.dumps(asdict(position))
        self.database.execute("INSERT OR REPLACE INTO run VALUES ('position', ?)", (noted,))
        self.save()

    def save(self) -> None:
        """Put everything on disk, so that a later run goes on from here."""
        self.database.commit()


@contextmanager
def open_run_log(file: Path | None, run: str) -> Iterator[RunLog]:
    """The log of a run; what one with other rules, or of another version, left is replaced. A full disk is a DocumentError.

    Without a file it is in memory, for a run that can't go on later.
    """
    try:
        if file is not None:
            _begin_file(file)
        with closing(sqlite3.connect(file or ":memory:")) as database:
            _forget_older(database)
            database.executescript(_TABLES)
            known = dict(database.execute("SELECT key, value FROM run"))
            if known.get("run") != run:
                for table in ("run", "file", "telling"):
                    database.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own
                known = {"run": run, "salt": secrets.token_hex(_SALT)}
                database.executemany("INSERT INTO run VALUES (?, ?)", known.items())
            database.commit()
            try:
                yield RunLog(database, bytes.fromhex(known["salt"]))
            finally:
                database.commit()
    except sqlite3.Error as error:
        raise DocumentError(
            f"'{file}' can't be written ({error}): make room on the disk and run again"
        ) from None


def _begin_file(file: Path) -> None:
    """A file that only its owner may read, in place of one that is no database, such as the notes of version 0.3."""
    try:
        with file.open("rb") as old:
            head = old.read(len(_DATABASE))
    except FileNotFoundError:
        head = b""
    if head and head != _DATABASE:
        file.unlink()
    file.touch(mode=PRIVATE)


def _forget_older(database: sqlite3.Connection) -> None:
    """Begin anew where an older version, whose tables look otherwise, left a run behind."""
    if database.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
        for table in ("run", "file", "telling"):
            database.execute(f"DROP TABLE IF EXISTS {table}")
        database.execute(f"PRAGMA user_version = {_VERSION}")


def _read_row(row: tuple[Any, ...]) -> FileRow:
    number, path, state, why, promise, original, released, languages, *counts, dropped, place, size, said = (
        row
    )
    totals = Totals(*counts)
    path = os.fsdecode(path)
    left_out = json.loads(dropped)
    unread = tuple(languages.split())
    inferred = tuple(json.loads(said))
    return FileRow(
        number,
        path,
        state,
        why,
        bool(promise),
        original,
        released,
        totals,
        left_out,
        place,
        size,
        unread,
        inferred,
    )
