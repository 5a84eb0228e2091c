"""Count the runs of a collection: in bounded memory, each subject once, and copies not at all."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reticent.knowledge.runs.counts import Places, RunCounts
from reticent.knowledge.runs.words import Hasher, Hashes, find_marks, read_words
from reticent.text import Document

LONGEST = 7
"""Words of the longest run that is counted by itself; where longer ones stand follows from its places. Chosen by hand."""

RAREST = 50
"""Originals in fewer than which a word has to stand for a file to know in which ones: a hundred kilobytes per thousand notes. Chosen by hand."""

_MOST = 255  # a count that is as good as any larger one: K is smaller
_PARTS = 64  # parts into which hashes are sorted, so that one at a time is counted; chosen by hand
_AT_ONCE = 16_000_000  # hashes in memory before they go to disk: 128 MB; chosen by hand


def count_runs(
    documents: Iterable[Document],
    *,
    longest: int = LONGEST,
    rarest: int = RAREST,
    exact: bool = False,
    near_copies: bool = True,
) -> RunCounts:
    """The runs of a collection; documents about one subject, which follow one another, count as one original.

    Marks that stand in an original are words of it. With `near_copies` a document that is nearly the same as one before it is left
    out, unless the two are said to be about different subjects.
    """
    hasher, seen = Hasher(), _Seen(near=near_copies)
    terms: dict[int, list[int]] = {}
    marks: set[str] = set()
    begins: list[int] = []
    at = 0
    subject: str | None = None
    with TemporaryDirectory() as folder:
        short, long = _Sorter(Path(folder), "runs", 1), _Sorter(Path(folder), "places", 2)
        own: list[Hashes] = []
        for document in documents:
            plain = replace(document, placeholders=())
            forms = [word.form for word in read_words(plain, exact=exact)]
            rows = hasher.runs(forms, longest) if forms else []
            if seen.holds(hasher.runs(forms, _SHINGLE)[-1] if forms else hasher.words(()), document.subject):
                continue
            if not begins or not document.subject or document.subject != subject:
                _add_once(short, own)
                own, subject = [], document.subject
                begins.append(at)
            own += rows
            marks.update(find_marks(plain.text))
            for term in np.unique(rows[0]).tolist() if rows else ():
                _note(terms, term, len(begins) - 1, rarest)
            if len(rows) == longest:
                long.add((rows[-1], np.arange(at, at + len(rows[-1]), dtype=np.int64)))
            at += len(forms) + 1
        _add_once(short, own)
        hashes, counts = _count_shared(short)
        starts = np.array(begins, dtype=np.int64)
        shared = _find_shared(long, starts)
    return RunCounts(
        len(begins),
        seen.copies,
        longest,
        rarest,
        exact,
        hashes,
        counts,
        *_pack(terms),
        *shared,
        starts,
        np.unique(hasher.words(sorted(marks))),
        _hasher=hasher,
    )


_SHINGLE = 3  # words of the runs by which documents are compared: one changed word changes three of them
_SKETCH = 64  # the least hashes of a document that are kept; chosen by hand
_KEYS, _SHARED = 16, 8
"""Of how many of the least hashes near copies share how many, all but surely: they share four in five of them."""
_NONE = 2**64 - 1  # no hash: fills the sketch of a short document

ALIKE = 0.8
"""The share of their runs of three words from which on two documents count as copies: about one word in thirty differs. Chosen by hand."""


class _Seen:
    """The documents of a collection so far, by sketches of what they say (MinHash)."""

    def __init__(self, *, near: bool) -> None:
        self.copies = 0
        self._near = near
        self._whole: set[bytes] = set()
        self._sketches: list[Hashes] = []
        self._subjects: list[str] = []
        self._by_key: dict[int, list[int]] = {}

    def holds(self, shingles: Hashes, subject: str) -> bool:
        """Whether a document was there before, or one that is nearly the same; if not, it is from now on."""
        digest = hashlib.blake2b(shingles.tobytes()).digest()
        least = np.unique(shingles)[:_SKETCH]
        sketch = np.full(_SKETCH, _NONE, dtype=np.uint64)
        sketch[: len(least)] = least
        near = self._near and len(least) > 1
        if digest in self._whole or (near and self._is_alike(sketch, subject)):
            self.copies += 1
            return True
        self._whole.add(digest)
        if near:
            for key in least[:_KEYS].tolist():
                self._by_key.setdefault(key, []).append(len(self._sketches))
            self._sketches.append(sketch)
            self._subjects.append(subject)
        return False

    def _is_alike(self, sketch: Hashes, subject: str) -> bool:
        keys = [key for key in sketch[:_KEYS].tolist() if key != _NONE]
        shared = Counter(number for key in keys for number in self._by_key.get(key, ()))
        enough = min(_SHARED, (len(keys) + 1) // 2)
        near = [
            number
            for number, count in shared.items()
            if count >= enough
            and not (subject and self._subjects[number] and self._subjects[number] != subject)
        ]
        return bool(near) and bool(
            np.any(_resemble(sketch, np.stack([self._sketches[at] for at in near])) >= ALIKE)
        )


def _resemble(sketch: Hashes, others: Hashes) -> NDArray[np.float64]:
    """The share of runs that a document has in common with each of others, by the hashes up to which both are known."""
    upto = np.minimum(np.minimum(sketch[-1], others[:, -1]), np.uint64(_NONE - 1))
    own = np.searchsorted(sketch, upto, side="right")
    known = others <= upto[:, None]
    both = (np.isin(others, sketch) & known).sum(axis=1)
    share: NDArray[np.float64] = both / (own + known.sum(axis=1) - both)
    return share


def _note(terms: dict[int, list[int]], term: int, number: int, rarest: int) -> None:
    """Note that an original holds a word, as long as that is rare."""
    holders = terms.setdefault(term, [])
    if len(holders) < rarest and (not holders or holders[-1] != number):
        holders.append(number)


def _pack(terms: Mapping[int, Sequence[int]]) -> tuple[Hashes, NDArray[np.uint32], NDArray[np.uint32]]:
    """The words that at least two originals hold, where the numbers of each begin, and all numbers."""
    kept = sorted(term for term, holders in terms.items() if len(holders) > 1)
    starts = np.cumsum([0, *(len(terms[term]) for term in kept)]).astype(np.uint32)
    holders = np.array([number for term in kept for number in terms[term]], dtype=np.uint32)
    return np.array(kept, dtype=np.uint64), starts, holders


class _Sorter:
    """Rows of hashes with what belongs to them, by their highest bits, in memory as long as they are few and then in files."""

    def __init__(self, folder: Path, name: str, width: int) -> None:
        self._files = [folder / f"{name}-{column}" for column in range(width)]
        self._waiting: list[tuple[NDArray[Any], ...]] = []
        self._size = 0
        self._spilled = False

    def add(self, rows: tuple[NDArray[Any], ...]) -> None:
        """Take rows, a column after the other, the hashes first."""
        self._waiting.append(rows)
        self._size += len(rows[0])
        if self._size > _AT_ONCE:
            self._spill()

    def parts(self) -> Iterator[tuple[NDArray[Any], ...]]:
        """All rows, those of one hash together and in the order in which they came."""
        if self._spilled:
            self._spill()
            for number in range(_PARTS):
                yield _sort([np.fromfile(f"{file}-{number}", dtype) for file, dtype in self._columns()])
        elif self._waiting:
            yield _sort([np.concatenate(each) for each in zip(*self._waiting, strict=True)])

    def _columns(self) -> Iterator[tuple[Path, type[Any]]]:
        yield from zip(self._files, (np.uint64, np.int64), strict=False)

    def _spill(self) -> None:
        if self._waiting:
            columns = _sort([np.concatenate(each) for each in zip(*self._waiting, strict=True)])
        else:
            columns = tuple(np.array([], dtype=dtype) for _, dtype in self._columns())
        width = np.uint64(2**64 // _PARTS)
        ends = np.searchsorted(columns[0] // width, np.arange(_PARTS, dtype=np.uint64), side="right")
        for path, column in zip(self._files, columns, strict=True):
            for number, part in enumerate(np.split(column, ends)[:_PARTS]):
                with Path(f"{path}-{number}").open("ab") as file:
                    part.tofile(file)
        self._waiting, self._size, self._spilled = [], 0, True


def _sort(columns: Sequence[NDArray[Any]]) -> tuple[NDArray[Any], ...]:
    order = np.argsort(columns[0], kind="stable")
    return tuple(column[order] for column in columns)


def _add_once(sorter: _Sorter, rows: Sequence[Hashes]) -> None:
    """The runs of one original, each once."""
    if rows:
        sorter.add((np.unique(np.concatenate(rows)),))


def _count_shared(sorter: _Sorter) -> tuple[Hashes, NDArray[np.uint8]]:
    """The hashes that at least two originals gave, in order, and how many did."""
    found, counted = [np.array([], dtype=np.uint64)], [np.array([], dtype=np.uint8)]
    for (hashes,) in sorter.parts():
        values, counts = np.unique(hashes, return_counts=True)
        found.append(values[counts > 1])
        counted.append(np.minimum(counts[counts > 1], _MOST).astype(np.uint8))
    return np.concatenate(found), np.concatenate(counted)


def _find_shared(sorter: _Sorter, begins: Places) -> tuple[Hashes, Places]:
    """The hashes that at least two originals hold with the places where they do, in order of both."""
    found, places = [np.array([], dtype=np.uint64)], [np.array([], dtype=np.int64)]
    for hashes, at in sorter.parts():
        if not len(hashes):
            continue
        starts = np.flatnonzero(np.concatenate([[True], hashes[1:] != hashes[:-1]]))
        originals = np.searchsorted(begins, at, side="right")
        several = np.minimum.reduceat(originals, starts) < np.maximum.reduceat(originals, starts)
        kept = np.repeat(several, np.diff([*starts.tolist(), len(hashes)]))
        found.append(hashes[kept])
        places.append(at[kept])
    return np.concatenate(found), np.concatenate(places)
