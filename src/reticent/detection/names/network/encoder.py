"""The layers of the network: a transformer over the pieces of a text, in numpy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.network.reading import Numbers

HEADS = 12
WINDOW = 256
"""How many pieces are seen at once."""

LAYER = (
    "qkv",
    "qkv_bias",
    "out",
    "out_bias",
    "norm",
    "wide",
    "wide_bias",
    "narrow",
    "narrow_bias",
    "last_norm",
)
"""The arrays of a layer."""

Floats = NDArray[np.float32]

_TINY = np.float32(1e-12)
_TANH = np.float32(np.sqrt(2 / np.pi))
_CUBE = np.float32(0.044715)
_HALF = np.float32(0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Attention and two linear maps; norms have their scale in the first row and their shift in the second."""

    qkv: Floats = field(repr=False)
    qkv_bias: Floats = field(repr=False)
    out: Floats = field(repr=False)
    out_bias: Floats = field(repr=False)
    norm: Floats = field(repr=False)
    wide: Floats = field(repr=False)
    wide_bias: Floats = field(repr=False)
    narrow: Floats = field(repr=False)
    narrow_bias: Floats = field(repr=False)
    last_norm: Floats = field(repr=False)

    def run(self, seen: Floats) -> Floats:
        """The next layer's view of a text, a row for each piece."""
        pieces, size = seen.shape
        parts = (seen @ self.qkv.T + self.qkv_bias).reshape(pieces, 3, HEADS, size // HEADS)
        query, key, value = parts.transpose(1, 2, 0, 3)
        scores = query @ key.swapaxes(1, 2)
        scores *= np.float32((size // HEADS) ** -0.5)
        looked: Floats = (_share(scores) @ value).swapaxes(0, 1).reshape(seen.shape)
        seen = _normalize(seen + looked @ self.out.T + self.out_bias, self.norm)
        wide = _soften(seen @ self.wide.T + self.wide_bias)
        return _normalize(seen + wide @ self.narrow.T + self.narrow_bias, self.last_norm)


@dataclass(frozen=True, slots=True, eq=False)
class Encoder:
    """From pieces to how likely each label is at each of them."""

    pieces: Floats = field(repr=False)
    places: Floats = field(repr=False)
    shapes: Floats = field(repr=False)
    gaps: Floats = field(repr=False)
    norm: Floats = field(repr=False)
    layers: tuple[Layer, ...] = field(repr=False)
    labels: Floats = field(repr=False)
    labels_bias: Floats = field(repr=False)

    def run(self, pieces: Numbers, shapes: Numbers, gaps: Numbers) -> Floats:
        """The likelihoods of the labels at each of at most `WINDOW` pieces."""
        first = self.pieces[pieces] + self.places[: len(pieces)] + self.shapes[shapes] + self.gaps[gaps]
        first = seen = _normalize(first, self.norm)
        for layer in self.layers:
            seen = layer.run(seen)
        return _share(np.concatenate([seen, first], axis=-1) @ self.labels.T + self.labels_bias)


def build_encoder(arrays: Mapping[str, NDArray[Any]], layers: int) -> Encoder:
    """The encoder of a file: `NAME scale` holds what the rows of `NAME` are multiplied by."""

    def read(name: str) -> Floats:
        values: Floats = arrays[name].astype(np.float32)
        scale = f"{name} scale"
        return values * arrays[scale].astype(np.float32)[:, None] if scale in arrays else values

    return Encoder(
        pieces=read("pieces") @ read("lift"),
        places=read("places"),
        shapes=read("shapes"),
        gaps=read("gaps"),
        norm=read("norm"),
        layers=tuple(Layer(*(read(f"{number} {name}") for name in LAYER)) for number in range(layers)),
        labels=read("labels"),
        labels_bias=read("labels_bias"),
    )


def _normalize(values: Floats, norm: Floats) -> Floats:
    """Every row with mean 0 and deviation 1, then scaled and shifted."""
    values = values - values.mean(axis=-1, keepdims=True)
    values /= np.sqrt(np.square(values).mean(axis=-1, keepdims=True) + _TINY)
    values *= norm[0]
    values += norm[1]
    return values


def _share(scores: Floats) -> Floats:
    """Every row as parts of 1."""
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


def _soften(values: Floats) -> Floats:
    """What is below zero goes to zero softly (GELU by its tanh form)."""
    inner = np.square(values)
    inner *= _CUBE
    inner += 1
    inner *= values
    inner *= _TANH
    np.tanh(inner, out=inner)
    inner += 1
    inner *= _HALF
    inner *= values
    return inner
