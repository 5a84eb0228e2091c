"""Ed25519 keys: made, kept as PEM, and known by a hash of their public half."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reticent.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

RAW_BYTES = 32


@dataclass(frozen=True, slots=True)
class PublicKey:
    """Whose signatures can be told by it; `raw` are its 32 bytes."""

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
        raise InputError("this is no Ed25519 signing key in PEM: make one with 'reticent key create FILE'")
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
        raise InputError("this is no Ed25519 public key in PEM: give the .pub file that belongs to the key")
    return PublicKey(key.public_bytes_raw())


def _library() -> Any:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise MissingExtraError("sign", "signing and checking proofs") from None
    return ed25519
