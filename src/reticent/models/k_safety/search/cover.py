"""One protected entity alone: can few deletions give it enough companions?

The least number of such deletions is what the bound of the exact search is made of. By the rank inequality it is at
least the size of the (K + 1)-th smallest blocker; this search finds that it is more, because K + 1 blockers have to be
deleted together, and their union is larger than each.
"""

from __future__ import annotations

import numpy as np

from reticent.models.k_safety.search.limit import Limit
from reticent.models.k_safety.search.problem import Bits, Counts

PAIRS = 200
PATIENCE = 300


def can_cover(blockers: Bits, counts: Counts, need: float, most: int, limit: Limit) -> bool:
    """Whether `most` deletions can cover blockers that count `need` in all; also True when that takes too long to tell."""
    stack = [(blockers, counts, need, most)]
    for _ in range(PATIENCE):
        if not stack or not limit.step():
            break
        state = _reduce_question(*stack.pop())
        if state is None:
            continue
        blockers, counts, need, most = state
        if need <= 0:
            return True
        crowd = counts @ blockers.astype(np.float32)
        term = int(np.argmax(crowd))
        holds = blockers[:, term]
        rest = blockers[:, (crowd > 0) & (np.arange(len(crowd)) != term)]
        stack.append((rest[~holds], counts[~holds], need, most))
        stack.append((rest, counts, need, most - 1))
    else:
        return True
    return bool(stack)


def _reduce_question(
    blockers: Bits, counts: Counts, need: float, most: int
) -> tuple[Bits, Counts, float, int] | None:
    """The question with all that follows at once carried out; None when the answer is no."""
    while True:
        sizes = blockers.sum(axis=1)
        need -= float(counts[sizes == 0].sum())
        if need <= 0:
            return blockers, counts, need, most
        matters = (sizes > 0) & (sizes <= most)
        blockers, counts, sizes = blockers[matters], counts[matters], sizes[matters]
        matters = _fit_with_others(blockers, counts, sizes, need, most)
        total = float(counts[matters].sum())
        if total < need:
            return None
        if not matters.all():
            blockers, counts = blockers[matters], counts[matters]
            continue
        forced = total - counts @ blockers.astype(np.float32) < need
        if not forced.any():
            return blockers, counts, need, most
        most -= int(forced.sum())
        blockers = blockers[:, ~forced]


def _fit_with_others(
    blockers: Bits, counts: Counts, sizes: np.ndarray[tuple[int], np.dtype[np.int64]], need: float, most: int
) -> Bits:
    """Which blockers fit within `most` deletions together with enough others, two at a time."""
    if len(blockers) > PAIRS:
        return np.ones(len(blockers), bool)
    rows = blockers.astype(np.float32)
    fits = rows @ rows.T >= (sizes[:, None] + sizes - most)
    fits_enough: Bits = fits.astype(np.float32) @ counts >= need
    return fits_enough
