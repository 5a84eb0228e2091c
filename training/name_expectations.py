"""A linear-chain conditional random field over many sentences at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

LONGEST = 200
"""A sentence of more words is read in pieces of this length."""


@dataclass(frozen=True, slots=True)
class Chains:
    """Sentences of one text, the longest first, so that those still running at a step come first."""

    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]

    @classmethod
    def of(cls, sentence: NDArray[np.int64]) -> Chains:
        """The chains of a text whose words have these sentence numbers."""
        begins = np.flatnonzero(np.diff(sentence, prepend=-1))
        ends = np.append(begins[1:], len(sentence))[: len(begins)]
        pieces = [
            np.arange(begin, end, LONGEST) for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
        ]
        starts = np.concatenate(pieces) if pieces else begins
        lengths = np.append(starts[1:], len(sentence))[: len(starts)] - starts
        order = np.argsort(-lengths, kind="stable")
        return cls(starts[order], lengths[order])

    def running(self) -> list[int]:
        """How many chains have a word at each step."""
        longest = int(self.lengths[0]) if len(self.lengths) else 0
        return np.searchsorted(-self.lengths, -np.arange(longest), side="left").tolist()  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Expectations:
    """The probability of each label at each word, of each label at the beginning and pair of labels, and log Z."""

    labels: Floats
    first: Floats
    pairs: Floats
    log_z: float


def forward_backward(
    emissions: Floats, transitions: Floats, first: Floats, chains: Chains, weights: Floats | None = None
) -> Expectations:
    """The expectations of a chain whose scores are `first`, `emissions` and `transitions` (rows: from).

    `weights` say how much each word counts, which is the same for all words of a chain; without them each counts once.
    """
    if weights is None:
        weights = np.ones(len(emissions), np.float32)
    running = chains.running()
    peak = emissions.max(axis=1, keepdims=True, initial=-np.inf)
    factor = np.exp(emissions - peak)
    steps = np.exp(transitions)
    ahead, scale = _forward(factor, steps, np.exp(first), chains, running)
    behind = np.ones_like(factor)
    pairs = np.zeros_like(steps)
    for step in range(len(running) - 1, 0, -1):
        here = chains.starts[: running[step]] + step
        message = factor[here] * behind[here] / scale[here, None]
        behind[here - 1] = message @ steps.T
        pairs += (ahead[here - 1] * weights[here - 1, None]).T @ message
    labels = ahead * behind * weights[:, None]
    log_z = float(
        (np.log(scale) * weights).sum(dtype=np.float64) + (peak[:, 0] * weights).sum(dtype=np.float64)
    )
    return Expectations(labels, labels[chains.starts].sum(axis=0), pairs * steps, log_z)


def _forward(
    factor: Floats, steps: Floats, first: Floats, chains: Chains, running: list[int]
) -> tuple[Floats, Floats]:
    """The scaled forward probabilities of each word, and its scale."""
    ahead = np.empty_like(factor)
    scale = np.empty(len(factor), np.float32)
    for step, count in enumerate(running):
        here = chains.starts[:count] + step
        reached = factor[here] * (ahead[here - 1] @ steps if step else first)
        scale[here] = reached.sum(axis=1)
        ahead[here] = reached / scale[here, None]
    return ahead, scale
