"""Makes the lists that invented people and places are chosen from.

    python -m training.build_stand_ins [--check]        writes into src/reticent/vault/data

People: given names by sex and family names, by culture, most common first: the common names of countries (CC0), for English
and Spanish with the names of the US census (public domain). Places: those with 15,000 people and more, by country and size
(GeoNames, CC BY 4.0).
"""

from __future__ import annotations

import csv
import gzip
import io
import lzma
import tarfile
import unicodedata
from collections.abc import Iterator

from experiments.harness import data
from experiments.needs import Needs

from training.shipping import ship, unpack

NAMES, PLACES = "lists/census-names.tar.xz", "lists/cities5000.tsv.xz"
NEEDS = Needs(data=(NAMES, PLACES))

CULTURES = {
    "english": "US GB IE AU NZ CA GG IM JE JM",
    "spanish": "ES MX AR CL CO PE PY SV BO EC PA PR UY VE CR CU DO GT PH",
    "portuguese": "PT BR",
    "german": "DE AT CH LI LU",
    "french": "FR BE MC HT",
    "italian": "IT SM MT",
    "dutch": "NL SR",
    "nordic": "DK NO FO IS SE GL",
    "finnish": "FI EE",
    "eastern slavic": "RU UA BY",
    "western slavic": "PL CZ SK",
    "southern slavic": "SI HR RS BA ME MK BG",
    "baltic": "LT LV",
    "hungarian": "HU",
    "romanian": "RO MD",
    "greek": "GR CY",
    "turkic": "TR AZ KZ",
    "armenian": "AM",
    "georgian": "GE",
    "albanian": "AL XK",
    "hebrew": "IL",
    "chinese": "CN TW",
    "japanese": "JP",
    "indian": "IN NP BD LK",
}
"""Countries whose names go together, so that enough of them can be put together."""

PLAIN = frozenset({"chinese", "japanese"})
"""Cultures whose names are written here without the signs of a romanization."""

CENSUS = {"M": "dist.male.first.1990.csv.xz", "F": "dist.female.first.1990.csv.xz"}
MOST_GIVEN, MOST_FAMILY = 900, 4000
LEAST_PEOPLE = 15_000
SIZES = (50_000, 250_000, 1_000_000)


def make() -> dict[str, bytes]:
    """Read, sort and pack."""
    people = "".join(f"{culture}\t{part}\t{' '.join(names)}\n" for culture, part, names in _people())
    places = "".join(f"{country}\t{size}\t{'|'.join(names)}\n" for (country, size), names in _places())
    return {
        "people.txt.gz": gzip.compress(people.encode(), 9, mtime=0),
        "places.txt.gz": gzip.compress(places.encode(), 9, mtime=0),
    }


def _people() -> Iterator[tuple[str, str, list[str]]]:
    """Culture, M and F for given names and S for family names, and the names."""
    with tarfile.open(data(NAMES)) as archive:
        files = {member.name.split("/")[-1]: archive.extractfile(member) for member in archive.getmembers()}
        content = {name: file.read() for name, file in files.items() if file}
    given = _rows(content["common-forenames-by-country.csv"])
    family = _rows(content["common-surnames-by-country.csv"])
    census = {sex: _rows(lzma.decompress(content[file])) for sex, file in CENSUS.items()}
    surnames = _rows(lzma.decompress(content["dist.all.last.2000.csv.xz"]))
    for culture, countries in CULTURES.items():
        of_culture = frozenset(countries.split())
        for sex in "MF":
            names = [
                row["Romanized Name"]
                for row in given
                if row["Country"] in of_culture and row["Gender"] == sex
            ]
            more = [row["name"].capitalize() for row in census[sex]] if culture == "english" else []
            yield culture, sex, _choose([*names, *more], culture, MOST_GIVEN)
        names = [row["Romanized Name"] for row in family if row["Country"] in of_culture]
        more = [row["name"].capitalize() for row in surnames if _census_culture(row) == culture]
        yield culture, "S", _choose([*names, *more], culture, MOST_FAMILY)


def _census_culture(row: dict[str, str]) -> str:
    shares = [float(row[key]) if row[key][:1].isdigit() else 0.0 for key in ("pcthispanic", "pctapi")]
    return "spanish" if shares[0] > 80 else "english" if sum(shares) < 10 else ""


def _choose(names: list[str], culture: str, most: int) -> list[str]:
    """The first of them, each once, that are one word of Latin letters."""
    plain = [_strip(name) if culture in PLAIN else name for name in names]
    return list(dict.fromkeys(name for name in plain if _is_word(name)))[:most]


def _is_word(name: str) -> bool:
    letters = unicodedata.normalize("NFD", name)
    latin = all("LATIN" in unicodedata.name(char, "") for char in letters if char.isalpha())
    return len(name) > 2 and name.isalpha() and name[0].isupper() and latin


def _strip(name: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", name) if not unicodedata.combining(char))


def _rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def _places() -> list[tuple[tuple[str, int], list[str]]]:
    """The names of places by country and size, largest first."""
    found: dict[tuple[str, int], list[str]] = {}
    text = lzma.decompress(data(PLACES).read_bytes()).decode()
    rows = csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
    for row in sorted(rows, key=lambda row: (-int(row["population"]), row["name"])):
        people = int(row["population"])
        if people >= LEAST_PEOPLE and not set("|[]\t") & set(row["name"]):
            names = found.setdefault((row["country"], sum(people >= size for size in SIZES)), [])
            names += [row["name"]] if row["name"] not in names else []
    return sorted(found.items())


if __name__ == "__main__":
    ship("build_stand_ins", NEEDS, "vault/data", make, content=unpack)
