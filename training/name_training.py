"""Training of the name tagger: a conditional random field from words of which only some labels may be known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from experiments.needs import Needs
from numpy.typing import NDArray

from reticent.detection.names.model import LABELS, NameModel
from reticent.detection.names.word_classes import word_classes
from reticent.detection.names.word_lists import word_lists
from training.name_corpora import Sample
from training.name_expectations import Chains, Floats, forward_backward
from training.name_fit_gpu import fit_on_gpu
from training.name_table import FeatureTable, ReadTexts, build_table, read_texts

NEEDS = Needs(packages=("scipy",))
PENALTY = 5.0
ROUNDS = 75

_IMPOSSIBLE = np.float32(-30)
_NO_CALIBRATION = np.array([[0, 1], [0, 1]], np.float32)


def read_samples(samples: Sequence[Sample]) -> ReadTexts:
    """The features of all samples."""
    return read_texts([sample.text for sample in samples], word_classes(), word_lists())


def train(
    samples: Sequence[Sample],
    read: ReadTexts,
    chosen: Sequence[int],
    *,
    rounds: int = ROUNDS,
    on_gpu: bool = False,
) -> NameModel:
    """The model that makes the allowed labels of the chosen samples likeliest, with a penalty on large weights."""
    table = build_table(read, chosen)
    allowed = np.concatenate([samples[number].allowed for number in chosen])
    sentences = _number_sentences([samples[number] for number in chosen])
    if on_gpu:
        weights, transitions, first = fit_on_gpu(table, allowed, sentences, rounds, PENALTY)
    else:
        weights, transitions, first = _fit(table, allowed, sentences, rounds)
    return NameModel(table.keys, weights, transitions, first, _NO_CALIBRATION, word_classes(), word_lists())


def _number_sentences(samples: Sequence[Sample]) -> NDArray[np.int64]:
    """Sentence numbers that go on from text to text."""
    numbers, last = [], 0
    for sample in samples:
        lengths = np.diff(sample.text.bounds)
        numbers.append(np.repeat(np.arange(len(lengths)), lengths) + last)
        last += len(lengths)
    return np.concatenate(numbers)


def _fit(
    table: FeatureTable, allowed: NDArray[np.bool_], sentence: NDArray[np.int64], rounds: int
) -> tuple[Floats, Floats, Floats]:
    """Weights, transitions and first scores by L-BFGS on log Z of all labels less log Z of the allowed ones."""
    from scipy.optimize import minimize

    chains, size = Chains.of(sentence), len(LABELS)
    forbidden = np.where(allowed, np.float32(0), _IMPOSSIBLE)
    cut = np.cumsum([len(table.keys) * size, size * size])

    def parts(point: NDArray[np.float64]) -> tuple[Floats, Floats, Floats]:
        weights, transitions, first = np.split(point.astype(np.float32), cut)
        return weights.reshape(-1, size), transitions.reshape(size, size), first

    def loss(point: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights, transitions, first = parts(point)
        emissions = table.scores(weights)
        every = forward_backward(emissions, transitions, first, chains)
        right = forward_backward(emissions + forbidden, transitions, first, chains)
        slopes = [
            table.slopes(every.labels - right.labels),
            every.pairs - right.pairs,
            every.first - right.first,
        ]
        slope = np.concatenate([part.ravel() for part in slopes]).astype(np.float64)
        return every.log_z - right.log_z + PENALTY / 2 * float(point @ point), slope + PENALTY * point

    start = np.zeros(cut[-1] + size)
    return parts(
        minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": rounds, "maxcor": 6}).x
    )
