"""How large a packed stream becomes: looked at piece by piece, before any library unpacks it whole."""

from __future__ import annotations

import zlib
from typing import Any

from reticent.errors import DocumentError, needs_extra

with needs_extra("pdf", "reading PDF files"):
    import pikepdf

MOST_BYTES = 64 * 2**20
_PIECE = 2**20
_GROWING = frozenset(["/FlateDecode", "/LZWDecode", "/RunLengthDecode", "/Fl", "/LZW", "/RL"])


def check_unpacking(name: str, owner: Any) -> None:
    """Refuse content that would take more memory than any page needs."""
    streams = _streams(owner)
    if sum(unpacked_size(stream) for stream in streams) > MOST_BYTES:
        raise DocumentError(
            f"'{name}': a part of it unpacks to more than {MOST_BYTES >> 20} MB, as files do that are meant to harm"
        )


def _streams(owner: Any) -> list[pikepdf.Object]:
    found = owner.obj.get("/Contents") if isinstance(owner, pikepdf.Page) else owner
    if isinstance(found, pikepdf.Array):
        return [each for each in found if isinstance(each, pikepdf.Stream)]
    return [found] if isinstance(found, pikepdf.Stream) else []


def unpacked_size(stream: pikepdf.Object) -> int:
    """The bytes that a stream unpacks to, counted up to a little more than the limit."""
    raw = stream.read_raw_bytes()
    filters = [str(each) for each in as_list(stream.get("/Filter"))]
    growing = [each for each in filters if each in _GROWING]
    if len(growing) > 1:
        return MOST_BYTES + 1
    if not growing:
        return len(raw)
    if growing[0] in ("/FlateDecode", "/Fl") and len(filters) == 1:
        return _inflated_size(raw)
    return len(raw) * (64 if growing[0] in ("/RunLengthDecode", "/RL") else 1)


def as_list(found: Any) -> list[Any]:
    """What a key holds, which may be one thing, several, or none."""
    if found is None:
        return []
    return list(found) if isinstance(found, pikepdf.Array) else [found]


def _inflated_size(raw: bytes) -> int:
    unpack, size = zlib.decompressobj(), 0
    rest = raw
    try:
        while rest and size <= MOST_BYTES and not unpack.eof:
            size += len(unpack.decompress(rest, _PIECE))
            rest = unpack.unconsumed_tail
    except zlib.error:
        return size
    return size
