"""The passes over tokenized batches that turn words into postings; each function is the work of one process.

Batches lie on disk, in numbers instead of words, in a folder that goes when the work ends; so do sorted runs of pairs, which
are merged a range at a time.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reticent.errors import KnowledgeError
from reticent.files import is_special, real_place
from reticent.knowledge.corpus.indexing.sources import Batch
from reticent.knowledge.corpus.phrases import Numbers, Trie, occurrences
from reticent.knowledge.corpus.postings import encode_documents
from reticent.knowledge.corpus.spoken import speaking
from reticent.knowledge.corpus.terms import is_counted, words_of
from reticent.language import DEFAULT_CODE, Language, find_language


@contextmanager
def workplace(target: Path) -> Iterator[Path]:
    """An empty folder on the target's disk; trouble with the disk becomes a KnowledgeError."""
    if target.is_dir():
        raise KnowledgeError(f"'{target}' is a folder: name a file to write")
    try:
        place = real_place(target)
        beside = None if is_special(target) else place.parent
        folder = Path(tempfile.mkdtemp(dir=beside, prefix=f".{place.name}.", suffix=".part"))
    except OSError as error:
        raise KnowledgeError(f"'{target}' can't be written: {error.strerror}") from None
    try:
        yield folder
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise KnowledgeError(f"the disk of '{target}' is full; nothing was written: make room") from None
        raise KnowledgeError(f"'{target}' can't be built: {error.strerror or type(error).__name__}") from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _require_workplace(folder: Path) -> None:
    """Refuse to work on another machine that doesn't share the disk."""
    if not folder.is_dir():
        raise KnowledgeError(
            f"a machine of the cluster can't see '{folder.parent}': name an output on a disk that all machines share"
        )


@contextmanager
def whole_part(path: Path) -> Iterator[BinaryIO]:
    """A file of the workplace to fill; it gets its name when it is whole, so that who does the same work twice harms nobody."""
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with unfinished.open("xb") as file:
        yield file
    os.replace(unfinished, path)


Keys = NDArray[np.uint64]

_SAMPLES = 1 << 10  # chosen by hand: samples per range, so that ranges differ little in size


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
    """The pairs that `pair_keys` made keys of."""
    return (keys >> np.uint64(32)).astype(np.uint32), keys.astype(np.uint32)


def groups_of_equal(sorted_values: NDArray[np.uint32]) -> Iterator[tuple[int, slice]]:
    """Each value of an ascending array, with the slice that it fills."""
    changes = (np.flatnonzero(sorted_values[1:] != sorted_values[:-1]) + 1).tolist()
    cuts = [0, *changes, len(sorted_values)] if len(sorted_values) else []
    for start, end in pairwise(cuts):
        yield int(sorted_values[start]), slice(start, end)


_DIGEST = 16  # 128 bits: no two documents of any corpus share them by chance
_ARRAYS = ("counts", "ids", "starts", "digests")
_QUALIFIER = re.compile(r"(?<=\S)\s*\([^()]*\)\s*$")


@dataclass(frozen=True, slots=True)
class Spooled:
    """A batch that lies on disk: its source, how many documents it has and how many records were bad."""

    path: Path
    source: int
    documents: int
    bad_records: int


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """The words of a batch: `words[ids[starts[d] : starts[d + 1]]]` are those of document d, in order.

    `counts` are the numbers of documents that hold each word and `digests` tell documents apart by their words.
    """

    words: list[str]
    counts: NDArray[np.uint32]
    ids: NDArray[np.uint32]
    starts: NDArray[np.int64]
    digests: NDArray[np.uint8]
    titles: list[str]

    @property
    def documents(self) -> NDArray[np.uint32]:
        """The document that each word stands in."""
        return np.repeat(np.arange(len(self.starts) - 1, dtype=np.uint32), np.diff(self.starts))


def spool(task: tuple[Batch, Path], *, skip_bad: bool, language: str = DEFAULT_CODE) -> Spooled:
    """Tokenize a batch and put it on disk, at this path."""
    batch, path = task
    _require_workplace(path.parent)
    texts = batch.texts(skip_bad=skip_bad)
    good = [text for text in texts if text is not None]
    with speaking(find_language(language)):
        tokens = _tokens([words_of(text.text) for text in good], [title_phrase(text.title) for text in good])
    _save(path, tokens)
    return Spooled(path, batch.source, len(good), len(texts) - len(good))


