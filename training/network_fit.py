"""Fits the network of the name tagger with PyTorch: the same layers as `reticent.detection.names.network`, and their slopes.

Words of which several labels are allowed count by the sum of their likelihoods, as in the field: what a corpus doesn't mark is
unknown, not nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from reticent.detection.names.model import LABELS
from reticent.detection.names.network import GAPS, HEADS, LAYER, SHAPES, WINDOW
from training.network_samples import Arrays, NetworkSamples

ROUNDS = 8
RATE, NEW_RATE = 2e-4, 1e-3
"""How far a step goes for weights that were there before, and for new ones."""
TOGETHER = 32
WARMING = 100
DROPPED = 0.1
TWICE = ("court", "writer")
"""Sources whose samples mark everything, and count twice."""

_NEW = ("shapes", "gaps", "labels", "labels_bias")
_DEVICE = "cuda"

Weights = dict[str, Tensor]
Window = tuple[int, int]
"""The first word, and the one after the last."""


def fit(
    samples: NetworkSamples, chosen: Sequence[int], start: Arrays, *, seed: int
) -> dict[str, NDArray[Any]]:
    """The weights that make the allowed labels of the chosen samples likeliest."""
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    weights = _start(start)
    groups = [
        {"params": [each for name, each in weights.items() if (name in _NEW) == new], "rate": rate}
        for new, rate in ((False, RATE), (True, NEW_RATE))
    ]
    search = torch.optim.AdamW(groups, weight_decay=0.01)
    often = [number for number in chosen for _ in range(1 + samples.sources[number].startswith(TWICE))]
    steps = ROUNDS * math.ceil(sum(1 for number in often for _ in _windows(samples, number, 1)) / TOGETHER)
    step = 0
    for _ in range(ROUNDS):
        for windows in _batches(samples, often, chance):
            _set_rates(search, step, steps)
            loss = _loss(weights, samples, windows)
            search.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(weights.values(), 1.0)
            search.step()
            step += 1
    return {name: each.detach().float().cpu().numpy() for name, each in weights.items()}


def _start(start: Arrays) -> Weights:
    size, labels = start["lift"].shape[1], len(LABELS)
    weights = {name: torch.tensor(each).float() for name, each in start.items()}
    for name, rows, columns in (("shapes", SHAPES, size), ("gaps", GAPS, size), ("labels", labels, 2 * size)):
        weights[name] = torch.randn(rows, columns) * 0.02
    weights["labels_bias"] = torch.zeros(labels)
    return {name: each.to(_DEVICE).requires_grad_() for name, each in weights.items()}


def _set_rates(search: torch.optim.Optimizer, step: int, steps: int) -> None:
    part = min(step / WARMING, 1) * max(0.02, 1 - step / steps)
    for group in search.param_groups:
        group["lr"] = group["rate"] * part


def _windows(samples: NetworkSamples, number: int, first: float) -> Iterator[Window]:
    """A sample in windows; the first one is filled to this part alone, so that windows end elsewhere each round."""
    begin, stop = int(samples.ends[number]), int(samples.ends[number + 1])
    room = max(32, int(WINDOW * first))
    while begin < stop:
        fitting = int(np.searchsorted(samples.bounds, samples.bounds[begin] + room, side="right")) - 1
        end = min(stop, max(begin + 1, fitting))
        yield begin, end
        begin, room = end, WINDOW


def _batches(
    samples: NetworkSamples, chosen: Sequence[int], chance: np.random.Generator
) -> Iterator[list[tuple[int, Window]]]:
    first = chance.uniform(0.2, 1)
    every = [(number, window) for number in chosen for window in _windows(samples, number, first)]
    chance.shuffle(every)
    for begin in range(0, len(every), TOGETHER):
        yield every[begin : begin + TOGETHER]


def _loss(weights: Weights, samples: NetworkSamples, windows: Sequence[tuple[int, Window]]) -> Tensor:
    begins = np.array([samples.bounds[begin] for _, (begin, _) in windows])
    ends = np.array([samples.bounds[end] for _, (_, end) in windows])
    lengths = np.minimum(ends - begins, WINDOW)
    longest = int(lengths.max())
    within = np.minimum(begins[:, None] + np.arange(longest), ends[:, None] - 1)
    pieces, shapes, gaps = (_send(each[within]) for each in (samples.pieces, samples.shapes, samples.gaps))
    rows, places, counts = [], [], []
    for row, (number, (begin, end)) in enumerate(windows):
        heads = samples.bounds[begin:end] - samples.bounds[begin]
        places.append(row * longest + np.minimum(heads, longest - 1))
        rows.append(samples.rows[begin:end])
        counts.append(np.full(end - begin, samples.counts[number], np.float32))
    with torch.autocast(_DEVICE, torch.bfloat16):
        scores = run(weights, pieces, shapes, gaps, torch.tensor(lengths, device=_DEVICE), dropped=DROPPED)
    chosen = scores.reshape(-1, len(LABELS))[_send(np.concatenate(places))].float()
    allowed = torch.tensor(samples.table[np.concatenate(rows)], device=_DEVICE)
    known = functional.log_softmax(chosen, dim=-1).masked_fill(~allowed, -1e9).logsumexp(-1)
    times = torch.tensor(np.concatenate(counts), device=_DEVICE)
    return -(known * times).sum() / times.sum()


def _send(numbers: NDArray[Any]) -> Tensor:
    return torch.tensor(numbers.astype(np.int64), device=_DEVICE)


def run(
    weights: Mapping[str, Tensor],
    pieces: Tensor,
    shapes: Tensor,
    gaps: Tensor,
    lengths: Tensor,
    *,
    dropped: float = 0.0,
) -> Tensor:
    """The score of each label at each piece."""
    size = pieces.shape[1]
    first = weights["pieces"][pieces] @ weights["lift"] + weights["places"][:size]
    first = _normalize(first + weights["shapes"][shapes] + weights["gaps"][gaps], weights["norm"])
    seen = first = functional.dropout(first, dropped)
    looked_at = (torch.arange(size, device=pieces.device) < lengths[:, None])[:, None, None, :]
    layers = sum(name.endswith(" qkv") for name in weights)
    for number in range(layers):
        layer = {name: weights[f"{number} {name}"] for name in LAYER}
        seen = _run_layer(layer, seen, looked_at, dropped)
    both = torch.cat([functional.dropout(seen, dropped), first], dim=-1)
    return functional.linear(both, weights["labels"], weights["labels_bias"])


def _run_layer(layer: Weights, seen: Tensor, looked_at: Tensor, dropped: float) -> Tensor:
    texts, pieces, size = seen.shape
    parts = functional.linear(seen, layer["qkv"], layer["qkv_bias"])
    query, key, value = parts.view(texts, pieces, 3, HEADS, size // HEADS).permute(2, 0, 3, 1, 4)
    looked = functional.scaled_dot_product_attention(query, key, value, attn_mask=looked_at)
    looked = functional.linear(looked.transpose(1, 2).reshape(seen.shape), layer["out"], layer["out_bias"])
    seen = _normalize(seen + functional.dropout(looked, dropped), layer["norm"])
    wide = functional.gelu(functional.linear(seen, layer["wide"], layer["wide_bias"]), approximate="tanh")
    narrow = functional.linear(wide, layer["narrow"], layer["narrow_bias"])
    return _normalize(seen + functional.dropout(narrow, dropped), layer["last_norm"])


def _normalize(values: Tensor, norm: Tensor) -> Tensor:
    return functional.layer_norm(values, values.shape[-1:], norm[0], norm[1], eps=1e-12)
