"""The key of a collection: what its stand-ins and the distances of its dates depend on, and nobody else has."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from reticent.errors import VaultError
from reticent.files import require_private

VARIABLE = "RETICENT_VAULT_KEY"
"""The environment variable that may hold a key, written as in a key file."""

_MARK = "reticent-vault-key:"
_SIZE = 32


@dataclass(frozen=True, slots=True)
class VaultKey:
    """A secret of 32 bytes; parts are given keys of their own that are derived from it."""

    secret: bytes = field(repr=False)

    @property
    def name(self) -> str:
        """What the key is known by, which doesn't tell it."""
        return hmac.digest(self.secret, b"name of the key", hashlib.sha256).hex()[:32]

    def derive(self, purpose: str) -> bytes:
        """A key for one purpose, from which neither this one nor those for other purposes can be told."""
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
