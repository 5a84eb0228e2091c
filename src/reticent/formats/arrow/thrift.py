"""The notation in which Parquet writes its footer and the heads of its pages, read without the library that wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reticent.errors import DocumentError

MOST_DEEP = 64
_STOP, _TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY = 0, 1, 2, 3, 7, 8
_LISTS, _STRUCT = (9, 10), 12


class Notation:
    """Reads values one after the other; a struct is a dictionary by the numbers of its fields."""

    def __init__(self, data: bytes, place: int = 0) -> None:
        self.data, self.place = data, place

    def struct(self, depth: int = 0) -> dict[int, Any]:
        """The struct that begins here."""
        if depth > MOST_DEEP:
            raise _damage_error()
        fields: dict[int, Any] = {}
        number = 0
        while (head := self._byte()) & 15 != _STOP:
            number = number + (head >> 4) if head >> 4 else self._zigzag()
            kind = head & 15
            fields[number] = kind == _TRUE if kind in (_TRUE, _FALSE) else self._value(kind, depth + 1)
        return fields

    def _value(self, kind: int, depth: int) -> Any:
        match kind:
            case _ if kind in (_TRUE, _FALSE, _BYTE):
                return self._byte()
            case 4 | 5 | 6:
                return self._zigzag()
            case _ if kind == _DOUBLE:
                return self._take(8)
            case _ if kind == _BINARY:
                return self._take(self._varint())
            case _ if kind in _LISTS:
                return self._list(depth)
            case _ if kind == _STRUCT:
                return self.struct(depth)
        raise _damage_error()  # no part of Parquet holds a map

    def _list(self, depth: int) -> list[Any]:
        head = self._byte()
        count = self._varint() if head >> 4 == 15 else head >> 4
        if count > len(self.data):
            raise _damage_error()
        return [self._value(head & 15, depth + 1) for _ in range(count)]

    def _byte(self) -> int:
        return self._take(1)[0]

    def _take(self, size: int) -> bytes:
        taken = self.data[self.place : self.place + size]
        if len(taken) != size:
            raise _damage_error()
        self.place += size
        return taken

    def _varint(self) -> int:
        value = shift = 0
        while (byte := self._byte()) & 128:
            value |= (byte & 127) << shift
            shift += 7
        return value | byte << shift

    def _zigzag(self) -> int:
        value = self._varint()
        return (value >> 1) ^ -(value & 1)


def strings_in(value: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], bytes]]:
    """Every string in a struct, with the numbers of the fields that lead to it."""
    if isinstance(value, bytes):
        yield path, value
    elif isinstance(value, dict):
        for number, part in value.items():
            yield from strings_in(part, (*path, number))
    elif isinstance(value, list):
        for part in value:
            yield from strings_in(part, path)


def _damage_error() -> DocumentError:
    return DocumentError("the notes at the end of a Parquet file are damaged: write the file anew")
