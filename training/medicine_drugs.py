"""The drugs that matter: those that something is said about, with their brand names."""

from __future__ import annotations

import csv
import lzma
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from experiments.harness import data

from reticent.detection.names.word_lists import word_classes
from reticent.knowledge.conditions import Conditions
from training.drug_classes import class_of

NAMES = "lists/drug-names.tsv.xz"
INDICATIONS = "entities/drug-indications.tsv"
_SALTS = frozenset(
    "hcl hbr hydrate acetate anhydrous besylate besilate bromide calcium chloride citrate dihydrate disodium fumarate gluconate"
    " hemihydrate hydrobromide hydrochloride lactate magnesium maleate mesilate mesylate monohydrate nitrate oxalate"
    " phosphate potassium sodium succinate sulfate sulphate tartrate tosylate trihydrate".split()
)
_WRITTEN = re.compile(r"[A-Z][A-Z-]{4,}(?: [A-Z][A-Z-]{2,})?")
_ORDINARY = 2
"""The grade of frequency from which on a word is more than a brand."""


@dataclass(frozen=True, slots=True)
class Drug:
    """A substance with its other names, itself among them."""

    name: str
    names: tuple[str, ...] = field(repr=False)


def drugs_that_matter(known: Conditions) -> dict[str, Drug]:
    """The drugs with an indication or among the hints, and those of a known class that are sold under a brand.

    Each is found by any of its names in small letters.
    """
    rows = list(_rows())
    substances = {row.name: row.substance for row in rows}
    wanted = {substances.get(name, name) for name in _indicated_drugs()}
    wanted |= {substances[name] for name in _hinted_drugs(known) if name in substances}
    wanted |= {row.substance for row in rows if row.is_brand and class_of(row.substance)}
    names: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row.substance in wanted:
            names[row.substance].add(row.name)
    drugs = [Drug(name, (name, *sorted(names[name] - {name}))) for name in sorted(wanted)]
    return {name: drug for drug in drugs for name in drug.names} | {drug.name: drug for drug in drugs}


class _Row(NamedTuple):
    name: str
    substance: str
    is_brand: bool


def _indicated_drugs() -> Iterator[str]:
    with data(INDICATIONS).open(encoding="utf-8", newline="") as lines:
        yield from (row["drug"].casefold() for row in csv.DictReader(lines, delimiter="\t"))


def _hinted_drugs(known: Conditions) -> Iterator[str]:
    for each in known.listed:
        yield from (hint.term.casefold() for hint in each.hints if hint.sort == "drug")


def _rows() -> Iterator[_Row]:
    """Every name with its substance, which is bare of salts, both in small letters."""
    with lzma.open(data(NAMES), "rt", encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if _WRITTEN.fullmatch(row["name"]) and row["preferred"]:
                name = _bare(row["name"])
                if name and not _is_ordinary(name):
                    yield _Row(name, _bare(row["preferred"]), "bn" in row["types"])


def _bare(name: str) -> str:
    words = name.casefold().split()
    while len(words) > 1 and words[-1] in _SALTS:
        words.pop()
    return " ".join(words)


def _is_ordinary(name: str) -> bool:
    """Whether ordinary texts use the word: then it says nothing about a drug, unless its stem does."""
    return word_classes().of(name).frequency >= _ORDINARY and class_of(name) is None
