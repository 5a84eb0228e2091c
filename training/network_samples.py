"""What the network of the name tagger starts from and learns from, in one file that a machine with a graphics processor can take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.model import encode_model

SAMPLES = Path("build/network.npz")
"""Where the file lies if nothing is said."""

Arrays = Mapping[str, NDArray[Any]]

_START = "start "


@dataclass(frozen=True, slots=True, eq=False)
class NetworkSamples:
    """The pieces of all samples in a row and, for each word, a row of `table`: the labels that it may have.

    `bounds` are where the pieces of each word begin, `ends` where the words of each sample end; both begin with 0.
    """

    sources: tuple[str, ...] = field(repr=False)
    pieces: NDArray[np.uint16] = field(repr=False)
    shapes: NDArray[np.uint8] = field(repr=False)
    gaps: NDArray[np.uint8] = field(repr=False)
    bounds: NDArray[np.int64] = field(repr=False)
    ends: NDArray[np.int64] = field(repr=False)
    rows: NDArray[np.uint8] = field(repr=False)
    table: NDArray[np.bool_] = field(repr=False)
    counts: NDArray[np.float32] = field(repr=False)

    def of(self, source: str) -> list[int]:
        """The numbers of the samples from one source."""
        return [number for number, each in enumerate(self.sources) if each == source]


def write_samples(path: Path, samples: NetworkSamples, start: Arrays, words: Sequence[str]) -> None:
    """Write a file of samples, the weights to start from, and the pieces."""
    held = {name: getattr(samples, name) for name in _names() if name != "sources"}
    held["sources"] = _as_bytes(samples.sources)
    held["words"] = _as_bytes(words)
    held |= {_START + name: each for name, each in start.items()}
    path.write_bytes(encode_model(held))


def read_samples(path: Path) -> tuple[NetworkSamples, dict[str, NDArray[Any]], NDArray[np.uint8]]:
    """The samples of a file, the weights to start from, and the pieces as bytes."""
    with np.load(path, allow_pickle=False) as arrays:
        held = {name: arrays[name] for name in arrays.files}
    sources = tuple(held.pop("sources").tobytes().decode().split("\n"))
    words = held.pop("words")
    start = {name.removeprefix(_START): held.pop(name) for name in list(held) if name.startswith(_START)}
    return NetworkSamples(sources, **held), start, words


def _names() -> tuple[str, ...]:
    return tuple(NetworkSamples.__dataclass_fields__)


def _as_bytes(lines: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(lines).encode(), np.uint8)
