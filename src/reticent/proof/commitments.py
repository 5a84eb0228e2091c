"""Salted commitments: they bind whoever made them, and tell nothing to those who don't have the salt.

A salt has one key for each purpose, so that the key that opens a sealed promise doesn't help to try out originals.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Any

from reticent.errors import InputError
from reticent.proof.canonical import write_canonical

SALT_BYTES = 32
_PREFIX = "hmac-sha256:"


def make_salt() -> bytes:
    """A new salt, which stays with the plan."""
    return secrets.token_bytes(SALT_BYTES)


def parse_salt(written: str) -> bytes:
    """The salt that 64 hexadecimal digits write."""
    try:
        salt = bytes.fromhex(written.strip())
    except ValueError:
        salt = b""
    if len(salt) != SALT_BYTES:
        raise InputError(
            f"a salt is written as {2 * SALT_BYTES} hexadecimal digits: give the one in the plan"
        )
    return salt


def opening_key(salt: bytes) -> bytes:
    """The key of the sealed parts of a statement; an auditor who is given it still can't try out originals."""
    return hmac.digest(salt, b"reticent statement", "sha256")


def commit_to_original(salt: bytes, fingerprints: Sequence[str]) -> str:
    """The commitment to the documents of an original, given by their hashes as a plan holds them."""
    return commit(hmac.digest(salt, b"reticent original", "sha256"), list(fingerprints))


def commit(key: bytes, content: Any) -> str:
    """The commitment to a JSON value under a key."""
    return _PREFIX + hmac.new(key, write_canonical(content), hashlib.sha256).hexdigest()


def is_commitment(written: object) -> bool:
    """Whether this is written like a commitment."""
    digits = written.removeprefix(_PREFIX) if isinstance(written, str) else ""
    return len(digits) == 64 and written == _PREFIX + digits and set(digits) <= set("0123456789abcdef")
