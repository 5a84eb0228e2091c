"""What a proof states: an in-toto Statement v1 about the bytes of a release, open or sealed.

Nothing in it tells more than the release does: no name, no hash of the original without a salt, no decision and no count
of them, no time finer than a day. A sealed statement shows of policy and promises nothing but salted commitments, which
bind whoever made them and tell nothing to those who don't have the salt. A salt has one key for each purpose, so that the
key that opens a sealed promise doesn't help to try out originals.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any, Literal

from reticent.errors import InputError, ProofError


def write_canonical(content: Any) -> bytes:
    """The value as JSON with sorted keys and no blanks, in ASCII.

    >>> write_canonical({"b": [1, "é"], "a": None})
    b'{"a":null,"b":[1,"\\\\u00e9"]}'
    """
    return json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


SALT_BYTES = 32  # 256 bits, as many as the hash has
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


TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "urn:reticent:release:1"
SCHEMA = 1  # the version of what a statement says

Check = Literal["rechecked", "attested"]
"""Whether a reader of the release alone can check a promise again, or must take the signer's word for it."""

_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class PromiseClaim:
    """One promise as a proof states it."""

    model: str
    statement: str
    relative_to: Mapping[str, str]
    needs: str
    check: Check


@dataclass(frozen=True, slots=True)
class SealedClaim:
    """A promise of which only its commitment is shown."""

    commitment: str


@dataclass(frozen=True, slots=True)
class Statement:
    """All that a proof says; `policy` is a digest where the promises are open, a commitment where they are sealed."""

    released: str
    day: str
    version: str
    readers: Mapping[str, str]
    policy: str
    promises: tuple[PromiseClaim | SealedClaim, ...]
    documents: int
    characters: int
    original: str

    @property
    def is_sealed(self) -> bool:
        """Whether policy and promises are shown as commitments alone."""
        return is_commitment(self.policy)


def seal(statement: Statement, key: bytes) -> Statement:
    """The statement with policy and promises as commitments, which `key` opens."""
    numbered = enumerate(statement.promises)
    claims = tuple(SealedClaim(commit(key, [number, asdict(each)])) for number, each in numbered)
    return replace(statement, policy=commit(key, statement.policy), promises=claims)


def write_statement(statement: Statement) -> bytes:
    """The statement as the payload of an envelope."""
    predicate = {
        "schema": SCHEMA,
        "day": statement.day,
        "reticent": statement.version,
        "form": "sealed" if statement.is_sealed else "open",
        "readers": dict(statement.readers),
        "policy": statement.policy,
        "promises": [asdict(each) for each in statement.promises],
        "audit": {"documents": statement.documents, "characters": statement.characters, "violations": 0},
        "original": statement.original,
    }
    return write_canonical(
        {
            "_type": TYPE,
            "subject": [{"digest": {"sha256": statement.released.removeprefix("sha256:")}}],
            "predicateType": PREDICATE_TYPE,
            "predicate": predicate,
        }
    )


def read_statement(payload: bytes) -> Statement:
    """The statement in a payload; a ProofError when it is none of ours, or says anything besides."""
    try:
        content = json.loads(payload)
        statement = _parse(content["subject"][0]["digest"]["sha256"], content["predicate"])
        if write_statement(statement) != payload or not _is_sound(statement):
            raise ValueError
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        raise ProofError(
            f"this proof states something that this reticent can't check (it knows version {SCHEMA}):"
            " check it with the version that wrote it"
        ) from None
    return statement


def _parse(released: str, predicate: Mapping[str, Any]) -> Statement:
    claim = SealedClaim if predicate["form"] == "sealed" else PromiseClaim
    return Statement(
        f"sha256:{released}",
        predicate["day"],
        predicate["reticent"],
        predicate["readers"],
        predicate["policy"],
        tuple(claim(**each) for each in predicate["promises"]),
        predicate["audit"]["documents"],
        predicate["audit"]["characters"],
        predicate["original"],
    )


def _is_sound(statement: Statement) -> bool:
    """Whether every value is of its kind: what was signed by mistake is no proof either."""
    date.fromisoformat(statement.day)
    claims = [each for each in statement.promises if isinstance(each, PromiseClaim)]
    texts = [statement.version, *statement.readers.values()]
    texts += [text for each in claims for text in (each.model, each.statement, *each.relative_to.values())]
    seals = [each.commitment for each in statement.promises if isinstance(each, SealedClaim)]
    return (
        bool(_DIGEST.fullmatch(statement.released))
        and (statement.is_sealed or bool(_DIGEST.fullmatch(statement.policy)))
        and bool(statement.promises)
        and all(isinstance(text, str) for text in texts)
        and all(map(is_commitment, [statement.original, *seals]))
        and all(each.check == ("rechecked" if each.needs == "released" else "attested") for each in claims)
        and all(type(count) is int and count >= 0 for count in (statement.documents, statement.characters))
    )
