"""What a drug is, in words that a reader understands: by its name, or by the stem of it.

The table is `data/drug-classes.toml`, written by hand for this project.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_TABLE = Path(__file__).parent / "data" / "drug-classes.toml"


def class_of(drug: str) -> str | None:
    """What a drug is, or None where neither name nor stem tells; the longest stem decides.

    >>> [class_of(drug) for drug in ("lamivudine", "Atorvastatin", "cefalexin", "water")]
    ['antiretroviral drug', 'statin', 'cephalosporin antibiotic', None]
    """
    first = next(iter(drug.casefold().split()), "")
    if found := _flip("named").get(first):
        return found
    ends = [stem for stem in _flip("ends") if first.endswith(stem) and len(first) > len(stem) + 1]
    if ends:
        return _flip("ends")[max(ends, key=len)]
    return next((kind for start, kind in _flip("begins").items() if first.startswith(start)), None)


@cache
def classes_above() -> dict[str, str]:
    """Every class with the one above it; the highest is "drug"."""
    return dict(_table()["above"])


@cache
def _flip(section: str) -> dict[str, str]:
    """What each name or stem of a section says."""
    return {word: kind for kind, words in _table()[section].items() for word in words}


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(_TABLE.read_text("utf-8"))
