"""Ed25519 keys, kept as PEM, and the envelope (DSSE) of a payload with the signatures of those who vouch for it.

A proof has one form only. What is read is written again and must be the same, byte for byte, so that no change of a file
goes unnoticed, not even one that means nothing.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from reticent.errors import InputError, MissingExtraError, ProofError
from reticent.proof.statement import write_canonical

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


RAW_BYTES = 32  # the size of an Ed25519 public key


@dataclass(frozen=True, slots=True)
class PublicKey:
    """The key that confirms signatures; `raw` are its 32 bytes."""

    raw: bytes

    @property
    def id(self) -> str:
        """What it is known by: the SHA-256 of its bytes."""
        return "sha256:" + hashlib.sha256(self.raw).hexdigest()

    def confirms(self, signature: bytes, message: bytes) -> bool:
        """Whether the owner of the key signed just this message."""
        from cryptography.exceptions import InvalidSignature

        try:
            _library().Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True, slots=True)
class SigningKey:
    """The secret half of a key, with which statements are signed."""

    _key: Ed25519PrivateKey = field(repr=False)

    @property
    def public(self) -> PublicKey:
        """The half that everybody may have."""
        return PublicKey(self._key.public_key().public_bytes_raw())

    def sign(self, message: bytes) -> bytes:
        """The signature of a message."""
        return self._key.sign(message)


def create_key() -> SigningKey:
    """A new key."""
    return SigningKey(_library().Ed25519PrivateKey.generate())


def write_signing_key(key: SigningKey) -> bytes:
    """The secret half as PEM (PKCS #8); the file must be readable by its owner alone."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def write_public_key(key: PublicKey) -> bytes:
    """The public half as PEM."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    whole: Ed25519PublicKey = _library().Ed25519PublicKey.from_public_bytes(key.raw)
    return whole.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def read_signing_key(data: bytes) -> SigningKey:
    """The secret half in a PEM file; an InputError when it holds none."""
    library = _library()
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(data, None)
    except (ValueError, TypeError):
        key = None
    if not isinstance(key, library.Ed25519PrivateKey):
        raise InputError(
            "this is not an Ed25519 signing key in PEM: make one with 'reticent key create FILE'"
        )
    return SigningKey(key)


def read_public_key(data: bytes) -> PublicKey:
    """The public half in a PEM file; an InputError when it holds none, or the secret half."""
    library = _library()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(data)
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, library.Ed25519PublicKey):
        raise InputError(
            "this is not an Ed25519 public key in PEM: give the .pub file that belongs to the key"
        )
    return PublicKey(key.public_bytes_raw())


def _library() -> Any:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise MissingExtraError("sign", "signing and checking proofs") from None
    return ed25519


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
