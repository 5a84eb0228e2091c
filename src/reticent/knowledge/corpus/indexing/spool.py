"""Tokenized batches on disk: what the passes of a build read again and again, in numbers instead of words."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reticent.knowledge.corpus.indexing.sources import Batch
from reticent.knowledge.corpus.indexing.workplace import require_workplace, whole_part
from reticent.knowledge.corpus.terms import words_of

_DIGEST = 16
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


def spool(batch: Batch, path: Path, *, skip_bad: bool) -> Spooled:
    """Tokenize a batch and put it on disk."""
    require_workplace(path.parent)
    texts = batch.texts(skip_bad=skip_bad)
    good = [text for text in texts if text is not None]
    _save(path, _tokens([words_of(text.text) for text in good], [title_phrase(text.title) for text in good]))
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
        return Tokens(
            _split_words(saved["words"]),
            saved["counts"],
            saved["ids"],
            saved["starts"],
            saved["digests"],
            _split_words(saved["titles"]),
        )


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
        np.savez(
            file,
            words=_lines(tokens.words),
            counts=tokens.counts,
            ids=tokens.ids,
            starts=tokens.starts,
            digests=tokens.digests,
            titles=_lines(tokens.titles),
        )


def _lines(items: list[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(items).encode("utf-8", "surrogatepass"), dtype=np.uint8)


def _split_words(saved: NDArray[np.uint8]) -> list[str]:
    return saved.tobytes().decode("utf-8", "surrogatepass").split("\n") if len(saved) else []
