"""Makes `word-lists.bin`: what lists of names, places, bodies and medical words say of single words.

    python -m training.build_word_lists [--check]        writes into src/reticent/detection/names/data

Sources: names of the US census (public domain) and common names of 106 countries (CC0), GeoNames (CC BY 4.0), care sites and
substances of the US government (public domain), universities and companies (MIT), clinical abbreviations (CC BY 4.0), MeSH and
the Disease Ontology (CC0). Words that are common in small letters, as `word-classes.bin` tells, count for less.
The same files give the same bytes again.
"""

from __future__ import annotations

import json
import lzma
import re
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator

from experiments.harness import data
from experiments.needs import Needs

from reticent.detection.names.word_lists import LISTED, encode_lists, plain_word, word_classes
from training import list_words, name_corpora, wild_corpora
from training.list_words import (
    ABBREVIATIONS,
    BEDSIDE,
    COMPANIES,
    HINTS,
    SITES,
    UNIVERSITIES,
)
from training.shipping import ship
from training.tables import CENSUS, CITIES, read_member, read_table
from training.wild_corpora import read_transcriptions

COUNTRIES = "lists/countries.json"
BODIES = (SITES, UNIVERSITIES, COMPANIES)
DRUGS = "lists/drug-names.tsv.xz"
TERMS = ("taxonomies/mesh-terms.tsv.xz", "taxonomies/disease-ontology.tsv")
ANSWERS = "corpora/medquad.jsonl.xz"
NEEDS = (
    Needs(data=(COUNTRIES, DRUGS, *TERMS, ANSWERS)) | list_words.NEEDS | wild_corpora.ALL | name_corpora.ALL
)

_WORD = re.compile(r"[^\W\d_][^\W\d_'’-]+")
_RAREST_FAMILY = 250
_COMMON = 6
_LINKS = frozenset("de la le les du da del der den van von el al and of the los las san saint santa".split())

Grades = dict[str, int]


def make() -> dict[str, bytes]:
    """The table of all words that some list has."""
    graded = [
        *grade_people(),
        grade_places(),
        grade_bodies(),
        grade_drugs(),
        grade_abbreviations(),
        grade_medicine(),
        grade_notes(),
        grade_eponyms(),
    ]
    assert len(graded) == len(LISTED)
    words = sorted(set().union(*graded))
    codes = {word: "".join(str(grades.get(word, 0)) for grades in graded) for word in words}
    print(f"{len(codes):,} words")
    return {"word-lists.bin": encode_lists(codes)}


def grade_people() -> tuple[Grades, Grades]:
    """Given names and family names: 3 for those that many bear, 1 for rare ones."""
    given, family = Counter[str](), Counter[str]()
    with tarfile.open(data(CENSUS)) as archive:
        for sex in ("male", "female"):
            for row in read_member(archive, f"census-names/dist.{sex}.first.1990.csv.xz"):
                given[plain_word(row["name"])] += int(float(row["frequency"]) * 1000)
        for row in read_member(archive, "census-names/dist.all.last.2000.csv.xz"):
            family[plain_word(row["name"])] += int(row["count"])
        abroad = read_member(archive, "census-names/common-forenames-by-country.csv")
        given.update(dict.fromkeys(_words_of(row["Romanized Name"] for row in abroad), 20))
        abroad = read_member(archive, "census-names/common-surnames-by-country.csv")
        family.update(dict.fromkeys(_words_of(row["Romanized Name"] for row in abroad), 2000))
    return (
        {word: _grade(count, (10, 60)) for word, count in given.items() if len(word) > 1},
        {
            word: _grade(count, (1500, 15000))
            for word, count in family.items()
            if count >= _RAREST_FAMILY and len(word) > 1
        },
    )


def grade_places() -> Grades:
    """Words of the names of cities, by how many live there, and of countries."""
    largest = Counter[str]()
    for row in read_table(data(CITIES)):
        for word in _words_of([row["name"]]):
            largest[word] = max(largest[word], int(row["population"] or 0))
    countries = json.loads(data(COUNTRIES).read_text("utf-8")).values()
    for word in _words_of(each[key] for each in countries for key in ("name", "capital")):
        largest[word] = max(largest[word], 10**6)
    return {word: _grade(count, (20_000, 200_000)) for word, count in largest.items() if word not in _LINKS}


