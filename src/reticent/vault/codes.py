"""Invented numbers and codes of the same shape: a digit for a digit, a letter for a letter, signs as they are."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from random import Random

CODE_KINDS = frozenset({"PHONE", "CREDIT_CARD", "IBAN", "US_SSN", "MEDICAL_RECORD", "CODE"})
"""The kinds whose stand-ins keep their shape."""

_CODE = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9 ./#+()-]{1,60})[A-Za-z0-9]|[+(][A-Za-z0-9 ./#+()-]{2,60}[A-Za-z0-9]"
)
_MOST_TRIED = 100


def invent_codes(written: str, seed: int) -> Iterator[str]:
    """Codes of the same shape, in an order that `seed` decides; none where it has too little shape to hide in.

    >>> next(invent_codes("AB-1234", 7)) != "AB-1234", list(invent_codes("7", 7))
    (True, [])
    """
    if not _CODE.fullmatch(written) or sum(map(str.isalnum, written)) < 4:
        return
    # What is drawn needs to be spread, not to be secret: the seed is.
    random = Random(seed)  # noqa: S311
    for _ in range(_MOST_TRIED):
        drawn = "".join(_draw(char, random) for char in written)
        if drawn != written:
            yield drawn


def _draw(char: str, random: Random) -> str:
    if char in string.digits:
        return random.choice("123456789" if char != "0" else string.digits)
    if char in string.ascii_letters:
        letters = string.ascii_uppercase if char.isupper() else string.ascii_lowercase
        return random.choice(letters)
    return char
