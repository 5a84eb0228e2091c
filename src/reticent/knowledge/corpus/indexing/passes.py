"""The passes over tokenized batches that turn words into postings; each function is the work of one process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reticent.knowledge.corpus.indexing.runs import (
    groups_of_equal,
    keys_between,
    pair_keys,
    part_keys,
    save_run,
)
from reticent.knowledge.corpus.indexing.spool import Tokens, load
from reticent.knowledge.corpus.phrases import Numbers, Trie, occurrences
from reticent.knowledge.corpus.postings import encode_documents
from reticent.knowledge.corpus.terms import is_counted

WORDS_FILE = "words.txt"
TABLES_FILE = "tables.npz"


class Adjacent(NamedTuple):
    """The task to list the adjacent pairs of counted words in a batch, once a document."""

    folder: Path
    batch: Path


class Post(NamedTuple):
    """The task to list the terms of a batch, once a document, under the documents' final numbers."""

    folder: Path
    batch: Path
    numbers: NDArray[np.uint32]


class Encode(NamedTuple):
    """The task to encode the postings of a range of terms."""

    runs: tuple[Path, ...]
    low: int
    high: int
    documents: int
    min_documents: int


class Posted(NamedTuple):
    """Where a batch's postings lie, and how many counted words each of its documents has."""

    run: Path
    word_counts: NDArray[np.uint32]


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
    of_phrases = pair_keys(*occurrences(phrases, words, documents))
    found, held = part_keys(np.unique(np.concatenate([of_words, of_phrases])))
    run = save_run(task.batch.with_suffix(".posted.npy"), np.sort(pair_keys(found, task.numbers[held])))
    return Posted(run, word_counts)


def encode(task: Encode) -> Encoded:
    """Carry out an `Encode`; terms in too few documents are left out."""
    terms, documents = part_keys(keys_between(task.runs, task.low, task.high))
    sets = [
        (term, documents[place])
        for term, place in groups_of_equal(terms)
        if place.stop - place.start >= task.min_documents
    ]
    parts = [encode_documents(docs, task.documents) for _, docs in sets]
    return Encoded(
        [term for term, _ in sets], [len(docs) for _, docs in sets], list(map(len, parts)), b"".join(parts)
    )


def save_words(folder: Path, words: list[str]) -> None:
    """Let the passes know the words that have numbers."""
    (folder / WORDS_FILE).write_bytes("\n".join(words).encode("utf-8", "surrogatepass"))


def save_tables(folder: Path, word_terms: Numbers, phrases: Trie) -> None:
    """Let the passes know which term each word is, and the phrases."""
    np.savez(
        folder / TABLES_FILE,
        word_terms=word_terms,
        words=phrases.words,
        edges=phrases.edges,
        targets=phrases.targets,
        terms=phrases.terms,
    )


@lru_cache(maxsize=1)
def _word_numbers(folder: Path) -> dict[str, int]:
    lines = (folder / WORDS_FILE).read_bytes().decode("utf-8", "surrogatepass")
    return {word: number for number, word in enumerate(lines.split("\n"))}


@lru_cache(maxsize=1)
def _counted_words(folder: Path) -> NDArray[np.bool_]:
    return np.array([is_counted(word) for word in _word_numbers(folder)], dtype=bool)


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
