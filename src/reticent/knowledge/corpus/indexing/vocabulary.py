"""The words of a whole build with the numbers of their documents, in bounded memory."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from reticent.knowledge.corpus.indexing.spool import Spooled, load_words

_BYTES_A_WORD = 160
"""What a word and its count take in memory, on average."""


def frequent_words(batches: Iterable[Spooled], *, at_least: int, folder: Path, memory: int) -> list[str]:
    """The words in at least that many documents, in the order of their code points.

    Counts that outgrow `memory` bytes are written to `folder` in order and merged at the end.
    """
    counts: Counter[str] = Counter()
    runs: list[Path] = []
    for batch in batches:
        words, found = load_words(batch.path)
        for word, count in zip(words, found.tolist(), strict=True):
            counts[word] += count
        if len(counts) * _BYTES_A_WORD > memory:
            runs.append(_write_counts(counts, folder / f"words-{len(runs)}.txt"))
            counts.clear()
    merged = heapq.merge(sorted(counts.items()), *map(_read_counts, runs), key=itemgetter(0))
    return [
        word
        for word, same in groupby(merged, key=itemgetter(0))
        if sum(count for _, count in same) >= at_least
    ]


def _write_counts(counts: Counter[str], path: Path) -> Path:
    with path.open("w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
        file.writelines(f"{word} {count}\n" for word, count in sorted(counts.items()))
    return path


def _read_counts(path: Path) -> Iterator[tuple[str, int]]:
    with path.open(encoding="utf-8", errors="surrogatepass", newline="\n") as file:
        for line in file:
            word, _, count = line.rpartition(" ")
            yield word, int(count)
