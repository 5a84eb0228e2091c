"""The fit of `name_training` on a graphics processor, for cross-validation: many models in minutes.

It minimizes the same loss by L-BFGS. Its sums run in another order, so that its weights differ in their last digits; the
model that ships is fitted by `name_training` itself.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.model import LABELS
from training.name_expectations import Chains, Floats
from training.name_table import FeatureTable

_IMPOSSIBLE = -30.0


def has_gpu() -> bool:
    """Whether PyTorch is installed and sees a graphics processor."""
    if find_spec("torch") is None:
        return False
    import torch

    return bool(torch.cuda.is_available())


def fit_on_gpu(
    table: FeatureTable,
    allowed: NDArray[np.bool_],
    sentence: NDArray[np.int64],
    counts: Floats,
    *,
    rounds: int,
    penalty: float,
) -> tuple[Floats, Floats, Floats]:
    """Weights, transitions and first scores that make the allowed labels likeliest; `counts` say how much a word counts."""
    import torch

    size = len(LABELS)
    scores = _Scores(table)
    chains = Chains.of(sentence)
    starts, running = torch.tensor(chains.starts, device="cuda"), chains.running()
    times = torch.tensor(counts[chains.starts], device="cuda")
    forbidden = torch.where(torch.tensor(allowed, device="cuda"), 0.0, _IMPOSSIBLE)
    shapes = ((len(table.keys), size), (size, size), (size,))
    weights, transitions, first = (torch.zeros(each, device="cuda", requires_grad=True) for each in shapes)
    search = torch.optim.LBFGS(
        [weights, transitions, first],
        max_iter=rounds,
        max_eval=2 * rounds,
        history_size=6,
        line_search_fn="strong_wolfe",
        tolerance_grad=1e-3,
        tolerance_change=1e-9,
    )

    def loss() -> Any:
        search.zero_grad()
        emissions = scores.of(weights)
        every = _log_z(emissions, transitions, first, starts, running, times)
        right = _log_z(emissions + forbidden, transitions, first, starts, running, times)
        size_of_all = sum((part.double() ** 2).sum() for part in (weights, transitions, first))
        total = every - right + penalty / 2 * size_of_all
        total.backward()
        return total

    search.step(loss)
    fitted = [part.detach().cpu().numpy() for part in (weights, transitions, first)]
    return fitted[0], fitted[1], fitted[2]


class _Scores:
    """The scores of labels at each word, as a function whose slope PyTorch can follow."""

    def __init__(self, table: FeatureTable) -> None:
        import torch

        words = [_on_gpu(each) for each in table.words]
        places = _on_gpu(table.places)
        turned = [_on_gpu(each) for each in table.turned]
        near = [torch.tensor(each.indices.astype(np.int64), device="cuda") for each in table.near]

        class Function(torch.autograd.Function):  # type: ignore[misc]
            @staticmethod
            def forward(context: Any, weights: Any) -> Any:
                total = places @ weights
                for rows, each in zip(near, words, strict=True):
                    total += (each @ weights)[rows]
                return total

            @staticmethod
            def backward(context: Any, slope: Any) -> Any:
                *of_words, of_places = turned
                total = of_places @ slope
                for rows, each in zip(near, of_words, strict=True):
                    gathered = torch.zeros(each.shape[1], slope.shape[1], device="cuda")
                    total += each @ gathered.index_add_(0, rows, slope)
                return total

        self.of = Function.apply


def _on_gpu(matrix: Any) -> Any:
    import torch

    return torch.sparse_csr_tensor(
        torch.tensor(matrix.indptr.astype(np.int64)),
        torch.tensor(matrix.indices.astype(np.int64)),
        torch.tensor(matrix.data),
        size=matrix.shape,
        device="cuda",
    )


def _log_z(emissions: Any, transitions: Any, first: Any, starts: Any, running: list[int], times: Any) -> Any:
    """The logarithm of the sum over all labellings of all chains."""
    import torch

    steps, ahead, parts = torch.exp(transitions), None, []
    for step, count in enumerate(running):
        here = emissions[starts[:count] + step]
        peak = here.max(dim=1, keepdim=True).values.detach()
        factor = torch.exp(here - peak)
        reached = factor * (torch.exp(first) if ahead is None else ahead[:count] @ steps)
        scale = reached.sum(dim=1, keepdim=True)
        ahead = reached / scale
        parts.append(((torch.log(scale) + peak)[:, 0] * times[:count]).sum())
    return torch.stack(parts).double().sum()
