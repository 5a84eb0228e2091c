"""The likelihoods of labels are those of adding up every labelling."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from reticent.detection.label_chains import LONGEST, LabelChains
from reticent.detection.names.crf import Floats, label_likelihoods


def by_enumeration(emissions: Floats, transitions: Floats, first: Floats) -> Floats:
    size, labels = emissions.shape
    total, marginal = 0.0, np.zeros_like(emissions)
    for path in product(range(labels), repeat=size):
        score = first[path[0]] + sum(emissions[at, label] for at, label in enumerate(path))
        weight = np.exp(score + sum(transitions[a, b] for a, b in pairwise(path)))
        total += weight
        for at, label in enumerate(path):
            marginal[at, label] += weight
    return marginal / np.float32(total)


def scores(seed: int, words: int, labels: int = 3) -> tuple[Floats, Floats, Floats]:
    random = np.random.default_rng(seed)
    emissions = random.normal(size=(words, labels)).astype(np.float32) * 3
    transitions = random.normal(size=(labels, labels)).astype(np.float32)
    return emissions, transitions, random.normal(size=labels).astype(np.float32)


@pytest.mark.parametrize("seed", range(5))
def test_likelihoods_agree_with_enumeration(seed: int) -> None:
    emissions, transitions, first = scores(seed, 8)
    got = label_likelihoods(emissions, transitions, first, LabelChains.of([3, 1, 4]))
    parts = [by_enumeration(part, transitions, first) for part in np.split(emissions, [3, 4])]
    np.testing.assert_allclose(got, np.concatenate(parts), atol=1e-5)


def test_long_sentences_of_extreme_scores_stay_within_what_numbers_can_hold() -> None:
    emissions, transitions, first = scores(1, LONGEST)
    got = label_likelihoods(emissions * 30, transitions * 30, first, LabelChains.of([LONGEST]))
    np.testing.assert_allclose(got.sum(axis=1), 1, atol=1e-5)


def test_long_sentences_are_read_in_pieces() -> None:
    chains = LabelChains.of([LONGEST * 2 + 5])
    assert np.diff(chains.bounds).tolist() == [3] * 5 + [2] * (LONGEST - 5)
    assert sorted(chains.forward.tolist()) == sorted(chains.backward.tolist()) == list(range(LONGEST * 2 + 5))


def test_no_words_are_no_chains() -> None:
    nothing = np.zeros((0, 3), np.float32)
    _, transitions, first = scores(1, 1)
    assert label_likelihoods(nothing, transitions, first, LabelChains.of([])).shape == (0, 3)
