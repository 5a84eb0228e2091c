"""Files in: whose bytes, and which format reads them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from reticent.errors import DocumentError
from reticent.formats.format import Source
from reticent.formats.options import DEFAULTS, FormatOptions
from reticent.formats.registry import HEAD, NAMELESS, find_format

STANDARD_INPUT = "-"


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of standard input for "-"."""
    with _explain(path):
        if path == STANDARD_INPUT:
            return _read_to_the_end(sys.stdin.buffer, NAMELESS)
        with Path(path).open("rb") as file:
            return _read_to_the_end(file, path)


@contextmanager
def open_lines(path: str) -> Iterator[BinaryIO]:
    """The lines of a file, one by one."""
    with _explain(path), Path(path).open("rb") as lines:
        yield lines


@contextmanager
def _explain(path: str) -> Iterator[None]:
    """A file that can't be read is a DocumentError that says what to do."""
    try:
        yield
    except IsADirectoryError:
        raise DocumentError(
            f"'{path}' is a directory: name the files in it, for example {path}/*.txt"
        ) from None
    except FileNotFoundError:
        raise DocumentError(f"'{path}' does not exist: check the name") from None
    except OSError as error:
        raise DocumentError(f"'{path}' can't be read: {error.strerror}") from None


def _read_to_the_end(file: BinaryIO, name: str) -> bytes:
    """All bytes of a file; one that begins with zeros is refused before the rest of it fills the memory."""
    head = file.read(HEAD)
    if len(head) == HEAD and not head.strip(b"\0"):
        raise DocumentError(
            f"'{name}' begins with {HEAD} zeros, as no file does that is read here: fetch it again, or restore it"
        )
    return head + file.read()


def read_source(path: str, options: FormatOptions = DEFAULTS) -> Source:
    """What a file holds, or standard input for "-", read by the format that its name and its bytes ask for."""
    name, data = name_of(path), read_bytes(path)
    return find_format(name, data[:HEAD], options).read(name, data, options)


def name_of(path: str) -> str:
    """How errors and documents call a file."""
    return NAMELESS if path == STANDARD_INPUT else path
