"""Sets of documents, close to the fewest bits that a random set takes.

Documents are shuffled, so the gaps in a set of n out of N documents are geometric, for which Rice codes are within
a few hundredths of a bit of the optimum; a roaring bitmap would take 16 bits per document on disk, twice the whole
index. A set is stored as the low bits of its gaps, one plane of n bits for each power of two, and then the rest of
each gap in unary. Both parts decode without a loop over documents, into a roaring bitmap that stays in memory.
"""

from __future__ import annotations

from array import array
from itertools import accumulate, pairwise
from struct import pack

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

Documents = NDArray[np.uint32]

_CONTAINER = 1 << 16  # documents per container in roaring's portable format
_ARRAY_LIMIT = 4096  # the most documents that the format stores as a list in a container
_FEW = 1024  # chosen by hand: for fewer, adding them is as fast
_NO_RUNS = 12346  # the format's mark of a bitmap without run containers


def low_bits(count: int, documents: int) -> int:
    """How many bits of a gap are stored as they are: the least k with p(gap >= 2^k) under 0.618, in integers alone."""
    return (documents * 123 // 256 // count).bit_length()


def encode_documents(docs: Documents, documents: int) -> bytes:
    """The set of `docs` (ascending, at least one) out of `documents`."""
    planes = low_bits(len(docs), documents)
    gaps = docs.astype(np.int64) - np.concatenate([[-1], docs[:-1]]) - 1
    low = (gaps >> np.arange(planes)[:, None]) & 1
    ends = np.cumsum(gaps >> planes) + np.arange(len(docs))
    unary = np.zeros(int(ends[-1]) + 1, dtype=np.uint8)
    unary[ends] = 1
    return np.packbits(np.concatenate([low.astype(np.uint8).ravel(), unary])).tobytes()


def decode_documents(data: NDArray[np.uint8], count: int, documents: int) -> Documents:
    """The `count` documents that `encode_documents` put into `data`, ascending."""
    planes = low_bits(count, documents)
    stored = np.unpackbits(data)
    exact = np.float32 if planes <= 24 else np.float64
    weights = np.exp2(np.arange(planes)).astype(exact)
    low = weights @ stored[: planes * count].reshape(planes, count).astype(exact)
    ends = stored[planes * count :].view(np.bool_).nonzero()[0]
    # The unary part ends at (sum of all quotients so far) + (number of gaps before), so sums come for free.
    order = np.arange(count, dtype=np.uint32)
    docs = ends.astype(np.uint32)
    docs -= order
    docs <<= np.uint32(planes)
    docs += low.astype(np.uint32).cumsum(dtype=np.uint32)
    docs += order
    return docs


def bitmap(docs: Documents) -> BitMap:
    """The ascending documents as a roaring bitmap; many go through its portable format, faster than adding them."""
    if len(docs) < _FEW:
        return BitMap(array("I", docs.tobytes()))
    bounds = np.arange(1, (int(docs[-1]) >> 16) + 1, dtype=np.uint32) << np.uint32(16)
    cuts = [0, *docs.searchsorted(bounds).tolist(), len(docs)]
    low = docs.astype("<u2")  # drops the high half, which is the container's key
    parts = [(key, low[start:end]) for key, (start, end) in enumerate(pairwise(cuts)) if start < end]
    bodies = [_container(part) for _, part in parts]
    head = [number for key, part in parts for number in (key, len(part) - 1)]
    offsets = accumulate(map(len, bodies[:-1]), initial=8 + 8 * len(parts))
    layout = f"<II{len(head)}H{len(parts)}I"
    return BitMap.deserialize(b"".join([pack(layout, _NO_RUNS, len(parts), *head, *offsets), *bodies]))


def documents_in(found: BitMap) -> Documents:
    """The documents of a bitmap, ascending."""
    return np.frombuffer(found.to_array(), dtype=np.uint32)


def _container(low: NDArray[np.uint16]) -> bytes:
    if len(low) <= _ARRAY_LIMIT:
        return low.tobytes()
    present = np.zeros(_CONTAINER, dtype=np.uint8)
    present[low] = 1
    return np.packbits(present, bitorder="little").tobytes()
