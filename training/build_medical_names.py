"""Makes `medical-names.txt.gz`, what else conditions are called and what abbreviations at the bedside stand for, and
`abbreviations.txt.gz`, all that an abbreviation may stand for.

    python -m training.build_medical_names [--check]        writes into src/reticent/knowledge/entities/data

The names are of a list of conditions that is ours (CC0); the abbreviations are the bedside sources of a collection of
clinical abbreviations (CC BY 4.0). A line has a name, then what else says it, each behind a letter: n another name, h a
finding that names it alone, a an abbreviation, g a more general word that others stand for but that does not stand for
them. All are in the forms under which entity databases know terms.

In the second file a line has an abbreviation and each of its meanings, of the same bedside sources, of a dictionary of
medical abbreviations in the same collection, and of Wikipedia (CC BY-SA).
"""

from __future__ import annotations

import csv
import gzip
import json
import lzma
from collections import Counter, defaultdict
from collections.abc import Iterator

from experiments.harness import data
from experiments.needs import Needs

from reticent.detection.names.word_lists import word_classes
from reticent.knowledge.entities.words import form_of
from reticent.knowledge.taxonomy import ancestors, wordnet
from training.shipping import ship, unpack

HINTS = "entities/clinical-hints.jsonl"
SHORT = "lists/clinical-abbreviations.tsv.xz"
NEEDS = Needs(data=(HINTS, SHORT))
BEDSIDE = frozenset({"vanderbilt_clinic", "vanderbilt_discharge", "stetson", "columbia_obgyn"})
DICTIONARY = BEDSIDE | {"berman", "wikipedia"}
TELLING = frozenset({"finding", "phrase", "organism"})
ILL = frozenset(
    {"ill health", "symptom", "pathological state", "mental condition", "pathogen", "medical care"}
)
POSITIVE = "positive"
EVERYDAY = 4
"""The grade of frequency from which on "the" and a word say nothing in particular."""
SURE, STRONG, ALONE = 0.9, 2, 3
FEWEST_LETTERS = 3
FEWEST_OF_SHORT, MOST_MEANINGS = 2, 12
"""Letters of an abbreviation, and meanings beyond which it says nothing: an acronym of two letters may have thirty. Chosen by hand."""


def make() -> dict[str, bytes]:
    """The names with the abbreviations that mean one thing, and all abbreviations."""
    longs = _abbreviations(BEDSIDE)
    made = {
        "medical-names.txt.gz": [*_conditions(longs), *_bedside(longs)],
        "abbreviations.txt.gz": [*_dictionary(_abbreviations(DICTIONARY))],
    }
    return {name: gzip.compress("\n".join(lines).encode() + b"\n", mtime=0) for name, lines in made.items()}


def _conditions(longs: dict[str, dict[str, float]]) -> Iterator[str]:
    rows = [json.loads(line) for line in data(HINTS).read_text("utf-8").splitlines()]
    owners = Counter(form_of(hint) for row in rows for hint in {h for h, _ in _telling_hints(row)})
    for row in sorted(rows, key=lambda each: each["condition"]):
        own = {form_of(name) for name in (row["condition"], *row["names"])}
        names = [
            f"{'g' if _is_general(form_of(name), own) else 'n'}{form_of(name)}"
            for name in row["names"]
            if _says_it(name) and _agrees(name, own, longs)
        ]
        hints = [
            f"h{form_of(hint)}"
            for hint, strength in _telling_hints(row)
            if owners[form_of(hint)] == 1
            and _says_it(hint)
            and (strength == ALONE or form_of(hint).endswith(POSITIVE))
            and _agrees(hint, own, longs)
        ]
        if names or hints:
            yield "\t".join([form_of(row["condition"]), *dict.fromkeys(names + hints)])


def _telling_hints(row: dict[str, dict[str, list[tuple[str, int]]]]) -> Iterator[tuple[str, int]]:
    for sort, hints in row["hints"].items():
        if sort in TELLING:
            yield from ((hint, strength) for hint, strength in hints if strength >= STRONG)


def _says_it(name: str) -> bool:
    """Whether a name is no everyday word, nor too short an acronym, nor mostly numbers."""
    form = form_of(name)
    if sum(map(str.isalpha, form)) < FEWEST_LETTERS:
        return False
    if form.startswith(("the ", "a ")) and word_classes().of(form.split(" ", 1)[1]).frequency >= EVERYDAY:
        return False
    if " " in form or not form.islower():
        return True
    return not word_classes().of(form).frequency or _is_illness(form)


def _is_general(form: str, own: set[str]) -> bool:
    """Whether a word is the last of a longer name of the same condition: "colitis" is more than ulcerative colitis."""
    return " " not in form and any(name.endswith(f" {form}") for name in own)


def _is_illness(word: str) -> bool:
    senses = wordnet().concepts(word)
    return bool(senses) and any(above.name in ILL for above in ancestors(wordnet(), senses[0]))


def _agrees(name: str, own: set[str], longs: dict[str, dict[str, float]]) -> bool:
    """Whether an acronym is not known at the bedside for something else."""
    known = longs.get(name)
    return not name.isupper() or known is None or any(form_of(long) in own for long in known)


def _abbreviations(sources: frozenset[str]) -> dict[str, dict[str, float]]:
    """What each abbreviation stands for by these sources, by how often."""
    longs: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    with lzma.open(data(SHORT), "rt", encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["source"] in sources:
                for written in (row["surface_forms"] or row["short"].upper()).split("|"):
                    longs[written.strip()][row["long"].lower()] += float(row["frequency"] or 1)
    return longs


def _bedside(longs: dict[str, dict[str, float]]) -> Iterator[str]:
    shorts: dict[str, list[str]] = defaultdict(list)
    for short, known in sorted(longs.items()):
        long, often = max(known.items(), key=lambda each: (each[1], each[0]))
        if often >= SURE * sum(known.values()) and _says_it(short) and form_of(long) != form_of(short):
            shorts[form_of(long)].append(f"a{form_of(short)}")
    yield from ("\t".join([long, *dict.fromkeys(names)]) for long, names in sorted(shorts.items()))


def _dictionary(longs: dict[str, dict[str, float]]) -> Iterator[str]:
    """Each abbreviation of one word with all its meanings."""
    found: dict[str, set[str]] = defaultdict(set)
    for short, known in longs.items():
        for form in {form_of(short), form_of(short.upper())}:
            if sum(map(str.isalpha, form)) >= FEWEST_OF_SHORT and " " not in form:
                found[form].update(filter(_is_meaning, map(form_of, known)))
    for form, meanings in sorted(found.items()):
        if 0 < len(own := meanings - {form}) <= MOST_MEANINGS:
            yield "\t".join([form, *sorted(own)])


def _is_meaning(form: str) -> bool:
    """Whether it is words: some entries of the dictionary are numbers."""
    return form.replace(" ", "").replace(",", "").replace("'", "").isalpha()


if __name__ == "__main__":
    ship("build_medical_names", NEEDS, "knowledge/entities/data", make, content=unpack)
