"""Sentences side by side, as a linear-chain CRF reads them: one step of numpy takes one word of every sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]

LONGEST = 200
"""Words of a chain unless a CRF asks for others; chosen by hand: a text without full stops must not cost a step per word."""


@dataclass(frozen=True, slots=True)
class LabelChains:
    """Sentences, the longest first: at each step those that still run come first.

    For each step and then each chain, `forward` is the word of the text that a pass from the left reaches, `backward` the
    one that a pass from the right does; `bounds` cuts both into steps.
    """

    forward: Places = field(repr=False)
    backward: Places = field(repr=False)
    bounds: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(
        cls,
        lengths: Sequence[int] | NDArray[np.integer],
        starts: Sequence[int] | Places | None = None,
        *,
        longest: int = LONGEST,
    ) -> LabelChains:
        """The chains of sentences of these lengths, one after the other unless `starts` says where each begins.

        A sentence of more than `longest` words becomes several chains.
        """
        whole = np.asarray(lengths, np.int64)
        counts = -(-whole // longest)
        done = longest * (np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts))
        sizes = np.minimum(np.repeat(whole, counts) - done, longest)
        begins = np.cumsum(whole) - whole if starts is None else np.asarray(starts, np.int64)
        firsts = np.repeat(begins, counts) + done
        by_length = np.argsort(-sizes, kind="stable")
        sizes, firsts = sizes[by_length], firsts[by_length]
        steps = int(sizes[0]) if len(sizes) else 0
        running = np.searchsorted(-sizes, -np.arange(steps), side="left")
        step = np.repeat(np.arange(steps), running)
        chain = np.arange(len(step)) - np.repeat(np.cumsum(running) - running, running)
        lasts = firsts + sizes - 1
        return cls(firsts[chain] + step, lasts[chain] - step, (0, *np.cumsum(running).tolist()))

    def steps(self) -> list[tuple[int, int, int]]:
        """For each step after the first: where the step before begins, where this one begins and where it ends."""
        return list(zip(self.bounds, self.bounds[1:], self.bounds[2:], strict=False))
