"""In how many originals of a collection each run of words stands, and in which of them each rare word does, as hashes alone.

A file of runs holds no text and no order of words beyond the runs themselves, but whoever has it can ask whether a run that they
think of stands in the collection: it is kept like the originals. Originals about one subject count as one, and so do
originals with the same words.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reticent.errors import KnowledgeError
from reticent.files import PRIVATE, write_whole
from reticent.language import find_language
from reticent.text import Document, Span
from reticent.text.tokens import TOKENIZER_VERSION, tokenize

Hashes = NDArray[np.uint64]

LONGEST = 7
"""Words of the longest run unless something else is said: from seven words on, two texts that share them share a source. Chosen by hand."""

RAREST = 50
"""Originals in fewer than which a word has to stand for a file to know in which ones: a hundred kilobytes per thousand notes. Chosen by hand."""

_MAGIC = b"reticent runs 1\n"
_MOST = 255  # a count that is as good as any larger one: K is smaller
_PARTS = 64  # parts into which hashes are sorted, so that one at a time is counted; chosen by hand
_AT_ONCE = 16_000_000  # hashes in memory before they go to disk: 128 MB; chosen by hand
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text as runs have it: in small letters, with its place."""

    form: str = field(repr=False)
    span: Span


def read_words(document: Document) -> list[Word]:
    """The words and numbers of a document in order, without those in placeholders; signs are no words.

    >>> [word.form for word in read_words(Document("note", "The court's 3rd order, of May."))]
    ['the', 'court', "'s", '3rd', 'order', 'of', 'may']
    """
    language = find_language(document.language)
    tokens = tokenize(document.mask_placeholders(), language=language)
    return [Word(token.text.casefold(), token.span) for token in tokens if any(map(str.isalnum, token.text))]


def split_at_marks(document: Document) -> list[list[Word]]:
    """The words of a document, parted where a placeholder stands between two."""
    parts: list[list[Word]] = [[]]
    marks = [mark.start for mark in document.placeholders]
    at = 0
    for word in read_words(document):
        if at < len(marks) and marks[at] < word.span.start:
            parts.append([])
            while at < len(marks) and marks[at] < word.span.start:
                at += 1
        parts[-1].append(word)
    return [part for part in parts if part]


@dataclass(frozen=True, slots=True)
class _Hasher:
    """64 bits for each word, and for each run of them."""

    known: dict[str, int] = field(default_factory=dict)

    def words(self, forms: Sequence[str]) -> Hashes:
        for form in forms:
            if form not in self.known:
                digest = hashlib.blake2b(form.encode("utf-8", "surrogatepass"), digest_size=8).digest()
                self.known[form] = int.from_bytes(digest, "little")
        return np.array([self.known[form] for form in forms], dtype=np.uint64)

    def runs(self, forms: Sequence[str], longest: int) -> list[Hashes]:
        """The hashes of all runs of 1, 2, … words, each length in the order in which its runs begin."""
        words = self.words(forms)
        rows = [_mix(words)]
        for length in range(2, min(longest, len(words)) + 1):
            rows.append(_mix(rows[-1][:-1] * _STEP + words[length - 1 :]))
        return rows


def _mix(values: Hashes) -> Hashes:
    """Values spread over all bits (the finalizer of SplitMix64)."""
    mixed = values + _STEP
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _MIX[0]
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _MIX[1]
    result: Hashes = mixed ^ (mixed >> np.uint64(31))
    return result


@dataclass(frozen=True, eq=False)
class RunCounts:
    """What a collection says of runs of up to `longest` words; of what fewer than two originals hold it knows nothing.

    `originals` is how many there are, each subject counted once. Words in fewer than `rarest` originals are known by these.
    """

    originals: int
    longest: int
    rarest: int
    _hashes: Hashes = field(repr=False)
    _counts: NDArray[np.uint8] = field(repr=False)
    _terms: Hashes = field(repr=False)
    _starts: NDArray[np.uint32] = field(repr=False)
    _holders: NDArray[np.uint32] = field(repr=False)
    _hasher: _Hasher = field(default_factory=_Hasher, repr=False)

    def counts(self, forms: Sequence[str], longest: int) -> list[list[int]]:
        """For each length up to `longest`, how many originals hold each run of these words; 0 stands for fewer than two."""
        if longest > self.longest:
            raise KnowledgeError(
                f"the runs were counted up to {self.longest} words, and {longest} are asked for: count them again with"
                f" 'reticent knowledge runs --longest {longest}'"
            )
        return [self._look_up(row).tolist() for row in self._hasher.runs(forms, longest)] if forms else []

    def count(self, run: Sequence[str]) -> int:
        """How many originals hold a run; 0 stands for fewer than two."""
        return self.counts(run, len(run))[-1][0]

    def holders(self, form: str) -> frozenset[int] | None:
        """The numbers of the originals that hold a word; None where it is not rare, nothing where fewer than two do."""
        own = _mix(self._hasher.words([form]))
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
        own = {"originals": self.originals, "longest": self.longest, "rarest": self.rarest}
        return {**own, "tokenizer": TOKENIZER_VERSION}

    @property
    def _arrays(self) -> tuple[NDArray[Any], ...]:
        return self._hashes, self._counts, self._terms, self._starts, self._holders

    def _look_up(self, hashes: Hashes) -> NDArray[np.uint8]:
        if not len(self._hashes):
            return np.zeros(len(hashes), dtype=np.uint8)
        places = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        found: NDArray[np.uint8] = np.where(self._hashes[places] == hashes, self._counts[places], 0)
        return found


