"""Files in and files out: whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
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


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` into a file at once: a reader sees the old file or the new one, never a part."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise DocumentError(f"'{path}' can't be written: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(path))
        os.replace(temporary, path)
    except OSError as error:
        raise DocumentError(f"'{path}' can't be written: {error.strerror}") from None
    finally:
        Path(temporary).unlink(missing_ok=True)


def _mode(path: Path) -> int:
    """The permissions that the file has, or that a new one would get."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
