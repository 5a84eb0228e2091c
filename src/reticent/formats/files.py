"""Files in: whose bytes, and which format reads them."""

from __future__ import annotations

import sys
from pathlib import Path

from reticent.errors import DocumentError
from reticent.formats import plain
from reticent.text import Document

STANDARD_INPUT = "-"


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of standard input for "-"."""
    try:
        return sys.stdin.buffer.read() if path == STANDARD_INPUT else Path(path).read_bytes()
    except IsADirectoryError:
        raise DocumentError(
            f"'{path}' is a directory: name the files in it, for example {path}/*.txt"
        ) from None
    except FileNotFoundError:
        raise DocumentError(f"'{path}' does not exist: check the name") from None
    except OSError as error:
        raise DocumentError(f"'{path}' can't be read: {error.strerror}") from None


def read_document(path: str) -> Document:
    """The document in a file, or on standard input for "-"."""
    return plain.read("standard input" if path == STANDARD_INPUT else path, read_bytes(path))
