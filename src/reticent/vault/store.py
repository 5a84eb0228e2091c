"""The vault: one small database that says who stands for whom, of use to nobody without its key.

Values are encrypted and filled up to a few sizes, lookups are keyed hashes: what can be seen without the key is how many
entries and documents there are, and of documents about how much was changed. Several runs may use one vault at once; each
takes its turn. Stand-ins and the distances of dates depend on the key of a collection, which nobody else has.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from reticent.errors import MissingExtraError, VaultError
from reticent.files import PRIVATE, require_modes, require_private
from reticent.vault.entries import Style, VaultEntry, invent
from reticent.vault.identities import NamedEntity

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM


VARIABLE = "RETICENT_VAULT_KEY"
"""The environment variable that may hold a key, written as in a key file."""

_MARK = "reticent-vault-key:"
_SIZE = 32
"""Bytes of a key, as many as the hashes have by which others are derived from it."""


@dataclass(frozen=True, slots=True)
class VaultKey:
    """A secret of 32 bytes; parts are given keys of their own that are derived from it."""

    secret: bytes = field(repr=False)

    @property
    def name(self) -> str:
        """What the key is known by, which doesn't tell it."""
        return hmac.digest(self.secret, b"name of the key", hashlib.sha256).hex()[:32]

    def derive(self, purpose: str) -> bytes:
        """A key for one purpose, from which neither this one nor those for other purposes can be derived."""
        return hmac.digest(self.secret, f"key for {purpose}".encode(), hashlib.sha256)

    def write(self) -> str:
        """The key as a key file holds it."""
        return f"{_MARK}{base64.urlsafe_b64encode(self.secret).decode()}\n"


def create_vault_key() -> VaultKey:
    """A new key from the system's randomness."""
    return VaultKey(secrets.token_bytes(_SIZE))


def read_vault_key(file: Path | None = None) -> VaultKey:
    """The key in a file, or in the environment where none is named; a VaultError says how to get one.

    A file that others may read is refused: whoever has the key can turn everything back.
    """
    if file is not None:
        return _parse(_read(file), f"'{file}'")
    written = os.environ.get(VARIABLE)
    if not written:
        raise VaultError(
            f"a key is needed: name its file with --vault-key, or put the key into {VARIABLE};"
            " 'reticent vault key FILE' makes one"
        )
    return _parse(written, VARIABLE)


def _read(file: Path) -> str:
    require_private(file, VaultError)
    try:
        return file.read_text("ascii")
    except OSError as error:
        raise VaultError(
            f"the key '{file}' can't be read: {error.strerror}; 'reticent vault key FILE' makes one"
        ) from None
    except UnicodeDecodeError:
        raise VaultError(_no_key(f"'{file}'")) from None


def _parse(written: str, where: str) -> VaultKey:
    mark, _, coded = written.strip().partition(":")
    try:
        secret = base64.urlsafe_b64decode(coded.encode("ascii"))
    except (binascii.Error, UnicodeEncodeError):
        secret = b""
    if f"{mark}:" != _MARK or len(secret) != _SIZE:
        raise VaultError(_no_key(where))
    return VaultKey(secret)


def _no_key(where: str) -> str:
    return f"{where} holds no key of a vault: 'reticent vault key FILE' makes one"


_NONCE = 12
"""Bytes of the number that AES-GCM takes once: 96 bits, which it needs no hash for (NIST SP 800-38D)."""

_SMALLEST = 512
"""Bytes that every value takes at least: an entry with names of a hundred characters fits, so all entries look alike."""


@dataclass(frozen=True, slots=True)
class Seal:
    """AES-GCM for values, HMAC-SHA256 for lookups, each with a key of its own."""

    cipher: AESGCM = field(repr=False)
    lookups: bytes = field(repr=False)
    choices: bytes = field(repr=False)

    @classmethod
    def of(cls, key: VaultKey) -> Seal:
        """The seal of a key; a MissingExtraError without the library."""
        try:
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        except ImportError:
            raise MissingExtraError("vault", "a vault") from None
        return cls(AESGCM(key.derive("values")), key.derive("lookups"), key.derive("choices"))

    def close(self, value: Any, name: bytes) -> bytes:
        """The value, filled up to one of a few sizes, encrypted, and bound to the name that it is kept under."""
        nonce = secrets.token_bytes(_NONCE)
        plain = _fill_up(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        return nonce + self.cipher.encrypt(nonce, plain, name)

    def open(self, sealed: bytes, name: bytes) -> Any:
        """The value; a VaultError when it was encrypted with another key, for another name, or changed."""
        from cryptography.exceptions import InvalidTag

        try:
            plain = self.cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], name)
        except (InvalidTag, ValueError):
            raise VaultError(
                "a value of the vault can't be opened: it was changed by somebody else; take a copy from before"
            ) from None
        return json.loads(plain.decode("utf-8", "surrogatepass"))

    def look_up(self, *parts: str) -> bytes:
        """The name under which something is kept, which tells nothing without the key."""
        joined = "\0".join(parts).encode("utf-8", "surrogatepass")
        return hmac.digest(self.lookups, joined, hashlib.sha256)

    def draw(self, *parts: str) -> int:
        """A number that these parts decide, and that nobody can foresee without the key."""
        joined = "\0".join(parts).encode("utf-8", "surrogatepass")
        return int.from_bytes(hmac.digest(self.choices, joined, hashlib.sha256)[:8])


