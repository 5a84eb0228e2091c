"""Chains of two labels: how likely a word is sensitive, and which labels are likeliest, for all sentences at once.

With two labels a chain needs one score a word (how much more it speaks for sensitive than for not) and one number for
neighbours that are both sensitive; whatever else a table of transitions could say, scores say as well. A chain is then
followed by a single number a word, the odds of what was read so far. Sentences lie side by side, the longest first,
all their first words before all their second words, so that one step of numpy does one step of every sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
Lengths = NDArray[np.int32]

LONGEST = 256
"""Words of a chain at most: a text without full stops is no reason to take one step a word."""

_STEEP = 100.0
"""Scores beyond this are taken as this: their exponentials have to stay finite, and nothing is likelier than certain."""


@dataclass(frozen=True, slots=True)
class Chains:
    """The steps of sentences side by side: `bounds` cuts them, `order` says where each of their words stands in the text."""

    order: Places = field(repr=False)
    bounds: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(cls, lengths: Sequence[int] | Lengths, starts: Sequence[int] | Places) -> Chains:
        """Chains for sentences of these lengths that start at these places; one that is too long becomes several."""
        sizes, firsts = _pieces(np.asarray(lengths, np.int64), np.asarray(starts, np.int64))
        by_length = np.argsort(-sizes, kind="stable")
        firsts, sizes = firsts[by_length], sizes[by_length]
        longest = int(sizes[0]) if len(sizes) else 0
        alive = np.searchsorted(-sizes, -np.arange(longest), side="left")
        steps = [firsts[:count] + step for step, count in enumerate(alive.tolist())]
        order = np.concatenate(steps) if steps else np.zeros(0, np.int64)
        return cls(order, (0, *np.cumsum(alive).tolist()))

    def steps(self) -> list[tuple[int, int, int]]:
        """For each step after the first: where the step before begins, where this one begins and where it ends."""
        return list(zip(self.bounds, self.bounds[1:], self.bounds[2:], strict=False))


def _pieces(lengths: Places, starts: Places) -> tuple[Places, Places]:
    counts = -(-lengths // LONGEST)
    done = LONGEST * (np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts))
    return np.minimum(np.repeat(lengths, counts) - done, LONGEST), np.repeat(starts, counts) + done


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a field expects: the logarithm of its sum over all labellings, each word's probability, and neighbours."""

    log_sum: float
    sensitive: Floats = field(repr=False)
    both: float


def expect_labels(chains: Chains, scores: Floats, attraction: float) -> Expectation:
    """The forward-backward algorithm in odds; `both` is the expected number of neighbours that are both sensitive."""
    pull = float(np.exp(np.clip(attraction, -_STEEP, _STEEP)))
    weights = np.exp(np.clip(scores, -_STEEP, _STEEP))
    before, after = weights.copy(), np.ones_like(weights)
    steps = chains.steps()
    for last, this, end in steps:
        odds = before[last : last + end - this]
        before[this:end] *= (pull * odds + 1) / (odds + 1)
    both = 0.0
    for last, this, end in reversed(steps):
        part = slice(last, last + end - this)
        odds = weights[this:end] * after[this:end]
        drawn = pull * odds
        after[part] = (drawn + 1) / (odds + 1)
        # The four labellings of two neighbours weigh 1, left, odds and left·drawn.
        left = before[part]
        together = left * drawn
        both += float(np.sum(together / (together + left + odds + 1)))
    odds = before * after
    return Expectation(float(np.sum(np.log1p(before))), odds / (1 + odds), both)


def likeliest_labels(chains: Chains, scores: Floats, attraction: float) -> NDArray[np.bool_]:
    """The Viterbi algorithm: the labelling with the highest score; where two are as high, fewer words are sensitive."""
    lead = scores.copy()
    steps = chains.steps()
    for last, this, end in steps:
        gained = lead[last : last + end - this]
        lead[this:end] += np.maximum(gained + attraction, 0) - np.maximum(gained, 0)
    found = lead > 0
    for last, this, end in reversed(steps):
        part = slice(last, last + end - this)
        found[part] = lead[part] + attraction * found[this:end] > 0
    return found
