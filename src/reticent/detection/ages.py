"""Which ages a detector reports: those over 89, which single somebody out, or all."""

from __future__ import annotations

import re
from typing import Literal

Ages = Literal["over 89", "all"]

_NUMBER = re.compile(r"\d{1,9}")
_OLD_WORDS = re.compile(
    r"\bninet(?:y|ies|ieth)\b|\bninetysomething|\bhundred(?:th)?\b|\bcentenarian|\bnonagenarian",
    re.IGNORECASE,
)
_OLDEST_TOLD = 89


def tells_age_over_89(age: str) -> bool:
    """Whether an age in numbers or words is over 89.

    >>> [tells_age_over_89(age) for age in ("93", "89", "ninety-one", "41", "85-93", "nonagenarian")]
    [True, False, True, False, True, True]
    """
    numbers = [int(number) for number in _NUMBER.findall(age)]
    return any(number > _OLDEST_TOLD for number in numbers) or bool(_OLD_WORDS.search(age))
