"""How likely chance alone would have made counts, and which of many tests are sure enough to be believed."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, log, sqrt

import numpy as np
from numpy.typing import NDArray

_EULER = 0.5772156649

_erfc = np.frompyfunc(erfc, 1, 1)


def find_chances(together: NDArray[np.int64], alone: NDArray[np.int64], share: float) -> NDArray[np.float64]:
    """How likely at least `together` out of `alone` are where each has the given share, by Wilson's score.

    The chance is below 5 % just where the lower end of Wilson's 95 % interval lies above the share.

    >>> find_chances(np.array([3, 5, 2]), np.array([3, 10, 10]), 0.5).round(3).tolist()
    [0.042, 0.5, 0.971]
    """
    expected = alone * share
    scores = (together - expected) / np.sqrt(expected * (1 - share))
    return np.asarray(_erfc(scores / sqrt(2)) / 2, dtype=np.float64)


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
