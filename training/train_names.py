"""Makes `names.bin`: the parameters of the name tagger.

    OPENBLAS_NUM_THREADS=1 python -m training.train_names [--check]        writes into src/reticent/detection/names/data

It learns from the 113 court cases of the Text Anonymization Benchmark (MIT), wikigold and WNUT 2017 (CC BY 4.0), Presidio's
synthetic sentences (MIT), the English Web Treebank with names (CC BY-SA 4.0), Broad Twitter (CC BY 4.0), loan agreements
(CC BY 3.0), invented documents (CC0, and those of `training/data/invented`), and from medical transcriptions and abstracts (CC0 as claimed, CC BY 4.0) what is no name.
What scores mean is told by `python -m experiments.names`, on texts that its models have not seen. The same files give the
same bytes again.
"""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.model import NameModel, encode_model
from reticent.detection.names.word_lists import word_classes
from training import name_training, registers
from training.name_training import read_samples, train
from training.registers import read_corpora
from training.shipping import ship

NEEDS = registers.NEEDS | name_training.NEEDS
SMALLEST = 0.03
STEPS = 400
CALIBRATION = (
    (0.1843, 0.2821, 0.4297, 0.5977, 0.7459, 0.8589, 0.9302, 0.9687, 0.9868, 0.9949, 0.9984, 0.9997),
    (0.1929, 0.274, 0.4064, 0.5801, 0.7145, 0.7807, 0.8436, 0.9196, 0.9395, 0.9582, 0.9826, 0.9903),
)
"""What the model says of a mention, and how often readers masked such a one (`python -m experiments.names`)."""


def pack(model: NameModel, table: NDArray[np.float32]) -> bytes:
    """The model with weights in some hundred steps each way; features that weigh next to nothing are left out."""
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


def read_content(data: bytes) -> list[tuple[str, bytes]]:
    """The arrays of a model: two versions of a compressor pack the same ones into different bytes."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        return [(name, arrays[name].tobytes()) for name in sorted(arrays.files)]


def make() -> dict[str, bytes]:
    """Train on everything."""
    corpora = read_corpora(word_classes())
    model = train(corpora.samples, read_samples(corpora.samples), corpora.all_but(()))
    print(f"{len(model.keys):,} features")
    return {"names.bin": pack(model, np.array(CALIBRATION, np.float32))}


if __name__ == "__main__":
    ship("train_names", NEEDS, "detection/names/data", make, content=read_content)
