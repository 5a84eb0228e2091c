"""How likely each label is at each word of many sentences: a linear-chain conditional random field, both ways at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

LONGEST = 200
"""A sentence of more words is read in pieces of this length."""

_RESCALED = 8
"""After so many steps the products are brought back to the size of one: doubles hold far more steps than that."""


@dataclass(frozen=True, slots=True)
class Chains:
    """Sentences, the longest first: at each step those that still run come first.

    For each step and then each chain, `ahead` is the word that the way forward reaches, `behind` the one that the way
    back does; `running` is how many chains there are at each step.
    """

    ahead: NDArray[np.int64]
    behind: NDArray[np.int64]
    running: list[int]

    @classmethod
    def of(cls, lengths: Sequence[int]) -> Chains:
        """The chains of sentences of these lengths, one after the other."""
        pieces = np.array([piece for length in lengths for piece in _pieces(length)], np.int64)
        starts = np.cumsum(pieces) - pieces
        order = np.argsort(-pieces, kind="stable")
        pieces, starts = pieces[order], starts[order]
        longest = int(pieces[0]) if len(pieces) else 0
        running = np.searchsorted(-pieces, -np.arange(longest), side="left")
        step = np.repeat(np.arange(longest), running)
        chain = np.arange(len(step)) - np.repeat(np.cumsum(running) - running, running)
        ends = starts + pieces - 1
        return cls(starts[chain] + step, ends[chain] - step, running.tolist())


def _pieces(length: int) -> list[int]:
    whole, rest = divmod(length, LONGEST)
    return [LONGEST] * whole + ([rest] if rest else [])


def label_likelihoods(emissions: Floats, transitions: Floats, first: Floats, chains: Chains) -> Floats:
    """For each word how likely each label is, given scores of `first` labels, words and `transitions` (rows: from)."""
    if not len(emissions):
        return emissions
    size = emissions.shape[1]
    factor = np.exp((emissions - emissions.max(axis=1, keepdims=True)).astype(np.float64))
    both = _both_ways(factor, transitions.astype(np.float64), np.exp(first.astype(np.float64)), chains)
    ahead, behind = np.empty_like(factor), np.empty_like(factor)
    ahead[chains.ahead] = both[:, :size]
    behind[chains.behind] = both[:, size:]
    likely = ahead * behind / factor
    likely /= likely.sum(axis=1, keepdims=True)
    return np.asarray(likely, np.float32)


def _both_ways(
    factor: NDArray[np.float64],
    transitions: NDArray[np.float64],
    first: NDArray[np.float64],
    chains: Chains,
) -> NDArray[np.float64]:
    """The products of factors up to each word, and from it on; each is only known up to a scale of its own."""
    size = len(first)
    steps = np.zeros((2 * size, 2 * size))
    steps[:size, :size] = np.exp(transitions)
    steps[size:, size:] = steps[:size, :size].T
    state = np.concatenate([factor[chains.ahead], factor[chains.behind]], axis=1)
    before = state[: chains.running[0]]
    before[:, :size] *= first
    place = len(before)
    for step, count in enumerate(chains.running[1:], start=1):
        here = state[place : place + count]
        here *= before[:count] @ steps
        if not step % _RESCALED:
            halves = here.reshape(count, 2, size)
            halves /= halves.max(axis=2, keepdims=True)
        before = here
        place += count
    return state
