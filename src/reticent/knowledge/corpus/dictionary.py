"""The terms of an index in blocks, searched without unpacking more than one block."""

from __future__ import annotations

import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BLOCK = 64
_BLOCKS_KEPT = 4096


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a term's documents are stored, and how many they are."""

    count: int
    start: int
    end: int


class _Block(NamedTuple):
    terms: list[str]
    numbers: bytes


class Dictionary:
    """Terms in the order of their code points, each with the entry of its postings, which lie in the same order."""

    def __init__(self, table: bytes, blocks: memoryview) -> None:
        """Read the table of blocks that `written` made, and leave the blocks themselves for later."""
        numbers, _, first = zlib.decompress(table).partition(b"\n")
        self._first = first.decode().split("\n") if first else []
        starts = [int(number) for number in numbers.split()]
        self._block_starts, self._posting_starts = starts[: len(starts) // 2], starts[len(starts) // 2 :]
        self._blocks = blocks
        self._blocks_kept: dict[int, _Block] = {}

    def find(self, term: str) -> Entry | None:
        """The entry of a term, or None."""
        number = bisect_right(self._first, term) - 1
        if number < 0:
            return None
        block = self._block(number)
        place = bisect_left(block.terms, term)
        if place == len(block.terms) or block.terms[place] != term:
            return None
        size = len(block.terms)
        start = self._posting_starts[number] + _total(block.numbers, size, size, size + place)
        end = start + _total(block.numbers, size, size + place, size + place + 1)
        return Entry(_total(block.numbers, size, place, place + 1), start, end)

    def __iter__(self) -> Iterator[str]:
        for number in range(len(self._first)):
            yield from self._block(number).terms

    def _block(self, number: int) -> _Block:
        block = self._blocks_kept.get(number)
        if block is None:
            if len(self._blocks_kept) >= _BLOCKS_KEPT:
                self._blocks_kept.clear()
            block = self._blocks_kept[number] = self._unpack(number)
        return block

    def _unpack(self, number: int) -> _Block:
        start, end = self._block_starts[number : number + 2]
        data = zlib.decompress(self._blocks[start:end])
        size = int.from_bytes(data[:2], "little")
        return _Block(data[2 + 8 * size :].decode().split("\n"), data[2 : 2 + 8 * size])


def write_dictionary(
    terms: Sequence[str], counts: NDArray[np.uint32], lengths: NDArray[np.uint32]
) -> tuple[bytes, bytes]:
    """The table and the blocks of a dictionary; `lengths` are those of the postings in bytes."""
    blocks = [
        _pack_block(
            terms[start : start + BLOCK], counts[start : start + BLOCK], lengths[start : start + BLOCK]
        )
        for start in range(0, len(terms), BLOCK)
    ]
    block_starts = np.cumsum([0, *map(len, blocks)])
    posting_starts = np.cumsum([0, *lengths.tolist()])[[*range(0, len(terms), BLOCK), len(terms)]]
    table = " ".join(map(str, [*block_starts, *posting_starts])) + "\n" + "\n".join(terms[::BLOCK])
    return zlib.compress(table.encode(), 9), b"".join(blocks)


def _pack_block(terms: Sequence[str], counts: NDArray[np.uint32], lengths: NDArray[np.uint32]) -> bytes:
    numbers = np.stack([counts, lengths]).astype("<u4")
    # All lowest bytes first, then all second ones: the high bytes are mostly zero and pack to nothing.
    planes = numbers.view(np.uint8).reshape(-1, 4).T.tobytes()
    return zlib.compress(len(terms).to_bytes(2, "little") + planes + "\n".join(terms).encode(), 9)


def _total(planes: bytes, size: int, start: int, end: int) -> int:
    """The sum of some of a block's numbers, which are `size` counts and then `size` lengths."""
    return sum(
        sum(planes[2 * size * byte + start : 2 * size * byte + end]) << (8 * byte) for byte in range(4)
    )
