"""Makes `network.bin`: the network that reads along with the name tagger where a policy asks for it.

    python -m training.prepare_network
    python -m training.train_network [--to FILE]         one minute on a graphics processor
    python -m training.train_network --folds FOLDER      the networks that `python -m experiments.names` asks

Sums on a graphics processor run in an order of its own, so that another run gives other last digits, unlike all other files that
ship: what is checked is how well it finds names, by `python -m experiments.names`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from experiments.harness import parse_options
from experiments.needs import Needs
from numpy.typing import NDArray

from reticent.detection.names.model import encode_model
from training.folds import FOLDS, leave_out
from training.name_fit_gpu import has_gpu
from training.network_samples import SAMPLES, read_samples
from training.shipping import PACKAGE

NEEDS = Needs(packages=("scipy",))
SHIPPED = PACKAGE / "detection/names/data/network.bin"

_IN_BYTES = ("pieces", "places", "qkv", "out", "wide", "narrow")
"""Arrays whose rows are kept as a scale and a byte a number."""


def pack(weights: Mapping[str, NDArray[np.float32]], words: NDArray[np.uint8]) -> bytes:
    """The file of a network."""
    held: dict[str, NDArray[Any]] = {"words": words}
    for name, each in weights.items():
        if name.rpartition(" ")[2] in _IN_BYTES:
            scale = np.abs(each).max(axis=1).clip(1e-9) / 127
            held[name] = np.round(each / scale[:, None]).astype(np.int8)
            held[f"{name} scale"] = scale.astype(np.float32)
        else:
            held[name] = each.astype(np.float16)
    return encode_model(held)


def main(needs: Needs) -> None:
    """Fit one network on everything, or one for each fold."""
    parser = argparse.ArgumentParser(prog="python -m training.train_network")
    parser.add_argument(
        "file", type=Path, metavar="FILE", nargs="?", default=SAMPLES, help="by prepare_network (%(default)s)"
    )
    parser.add_argument("--to", type=Path, metavar="FILE", default=SHIPPED, help="%(default)s")
    parser.add_argument(
        "--folds", type=Path, metavar="FOLDER", help="fit those of a cross-validation instead"
    )
    parser.add_argument("--fold", type=int, action="append", choices=range(len(FOLDS)), help="only this one")
    options = parse_options(parser, needs)
    if not has_gpu():
        print(
            "This needs PyTorch and a graphics processor that it sees: pip install '.[training]'",
            file=sys.stderr,
        )
        raise SystemExit(2)
    from training.network_fit import fit  # PyTorch loads with it

    samples, start, words = read_samples(options.file)
    if not options.folds:
        options.to.write_bytes(pack(fit(samples, range(len(samples.sources)), start, seed=0), words))
        return
    for fold in options.fold or range(len(FOLDS)):
        writers, part = leave_out(fold, samples.of)
        left_out = set(part).union(*writers.values())
        chosen = [number for number in range(len(samples.sources)) if number not in left_out]
        data = pack(fit(samples, chosen, start, seed=fold), words)
        (options.folds / f"network-{fold}.bin").write_bytes(data)
        print(f"fold {fold}: {len(data):,} bytes", flush=True)


if __name__ == "__main__":
    main(NEEDS)
