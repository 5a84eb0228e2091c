"""What a proof states: an in-toto Statement v1 about the bytes of a release, open or sealed.

Nothing in it tells more than the release does: no name, no hash of the original without a salt, no decision and no count
of them, no time finer than a day. A sealed statement shows of policy and promises nothing but commitments.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Literal

from reticent.errors import ProofError
from reticent.proof.canonical import write_canonical
from reticent.proof.commitments import commit, is_commitment

TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "urn:reticent:release:1"
SCHEMA = 1

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
    promises: tuple[PromiseClaim, ...] | tuple[SealedClaim, ...]
    documents: int
    characters: int
    original: str

    @property
    def is_sealed(self) -> bool:
        """Whether policy and promises are shown as commitments alone."""
        return is_commitment(self.policy)


def seal(statement: Statement, key: bytes) -> Statement:
    """The statement with policy and promises as commitments, which `key` opens."""
    shown: Sequence[PromiseClaim | SealedClaim] = statement.promises
    claims = tuple(SealedClaim(commit(key, [number, asdict(each)])) for number, each in enumerate(shown))
    return Statement(
        statement.released,
        statement.day,
        statement.version,
        statement.readers,
        commit(key, statement.policy),
        claims,
        statement.documents,
        statement.characters,
        statement.original,
    )


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
        "audit": {
            "documents": statement.documents,
            "characters": statement.characters,
            "violations": 0,
        },
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
    sealed = predicate["form"] == "sealed"
    claims = predicate["promises"]
    return Statement(
        f"sha256:{released}",
        predicate["day"],
        predicate["reticent"],
        predicate["readers"],
        predicate["policy"],
        tuple(SealedClaim(**each) for each in claims)
        if sealed
        else tuple(PromiseClaim(**each) for each in claims),
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
