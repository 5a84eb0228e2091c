"""In how many originals of a collection each run of words stands, and in which of them each rare word does; files of these."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reticent.errors import KnowledgeError
from reticent.files import PRIVATE, write_whole
from reticent.knowledge.runs.words import Hasher, Hashes, Word, mix, read_mark, read_words
from reticent.text import Document
from reticent.text.tokens import TOKENIZER_VERSION

Places = NDArray[np.int64]
_NOWHERE: Places = np.array([], dtype=np.int64)
_MAGIC = b"reticent runs 2\n"


@dataclass(frozen=True, eq=False)
class RunCounts:
    """What a collection says of runs of words; of what fewer than two originals hold it knows nothing.

    `originals` is how many there are, each subject counted once; `copies` how many documents were left out as copies of others.
    Runs of up to `longest` words are counted, and of the longest ones it knows where they stand. Words in fewer than `rarest`
    originals are known by these. `exact` says that words are as written, and signs words.
    """

    originals: int
    copies: int
    longest: int
    rarest: int
    exact: bool
    _hashes: Hashes = field(repr=False)
    _counts: NDArray[np.uint8] = field(repr=False)
    _terms: Hashes = field(repr=False)
    _starts: NDArray[np.uint32] = field(repr=False)
    _holders: NDArray[np.uint32] = field(repr=False)
    _long: Hashes = field(repr=False)
    _places: Places = field(repr=False)
    _begins: Places = field(repr=False)
    _marks: Hashes = field(repr=False)
    _hasher: Hasher = field(default_factory=Hasher, repr=False)

    def read(self, document: Document) -> list[Word]:
        """The words of a document as this collection compares them."""
        return read_words(document, exact=self.exact)

    def has_mark(self, written: str) -> bool:
        """Whether some original has this mark, of whatever style, as its own."""
        mark = read_mark(written)
        if not mark or not len(self._marks):
            return False
        own = self._hasher.words([mark])[0]
        place = int(np.searchsorted(self._marks, own))
        return place < len(self._marks) and bool(self._marks[place] == own)

    def counts(self, forms: Sequence[str], longest: int) -> list[list[int]]:
        """For each length up to `longest`, how many originals hold each run of these words; 0 stands for fewer than two."""
        if longest > self.longest:
            raise KnowledgeError(
                f"the runs were counted up to {self.longest} words, and {longest} are asked for: count them again with"
                f" 'reticent knowledge runs --longest {longest}'"
            )
        return [self._look_up(row).tolist() for row in self._hasher.runs(forms, longest)] if forms else []

    def count(self, run: Sequence[str]) -> int:
        """How many originals hold a run of any length; 0 stands for fewer than two, and so may 1."""
        if len(run) <= self.longest:
            return self.counts(run, len(run))[-1][0]
        lines = [self._find(key) - at for at, key in enumerate(self._hasher.runs(run, self.longest)[-1])]
        left = min(lines, key=len)
        for line in lines:
            left = np.intersect1d(left, line, assume_unique=True)
        return len(np.unique(self._original_of(left)))

    def reach(self, forms: Sequence[str], k: int) -> list[int]:
        """For each word the first one of the longest run that ends with it and stands in at least `k` originals.

        A word that too few hold by itself gets the number of the next one.
        """
        counts = self.counts(forms, self.longest)
        keys = self._hasher.runs(forms, self.longest)[-1] if len(forms) >= self.longest else ()
        first, found, lines, begins = 0, [], _NOWHERE, _NOWHERE
        for end in range(1, len(forms) + 1):
            newest = end - self.longest
            if newest >= 0:
                lines, begins = _follow(lines, begins, self._find(keys[newest]) - newest, newest)
                if first < newest:
                    first = self._shrink(first, newest, lines, begins, k)
            while first < end and first > newest - 1 and counts[end - first - 1][first] < k:
                first += 1
            found.append(first)
        return found

    def _shrink(self, first: int, newest: int, lines: Places, begins: Places, k: int) -> int:
        """From where on at least `k` originals follow the run; the word after where the newest counted run begins if nowhere."""
        originals = self._original_of(lines + newest)
        if len(np.unique(originals[begins <= first])) >= k:
            return first
        starts = np.flatnonzero(np.diff(originals, prepend=0))
        earliest = np.sort(np.minimum.reduceat(begins, starts)) if len(starts) else begins
        return int(earliest[k - 1]) if len(earliest) >= k else newest + 1

    def _find(self, key: np.uint64) -> Places:
        """Where a longest counted run stands in the collection."""
        start, end = np.searchsorted(self._long, key), np.searchsorted(self._long, key, side="right")
        return self._places[start:end]

    def _original_of(self, places: Places) -> Places:
        found: Places = np.searchsorted(self._begins, places, side="right")
        return found

    def holders(self, form: str) -> frozenset[int] | None:
        """The numbers of the originals that hold a word; None where it is not rare, nothing where fewer than two do."""
        own = mix(self._hasher.words([form]))
        count = int(self._look_up(own)[0])
        if count >= self.rarest:
            return None
        place = int(np.searchsorted(self._terms, own[0]))
        if place == len(self._terms) or self._terms[place] != own[0]:
            return frozenset()
        return frozenset(self._holders[self._starts[place] : self._starts[place + 1]].tolist())

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of all that it knows."""
        digest = hashlib.sha256(json.dumps(self._manifest, sort_keys=True).encode())
        for part in self._arrays:
            digest.update(np.ascontiguousarray(part).tobytes())
        return f"sha256:{digest.hexdigest()}"

    def save(self, path: Path) -> None:
        """Write the file of these runs."""
        sizes = [len(part) for part in self._arrays]
        head = json.dumps({**self._manifest, "sizes": sizes, "fingerprint": self.fingerprint}, sort_keys=True)
        parts = [_MAGIC, head.encode(), b"\n", *(part.tobytes() for part in self._arrays)]
        write_whole(path, b"".join(parts), mode=PRIVATE)

    @property
    def _manifest(self) -> Mapping[str, Any]:
        own = {name: getattr(self, name) for name in _SAID}
        return {**own, "tokenizer": TOKENIZER_VERSION}

    @property
    def _arrays(self) -> tuple[NDArray[Any], ...]:
        counted = (self._hashes, self._counts, self._terms, self._starts, self._holders)
        return (*counted, self._long, self._places, self._begins, self._marks)

    def _look_up(self, hashes: Hashes) -> NDArray[np.uint8]:
        if not len(self._hashes):
            return np.zeros(len(hashes), dtype=np.uint8)
        places = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        found: NDArray[np.uint8] = np.where(self._hashes[places] == hashes, self._counts[places], 0)
        return found


