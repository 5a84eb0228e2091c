"""Plain text in UTF-8."""

from __future__ import annotations

from reticent.errors import DocumentError
from reticent.text import Document


def read(name: str, data: bytes) -> Document:
    """The document in `data`, every character as it stands there, line ends and byte order mark included."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"'{name}' is not UTF-8 (byte {error.start}): convert it first, for example with 'iconv -t utf-8'"
        ) from None
    if "\0" in text:
        raise DocumentError(
            f"'{name}' holds a NUL byte (byte {data.index(0)}), so it is no plain text: convert it to UTF-8 text first"
        )
    return Document(name, text)


def write(document: Document) -> bytes:
    """The bytes of a document, such that `read` gives it back."""
    try:
        return document.text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise DocumentError(
            f"'{document.id}' holds half a character (a lone surrogate at {error.start}), which no file can: remove it"
        ) from None