def grade_bodies() -> Grades:
    """Words in the names of care sites, universities and companies, by how many have them."""
    times = Counter[str]()
    for file in BODIES:
        times.update(word for row in read_table(data(file)) for word in set(_words_of([row["name"]])))
    return {
        word: _grade(count, (20, 200)) for word, count in times.items() if count >= 4 and word not in _LINKS
    }


def grade_drugs() -> Grades:
    """Names of substances and brands: 2, or 1 for words that are ordinary as well."""
    names = {
        plain_word(row["name"])
        for row in read_table(data(DRUGS))
        if _WORD.fullmatch(row["name"]) and len(row["name"]) > 3
    }
    return {word: 1 if _is_ordinary(word) else 2 for word in names}


def grade_abbreviations() -> Grades:
    """Clinical abbreviations: 3 where two bedside sources have them, 2 where one has, else 1."""
    sources: dict[str, set[str]] = {}
    for row in read_table(data(ABBREVIATIONS)):
        if row["source"] in BEDSIDE | {"berman"} and re.fullmatch(r"[^\s]{1,8}", row["short"]):
            sources.setdefault(row["short"].lower(), set()).add(row["source"])
    return {
        word: min(len(found & BEDSIDE) + 1, 3) for word, found in sources.items() if not _is_ordinary(word)
    }


def grade_medicine() -> Grades:
    """Words of the names of diseases and of medical headings: 2, or 1 for words that are ordinary as well."""
    words = {
        word
        for file, column in zip(TERMS, ("mesh_name", "label"), strict=True)
        for row in read_table(data(file))
        for word in _words_of([row[column]])
    }
    words.update(_words_of(_hints()))
    return {word: 1 if _is_ordinary(word) else 2 for word in words if word not in _LINKS}


def grade_notes() -> Grades:
    """Words in small letters of the transcriptions that are learned from, and of answers on diseases, by how many have them."""
    times = Counter[str]()
    for text in (*read_transcriptions(data(wild_corpora.TRANSCRIPTIONS)), *_answers()):
        times.update({word for word in _WORD.findall(text) if word.islower()})
    return {plain_word(word): _grade(count, (20, 150)) for word, count in times.items() if count >= 3}


def grade_eponyms() -> Grades:
    """Words that stand in medical terms as names do: capitalized there, and never in small letters."""
    small, high = Counter[str](), Counter[str]()
    labels = (row["label"] for row in read_table(data(TERMS[1])))
    for term in (*labels, *_hints()):
        for word in _WORD.findall(term):
            if word.istitle():
                high[plain_word(word.removesuffix("'s").removesuffix("’s"))] += 1
            elif word.islower():
                small[plain_word(word)] += 1
    return {word: _grade(count, (3, 10)) for word, count in high.items() if not small[word] and len(word) > 2}


def _hints() -> Iterator[str]:
    """All names and hints of conditions."""
    for line in data(HINTS).read_text("utf-8").splitlines():
        row = json.loads(line)
        yield from row["names"]
        yield from (hint for hints in row["hints"].values() for hint, _ in hints)


def _answers() -> Iterator[str]:
    with lzma.open(data(ANSWERS), "rt", encoding="utf-8") as lines:
        for line in lines:
            yield " ".join(json.dumps(each) for each in json.loads(line)["qa"])


def _is_ordinary(word: str) -> bool:
    """Whether a word is common and mostly stands in small letters."""
    known = word_classes().of(word)
    return known.frequency >= _COMMON and known.capitals <= 2


def _grade(count: int, bounds: tuple[int, int]) -> int:
    return 1 + sum(count >= bound for bound in bounds)


def _words_of(names: Iterable[str]) -> Iterator[str]:
    return (plain_word(word) for name in names for word in _WORD.findall(name or ""))


if __name__ == "__main__":
    ship("build_word_lists", NEEDS, "detection/names/data", make)
