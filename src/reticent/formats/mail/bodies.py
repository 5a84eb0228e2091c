"""Text in the body of a message: decoded, without signatures, refused where something else hides in it."""

from __future__ import annotations

import re
from collections import Counter

from reticent.errors import DocumentError
from reticent.formats.html.charsets import decode_text
from reticent.formats.mail.encodings import clean_text

_SIGNATURE = ("-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----")
_ENCRYPTED = re.compile(r"-----BEGIN (?:PGP MESSAGE|PKCS7|ENCRYPTED MESSAGE)-----")
_FILE = re.compile(r"^begin(?:-base64)? [0-7]{3,4} \S", re.M)
_PART = re.compile(r"^content-transfer-encoding:[ \t]*(?:base64|quoted-printable)", re.M | re.I)


def read_body(data: bytes, charset: str | None, where: str, dropped: Counter[str]) -> str:
    """The text of a body; a DocumentError when its character set lies, or when it hides what can't be judged."""
    text = clean_text(decode_text(data, charset, where))
    if _ENCRYPTED.search(text):
        raise DocumentError(f"{where} is encrypted: decrypt the message first")
    if _FILE.search(text) or _PART.search(text):
        raise DocumentError(
            f"{where} carries a file inside its text: save the message anew, with attachments"
        )
    return _drop_signatures(text, dropped)


def _drop_signatures(text: str, dropped: Counter[str]) -> str:
    """The text without signatures: one of the original would confirm a guess of what was removed."""
    kept, position = [], 0
    while (start := text.find(_SIGNATURE[0], position)) >= 0:
        end = text.find(_SIGNATURE[1], start)
        kept.append(text[position:start])
        position = end + len(_SIGNATURE[1]) if end >= 0 else len(text)
        dropped["signatures"] += 1
    return clean_text("".join([*kept, text[position:]]))
