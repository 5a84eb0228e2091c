"""Sets of documents, close to the fewest bits that a random set takes.

Documents are shuffled, so the gaps in a set of n out of N documents are geometric, for which Rice codes are within
a few hundredths of a bit of the optimum; a roaring bitmap would take 16 bits a document on disk, twice the whole
index. A set is stored as the low bits of its gaps, one plane of n bits for each power of two, and then the rest of
each gap in unary. Both parts decode without a loop over documents, into a roaring bitmap that stays in memory.
"""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

Documents = NDArray[np.uint32]

_CONTAINER = 1 << 16
_ARRAY_LIMIT = 4096
_FEW = 512
_NO_RUNS = np.uint32(12346)


def low_bits(count: int, documents: int) -> int:
    """How many bits of a gap are stored as they are: the least k with p(gap >= 2^k) under 0.618, in integers alone."""
    return (documents * 123 // 256 // count).bit_length()


def encoded(docs: Documents, documents: int) -> bytes:
    """The set of `docs` (ascending, at least one) out of `documents`."""
    planes = low_bits(len(docs), documents)
    gaps = docs.astype(np.int64) - np.concatenate([[-1], docs[:-1]]) - 1
    low = (gaps >> np.arange(planes)[:, None]) & 1
    ends = np.cumsum(gaps >> planes) + np.arange(len(docs))
    unary = np.zeros(int(ends[-1]) + 1, dtype=np.uint8)
    unary[ends] = 1
    return np.packbits(np.concatenate([low.astype(np.uint8).ravel(), unary])).tobytes()


def decoded(data: NDArray[np.uint8], count: int, documents: int) -> Documents:
    """The `count` documents that `encoded` put into `data`, ascending."""
    planes = low_bits(count, documents)
    stored = np.unpackbits(data)
    exact = np.float32 if planes <= 24 else np.float64
    weights = np.exp2(np.arange(planes)).astype(exact)
    low = weights @ stored[: planes * count].reshape(planes, count).astype(exact)
    ends = np.flatnonzero(stored[planes * count :].view(np.bool_))
    # The unary part ends at (sum of all quotients so far) + (number of gaps before), so sums come for free.
    order = np.arange(count, dtype=np.uint32)
    quotients = (ends.astype(np.uint32) - order) << np.uint32(planes)
    return quotients + np.cumsum(low.astype(np.uint32), dtype=np.uint32) + order


def bitmap(docs: Documents) -> BitMap:
    """The ascending documents as a roaring bitmap; many go through its portable format, faster than adding them."""
    if len(docs) < _FEW:
        return BitMap(array("I", docs.tobytes()))
    keys = np.arange(docs[0] >> 16, (docs[-1] >> 16) + 1)
    cuts = np.searchsorted(docs, keys[1:] * _CONTAINER)
    parts = [(key, part) for key, part in zip(keys, np.split(docs, cuts), strict=True) if len(part)]
    bodies = [_container(part) for _, part in parts]
    head = np.array([(key, len(part) - 1) for key, part in parts], dtype="<u2").tobytes()
    first = 8 + len(head) + 4 * len(parts)
    offsets = np.cumsum([first, *map(len, bodies[:-1])], dtype="<u4").tobytes()
    sizes = np.array([_NO_RUNS, len(parts)], dtype="<u4").tobytes()
    return BitMap.deserialize(b"".join([sizes, head, offsets, *bodies]))


def documents_in(found: BitMap) -> Documents:
    """The documents of a bitmap, ascending."""
    return np.frombuffer(found.to_array(), dtype=np.uint32)


def _container(docs: Documents) -> bytes:
    low = docs.astype("<u2")  # drops the high half, which is the container's key
    if len(docs) <= _ARRAY_LIMIT:
        return low.tobytes()
    present = np.zeros(_CONTAINER, dtype=np.uint8)
    present[low] = 1
    return np.packbits(present, bitorder="little").tobytes()