def _fill_up(plain: bytes) -> bytes:
    """The JSON with blanks after it, up to the next doubling of the smallest size; whoever reads JSON passes over them.

    >>> len(_fill_up(b"{}")), len(_fill_up(b" " * 513))
    (512, 1024)
    """
    size = _SMALLEST
    while size < len(plain):
        size *= 2
    return plain.ljust(size)


_TABLES = """
CREATE TABLE vault (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE entry (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, value BLOB NOT NULL);
CREATE TABLE identity (name BLOB PRIMARY KEY, entry INTEGER NOT NULL REFERENCES entry) WITHOUT ROWID;
CREATE TABLE shown (name BLOB PRIMARY KEY, entry INTEGER NOT NULL REFERENCES entry) WITHOUT ROWID;
CREATE TABLE counter (name BLOB PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE document (name BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""
_CHECK = b"a vault of reticent"
_SECONDS_TO_WAIT = 60.0
"""How long a run waits for its turn; another one holds it for the stand-ins of one document. Chosen by hand."""

Change = tuple[int, int, str]
"""A place of a released text, and what stood there in the original."""


@dataclass(frozen=True, slots=True)
class Vault:
    """An open vault; `id` tells it from others."""

    path: Path
    id: str
    database: sqlite3.Connection = field(repr=False)
    seal: Seal = field(repr=False)
    lock: RLock = field(default_factory=RLock, repr=False, compare=False)

    def find(self, named: NamedEntity) -> VaultEntry | None:
        """What stands for something, if that is decided."""
        for form in dict.fromkeys((named.form, named.spelled or named.form)):
            name = self.seal.look_up("identity", named.kind, form)
            row = self._row(
                "SELECT e.name, e.value FROM identity i JOIN entry e ON e.id = i.entry WHERE i.name = ?", name
            )
            if row:
                return VaultEntry(**self.seal.open(row[1], row[0]))
        return None

    def assign(self, named: Sequence[NamedEntity], style: Style) -> list[VaultEntry]:
        """What stands for each, decided now where it wasn't; in order, so that the same documents give the same."""
        found = [self.find(each) for each in named]
        if all(entry is not None and style.is_met(entry) for entry in found):
            return [entry for entry in found if entry is not None]
        with self._turn():
            return [self._settle(each, style) for each in named]

    def is_stand_in(self, shown: str) -> bool:
        """Whether this vault gave a stand-in away; the words are those between the brackets."""
        return bool(self._row("SELECT 1 FROM shown WHERE name = ?", self.seal.look_up("shown", shown)))

    def find_original(self, shown: str) -> str | None:
        """What a stand-in stands for, as it was first written; None for what is no stand-in."""
        asked = "SELECT e.name, e.value FROM shown s JOIN entry e ON e.id = s.entry WHERE s.name = ?"
        row = self._row(asked, self.seal.look_up("shown", shown))
        return VaultEntry(**self.seal.open(row[1], row[0])).original if row else None

    def note_documents(self, documents: Sequence[tuple[str, Sequence[Change]]]) -> None:
        """Keep for released texts what stood at their places, where the stand-ins alone don't tell it."""
        if documents:
            with self._turn():
                for text, changes in documents:
                    name = self.seal.look_up("document", text)
                    sealed = self.seal.close([list(each) for each in changes], name)
                    self.database.execute("INSERT OR REPLACE INTO document VALUES (?, ?)", (name, sealed))

    def find_changes(self, text: str) -> list[Change] | None:
        """What stood at the places of a released text, if that was kept."""
        name = self.seal.look_up("document", text)
        row = self._row("SELECT value FROM document WHERE name = ?", name)
        return (
            [(start, end, original) for start, end, original in self.seal.open(row[0], name)] if row else None
        )

    def close(self) -> None:
        """Let go of the file."""
        self.database.close()

    def _settle(self, named: NamedEntity, style: Style) -> VaultEntry:
        """The entry of something; a new one, or one without what the style asks for, is completed and kept."""
        entry = self.find(named)
        if entry is not None and style.is_met(entry):
            return entry
        if entry is None:
            written = " ".join(named.written.split())
            entry = VaultEntry(named.kind, named.form, written, self._count(named.kind))
        completed = invent(entry, style, is_free=self._is_free, draw=self.seal.draw)
        self._keep(completed, named)
        return completed

    def _is_free(self, kind: str, words: str, form: str) -> bool:
        """Whether words are nobody's yet, neither as a stand-in nor as a true name."""
        if self.is_stand_in(words):
            return False
        return not self._row(
            "SELECT 1 FROM identity WHERE name = ?", self.seal.look_up("identity", kind, form)
        )

    def _count(self, kind: str) -> int:
        name = self.seal.look_up("counter", kind)
        asked = "INSERT INTO counter VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET last = last + 1 RETURNING last"
        (number,) = self.database.execute(asked, (name,)).fetchone()
        return int(number)

    def _keep(self, entry: VaultEntry, named: NamedEntity) -> None:
        name = self.seal.look_up("entry", entry.kind, entry.form)
        sealed = self.seal.close(entry.as_json(), name)
        asked = "INSERT INTO entry (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value RETURNING id"
        (number,) = self.database.execute(asked, (name, sealed)).fetchone()
        for form in dict.fromkeys((entry.form, named.form, named.spelled or named.form)):
            known = self.seal.look_up("identity", entry.kind, form)
            self.database.execute("INSERT OR IGNORE INTO identity VALUES (?, ?)", (known, number))
        for shown in entry.shown:
            self.database.execute(
                "INSERT OR IGNORE INTO shown VALUES (?, ?)", (self.seal.look_up("shown", shown), number)
            )

    def _row(self, asked: str, name: bytes) -> tuple[bytes, ...] | None:
        with self.lock, self._clear_errors():
            row: tuple[bytes, ...] | None = self.database.execute(asked, (name,)).fetchone()
            return row

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """All or nothing, and nobody else meanwhile, in this process or another."""
        with self.lock, self._clear_errors():
            self.database.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.database.execute("ROLLBACK")
                raise
            self.database.execute("COMMIT")

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise VaultError(
                f"the vault '{self.path}' can't be used ({error}): see to the file and run again"
            ) from None


