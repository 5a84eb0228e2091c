"""Makes `names.bin`: the parameters of the name tagger.

    OPENBLAS_NUM_THREADS=1 python -m training.train_names [--check]        writes into src/reticent/detection/names/data

It learns from the 113 court cases of the Text Anonymization Benchmark (MIT), wikigold and WNUT 2017 (CC BY 4.0) and
Presidio's synthetic sentences (MIT). Scores are calibrated by five-fold cross-validation on the court cases; the model is
then trained on everything. The same files give the same bytes again; the scores depend on the careful setting of
`dial`, so train again when that changes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.dial import SETTINGS
from reticent.detection.names.model import Guess, NameModel, encode_model
from reticent.detection.names.spans import find_ranges
from reticent.detection.names.word_classes import word_classes
from reticent.evaluation.gold import GoldDocument
from training import name_corpora, name_training
from training.name_corpora import Sample, read_corpora
from training.name_training import cross_validate, train
from training.shipping import ship

NEEDS = name_corpora.NEEDS | name_training.NEEDS
SMALLEST = 0.005
STEPS = 1000


def calibration(
    cases: list[tuple[GoldDocument, Sample]], guesses: list[Guess], points: int = 12
) -> NDArray[np.float32]:
    """What the model says of mentions in equal shares, and how many of them readers masked, never decreasing."""
    said, masked = [], []
    for (_, sample), guess in zip(cases, guesses, strict=True):
        for mention in find_ranges(sample.text, guess, SETTINGS["careful"]):
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


def pack(model: NameModel, table: NDArray[np.float32]) -> bytes:
    """The model with weights in a thousand steps each way; features that weigh next to nothing are left out."""
    kept = np.abs(model.weights).max(axis=1) >= SMALLEST
    scale = np.float32(np.abs(model.weights).max() / STEPS)
    weights = np.round(model.weights[kept] / scale).astype(np.int16)
    steps = np.diff(model.keys[kept], prepend=np.uint32(0))
    return encode_model(
        {
            "steps": steps,
            "weights": weights,
            "scale": np.array(scale),
            "transitions": model.transitions,
            "first": model.first,
            "calibration": table,
        }
    )


def make() -> dict[str, bytes]:
    """Cross-validate, then train on everything."""
    classes = word_classes()
    corpora = read_corpora(classes)
    table = calibration(corpora.cases, cross_validate(corpora, classes).cases)
    model = train(corpora.all_samples(), classes)
    print(f"{len(model.keys):,} features")
    return {"names.bin": pack(model, table)}


if __name__ == "__main__":
    ship("train_names", NEEDS, "detection/names/data", make)
