"""The files that the taxonomy of medicine is made from, and how their names are put into words that people write."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

from experiments.harness import data

DISEASES = "taxonomies/disease-ontology.tsv"
MESH = "taxonomies/mesh-tree-numbers.tsv.xz"
ICD = "taxonomies/icd10cm-2026.xml.xz"
CONDITION, DISEASE, DRUG = "condition", "disease", "drug"
GERM = "germ"
"""The realm of what causes an infection and is often called like it."""

MOST_WORDS = 5
"""The words of a name that still reads well."""

_TABLE = Path(__file__).parent / "data" / "medicine-names.toml"


def read_diseases() -> dict[str, list[str]]:
    """The labels of the Disease Ontology, each with what is above it."""
    labels: dict[str, list[str]] = defaultdict(list)
    with data(DISEASES).open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            labels[row["label"]].append(row["subClassOf"])
    return labels


@cache
def table() -> dict[str, Any]:
    """How the sources are put together."""
    return tomllib.loads(_TABLE.read_text("utf-8"))


def in_small_letters(name: str) -> str:
    """A title in small letters, but for words that are written with capitals everywhere."""
    return " ".join(_small_word(word) for word in name.split(" "))


def _small_word(word: str) -> str:
    plain = word[:1].isupper() and word[1:].islower() and word.removesuffix("'s") not in _proper_words()
    hyphenated = "-" in word and all(part[1:].islower() or not part[1:] for part in word.split("-"))
    return (
        word.lower()
        if plain or (hyphenated and word.split("-", maxsplit=1)[0] not in _proper_words())
        else word
    )


@cache
def _proper_words() -> frozenset[str]:
    """The words with capitals in labels that are otherwise in small letters."""
    labels = read_diseases()
    words = (word.removesuffix("'s") for label in labels for word in re.split(r"[ /-]", label))
    return frozenset(word for word in words if word[:1].isupper())
