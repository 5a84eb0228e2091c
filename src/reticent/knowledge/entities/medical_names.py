"""What else conditions are called: names, abbreviations and findings that ship with the package (`training/README.md`)."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

REASONS = {"n": "another name", "h": "a finding that names it", "a": "an abbreviation", "g": ""}
LONGEST = 6
"""The words of the longest phrase that is looked for."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The forms that a phrase stands for, the usual one first, and how it stands for them."""

    forms: tuple[str, ...] = field(repr=False)
    reason: str


@cache
def medical_names() -> Mapping[str, tuple[Meaning, ...]]:
    """For the form of every name on the list, what it may mean."""
    data = files("reticent.knowledge.entities").joinpath("data/medical-names.txt.gz").read_bytes()
    meanings: dict[str, dict[Meaning, None]] = {}
    for line in gzip.decompress(data).decode("utf-8").splitlines():
        usual, *others = line.split("\t")
        told = [(other[1:], REASONS[other[0]]) for other in others]
        synonyms = [form for form, reason in told if reason in (REASONS["n"], REASONS["g"])]
        forms = tuple(dict.fromkeys([usual, *synonyms]))
        for form, reason in [(usual, REASONS["n"]), *told]:
            if reason and 0 < len(form.split()) <= LONGEST:
                meanings.setdefault(form, {})[Meaning(forms, reason)] = None
    return {form: tuple(found) for form, found in meanings.items()}
