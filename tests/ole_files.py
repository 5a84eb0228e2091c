"""Small OLE files, as old Office programs and Outlook write them; every stream fills whole sectors."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Union

Storage = Mapping[str, Union[bytes, "Storage"]]
_SECTOR, _SMALL = 512, 4096
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def build_ole(root: Storage) -> bytes:
    """An OLE file of these streams and storages; streams under 4096 bytes are filled up with blanks or zeros."""
    entries: list[tuple[str, int, bytes, int, int]] = [("Root Entry", 5, b"", _FREE, _FREE)]

    def add(storage: Storage) -> int:
        """The number of the first entry of a storage, whose others follow it on the right."""
        first = _FREE
        for name, value in reversed(list(storage.items())):
            number = len(entries)
            entries.append(("", 0, b"", 0, 0))
            child = _FREE if isinstance(value, bytes) else add(value)
            kind = 2 if isinstance(value, bytes) else 1
            entries[number] = (name, kind, value if isinstance(value, bytes) else b"", first, child)
            first = number
        return first

    entries[0] = ("Root Entry", 5, b"", _FREE, add(root))
    sectors: list[bytes] = []
    fat: list[int] = []

    def store(data: bytes) -> int:
        start, pieces = len(sectors), [data[at : at + _SECTOR] for at in range(0, len(data), _SECTOR)]
        sectors.extend(piece.ljust(_SECTOR, b"\0") for piece in pieces)
        fat.extend([*range(start + 1, start + len(pieces)), _END])
        return start

    written = []
    for name, kind, data, right, child in entries:
        filler = b" " if data[-1:].isalpha() else b"\0"
        full = data.ljust(_SMALL, filler) if kind == 2 else b""
        coded = name.encode("utf-16-le")
        written.append(
            coded.ljust(64, b"\0")
            + struct.pack("<HBBIII", len(coded) + 2, kind, 1, _FREE, right, child)
            + bytes(36)
            + struct.pack("<IQ", store(full) if full else (_END if kind == 5 else 0), len(full))
        )
    directory = store(b"".join(written))
    needed = -(-(len(fat) + 2) // (_SECTOR // 4))
    places = range(len(sectors), len(sectors) + needed)
    fat += [_FAT] * needed
    table = struct.pack(f"<{len(fat)}I", *fat).ljust(needed * _SECTOR, b"\xff")
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<IIIIIIIII", 0, needed, directory, 0, _SMALL, _END, 0, _END, 0)
    head += struct.pack("<109I", *places, *[_FREE] * (109 - needed))
    return head + b"".join(sectors) + table


def build_message(**more: bytes | Storage) -> bytes:
    """A message of Outlook from Jane Zoellner."""
    return build_ole(message(**more))


def message(**more: bytes | Storage) -> Storage:
    """The storage of a message."""
    stamp = struct.pack("<HHIQ", 0x40, 0x39, 6, 132_650_000_000_000_000)
    return {
        "__properties_version1.0": bytes(32) + stamp,
        **text("0037", "On Zoellner"),
        **text("1000", "Mrs Zoellner came."),
        **text("0042", "Jane Zoellner"),
        **text("5D02", "jane@example.org"),
        "__recip_version1.0_#00000000": {**text("3001", "Ann Roe"), **text("39FE", "ann@example.org")},
        **more,
    }


def text(property_: str, value: str) -> dict[str, bytes]:
    """A property that is a text."""
    return {f"__substg1.0_{property_}001F": value.encode("utf-16-le")}


def binary(property_: str, value: bytes) -> dict[str, bytes]:
    """A property that is a row of bytes."""
    return {f"__substg1.0_{property_}0102": value}
