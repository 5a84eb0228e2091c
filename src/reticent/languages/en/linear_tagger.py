"""A tagger that adds up weights for a whole text at a time.

Two rounds: the first guesses each tag from the words alone, the second again from the words and the first guesses of
the tags around it. Whatever depends on a word alone is added up once for each distinct word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reticent.languages.en.tag_features import (
    GROUPS,
    PAD,
    REACH,
    Numbers,
    flatten,
    hashes_of,
    near,
    pair_features,
    tag_features,
    word_features,
)
from reticent.languages.mixing import Hashes
from reticent.languages.tagger import PUNCTUATION_TAGS, punctuation_tag

Scores = NDArray[np.int16]

_TRAILING = np.uint32(12)
_LONGEST = 400
_BATCH = 20_000
_SHORT = 64
_FEW = 4096
"""So many features are found faster one by one than through a table of their leading bits."""


@dataclass(frozen=True, slots=True)
class FeatureTable:
    """The sorted hashes of the features that have weights, found through their leading bits.

    `starts` says where the hashes with some leading bits begin, `depth` how many share theirs at most.
    """

    hashes: Hashes = field(repr=False)
    starts: NDArray[np.int32] = field(repr=False)
    depth: int

    @classmethod
    def of(cls, hashes: Hashes) -> FeatureTable:
        """The table of these sorted hashes."""
        counts = np.bincount(hashes >> _TRAILING, minlength=1 << (32 - _TRAILING.item()))
        starts = np.cumsum(counts) - counts
        return cls(hashes, starts.astype(np.int32), int(counts.max()))

    def rows(self, features: Hashes) -> Numbers:
        """The row of each feature in a table of weights, 0 for those that have none."""
        if features.size <= _FEW:
            at = np.minimum(np.searchsorted(self.hashes, features), len(self.hashes) - 1)
            return np.where(self.hashes[at] == features, at + 1, 0)
        start = self.starts[features >> _TRAILING]
        found = np.zeros(features.shape, dtype=np.int32)
        for step in range(self.depth):
            place = np.minimum(start + step, len(self.hashes) - 1)
            found = np.where(self.hashes[place] == features, place + 1, found)
        return found


@dataclass(frozen=True, slots=True)
class LinearTagger:
    """Parameters learned by `training/train_tagger.py`.

    `both` holds the weights of what words say, those of the first round beside those of the second; `second` holds
    the weights of what guessed tags say. Their rows 0 are zero and stand for all features without weights.
    """

    word_tags: tuple[str, ...]
    word_features: FeatureTable
    tag_features: FeatureTable
    both: NDArray[np.int8] = field(repr=False)
    second: NDArray[np.int8] = field(repr=False)

    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """One tag a word.

        Very long sentences are tagged in pieces, so that memory stays bounded.
        """
        names = [*self.word_tags, *PUNCTUATION_TAGS, "SYM"]
        guessed: list[str] = []
        for batch in _batches(sentences):
            numbers = self._guess(flatten(batch)).tolist()
            place = 2
            for piece in batch:
                guessed += [names[number] for number in numbers[place : place + len(piece)]]
                place += len(piece) + 2
        tags = iter(guessed)
        return [[next(tags) for _ in sentence] for sentence in sentences]

    def _guess(self, words: list[str]) -> Numbers:
        """The numbers of the tags of flattened sentences, pads included."""
        distinct = {word: number for number, word in enumerate(dict.fromkeys(words))}
        types = np.fromiter(map(distinct.__getitem__, words), dtype=np.intp, count=len(words))
        own = hashes_of(distinct)
        scores = self._word_scores(own, types)
        scores += _sum(self.both, self.word_features.rows(pair_features(own, types)))
        fixed = fixed_tags(distinct, len(self.word_tags))[types]
        size = len(self.word_tags)
        first = np.where(fixed >= 0, fixed, scores[:, :size].argmax(axis=1))
        again = scores[:, size:] + _sum(self.second, self.tag_features.rows(tag_features(own, types, first)))
        return np.where(fixed >= 0, fixed, again.argmax(axis=1))

    def _word_scores(self, own: Hashes, types: Numbers) -> Scores:
        """What words say of themselves and of those around them, added up for each place."""
        rows = self.word_features.rows(word_features(own))
        own_rows, *around = np.split(rows, GROUPS[1:], axis=1)
        total = _sum(self.both, own_rows)[types]
        for speakers, said in zip(near(types, REACH), around, strict=True):
            total += _sum(self.both, said)[speakers]
        return total


def load(path: Path) -> LinearTagger:
    """The tagger whose parameters `save` wrote."""
    with np.load(path, allow_pickle=False) as stored:
        return LinearTagger(
            tuple(stored["word_tags"].tolist()),
            FeatureTable.of(np.cumsum(stored["word_gaps"], dtype=np.uint32)),
            FeatureTable.of(np.cumsum(stored["tag_gaps"], dtype=np.uint32)),
            np.ascontiguousarray(stored["both"].T),
            np.ascontiguousarray(stored["second"].T),
        )


def save(tagger: LinearTagger, path: Path) -> None:
    """Write the parameters; sorted keys as their gaps and tables by columns, which compress better."""
    np.savez_compressed(
        path,
        word_tags=np.array(tagger.word_tags),
        word_gaps=np.diff(tagger.word_features.hashes, prepend=np.uint32(0)),
        tag_gaps=np.diff(tagger.tag_features.hashes, prepend=np.uint32(0)),
        both=np.ascontiguousarray(tagger.both.T),
        second=np.ascontiguousarray(tagger.second.T),
    )


def fixed_tags(words: Iterable[str], first: int) -> Numbers:
    """For each word the number of its tag if that needs no guessing (punctuation from `first` on, then pads), else -1."""
    numbers: dict[str | None, int] = {tag: first + n for n, tag in enumerate(PUNCTUATION_TAGS)}
    pad = first + len(PUNCTUATION_TAGS)
    return np.array([pad if word == PAD else numbers.get(punctuation_tag(word), -1) for word in words])


def _sum(weights: NDArray[np.int8], rows: Numbers) -> Scores:
    """The sum of the weights in each row of numbers."""
    if len(rows) <= _SHORT:
        short: Scores = weights[rows].sum(axis=1, dtype=np.int16)
        return short
    total = np.zeros((len(rows), weights.shape[1]), dtype=np.int16)
    for column in rows.T:
        total += weights[column]
    return total


def _batches(sentences: Sequence[Sequence[str]]) -> Iterator[list[Sequence[str]]]:
    batch: list[Sequence[str]] = []
    size = 0
    for sentence in sentences:
        for start in range(0, len(sentence), _LONGEST):
            batch.append(sentence[start : start + _LONGEST])
            size += len(batch[-1])
            if size >= _BATCH:
                yield batch
                batch, size = [], 0
    yield batch