def is_runs_file(head: bytes) -> bool:
    """Whether a file that begins so holds runs."""
    return head.startswith(_MAGIC)


_TYPES = (np.uint64, np.uint8, np.uint64, np.uint32, np.uint32)


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
        hashes, counts, terms, starts, holders = arrays
        originals, longest, rarest = (manifest[name] for name in ("originals", "longest", "rarest"))
        runs = RunCounts(originals, longest, rarest, hashes, counts, terms, starts, holders)
        is_whole = is_runs_file(data) and at == len(rest) and runs.fingerprint == manifest["fingerprint"]
    except (ValueError, KeyError, TypeError):
        is_whole = False
    if not is_whole:
        raise KnowledgeError(
            f"'{path}' holds no runs, was cut off, or was written by another version: count them again with 'reticent knowledge runs'"
        )
    return runs


def count_runs(documents: Iterable[Document], *, longest: int = LONGEST, rarest: int = RAREST) -> RunCounts:
    """The runs of a collection; documents about one subject, which follow one another, count as one original."""
    hasher, seen = _Hasher(), set[bytes]()
    terms: dict[int, list[int]] = {}
    number = -1
    subject: str | None = None
    with TemporaryDirectory() as folder, _Sorter(Path(folder)) as sorter:
        own: list[Hashes] = []
        for document in documents:
            parts = [[word.form for word in part] for part in split_at_marks(document)]
            print_of = hashlib.blake2b(
                "\0".join(" ".join(part) for part in parts).encode("utf-8", "surrogatepass")
            )
            if (digest := print_of.digest()) in seen:
                continue
            seen.add(digest)
            if number < 0 or not document.subject or document.subject != subject:
                sorter.add(own)
                own, subject, number = [], document.subject, number + 1
            for part in parts:
                rows = hasher.runs(part, longest)
                own += rows
                for term in np.unique(rows[0]).tolist():
                    _note(terms, term, number, rarest)
        sorter.add(own)
        hashes, counts = sorter.count()
    return RunCounts(number + 1, longest, rarest, hashes, counts, *_pack(terms), _hasher=hasher)


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
    """Hashes by their highest bits, in memory as long as they are few and then in files; each original gives a hash once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._waiting: list[Hashes] = []
        self._size = 0
        self._spilled = False

    def __enter__(self) -> _Sorter:
        return self

    def __exit__(self, *error: object) -> None:
        self._waiting.clear()

    def add(self, rows: Sequence[Hashes]) -> None:
        """Take the runs of one original."""
        if rows:
            self._waiting.append(np.unique(np.concatenate(rows)))
            self._size += len(self._waiting[-1])
        if self._size > _AT_ONCE:
            self._spill()

    def count(self) -> tuple[Hashes, NDArray[np.uint8]]:
        """The hashes that at least two originals gave, in order, and how many did."""
        if self._spilled:
            self._spill()
        pairs = [_count_alike(part) for part in self._parts()]
        return np.concatenate([each for each, _ in pairs]), np.concatenate([each for _, each in pairs])

    def _parts(self) -> Iterator[Hashes]:
        if not self._spilled:
            yield np.concatenate(self._waiting) if self._waiting else np.array([], dtype=np.uint64)
            return
        for number in range(_PARTS):
            yield np.fromfile(self._folder / str(number), dtype=np.uint64)

    def _spill(self) -> None:
        hashes = np.sort(np.concatenate(self._waiting)) if self._waiting else np.array([], dtype=np.uint64)
        width = np.uint64(2**64 // _PARTS)
        ends = np.searchsorted(hashes // width, np.arange(_PARTS, dtype=np.uint64), side="right")
        for number, part in enumerate(np.split(hashes, ends)[:_PARTS]):
            with (self._folder / str(number)).open("ab") as file:
                part.tofile(file)
        self._waiting, self._size, self._spilled = [], 0, True


def _count_alike(hashes: Hashes) -> tuple[Hashes, NDArray[np.uint8]]:
    values, counts = np.unique(hashes, return_counts=True)
    several = counts > 1
    return values[several], np.minimum(counts[several], _MOST).astype(np.uint8)
