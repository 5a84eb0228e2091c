"""Makes `medical-terms.bin`: the names of diseases, tests and drugs that speak against names of people, places and bodies.

    python -m training.build_medical_terms [--check]        writes into src/reticent/detection/names/data

They are those of the conditions and the medical names that ship with the package, and of the Disease Ontology (CC0), in the form in which
the tagger compares them: reading them there took half a second for each process.
"""

from __future__ import annotations

import csv
import lzma
import re
from collections.abc import Iterable

from experiments.harness import data
from experiments.needs import Needs

from reticent.detection.names.medical import EPONYM, KNOWN, LONGEST_PHRASE, Phrase, fold_words
from reticent.detection.names.word_lists import word_lists
from reticent.knowledge.conditions import conditions
from reticent.knowledge.entities.words import REASONS, medical_names
from training.shipping import ship

DISEASES = "taxonomies/disease-ontology.tsv"
NEEDS = Needs(data=(DISEASES,))

_SORTS = frozenset(
    (
        "test",
        "drug",
        "drug class",
        "organism",
        "procedure",
        "device",
        "finding",
        "sign",
        "complication",
        "anatomy",
    )
)
"""What hints of conditions may be to count as medical names; the others are phrases of daily life."""

_EPONYM_AND_HEAD = 2
"""Words of a term that is somebody's name and what is called by it."""

_SPLIT = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")


def make() -> dict[str, bytes]:
    """Single words, acronyms in their capitals, phrases, and what follows names of people in these, a line each."""
    known = conditions().listed
    named = {name for each in known for name in (*each.aliases, *each.unsure)}
    named |= {
        form for form, means in medical_names().items() if any(each.reason == REASONS["n"] for each in means)
    }
    acronyms = {name for name in named if name.isalpha() and name.isupper()}
    folded = {_phrase(name) for name in named - acronyms}
    hinted = {_phrase(hint.term) for each in known for hint in each.hints if hint.sort in _SORTS}
    shipped = _long_ones(folded | hinted)
    phrases = shipped | _long_ones(_phrase(label) for label in _read_diseases())
    heads = {phrase[-1] for phrase in shipped if _is_called_after_somebody(phrase)}
    lists = (
        {phrase[0] for phrase in folded if len(phrase) == 1},
        acronyms,
        {" ".join(phrase) for phrase in phrases},
        heads,
    )
    text = "\n".join("\t".join(sorted(each)) for each in lists)
    return {"medical-terms.bin": lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)}


def _long_ones(phrases: Iterable[Phrase]) -> set[Phrase]:
    return {
        phrase
        for phrase in phrases
        if 1 < len(phrase) <= LONGEST_PHRASE and all(len(word) > 1 for word in phrase)
    }


def _read_diseases() -> list[str]:
    with data(DISEASES).open(encoding="utf-8", newline="") as lines:
        return [row["label"] for row in csv.DictReader(lines, delimiter="\t")]


def _is_called_after_somebody(phrase: Phrase) -> bool:
    return len(phrase) == _EPONYM_AND_HEAD and word_lists().of(phrase[0])[EPONYM] >= KNOWN


def _phrase(term: str) -> Phrase:
    return fold_words(_SPLIT.findall(term))


if __name__ == "__main__":
    ship("build_medical_terms", NEEDS, "detection/names/data", make, content=lzma.decompress)
