"""The random field's expectations are those of adding up every labelling."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from training.name_expectations import LONGEST, Chains, Floats, forward_backward


def by_enumeration(emissions: Floats, transitions: Floats, first: Floats) -> tuple[Floats, Floats, float]:
    size, labels = emissions.shape
    total, marginal, pairs = 0.0, np.zeros_like(emissions), np.zeros_like(transitions)
    for path in product(range(labels), repeat=size):
        score = first[path[0]] + sum(emissions[at, label] for at, label in enumerate(path))
        score += sum(transitions[a, b] for a, b in pairwise(path))
        weight = np.exp(score)
        total += weight
        for at, label in enumerate(path):
            marginal[at, label] += weight
        for a, b in pairwise(path):
            pairs[a, b] += weight
    return marginal / total, pairs / total, np.log(total)


@pytest.mark.parametrize("seed", range(5))
def test_expectations_agree_with_enumeration(seed: int) -> None:
    random = np.random.default_rng(seed)
    sentence = np.array([1, 1, 1, 2, 3, 3, 3, 3])
    emissions = random.normal(size=(8, 3)).astype(np.float32) * 3
    transitions, first = (
        random.normal(size=(3, 3)).astype(np.float32),
        random.normal(size=3).astype(np.float32),
    )
    got = forward_backward(emissions, transitions, first, Chains.of(sentence))
    parts = [by_enumeration(emissions[sentence == number], transitions, first) for number in (1, 2, 3)]
    np.testing.assert_allclose(got.labels, np.concatenate([part[0] for part in parts]), atol=1e-4)
    np.testing.assert_allclose(got.pairs, sum(part[1] for part in parts), atol=1e-4)
    assert got.log_z == pytest.approx(sum(part[2] for part in parts), abs=1e-3)


def test_long_sentences_are_read_in_pieces() -> None:
    chains = Chains.of(np.ones(LONGEST * 2 + 5, np.int64))
    assert chains.lengths.tolist() == [LONGEST, LONGEST, 5]


def test_no_words_are_no_chains() -> None:
    nothing = np.zeros((0, 3), np.float32)
    assert forward_backward(
        nothing, np.zeros((3, 3), np.float32), np.zeros(3, np.float32), Chains.of(np.zeros(0, np.int64))
    ).labels.shape == (0, 3)


def test_a_chain_that_counts_twice_is_there_twice() -> None:
    random = np.random.default_rng(3)
    emissions = random.normal(size=(5, 3)).astype(np.float32)
    transitions, first = np.eye(3, dtype=np.float32), np.ones(3, np.float32)
    twice = np.concatenate([emissions, emissions[:2]])
    counts = np.array([2, 2, 1, 1, 1], np.float32)
    weighed = forward_backward(emissions, transitions, first, Chains.of(np.array([1, 1, 2, 2, 2])), counts)
    repeated = forward_backward(twice, transitions, first, Chains.of(np.array([1, 1, 2, 2, 2, 3, 3])))
    assert weighed.log_z == pytest.approx(repeated.log_z, abs=1e-4)
    np.testing.assert_allclose(weighed.pairs, repeated.pairs, atol=1e-4)
    np.testing.assert_allclose(weighed.first, repeated.first, atol=1e-4)
    np.testing.assert_allclose(weighed.labels[:2], repeated.labels[:2] + repeated.labels[5:], atol=1e-4)
