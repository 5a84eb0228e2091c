"""Names and abbreviations out of the lists, as they are written in texts."""

from __future__ import annotations

import re
import tarfile
from dataclasses import dataclass, field

from experiments.harness import data
from experiments.needs import Needs

from training.tables import CENSUS, CITIES, read_member, read_table

SITES = "lists/us-care-providers.tsv.xz"
UNIVERSITIES = "lists/universities.tsv.xz"
COMPANIES = "lists/companies.tsv.xz"
ABBREVIATIONS = "lists/clinical-abbreviations.tsv.xz"
HINTS = "entities/clinical-hints.jsonl"
NEEDS = Needs(data=(CENSUS, CITIES, SITES, UNIVERSITIES, COMPANIES, ABBREVIATIONS, HINTS))

BEDSIDE = frozenset({"wikipedia", "vanderbilt_clinic", "vanderbilt_discharge", "stetson", "columbia_obgyn"})
_FROM_CENSUS = 3000
_NAME = re.compile(r"[^\W\d_][^\W\d_'’ -]+")


@dataclass(frozen=True, slots=True)
class ListedNames:
    """Names of people, places and bodies, in order."""

    given: list[str] = field(repr=False)
    family: list[str] = field(repr=False)
    places: list[str] = field(repr=False)
    bodies: list[str] = field(repr=False)


def read_listed_names() -> ListedNames:
    """The commonest names of the census, common ones of many countries, places, and bodies."""
    with tarfile.open(data(CENSUS)) as archive:
        given = [
            row["name"].title()
            for sex in ("male", "female")
            for row in read_member(archive, f"census-names/dist.{sex}.first.1990.csv.xz")
        ]
        census = read_member(archive, "census-names/dist.all.last.2000.csv.xz")
        family = [row["name"].title() for row, _ in zip(census, range(_FROM_CENSUS), strict=False)]
        abroad = read_member(archive, "census-names/common-forenames-by-country.csv")
        given += [row["Romanized Name"] for row in abroad]
        abroad = read_member(archive, "census-names/common-surnames-by-country.csv")
        family += [row["Romanized Name"] for row in abroad]
    bodies = [row["name"].title() for row in read_table(data(SITES)) if len(row["name"]) < 40]
    for file in (UNIVERSITIES, COMPANIES):
        bodies += [row["name"] for row in read_table(data(file)) if len(row["name"]) < 40]
    return ListedNames(
        sorted({name for name in given if _NAME.fullmatch(name)}),
        sorted({name for name in family if _NAME.fullmatch(name)}),
        sorted({row["name"] for row in read_table(data(CITIES)) if _NAME.fullmatch(row["name"])}),
        sorted(set(bodies)),
    )


def read_abbreviations() -> list[str]:
    """The abbreviations of the bedside, as their sources write them."""
    return [
        row["short"]
        for row in read_table(data(ABBREVIATIONS))
        if row["source"] in BEDSIDE and re.fullmatch(r"[^\s]{1,8}", row["short"])
    ]
