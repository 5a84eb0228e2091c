"""Training of the name tagger: a conditional random field from words of which only some labels may be known."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from experiments.needs import Needs
from numpy.typing import NDArray

from reticent.detection.names.model import LABELS, NameModel
from reticent.detection.names.word_lists import word_classes, word_lists
from training.descent import descend
from training.name_corpora import Sample
from training.name_expectations import Chains, Floats, forward_backward
from training.name_fit_gpu import fit_on_gpu
from training.name_table import FeatureTable, ReadTexts, TablePart, Vocabulary, build_table, read_texts

NEEDS = Needs(packages=("scipy",))
PENALTY = 5.0
ROUNDS = 120
TWICE = "court"
"""The source whose words count twice: it alone tells what readers leave, and the invented documents are many more."""
PARTS = 16
"""In how many parts the words are worked on."""

_IMPOSSIBLE = np.float32(-30)
_NO_CALIBRATION = np.array([[0, 1], [0, 1]], np.float32)


def english_words() -> Vocabulary:
    """What is known of English words."""
    return Vocabulary(word_classes(), word_lists())


def read_samples(samples: Sequence[Sample], words: Vocabulary | None = None) -> ReadTexts:
    """The features of all samples, which are English unless the words of another language are given."""
    return read_texts([sample.text for sample in samples], words or english_words())


def train(
    samples: Sequence[Sample],
    read: ReadTexts,
    chosen: Sequence[int],
    *,
    rounds: int = ROUNDS,
    penalty: float = PENALTY,
    on_gpu: bool = False,
    start: NameModel | None = None,
    words: Vocabulary | None = None,
) -> NameModel:
    """The model that makes the allowed labels of the chosen samples likeliest, with a penalty on large weights.

    From the weights of another model on, which has seen a part of these samples, fewer rounds are enough. What is `known` of
    words, and their language, are those of English unless somebody says otherwise.
    """
    table = build_table(read, chosen)
    allowed = np.concatenate([samples[number].allowed for number in chosen])
    sentences = _number_sentences([samples[number] for number in chosen])
    counts = np.concatenate(
        [np.full(len(samples[number].text), _weigh(samples[number]), np.float32) for number in chosen]
    )
    if on_gpu:
        fitted = fit_on_gpu(table, allowed, sentences, counts, rounds=rounds, penalty=penalty)
    elif start is not None:
        point = _begin(table, start)
        fitted = _fit(table, allowed, sentences, counts, point, rounds=rounds, penalty=penalty)
    else:
        fitted = _fit_used(table, allowed, sentences, counts, rounds=rounds, penalty=penalty)
    weights, transitions, first = fitted
    known = words or english_words()
    return NameModel(
        table.keys,
        weights,
        transitions,
        first,
        _NO_CALIBRATION,
        known.classes,
        known.lists,
        language=known.language,
    )


def _begin(table: FeatureTable, start: NameModel) -> Floats:
    """The weights that a fit begins with: those of another model for the features that both have, else zeros."""
    size = len(LABELS)
    point = _zeros(table, size)
    weights = point[: len(table.keys) * size].reshape(-1, size)
    _, here, there = np.intersect1d(table.keys, start.keys, assume_unique=True, return_indices=True)
    weights[here] = start.weights[there]
    point[weights.size :] = np.concatenate([start.transitions.ravel(), start.first])
    return point


def _zeros(table: FeatureTable, size: int) -> Floats:
    return np.zeros(len(table.keys) * size + size * size + size, np.float32)


def _weigh(sample: Sample) -> float:
    return sample.weight * (2 if sample.source == TWICE else 1)


def _number_sentences(samples: Sequence[Sample]) -> NDArray[np.int64]:
    """Sentence numbers that go on from text to text."""
    numbers, last = [], 0
    for sample in samples:
        lengths = np.diff(sample.text.bounds)
        numbers.append(np.repeat(np.arange(len(lengths)), lengths) + last)
        last += len(lengths)
    return np.concatenate(numbers)


def _fit_used(
    table: FeatureTable,
    allowed: NDArray[np.bool_],
    sentence: NDArray[np.int64],
    counts: Floats,
    *,
    rounds: int,
    penalty: float,
) -> tuple[Floats, Floats, Floats]:
    """As `_fit` of the labels that some word may have; the others, which only cost time, are made impossible."""
    used = np.flatnonzero(allowed.any(axis=0))
    point = _zeros(table, len(used))
    some = _fit(table, allowed[:, used], sentence, counts, point, rounds=rounds, penalty=penalty)
    size = allowed.shape[1]
    weights = np.zeros((len(table.keys), size), np.float32)
    transitions = np.full((size, size), _IMPOSSIBLE, np.float32)
    first = np.full(size, _IMPOSSIBLE, np.float32)
    weights[:, used], transitions[np.ix_(used, used)], first[used] = some
    return weights, transitions, first


def _fit(
    table: FeatureTable,
    allowed: NDArray[np.bool_],
    sentence: NDArray[np.int64],
    counts: Floats,
    point: Floats,
    *,
    rounds: int,
    penalty: float,
) -> tuple[Floats, Floats, Floats]:
    """Weights, transitions and first scores by L-BFGS on log Z of all labels less that of the allowed ones.

    `counts` say how much each word counts. Words are worked on in a fixed number of parts, whose sums are added up in
    their order: how many processors there are makes no difference to the result.
    """
    size = allowed.shape[1]
    bounds = _cut_sentences(sentence, PARTS)
    parts = [
        _Part(part, allowed[begin:end], sentence[begin:end], counts[begin:end])
        for part, (begin, end) in zip(table.split(bounds), pairwise(bounds), strict=True)
    ]
    cut = np.cumsum([len(table.keys) * size, size * size])

    def unpack(point: Floats) -> tuple[Floats, Floats, Floats]:
        weights, transitions, first = np.split(point, cut)
        return weights.reshape(-1, size), transitions.reshape(size, size), first

    with ThreadPoolExecutor(os.cpu_count()) as pool:

        def loss(point: Floats) -> tuple[float, Floats]:
            weights, transitions, first = unpack(point)
            weighed = list(pool.map(lambda words: words @ weights, table.words))
            losses = pool.map(lambda part: part.loss(weights, weighed, transitions, first), parts)
            total = _add_up(losses)
            near = pool.map(lambda turned, slope: turned @ slope, table.turned, total.near)
            slope = np.concatenate(
                [_sum_in_order(total.places, near).ravel(), total.pairs.ravel(), total.first]
            )
            size_of_all = float(np.square(point).sum(dtype=np.float64))
            slope += np.float32(penalty) * point
            return total.value + penalty / 2 * size_of_all, slope

        return unpack(descend(loss, point, rounds))


def _sum_in_order(first: Floats, others: Iterable[Floats]) -> Floats:
    for each in others:
        first += each
    return first


def _cut_sentences(sentence: NDArray[np.int64], parts: int) -> list[int]:
    """Where so many parts of about one size begin and end, between sentences."""
    begins = np.flatnonzero(np.diff(sentence, prepend=-1))
    wanted = np.linspace(0, len(sentence), parts + 1)[1:-1]
    inner = begins[np.minimum(np.searchsorted(begins, wanted), len(begins) - 1)]
    return sorted({0, *inner.tolist(), len(sentence)})


@dataclass(slots=True)
class _Loss:
    """What the words of a part add to the loss, and to its slopes."""

    value: float
    near: list[Floats]
    places: Floats
    pairs: Floats
    first: Floats


class _Part:
    """Some sentences, with the labels that their words may have."""

    def __init__(
        self, table: TablePart, allowed: NDArray[np.bool_], sentence: NDArray[np.int64], counts: Floats
    ) -> None:
        self._table, self._counts = table, counts
        self._forbidden = np.where(allowed, np.float32(0), _IMPOSSIBLE)
        self._chains = Chains.of(sentence - sentence[0])

    def loss(self, weights: Floats, weighed: Sequence[Floats], transitions: Floats, first: Floats) -> _Loss:
        """What these sentences add to the loss."""
        emissions = self._table.scores(weights, weighed)
        every = forward_backward(emissions, transitions, first, self._chains, self._counts)
        right = forward_backward(emissions + self._forbidden, transitions, first, self._chains, self._counts)
        near, places = self._table.slopes(every.labels - right.labels)
        return _Loss(
            every.log_z - right.log_z, near, places, every.pairs - right.pairs, every.first - right.first
        )


def _add_up(losses: Iterable[_Loss]) -> _Loss:
    """The sum of all parts, in their order."""
    total: _Loss | None = None
    for each in losses:
        if total is None:
            total = each
            continue
        total.value += each.value
        total.near = [mine + other for mine, other in zip(total.near, each.near, strict=True)]
        total.places += each.places
        total.pairs += each.pairs
        total.first += each.first
    assert total is not None
    return total