def title_phrase(title: str) -> str:
    """The phrase that a title suggests: without what only tells it from another, as in "Mercury (planet)".

    >>> title_phrase("Human Rights (album)")
    'human right'
    """
    return " ".join(words_of(_QUALIFIER.sub("", title)))


def load(path: Path) -> Tokens:
    """The batch that `spool` put there."""
    with np.load(path) as saved:
        words, titles = _split_words(saved["words"]), _split_words(saved["titles"])
        return Tokens(words=words, titles=titles, **{name: saved[name] for name in _ARRAYS})


def load_words(path: Path) -> tuple[list[str], NDArray[np.uint32]]:
    """Only the words of a spooled batch, with their counts."""
    with np.load(path) as saved:
        return _split_words(saved["words"]), saved["counts"]


def load_about(path: Path) -> tuple[NDArray[np.uint8], list[str]]:
    """Only the digests and titles of a spooled batch."""
    with np.load(path) as saved:
        return saved["digests"], _split_words(saved["titles"])


def _tokens(documents: list[list[str]], titles: list[str]) -> Tokens:
    words = sorted({word for document in documents for word in document})
    numbers = {word: number for number, word in enumerate(words)}
    ids = np.fromiter((numbers[word] for document in documents for word in document), dtype=np.uint32)
    starts = np.cumsum([0, *map(len, documents)], dtype=np.int64)
    held = [number for document in documents for number in {numbers[word] for word in document}]
    counts = np.bincount(np.array(held, dtype=np.int64), minlength=len(words)).astype(np.uint32)
    digests = b"".join(map(_digest, documents))
    return Tokens(
        words, counts, ids, starts, np.frombuffer(digests, dtype=np.uint8).reshape(-1, _DIGEST), titles
    )


