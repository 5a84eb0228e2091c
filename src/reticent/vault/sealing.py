"""How a vault keeps its secrets: values are encrypted, and what is looked up is known by a keyed hash."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reticent.errors import MissingExtraError, VaultError
from reticent.vault.keys import VaultKey

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_NONCE = 12
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
