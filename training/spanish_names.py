"""Makes the tagger of Spanish names: `names.bin`, `word-classes.bin` and `word-lists.bin`.

    OPENBLAS_NUM_THREADS=1 python -m training.spanish_names [--check]        writes into src/reticent/language/es/data

It learns from MEDDOCAN's train and development notes (CC BY 4.0, PlanTL-GOB-ES) and the invented documents of `data/invented/es`
(ours, CC0). Names are those of the US census whose bearers are Hispanic (public domain), common ones of countries that speak
Spanish (CC0) and of `data/spanish-names.txt` (ours, CC0); places are GeoNames' (CC BY 4.0).
"""

from __future__ import annotations

import json
import lzma
import re
import tarfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

from experiments.harness import data
from experiments.needs import Needs

from reticent.detection.names.model import NameModel
from reticent.detection.names.word_lists import plain_word
from training import language_names
from training.invented import Place
from training.language_names import (
    ROUNDS,
    Marked,
    NameSources,
    grade_counts,
    make_tagger,
    read_invented,
    read_tables,
    train_on,
)
from training.shipping import ship
from training.tables import CENSUS, CITIES, read_member, read_table
from training.tagger_file import read_content

NOTES = "languages/meddocan-train-dev.jsonl.xz"
NEEDS = Needs(data=(NOTES, CENSUS, CITIES)) | language_names.NEEDS
SPEAKING = frozenset("ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY PR GQ".split())
"""Where people speak Spanish, by ISO codes of countries."""

HISPANIC = 50.0
"""The share of the bearers of a surname who say that they are Hispanic, in percent, from which on it is taken."""

KINDS = {
    "TERRITORIO": "LOCATION", "CALLE": "LOCATION", "PAIS": "LOCATION", "FECHAS": "DATETIME", "EDAD_SUJETO_ASISTENCIA": "AGE",
    "NOMBRE_SUJETO_ASISTENCIA": "PERSON", "NOMBRE_PERSONAL_SANITARIO": "PERSON", "SEXO_SUJETO_ASISTENCIA": "DEM",
    "FAMILIARES_SUJETO_ASISTENCIA": "DEM", "PROFESION": "DEM", "OTROS_SUJETO_ASISTENCIA": "DEM",
    "ID_SUJETO_ASISTENCIA": "CODE", "ID_TITULACION_PERSONAL_SANITARIO": "CODE", "ID_ASEGURAMIENTO": "CODE",
    "ID_CONTACTO_ASISTENCIAL": "CODE", "ID_EMPLEO_PERSONAL_SANITARIO": "CODE", "CORREO_ELECTRONICO": "CONTACT",
    "NUMERO_TELEFONO": "CONTACT", "NUMERO_FAX": "CONTACT", "HOSPITAL": "ORGANIZATION", "INSTITUCION": "ORGANIZATION",
    "CENTRO_SALUD": "ORGANIZATION", "NUMERO_BENEF_PLAN_SALUD": "CODE", "URL_WEB": "CONTACT", "ID_VEHICULO_MATRICULA": "CODE",
}  # fmt: skip
"""MEDDOCAN's kinds, and ours."""

_LISTED = Path(__file__).parent / "data" / "spanish-names.txt"
_WORD = re.compile(r"[^\W\d_][^\W\d_'’-]+")
_LINKS = frozenset("de la las los el del y san santa".split())


def make() -> dict[str, bytes]:
    """Learn from everything."""
    return make_tagger(read_sources())


@cache
def read_sources() -> NameSources:
    """All texts and lists."""
    given, family = _grade_people()
    return NameSources(
        "es",
        [*thin(read_notes()), *read_invented("es")],
        given,
        family,
        _grade_places(),
        left={"invented": ("QUANTITY",)},
    )


def read_notes() -> list[Marked]:
    """The notes of MEDDOCAN with our kinds."""
    with lzma.open(data(NOTES), "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        Marked(
            f"notes {row['id']}",
            row["text"],
            [(start, end, KINDS[kind]) for start, end, kind in row["entities"]],
        )
        for row in rows
    ]


FOLDS = 3
"""Parts of the notes that are tested in turn."""


def read_parts() -> dict[str, list[Marked]]:
    """The notes in parts."""
    notes = read_notes()
    return {f"notes, part {fold + 1}": notes[fold::FOLDS] for fold in range(FOLDS)}


def learn_without(held: Collection[str], rounds: int | None) -> NameModel:
    """A tagger that has seen none of these sources."""
    sources = read_sources()
    learned = [each for each in sources.texts if each.source not in held]
    classes, lists = read_tables(sources, learned)
    return train_on(sources, learned, classes, lists, rounds=rounds or ROUNDS)


def thin(notes: list[Marked]) -> list[Marked]:
    """The notes, every second one without most of the lines in which nothing is marked: prose of cases is alike, and takes time."""
    return [note if number % 2 else _thin_one(note) for number, note in enumerate(notes)]


def _thin_one(note: Marked) -> Marked:
    text, places, at = "", list[Place](), 0
    for number, line in enumerate(note.text.splitlines(keepends=True)):
        inside = [each for each in note.places if at <= each[0] < at + len(line)]
        if inside or number % _EVERY == 0:
            places += [(start - at + len(text), end - at + len(text), kind) for start, end, kind in inside]
            text += line
        at += len(line)
    return Marked(note.source, text, [each for each in places if each[1] <= len(text)])


_EVERY = 6
"""Of the lines without anything marked one in so many stays."""


def _grade_people() -> tuple[dict[str, int], dict[str, int]]:
    given, family = Counter[str](), Counter[str]()
    with tarfile.open(data(CENSUS)) as archive:
        for row in read_member(archive, "census-names/dist.all.last.2000.csv.xz"):
            share = row.get("pcthispanic", "")
            if share.replace(".", "").isdigit() and float(share) >= HISPANIC:
                family[plain_word(row["name"])] += int(row["count"])
        for row in read_member(archive, "census-names/common-forenames-by-country.csv"):
            if row["Country"] in SPEAKING:
                given.update(dict.fromkeys(_words_of([row["Localized Name"]]), 50))
        for row in read_member(archive, "census-names/common-surnames-by-country.csv"):
            if row["Country"] in SPEAKING:
                family.update(dict.fromkeys(_words_of([row["Localized Name"]]), 50_000))
    for kind, words in _read_listed():
        (given if kind == "given" else family).update(
            dict.fromkeys(map(plain_word, words), 50 if kind == "given" else 5000)
        )
    return grade_counts(given, (2, 60)), grade_counts(family, (2000, 30_000))


def _read_listed() -> Iterator[tuple[str, list[str]]]:
    kind = ""
    for line in _LISTED.read_text("utf-8").splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif line and not line.startswith("#"):
            yield kind, line.split()


def _grade_places() -> dict[str, int]:
    largest = Counter[str]()
    for row in read_table(data(CITIES)):
        weight = 1 if row["country"] in SPEAKING else 0.02
        for word in _words_of([row["name"]]):
            largest[word] = max(largest[word], int(int(row["population"] or 0) * weight))
    return grade_counts(
        {word: count for word, count in largest.items() if word not in _LINKS and count >= 5000},
        (30_000, 200_000),
    )


def _words_of(names: Iterable[str]) -> Iterator[str]:
    return (plain_word(word) for name in names for word in _WORD.findall(name or ""))


if __name__ == "__main__":
    ship("spanish_names", NEEDS, "language/es/data", make, content=read_content)
