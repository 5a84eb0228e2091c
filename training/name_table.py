"""The features of all words that the name tagger learns from, as sparse matrices.

Most features are those of single words at some distance. They are the same wherever the word stands, so they are kept once
a word, and the words of the texts point at them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.crf import KnownWords
from reticent.detection.names.features import REACH, show_at
from reticent.detection.names.surroundings import read_surroundings
from reticent.detection.names.word_lists import WordClasses, WordLists
from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.language.mixing import Hashes
from training.name_expectations import Floats

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

MIN_TEXTS = 3
"""A feature needs so many texts: what only one text shows would teach the model that names are known words."""

_NO_WORDS = 10**9


@dataclass(frozen=True, slots=True)
class ReadTexts:
    """Texts as features: for each the rows of its words at each distance, and what their places show."""

    words: Hashes
    near: list[NDArray[np.int64]]
    places: list[Hashes]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What is known of the words of a language: their classes, and what lists say of them."""

    classes: WordClasses
    lists: WordLists
    language: Language = DEFAULT_LANGUAGE


def read_texts(texts: Sequence[CasedText], words: Vocabulary) -> ReadTexts:
    """The features of each text."""
    known = KnownWords(
        words.classes,
        words.lists,
        lambda rows: np.zeros((len(rows), 0, 0), np.float32),
        language=words.language,
        most=_NO_WORDS,
    )
    near, places = [], []
    for text in texts:
        features = read_surroundings([text], known.look_up(text.words))
        near.append(features.near)
        places.append(features.place_hashes())
    return ReadTexts(known.look_up([]).hashes.copy(), near, places)


@dataclass(frozen=True, slots=True)
class FeatureTable:
    """The features of many words in a row: `keys` number them; `words` has a matrix for each distance, whose rows the
    matrices of `near` choose; `places` has what is left."""

    keys: Hashes
    words: list[csr_matrix]
    near: list[csr_matrix]
    places: csr_matrix
    turned: list[csr_matrix]

    def split(self, bounds: Sequence[int]) -> list[TablePart]:
        """The table in parts that begin and end at these words, so that several can be worked on at a time."""
        return [
            TablePart(
                [near[begin:end] for near in self.near],
                self.places[begin:end],
                self.places[begin:end].T.tocsr(),
            )
            for begin, end in pairwise(bounds)
        ]


@dataclass(frozen=True, slots=True)
class TablePart:
    """The features of some of the words in a row."""

    near: list[csr_matrix]
    places: csr_matrix
    turned: csr_matrix

    def scores(self, weights: Floats, weighed: Sequence[Floats]) -> Floats:
        """The scores of labels at each word, given the weights and the scores of known words."""
        total: Floats = self.places @ weights
        for near, words in zip(self.near, weighed, strict=True):
            total += near @ words
        return total

    def slopes(self, residuals: Floats) -> tuple[list[Floats], Floats]:
        """The slopes of known words at each distance and those of places, given those of the scores."""
        return [near.T @ residuals for near in self.near], self.turned @ residuals


def build_table(read: ReadTexts, chosen: Sequence[int]) -> FeatureTable:
    """The features of some of the texts that enough of these texts have."""
    from scipy.sparse import csr_matrix

    shown = [show_at(distance, read.words[:, :width]) for distance, width in REACH.items()]
    keys = _find_shared(read, shown, chosen)
    near = np.concatenate([read.near[number] for number in chosen], axis=1)
    count = near.shape[1]
    pointers = [
        csr_matrix((np.ones(count, np.float32), rows, np.arange(count + 1)), shape=(count, len(read.words)))
        for rows in near
    ]
    words = [_match(hashes, keys) for hashes in shown]
    places = _match(np.concatenate([read.places[number] for number in chosen]), keys)
    return FeatureTable(keys, words, pointers, places, [each.T.tocsr() for each in (*words, places)])


def _find_shared(read: ReadTexts, shown: Sequence[Hashes], chosen: Sequence[int]) -> Hashes:
    """The features that enough texts have."""
    found = []
    for number in chosen:
        rows = [hashes[np.unique(near)] for hashes, near in zip(shown, read.near[number], strict=True)]
        found.append(
            np.unique(np.concatenate([*(each.ravel() for each in rows), read.places[number].ravel()]))
        )
    keys, texts = np.unique(np.concatenate(found), return_counts=True)
    shared: Hashes = keys[(texts >= MIN_TEXTS) & (keys != 0)]
    return shared


def _match(hashes: Hashes, keys: Hashes) -> csr_matrix:
    """A matrix with a one for each feature of a row that is among the keys."""
    from scipy.sparse import csr_matrix

    at = np.searchsorted(keys, hashes)
    at[at == len(keys)] = 0
    known = keys[at] == hashes
    bounds = np.append(0, np.cumsum(known.sum(axis=1)))
    ones = np.ones(bounds[-1], np.float32)
    return csr_matrix((ones, at[known].astype(np.int32), bounds), shape=(len(hashes), len(keys)))
