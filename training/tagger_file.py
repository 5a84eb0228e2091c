"""The file of a name tagger: small weights left out, the others in steps, and how sure readings are."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.model import NameModel, encode_model

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