def _follow(lines: Places, begins: Places, now: Places, newest: int) -> tuple[Places, Places]:
    """Where the text runs along with originals, and since which word: lines that go on keep their begin, others begin now."""
    if not len(lines):
        return now, np.full(len(now), newest, dtype=np.int64)
    at = np.minimum(np.searchsorted(lines, now), len(lines) - 1)
    return now, np.where(lines[at] == now, begins[at], newest)


def is_runs_file(head: bytes) -> bool:
    """Whether a file that begins so holds runs."""
    return head.startswith(_MAGIC)


_SAID = ("originals", "copies", "longest", "rarest", "exact")
_TYPES = (np.uint64, np.uint8, np.uint64, np.uint32, np.uint32, np.uint64, np.int64, np.int64, np.uint64)


def open_runs(path: Path) -> RunCounts:
    """The runs in a file; a KnowledgeError where it was changed, cut off or written by another version."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KnowledgeError(f"'{path}' can't be read: {error.strerror}") from None
    try:
        line, _, rest = data[len(_MAGIC) :].partition(b"\n")
        manifest = json.loads(line)
        arrays: list[NDArray[Any]] = []
        at = 0
        for kind, size in zip(_TYPES, manifest["sizes"], strict=True):
            arrays.append(np.frombuffer(rest, dtype=kind, count=size, offset=at))
            at += size * np.dtype(kind).itemsize
        runs = RunCounts(*(manifest[name] for name in _SAID), *arrays)
        is_whole = is_runs_file(data) and at == len(rest) and runs.fingerprint == manifest["fingerprint"]
    except (ValueError, KeyError, TypeError):
        is_whole = False
    if not is_whole:
        raise KnowledgeError(
            f"'{path}' holds no runs, was cut off, or was written by another version: count them again with 'reticent knowledge runs'"
        )
    return runs
