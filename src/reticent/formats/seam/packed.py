"""What bytes hold that no format reads: as they are, unpacked, and decoded from base64."""

from __future__ import annotations

import base64
import binascii
import bz2
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from reticent.errors import DocumentError, InputError
from reticent.files.unpacking import DAMAGED, LIMITS

_PACKED: Mapping[bytes, Callable[[], Any]] = {
    b"\x1f\x8b": partial(zlib.decompressobj, 16 + zlib.MAX_WBITS),
    b"BZh": bz2.BZ2Decompressor,
    b"\xfd7zXZ\0": lzma.LZMADecompressor,
}
_DEEPEST = 3  # chosen by hand: a packed archive of packed files has two layers
_MOST_BYTES = 1 << 28  # of all layers together, chosen by hand: each is searched for every word
_CODED = re.compile(rb"[A-Za-z0-9+/_-]{16,}(?:\r?\n[A-Za-z0-9+/_-]+)*")
"""A run of base64. From fewer than 16 letters come fewer than 12, and many words are such a run."""
_PIECE = 64  # bytes at a time, chosen by hand: so many are lost before the place where a file is damaged


def list_layers(data: bytes, where: str) -> Iterator[bytes]:
    """The bytes, and whatever is packed or coded in them; a DocumentError where that is too much to look through."""
    room, layers = _MOST_BYTES, [(data, 0)]
    while layers:
        layer, depth = layers.pop()
        room -= len(layer)
        if room < 0 or depth > _DEEPEST:
            raise DocumentError(f"{where} holds more packed files than can be looked through: leave it out")
        yield layer
        layers += [(each, depth + 1) for each in _open(layer, where)]


def _open(data: bytes, where: str) -> Iterator[bytes]:
    for head, begin in _PACKED.items():
        if data.startswith(head):
            yield _unpack(data, begin, where)
    if data.startswith(b"PK\x03\x04"):
        yield from _unzip(data, where)
    for run in _CODED.finditer(data):
        yield from _decode(run[0])


def _unpack(data: bytes, begin: Callable[[], Any], where: str) -> bytes:
    """What can be unpacked of a file, which may be damaged at its end; further files may follow in it."""
    pieces, room, place = [], max(LIMITS.small, LIMITS.ratio * len(data)), 0
    engine = begin()
    with suppress(*DAMAGED):
        while place < len(data):
            pieces.append(engine.decompress(data[place : place + _PIECE]))
            place, room = place + _PIECE, room - len(pieces[-1])
            if engine.eof:
                place, engine = place - len(engine.unused_data), begin()
            if room < 0:
                raise DocumentError(f"{where} holds a file that unpacks to too much: leave it out")
    return b"".join(pieces)


def _unzip(data: bytes, where: str) -> Iterator[bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist():
                if entry.file_size > max(LIMITS.small, LIMITS.ratio * entry.compress_size):
                    raise DocumentError(f"{where} holds a file that unpacks to too much: leave it out")
                yield archive.read(entry)
    except InputError:
        raise
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, *DAMAGED):
        return


def _decode(run: bytes) -> Iterator[bytes]:
    letters = b"".join(run.split()).translate(bytes.maketrans(b"-_", b"+/"))
    try:
        yield base64.b64decode(letters + b"=" * (-len(letters) % 4))
    except binascii.Error:
        return
