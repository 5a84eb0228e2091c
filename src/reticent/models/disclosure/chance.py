"""How likely chance alone would have made counts, and which of many tests are sure enough to be believed."""

from __future__ import annotations

from collections.abc import Sequence
from math import lgamma, log, log1p

import numpy as np
from numpy.typing import NDArray

_EULER = 0.5772156649

_NEGLIGIBLE = 1e-16

_lgamma = np.frompyfunc(lgamma, 1, 1)


def find_chances(together: NDArray[np.int64], alone: NDArray[np.int64], share: float) -> NDArray[np.float64]:
    """How likely at least `together` out of `alone` are where each has the given share: the sum of the binomial terms.

    1 where there are no more than expected. No score of a normal curve does instead: to it 2 of 2 at a share of 0.02 are
    1 in 10^23, and they are 4 in ten thousand.

    >>> find_chances(np.array([3, 6, 2]), np.array([3, 10, 10]), 0.5).round(3).tolist()
    [0.125, 0.377, 1.0]
    """
    tails = np.ones(len(together))
    rows = np.flatnonzero(together > alone * share)
    hits, rest = together[rows].astype(np.float64), (alone - together)[rows].astype(np.float64)
    ways = _log_factorial(hits + rest) - _log_factorial(hits) - _log_factorial(rest)
    terms = np.exp(ways + hits * log(share) + rest * log1p(-share))
    tails[rows] = terms
    while rows.size:
        terms = terms * rest / (hits + 1) * (share / (1 - share))
        hits, rest = hits + 1, rest - 1
        tails[rows] += terms
        more = terms > tails[rows] * _NEGLIGIBLE
        rows, terms, hits, rest = rows[more], terms[more], hits[more], rest[more]
    return tails


def _log_factorial(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(_lgamma(numbers + 1), dtype=np.float64)


def find_level(chances: Sequence[float], tests: int, rate: float) -> float:
    """The chance up to which tests are believed so that at most `rate` of the believed ones are false.

    Benjamini and Yekutieli, whose correction holds however the tests depend on each other. `chances` are those of the
    tests that may be believed, `tests` is how many were made in all; 0 where none is believed.

    >>> round(find_level([0.001, 0.002, 0.6], 5, 0.05), 4), find_level([0.5], 5, 0.05)
    (0.0091, 0.0)
    """
    strict = rate / (log(tests) + _EULER) if tests > 1 else rate
    believed = 0
    for number, chance in enumerate(sorted(chances), 1):
        if chance * tests <= strict * number:
            believed = number
    return strict * believed / tests if believed else 0.0
