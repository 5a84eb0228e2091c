"""Sorted runs of pairs on disk, merged a range at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reticent.knowledge.corpus.indexing.workplace import whole_part

Keys = NDArray[np.uint64]

_SAMPLES = 1 << 10


def save_run(path: Path, keys: Keys) -> Path:
    """Put ascending keys on disk."""
    with whole_part(path) as file:
        np.save(file, keys)
    return path


def ranges(paths: Sequence[Path], *, at_most: int) -> list[tuple[int, int]]:
    """Half-open ranges of the high halves of keys that cover all, each with about `at_most` keys of all the runs."""
    opened = [np.load(path, mmap_mode="r") for path in paths]
    total = sum(map(len, opened))
    parts = -(-total // at_most) if total else 0
    if not parts:
        return []
    step = max(1, total // (parts * _SAMPLES))
    sample = np.sort(np.concatenate([run[::step] for run in opened]) >> np.uint64(32))
    inner = sample[np.arange(1, parts) * len(sample) // parts]
    cuts = sorted({0, *inner.tolist(), int(sample[-1]) + 1, 1 << 32})
    return list(pairwise(cuts))


def keys_between(paths: Sequence[Path], low: int, high: int) -> Keys:
    """The keys of all runs whose high half lies in the range, ascending, as often as they occur."""
    found = [np.empty(0, dtype=np.uint64)]
    for path in paths:
        run = np.load(path, mmap_mode="r")
        start, end = np.searchsorted(
            run, np.array([low << 32, (high << 32) - 1], dtype=np.uint64), side="left"
        )
        found.append(np.asarray(run[start:end]))
    return np.sort(np.concatenate(found))


def pair_keys(high: NDArray[np.integer], low: NDArray[np.integer]) -> Keys:
    """Pairs of 32-bit numbers as keys in lexicographic order."""
    return (high.astype(np.uint64) << np.uint64(32)) | low.astype(np.uint64)


def part_keys(keys: Keys) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The pairs that `paired` made keys of."""
    return (keys >> np.uint64(32)).astype(np.uint32), keys.astype(np.uint32)


def groups_of_equal(sorted_values: NDArray[np.uint32]) -> Iterator[tuple[int, slice]]:
    """Each value of an ascending array, with the slice that it fills."""
    changes = (np.flatnonzero(sorted_values[1:] != sorted_values[:-1]) + 1).tolist()
    cuts = [0, *changes, len(sorted_values)] if len(sorted_values) else []
    for start, end in pairwise(cuts):
        yield int(sorted_values[start]), slice(start, end)