def create_vault(path: Path, key: VaultKey) -> None:
    """Make a new vault for this key, which only its owner may read."""
    require_modes(path, PRIVATE, VaultError)
    seal = Seal.of(key)
    try:
        path.touch(PRIVATE, exist_ok=False)
    except FileExistsError:
        raise VaultError(f"'{path}' already exists and could be needed: name another file") from None
    except OSError as error:
        raise VaultError(f"'{path}' can't be written: {error.strerror}") from None
    database = sqlite3.connect(path)
    database.executescript(_TABLES)
    values = {"schema": b"1", "key": key.name.encode(), "check": seal.close(_CHECK.decode(), _CHECK)}
    database.executemany("INSERT INTO vault VALUES (?, ?)", values.items())
    database.commit()
    database.close()


def open_passing_vault() -> Vault:
    """A vault in memory with a key of its own, for what belongs together once and is forgotten then."""
    seal = Seal.of(create_vault_key())
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.executescript(_TABLES)
    return Vault(Path("memory"), secrets.token_hex(_NONCE // 2), database, seal)


def open_vault(path: Path, key: Callable[[], VaultKey]) -> Vault:
    """The vault in a file; a VaultError when it is none, or was made with another key."""
    if not path.exists():
        raise VaultError(f"there is no vault '{path}': 'reticent vault create FILE' makes one")
    opened = key()
    seal = Seal.of(opened)
    try:
        # Threads take turns by the vault's own lock.
        database = sqlite3.connect(
            path, timeout=_SECONDS_TO_WAIT, isolation_level=None, check_same_thread=False
        )
        database.execute("PRAGMA synchronous = NORMAL")
        known = dict(database.execute("SELECT key, value FROM vault"))
        sealed = known["check"]
    except (sqlite3.Error, KeyError):
        raise VaultError(f"'{path}' is not a vault: name the one that 'reticent vault create' made") from None
    require_private(path, VaultError)
    if known["key"] != opened.name.encode():
        raise VaultError(
            f"the vault '{path}' belongs to the key {known['key'].decode()}, and this is {opened.name}:"
            " give the right one with --vault-key"
        )
    seal.open(sealed, _CHECK)
    return Vault(path, sealed[:12].hex(), database, seal)
