"""Training of the name tagger: a conditional random field from words of which only some labels may be known."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from experiments.needs import Needs
from numpy.typing import NDArray

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.known_words import KnownWords
from reticent.detection.names.model import LABELS, Guess, NameModel
from reticent.detection.names.surroundings import read_surroundings
from reticent.detection.names.word_classes import WordClasses
from training.name_corpora import Corpora, Sample
from training.name_expectations import Chains, Floats, forward_backward

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

NEEDS = Needs(packages=("scipy",))
PENALTY = 5.0
ROUNDS = 50
MIN_TEXTS = 3
"""A feature needs so many texts: what only one text shows would teach the model that names are known words."""

_IMPOSSIBLE = np.float32(-30)
_NO_CALIBRATION = np.array([[0, 1], [0, 1]], np.float32)


def train(samples: Sequence[Sample], classes: WordClasses, *, rounds: int = ROUNDS) -> NameModel:
    """The model that makes the allowed labels of all samples likeliest, with a penalty on large weights."""
    words = KnownWords(classes, lambda hashes: np.zeros((len(hashes), 0, 0), np.float32))
    hashes = [all_hashes(sample.text, words) for sample in samples]
    keys = _shared_features(hashes)
    table = _matrix(np.concatenate(hashes), keys)
    allowed = np.concatenate([sample.allowed for sample in samples])
    weights, transitions, first = _fit(table, allowed, _sentences(samples), rounds)
    return NameModel(keys, weights, transitions, first, _NO_CALIBRATION, classes)


def all_hashes(text: CasedText, words: KnownWords) -> NDArray[np.uint32]:
    """Every feature of every word of a text, a row each."""
    return read_surroundings([text], words.look_up(text.words)).all_hashes()


def _shared_features(hashes: Iterable[NDArray[np.uint32]]) -> NDArray[np.uint32]:
    """The features that enough texts have."""
    keys, texts = np.unique(np.concatenate([np.unique(rows) for rows in hashes]), return_counts=True)
    shared: NDArray[np.uint32] = keys[(texts >= MIN_TEXTS) & (keys != 0)]
    return shared


def _matrix(hashes: NDArray[np.uint32], keys: NDArray[np.uint32]) -> csr_matrix:
    from scipy.sparse import csr_matrix

    at = np.searchsorted(keys, hashes)
    at[at == len(keys)] = 0
    known = keys[at] == hashes
    bounds = np.append(0, np.cumsum(known.sum(axis=1)))
    ones = np.ones(bounds[-1], np.float32)
    return csr_matrix((ones, at[known].astype(np.int32), bounds), shape=(len(hashes), len(keys)))


def _sentences(samples: Sequence[Sample]) -> NDArray[np.int64]:
    """Sentence numbers that go on from text to text."""
    numbers, last = [], 0
    for sample in samples:
        lengths = np.diff(sample.text.bounds)
        numbers.append(np.repeat(np.arange(len(lengths)), lengths) + last)
        last += len(lengths)
    return np.concatenate(numbers)


def _fit(
    table: csr_matrix, allowed: NDArray[np.bool_], sentence: NDArray[np.int64], rounds: int
) -> tuple[Floats, Floats, Floats]:
    """Weights, transitions and first scores by L-BFGS on log Z of all labels less log Z of the allowed ones."""
    from scipy.optimize import minimize

    chains, turned, size = Chains.of(sentence), table.T.tocsr(), len(LABELS)
    forbidden = np.where(allowed, np.float32(0), _IMPOSSIBLE)
    cut = np.cumsum([table.shape[1] * size, size * size])

    def parts(point: NDArray[np.float64]) -> tuple[Floats, Floats, Floats]:
        weights, transitions, first = np.split(point.astype(np.float32), cut)
        return weights.reshape(-1, size), transitions.reshape(size, size), first

    def loss(point: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights, transitions, first = parts(point)
        emissions = table @ weights
        every = forward_backward(emissions, transitions, first, chains)
        right = forward_backward(emissions + forbidden, transitions, first, chains)
        slopes = [
            turned @ (every.labels - right.labels),
            every.pairs - right.pairs,
            every.first - right.first,
        ]
        slope = np.concatenate([part.ravel() for part in slopes]).astype(np.float64)
        return every.log_z - right.log_z + PENALTY / 2 * float(point @ point), slope + PENALTY * point

    start = np.zeros(cut[-1] + size)
    return parts(
        minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": rounds, "maxcor": 6}).x
    )


@dataclass(frozen=True, slots=True)
class Unseen:
    """The guess of a model that has not seen it, for each court case and each block of Wikipedia sentences."""

    cases: list[Guess]
    wikipedia: list[Guess]


def cross_validate(corpora: Corpora, classes: WordClasses, *, rounds: int = ROUNDS, folds: int = 5) -> Unseen:
    """Train on all but every fifth document, guess on those, five times."""
    cases: dict[int, Guess] = {}
    wikipedia: dict[int, Guess] = {}
    for fold in range(folds):
        left_out = set(range(fold, max(len(corpora.cases), len(corpora.wikipedia)), folds))
        model = train(corpora.all_samples(left_out), classes, rounds=rounds)
        for number in range(fold, len(corpora.cases), folds):
            cases[number] = model.guess(corpora.cases[number][1].text)
        for number in range(fold, len(corpora.wikipedia), folds):
            wikipedia[number] = model.guess(corpora.wikipedia[number].text)
        print(f"fold {fold + 1} of {folds}: {len(model.keys):,} features", file=sys.stderr, flush=True)
    return Unseen([cases[n] for n in sorted(cases)], [wikipedia[n] for n in sorted(wikipedia)])
