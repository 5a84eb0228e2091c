"""Makes `conditions.jsonl.gz`: conditions with what they are called, what they are, and what points to them.

    python -m training.build_conditions [--check]        writes into src/reticent/knowledge/conditions/data

The list is ours (CC0). A name goes to one of three places: it means the condition wherever it stands, or wherever it
stands in these capitals, or only where the document says so. The last are everyday words, acronyms of two letters, names
that several conditions share, and acronyms that are known for something else at the bedside.
"""

from __future__ import annotations

import csv
import gzip
import json
import lzma
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from experiments.harness import data
from experiments.needs import Needs

from reticent.detection.names.word_lists import word_classes
from reticent.knowledge.taxonomy import ancestors, wordnet
from reticent.text.sentences import normal_words
from training.shipping import ship, unpack

HINTS = "entities/clinical-hints.jsonl"
SHORT = "lists/clinical-abbreviations.tsv.xz"
NEEDS = Needs(data=(HINTS, SHORT))
BEDSIDE = frozenset({"vanderbilt_clinic", "vanderbilt_discharge", "stetson", "columbia_obgyn", "wikipedia"})
ILL = frozenset({"ill health", "symptom", "pathological state", "mental condition", "injury"})
_ACRONYM = re.compile(r"[A-Za-z0-9/-]{2,8}")
_EVERYDAY = 2
"""The grade of frequency from which on ordinary texts use a word."""
_SHORTEST = 3
_SAME = 4
"""So many names in common make two conditions one thing under two headings."""

Row = Mapping[str, Any]


def make() -> dict[str, bytes]:
    """The list as one file, a condition a line."""
    rows = read_rows()
    lines = [
        json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        for line in list_conditions(rows, meanings())
    ]
    return {"conditions.jsonl.gz": gzip.compress("\n".join(lines).encode() + b"\n", 9, mtime=0)}


def read_rows() -> list[Row]:
    """The conditions as they were written, in the order of their names."""
    rows = [json.loads(line) for line in data(HINTS).read_text("utf-8").splitlines()]
    return sorted(rows, key=lambda row: (row["condition"].casefold(), row["condition"]))


def meanings() -> dict[str, set[str]]:
    """What each abbreviation stands for at the bedside."""
    longs: dict[str, set[str]] = defaultdict(set)
    with lzma.open(data(SHORT), "rt", encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["source"] in BEDSIDE:
                for written in (row["surface_forms"] or row["short"].upper()).split("|"):
                    longs[written.strip()].add(form(row["long"]))
    return longs


def list_conditions(rows: Sequence[Row], longs: Mapping[str, set[str]]) -> Iterable[dict[str, Any]]:
    """What ships of each condition."""
    owners = _owners(rows)
    for row in rows:
        own = {form(name) for name in (row["condition"], *row["names"])}
        sorted_names: dict[str, list[str]] = {"names": [], "acronyms": [], "unsure": []}
        for name in dict.fromkeys(row["names"]):
            if form(name) != form(row["condition"]):
                sorted_names[_place_of(name, form(row["condition"]), own, owners, longs)].append(name)
        hints = {
            sort: [[hint for hint, strength in found if strength == level] for level in (3, 2, 1)]
            for sort, found in row["hints"].items()
        }
        yield {
            "name": row["condition"],
            "general": row["general"],
            **sorted_names,
            "icd10": row["icd10"],
            "hints": hints,
        }


def is_acronym(name: str) -> bool:
    """Whether a name is written in capitals, as a whole or for the most part."""
    return bool(_ACRONYM.fullmatch(name)) and sum(map(str.isupper, name)) > 1


def form(name: str) -> str:
    """The normal form of a name."""
    return " ".join(normal_words(name))


def _owners(rows: Sequence[Row]) -> dict[str, set[str]]:
    """The conditions that each name stands for; of two that name each other, or share many names, each is as good."""
    names = {row["condition"]: {form(each) for each in (row["condition"], *row["names"])} for row in rows}
    owners: dict[str, set[str]] = defaultdict(set)
    for condition, own in names.items():
        for name in own:
            owners[name].add(condition)
    kin = {
        (one, other)
        for one, own in names.items()
        for other in names
        if form(other) in own or form(one) in names[other] or len(own & names[other]) >= _SAME
    }
    return {
        name: found if any((one, other) not in kin for one in found for other in found) else set()
        for name, found in owners.items()
    }


def _place_of(
    name: str, condition: str, own: set[str], owners: Mapping[str, set[str]], longs: Mapping[str, set[str]]
) -> str:
    shared = len(owners[form(name)]) > 1
    if is_acronym(name):
        others = longs.get(name, set()) - own
        return "unsure" if shared or len(name) < _SHORTEST or others else "acronyms"
    return "unsure" if shared or _has_other_uses(name, condition) else "names"


def _has_other_uses(name: str, condition: str) -> bool:
    """Whether a name is an everyday word, or the head of the condition's own name: "the change", "colitis"."""
    bare = form(name).removeprefix("the ").removeprefix("a ")
    if bare != form(name):
        return word_classes().of(bare).frequency >= _EVERYDAY
    if " " in bare:
        return False
    if condition.endswith(f" {bare}"):
        return True
    used = word_classes().of(bare).frequency
    many_of_a_thing = bare != name.lower() and used > _EVERYDAY  # spots, unlike shingles
    return used >= _EVERYDAY and (many_of_a_thing or not _is_illness(name))


def _is_illness(word: str) -> bool:
    senses = wordnet().concepts(word)
    return bool(senses) and any(above.name in ILL for above in ancestors(wordnet(), senses[0]))


if __name__ == "__main__":
    ship("build_conditions", NEEDS, "knowledge/conditions/data", make, content=unpack)
