"""What the scores of the name tagger mean: how often readers masked a mention of which the field said so much."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.model import KINDS, Dial, NameGuess, Rule
from reticent.detection.names.spans import find_ranges
from training.name_corpora import Sample

_WIDE = Dial(dict.fromkeys(KINDS, Rule(0.15)))
"""What mentions are calibrated on: more than any setting finds."""


def calibrate(
    samples: Sequence[Sample], guesses: Sequence[NameGuess], points: int = 12
) -> NDArray[np.float32]:
    """What the model says of mentions in equal shares, and how many of them readers masked, never decreasing."""
    said, masked = [], []
    for sample, guess in zip(samples, guesses, strict=True):
        for mention in find_ranges(sample.text, guess, _WIDE):
            said.append(mention.masked)
            masked.append(bool(sample.allowed[mention.begin : mention.end, 1::2].any(axis=1).mean() >= 0.5))
    order = np.argsort(said, kind="stable")
    parts = np.array_split(order, points)
    levels = np.array([np.mean([masked[number] for number in part]) for part in parts])
    means = np.array([np.mean([said[number] for number in part]) for part in parts])
    return np.stack([means, _level_out(levels)]).astype(np.float32)


def _level_out(levels: NDArray[np.float64]) -> NDArray[np.float64]:
    """The nearest values that never decrease: neighbours that do are averaged."""
    blocks: list[list[float]] = []
    for level in levels.tolist():
        blocks.append([level])
        while len(blocks) > 1 and np.mean(blocks[-2]) > np.mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return np.concatenate([[np.mean(block)] * len(block) for block in blocks])
