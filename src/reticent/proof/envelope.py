"""The signed envelope (DSSE): a payload and the signatures of those who vouch for it.

A proof has one form only. What is read is written again and must be the same, byte for byte, so that no change of a file
goes unnoticed, not even one that means nothing.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from reticent.errors import ProofError
from reticent.proof.canonical import write_canonical
from reticent.proof.keys import RAW_BYTES, PublicKey, SigningKey

PAYLOAD_TYPE = "application/vnd.in-toto+json"
LARGEST = 1 << 20
"""Bytes of a proof; ours have a few thousand."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature and the public key that confirms it; whose key that is, a reader must know from elsewhere."""

    key: PublicKey
    value: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Envelope:
    """A payload with its signatures, ordered by key."""

    payload: bytes
    signatures: tuple[Signature, ...] = ()

    @property
    def message(self) -> bytes:
        """What is signed: DSSE's pre-authentication encoding of type and payload."""
        kind = PAYLOAD_TYPE.encode()
        return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(self.payload), self.payload)

    @property
    def is_confirmed(self) -> bool:
        """Whether there is a signature, and every one of them is right."""
        return bool(self.signatures) and all(
            each.key.confirms(each.value, self.message) for each in self.signatures
        )


def sign(envelope: Envelope, keys: Iterable[SigningKey]) -> Envelope:
    """The envelope with the signatures of these keys added."""
    by_key = {each.key.id: each for each in envelope.signatures}
    for key in keys:
        by_key[key.public.id] = Signature(key.public, key.sign(envelope.message))
    return replace(envelope, signatures=tuple(by_key[each] for each in sorted(by_key)))


def describe_envelope(envelope: Envelope) -> dict[str, Any]:
    """The envelope as values that JSON can carry."""
    return {
        "payloadType": PAYLOAD_TYPE,
        "payload": _encode(envelope.payload),
        "signatures": [
            {"keyid": each.key.id, "publicKey": _encode(each.key.raw), "sig": _encode(each.value)}
            for each in envelope.signatures
        ],
    }


def write_envelope(envelope: Envelope) -> bytes:
    """The envelope as a file."""
    return write_canonical(describe_envelope(envelope)) + b"\n"


def read_envelope(data: bytes) -> Envelope:
    """The envelope in a file; a ProofError when it isn't exactly as `write_envelope` writes it."""
    try:
        if len(data) > LARGEST:
            raise ValueError
        content = json.loads(data)
        signatures = tuple(
            Signature(PublicKey(_decode(each["publicKey"])), _decode(each["sig"]))
            for each in content["signatures"]
        )
        envelope = Envelope(_decode(content["payload"]), signatures)
        if any(len(each.key.raw) != RAW_BYTES for each in signatures) or write_envelope(envelope) != data:
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ProofError(
            "this is no proof, or it was changed: get the file again from whoever released the text"
        ) from None
    if [each.key.id for each in signatures] != sorted({each.key.id for each in signatures}):
        raise ProofError("the signatures of this proof are not in order: get the file again")
    return envelope


def _encode(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _decode(written: str) -> bytes:
    try:
        return base64.b64decode(written, validate=True)
    except binascii.Error:
        raise ValueError from None
