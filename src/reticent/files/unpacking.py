"""Unpacks .gz, .xz and .bz2 files without letting a small one grow until it fills the memory or the disk."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

from reticent.errors import InputError

DAMAGED = (EOFError, OSError, lzma.LZMAError, zlib.error)
"""What reading a packed file raises when it is damaged or cut short; an OSError with an errno is the disk's trouble."""

_COMMANDS = {".gz": "gzip -dk", ".xz": "xz -dk", ".bz2": "bzip2 -dk"}
PACKED = frozenset(_COMMANDS)
"""The suffixes of files that can be unpacked."""

_BUFFER = 1 << 18
"""Bytes unpacked before the limits are checked again: many lines, and little memory."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a file may become: so many times its size once it is over `small` bytes, and `size` bytes in all."""

    ratio: int = 200
    small: int = 16_000_000
    size: int | None = None


LIMITS = Limits()
"""What holds for a stream, of which only a little is in memory at a time."""


def open_packed(raw: BinaryIO, suffix: str, *, name: str, limits: Limits = LIMITS) -> io.BufferedReader:
    """What `raw` holds, unpacked as its suffix says; an InputError that calls it `name` once it passes its limits.

    A suffix that isn't among `PACKED` leaves it as it is, without any limit.
    """
    if suffix.lower() not in PACKED:
        return io.BufferedReader(raw) if isinstance(raw, io.RawIOBase) else raw  # type: ignore[return-value]
    command = _COMMANDS[suffix.lower()]
    return io.BufferedReader(_Limited(_decompress(raw, suffix.lower()), raw, name, command, limits), _BUFFER)


def _decompress(raw: BinaryIO, suffix: str) -> BinaryIO:
    if suffix == ".gz":
        return cast(BinaryIO, gzip.GzipFile(fileobj=raw))
    return cast(BinaryIO, lzma.LZMAFile(raw) if suffix == ".xz" else bz2.BZ2File(raw))


class _Limited(io.RawIOBase):
    """A stream of unpacked bytes that ends with an error when there are too many of them."""

    def __init__(self, unpacked: Any, packed: BinaryIO, name: str, command: str, limits: Limits) -> None:
        self._unpacked, self._packed, self._limits = unpacked, packed, limits
        self._name, self._command = name, command
        self._total = 0

    def readable(self) -> bool:
        """Always: it is made for reading."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with unpacked bytes, as far as the limits allow."""
        count: int = self._unpacked.readinto(buffer)
        self._total += count
        limits = self._limits
        if limits.size is not None and self._total > limits.size:
            raise self._error(f"more than {limits.size / 1e6:,.0f} MB")
        if self._total > max(limits.small, limits.ratio * self._packed.tell()):
            raise self._error(f"more than {limits.ratio} times its size")
        return count

    def close(self) -> None:
        """Close the unpacked stream; the packed one belongs to whoever opened it."""
        self._unpacked.close()
        super().close()

    def _error(self, much: str) -> InputError:
        return InputError(
            f"'{self._name}' unpacks to {much}, as a file that is made to fill a machine would:"
            f" if you trust it, unpack it yourself ('{self._command}') and give the result"
        )