def _digest(words: list[str]) -> bytes:
    return hashlib.blake2b(" ".join(words).encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()


def _save(path: Path, tokens: Tokens) -> None:
    with whole_part(path) as file:
        arrays = {name: getattr(tokens, name) for name in _ARRAYS}
        np.savez(file, words=_lines(tokens.words), titles=_lines(tokens.titles), **arrays)


def _lines(items: list[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(items).encode("utf-8", "surrogatepass"), dtype=np.uint8)


def _split_words(saved: NDArray[np.uint8]) -> list[str]:
    return saved.tobytes().decode("utf-8", "surrogatepass").split("\n") if len(saved) else []


WORDS_FILE = "words.txt"
LANGUAGE_FILE = "language.txt"
TABLES_FILE = "tables.npz"


class Adjacent(NamedTuple):
    """The task to list the adjacent pairs of counted words in a batch, once a document."""

    folder: Path
    batch: Path


class Post(NamedTuple):
    """The task to list the terms of a batch, once a document, under the documents' final numbers, which `cuts` divide into shards."""

    folder: Path
    batch: Path
    numbers: NDArray[np.uint32]
    cuts: tuple[int, ...]


class Encode(NamedTuple):
    """The task to encode the postings of a range of terms, for each shard apart: its documents lie between two of the `cuts`."""

    runs: tuple[Path, ...]
    low: int
    high: int
    cuts: tuple[int, ...]
    min_documents: int


class Posted(NamedTuple):
    """Where a batch's postings lie, how many counted words each of its documents has, and how often a term occurs in a shard."""

    run: Path
    word_counts: NDArray[np.uint32]
    shards: NDArray[np.uint32]
    terms: NDArray[np.uint32]
    occurrences: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """The postings of some terms one after another, with the count and length of each."""

    terms: list[int]
    counts: list[int]
    lengths: list[int]
    data: bytes


def adjacent_pairs(task: Adjacent) -> Path:
    """Carry out an `Adjacent`: a run of pairs of word numbers."""
    tokens = load(task.batch)
    words = _number_words(tokens, task.folder)
    documents = tokens.documents
    counted = np.append(_counted_words(task.folder), False)[words]
    follows = counted[:-1] & counted[1:] & (documents[:-1] == documents[1:])
    first, second, held = words[:-1][follows], words[1:][follows], documents[:-1][follows]
    order = np.lexsort((held, second, first))
    pairs, held = pair_keys(first[order], second[order]), held[order]
    fresh = np.ones(len(pairs), dtype=bool)
    fresh[1:] = (pairs[1:] != pairs[:-1]) | (held[1:] != held[:-1])
    return save_run(task.batch.with_suffix(".pairs.npy"), pairs[fresh])


def post(task: Post) -> Posted:
    """Carry out a `Post`: a run of (term, document)."""
    tokens = load(task.batch)
    words = _number_words(tokens, task.folder)
    documents = tokens.documents
    word_terms, phrases = _tables(task.folder)
    terms = np.append(word_terms, -1)[words]
    of_words = np.unique(pair_keys(terms[terms >= 0], documents[terms >= 0]))
    word_counts = np.bincount(part_keys(of_words)[1], minlength=len(task.numbers)).astype(np.uint32)
    in_phrases, held_by = occurrences(phrases, words, documents)
    said = np.concatenate([terms[terms >= 0], in_phrases])
    said_by = task.numbers[np.concatenate([documents[terms >= 0], held_by])]
    shards = np.searchsorted(np.array(task.cuts), said_by, side="right") - 1
    counted, often = np.unique(pair_keys(shards, said), return_counts=True)
    found, held = part_keys(np.unique(np.concatenate([of_words, pair_keys(in_phrases, held_by)])))
    run = save_run(task.batch.with_suffix(".posted.npy"), np.sort(pair_keys(found, task.numbers[held])))
    return Posted(run, word_counts, *part_keys(counted), often)


def encode(task: Encode) -> list[Encoded]:
    """Carry out an `Encode`; terms that too few documents of all shards hold are left out."""
    terms, documents = part_keys(keys_between(task.runs, task.low, task.high))
    sets = [
        (term, np.split(documents[place], np.searchsorted(documents[place], task.cuts[1:-1])))
        for term, place in groups_of_equal(terms)
        if place.stop - place.start >= task.min_documents
    ]
    return [
        _encode_sets(
            [(term, parts[shard] - np.uint32(start)) for term, parts in sets if len(parts[shard])],
            end - start,
        )
        for shard, (start, end) in enumerate(pairwise(task.cuts))
    ]


def _encode_sets(sets: Sequence[tuple[int, NDArray[np.uint32]]], documents: int) -> Encoded:
    """The postings of terms in one shard of so many documents."""
    parts = [encode_documents(held, documents) for _, held in sets]
    return Encoded(
        [term for term, _ in sets], [len(held) for _, held in sets], list(map(len, parts)), b"".join(parts)
    )


def save_language(folder: Path, code: str) -> None:
    """Let the passes know the language whose words are counted."""
    (folder / LANGUAGE_FILE).write_text(code, "ascii")


def _language(folder: Path) -> Language:
    return find_language((folder / LANGUAGE_FILE).read_text("ascii"))


def save_words(folder: Path, words: list[str]) -> None:
    """Let the passes know the words that have numbers."""
    (folder / WORDS_FILE).write_bytes("\n".join(words).encode("utf-8", "surrogatepass"))


def save_tables(folder: Path, word_terms: Numbers, phrases: Trie) -> None:
    """Let the passes know which term each word is, and the phrases."""
    np.savez(folder / TABLES_FILE, word_terms=word_terms, **asdict(phrases))


@lru_cache(maxsize=1)
def _word_numbers(folder: Path) -> dict[str, int]:
    lines = (folder / WORDS_FILE).read_bytes().decode("utf-8", "surrogatepass")
    return {word: number for number, word in enumerate(lines.split("\n"))}


@lru_cache(maxsize=1)
def _counted_words(folder: Path) -> NDArray[np.bool_]:
    language = _language(folder)
    return np.array([is_counted(word, language) for word in _word_numbers(folder)], dtype=bool)


@lru_cache(maxsize=1)
def _tables(folder: Path) -> tuple[Numbers, Trie]:
    with np.load(folder / TABLES_FILE) as saved:
        phrases = Trie(int(saved["words"]), saved["edges"], saved["targets"], saved["terms"])
        return saved["word_terms"], phrases


def _number_words(tokens: Tokens, folder: Path) -> Numbers:
    """The numbers of the words of a batch, -1 for a word without one."""
    numbers = _word_numbers(folder)
    known = np.array([numbers.get(word, -1) for word in tokens.words], dtype=np.int64)
    return known[tokens.ids]
