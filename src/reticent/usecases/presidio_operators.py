"""What Presidio's anonymizer puts in the place of a finding, and how what it encrypted is turned back."""

from __future__ import annotations

import base64
import binascii
import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from reticent.errors import InputError, VaultError, needs_extra
from reticent.kinds import find_kind
from reticent.rendering.placeholders import BRACKETS, STYLES
from reticent.vault.identities import name_entities
from reticent.vault.store import Vault

OperatorType = Literal["replace", "redact", "mask", "keep", "hash", "encrypt"]
HASHES = {"sha256": hashlib.sha256, "sha512": hashlib.sha512}
SHORTEST_SALT = 16  # bytes; Presidio's own rule
KEY_SIZES = (16, 24, 32)
"""Bytes of a key of AES."""

_BLOCK = 16
"""Bytes of a block of AES, and of what a text begins with that is encrypted block by block."""


@dataclass(frozen=True, slots=True)
class Item:
    """One place of the text that came out, and what was done there."""

    operator: str
    entity_type: str
    start: int
    end: int
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Operator:
    """What is put in the place of a finding: a text, nothing, a sign for each character, a hash, or something to turn back.

    `key` encrypts as Presidio does; without one it is the stand-in of a vault.
    """

    type: OperatorType = "replace"
    new_value: str | None = field(default=None, repr=False)
    masking_char: str = field(default="*", repr=False)
    chars_to_mask: int = 0
    from_end: bool = False
    hash_type: str = "sha256"
    salt: str = field(default="", repr=False)
    key: str = field(default="", repr=False)

    def apply(self, entity_type: str, written: str, stand_in: Callable[[str, str], str]) -> str:
        """What stands where this was written; `stand_in` asks a vault."""
        match self.type:
            case "redact":
                return ""
            case "keep":
                return written
            case "replace":
                return self.new_value or f"<{entity_type}>"
            case "hash":
                return HASHES[self.hash_type](written.encode() + self.salt.encode()).hexdigest()
            case "encrypt":
                return encrypt(self.key.encode(), written) if self.key else stand_in(entity_type, written)
            case _:
                return self._mask(written)

    def _mask(self, written: str) -> str:
        masked = min(max(self.chars_to_mask, 0), len(written))
        rest = len(written) - masked
        signs = self.masking_char * masked
        return written[:rest] + signs if self.from_end else signs + written[masked:]


class SealedPlace(Protocol):
    """A place of an anonymized text that is to be turned back."""

    @property
    def entity_type(self) -> str:
        """Its kind."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""


def encrypt(key: bytes, text: str) -> str:
    """The text as Presidio encrypts it: AES in CBC mode, filled up, with its beginning drawn, in base64 for addresses."""
    with needs_extra("vault", "encryption"):
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    plain = text.encode()
    fill = _BLOCK - len(plain) % _BLOCK
    beginning = secrets.token_bytes(_BLOCK)
    making = Cipher(algorithms.AES(key), modes.CBC(beginning)).encryptor()
    sealed = making.update(plain + bytes([fill]) * fill) + making.finalize()
    return base64.urlsafe_b64encode(beginning + sealed).decode()


def decrypt(key: bytes, text: str) -> str:
    """What was encrypted with this key; an InputError where it was another one, or another text."""
    with needs_extra("vault", "encryption"):
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    try:
        data = base64.urlsafe_b64decode(text.encode("ascii"))
        opening = Cipher(algorithms.AES(key), modes.CBC(data[:_BLOCK])).decryptor()
        plain = opening.update(data[_BLOCK:]) + opening.finalize()
        fill = plain[-1]
        if not 0 < fill <= _BLOCK or plain[-fill:] != bytes([fill]) * fill:
            raise ValueError
        return plain[:-fill].decode()
    except (ValueError, IndexError, binascii.Error):
        raise InputError("a place was not encrypted with this key, or was changed since") from None


def put_stand_in(vault: Vault | None, kind: str, written: str) -> str:
    """The numbered stand-in of a vault; a VaultError without one."""
    from reticent.vault.entries import Style

    if vault is None:
        raise VaultError("encrypt needs a key, or a service with a vault: run it with --pseudonyms")
    (entry,) = vault.assign(name_entities([(kind, written)]), Style(kinds=frozenset({kind})))
    return STYLES[BRACKETS].write(entry.numbered)


def deanonymize(
    text: str, places: Sequence[SealedPlace], operators: Mapping[str, str | None], vault: Vault | None
) -> tuple[str, tuple[Item, ...]]:
    """The text with what was encrypted at its places; `operators` say by entity, or DEFAULT, the key, "" the vault, None keep."""
    restored, position, items = "", 0, []
    for place in sorted(places, key=lambda each: each.start):
        if place.start < position:
            raise InputError("places of anonymizer_results overlap: send each once")
        written = text[place.start : place.end]
        key = operators.get(place.entity_type, operators.get("DEFAULT"))
        found = written if key is None else decrypt(key.encode(), written) if key else _ask(vault, written)
        restored += text[position : place.start]
        name = "deanonymize_keep" if key is None else "decrypt"
        items.append(Item(name, place.entity_type, len(restored), len(restored) + len(found), found))
        restored += found
        position = place.end
    return restored + text[position:], tuple(reversed(items))


def _ask(vault: Vault | None, written: str) -> str:
    if vault is None:
        raise VaultError("decrypt needs a key, or a service with a vault: run it with --pseudonyms")
    found = vault.find_original(STYLES[BRACKETS].read(written))
    if found is None:
        raise InputError("a place is not a stand-in of this vault: leave it out of anonymizer_results")
    return found


def presidio_kind(entity_type: str) -> str:
    """Our kind for a name of Presidio's, or the name."""
    from reticent.detection.presidio import kind_of

    return find_kind(kind_of(entity_type)).name
