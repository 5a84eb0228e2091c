"""Who may ask: tokens, of which only hashes are kept, each for some policies and verbs, perhaps one reader and one day."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from reticent.errors import InputError
from reticent.files import PRIVATE, one_run, write_whole
from reticent.formats.registry import read_bytes
from reticent.service.endpoints import VERBS

SCHEMA = 1  # the version of the file of tokens
PREFIX = "reticent_"
_LONGEST = 200  # chosen by hand: longer than any token, so that nothing long is hashed


@dataclass(frozen=True, slots=True)
class AccessToken:
    """What a token allows; without policies it is good for all, `expires` is a time in UTC, `once` makes it good once."""

    id: str
    sha256: str
    name: str
    verbs: tuple[str, ...]
    policies: tuple[str, ...] = ()
    reader: str | None = None
    expires: str | None = None
    once: bool = False
    revoked: bool = False

    def is_good(self, now: datetime) -> bool:
        """Whether it still opens anything."""
        return not self.revoked and (self.expires is None or now < datetime.fromisoformat(self.expires))


def create_token(
    name: str,
    verbs: Iterable[str],
    *,
    policies: Sequence[str] = (),
    reader: str | None = None,
    expires: datetime | None = None,
    once: bool = False,
) -> tuple[AccessToken, str]:
    """A new token, and what its bearer must say, which is kept nowhere."""
    chosen = tuple(dict.fromkeys(verbs))
    if unknown := [verb for verb in chosen if verb not in VERBS]:
        raise InputError(f"there is no verb '{unknown[0]}': use some of {', '.join(VERBS)}")
    if not chosen:
        raise InputError(f"a token without a verb opens nothing: use some of {', '.join(VERBS)}")
    said = PREFIX + secrets.token_urlsafe(32)
    until = None if expires is None else expires.astimezone(UTC).isoformat(timespec="seconds")
    token = AccessToken(
        secrets.token_hex(4), _digest(said), name, chosen, tuple(policies), reader, until, once
    )
    return token, said


def find_token(tokens: Iterable[AccessToken], said: str, now: datetime) -> AccessToken | None:
    """The token that somebody presents, if it is good; all are compared, in constant time."""
    digest = _digest(said[:_LONGEST])
    found = None
    for token in tokens:
        if hmac.compare_digest(token.sha256, digest) and token.is_good(now):
            found = token
    return found


def read_tokens(path: Path) -> tuple[AccessToken, ...]:
    """The tokens in a file; a file that isn't there holds none."""
    if not path.exists():
        return ()
    try:
        content = json.loads(read_bytes(str(path)))
        if content["reticent"] != "tokens" or content["schema"] != SCHEMA:
            raise KeyError
        return tuple(map(_token, content["tokens"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError(
            f"'{path}' is no file of tokens (version {SCHEMA}): 'reticent token create' makes one"
        ) from None


def add_token(path: Path, token: AccessToken) -> None:
    """Write a token to those of a file, which its owner alone may read."""
    with one_run(path):
        _write(path, [*read_tokens(path), token])


def revoke_token(path: Path, identity: str) -> bool:
    """Make a token useless; whether it was there and good before."""
    with one_run(path):
        tokens = read_tokens(path)
        found = [token for token in tokens if token.id == identity and not token.revoked]
        if found:
            _write(path, [replace(each, revoked=each.revoked or each.id == identity) for each in tokens])
    return bool(found)


def _write(path: Path, tokens: Sequence[AccessToken]) -> None:
    content = {"reticent": "tokens", "schema": SCHEMA, "tokens": [asdict(token) for token in tokens]}
    write_whole(path, (json.dumps(content, indent=2) + "\n").encode(), mode=PRIVATE)


def _token(entry: dict[str, Any]) -> AccessToken:
    listed = {**entry, "verbs": tuple(entry["verbs"]), "policies": tuple(entry["policies"])}
    return AccessToken(**listed)


def _digest(said: str) -> str:
    # A token has 256 random bits: a slow hash would protect it no better.
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()
