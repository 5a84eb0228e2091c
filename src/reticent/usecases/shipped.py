"""The files that ship with the package: are they as they were installed, and do they open?"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from reticent.language import find_language
from reticent.usecases.problems import find_problem

PACKAGE = "reticent"


@dataclass(frozen=True, slots=True)
class ShippedKnowledge:
    """A file that ships with the package, its size and its hash as they are now; `problem` is empty when it works."""

    name: str
    file: str
    size: int
    sha256: str
    problem: str = ""


def examine_shipped() -> Iterator[ShippedKnowledge]:
    """Every file that ships, read and opened."""
    return (_examine_knowledge(*each) for each in _SHIPPED)


def _open_index(name: str) -> object:
    from reticent.knowledge import open_knowledge

    return open_knowledge("none", name)


def _open_taxonomy(label: str) -> object:
    from reticent.knowledge.taxonomy.packed import load_shipped

    return load_shipped(label)


def _open_conditions() -> object:
    from reticent.knowledge.conditions import conditions

    return conditions()


def _open_names() -> object:
    from reticent.detection.names import names

    return names()


def _open_tagger() -> object:
    from reticent.text import default_tagger

    return default_tagger().tags([["One", "word", "."]])


def _open_patterns() -> object:
    from reticent.detection.patterns import patterns

    return patterns()


def _open_policy() -> object:
    from reticent.policy.reading import default_policy

    return default_policy()


def _open_people() -> object:
    from reticent.vault.entries import cultures

    return cultures()


def _open_places() -> object:
    from reticent.vault.entries import size_class

    return size_class("london")


_CORPUS = "reticent.knowledge.corpus"
_LANGUAGE = find_language()
_SHIPPED: tuple[tuple[str, str, str, Callable[[], object]], ...] = (
    ("index", _CORPUS, "data/default.index", partial(_open_index, "general")),
    ("medicine texts", _CORPUS, "data/medicine-texts.index", partial(_open_index, "medicine-texts")),
    ("medicine tables", _CORPUS, "data/medicine-tables.index", partial(_open_index, "medicine-facts")),
    ("medicine hints", _CORPUS, "data/medicine-hints.index", partial(_open_index, "medicine-facts")),
    ("conditions", "reticent.knowledge.conditions", "data/conditions.jsonl.gz", _open_conditions),
    ("WordNet", "reticent.knowledge.taxonomy", "data/wordnet-nouns.bin", partial(_open_taxonomy, "WordNet")),
    (
        "medicine taxonomy",
        "reticent.knowledge.taxonomy",
        "data/medicine.bin",
        partial(_open_taxonomy, "Medicine"),
    ),
    ("names", "reticent.detection.names", "data/names.bin", _open_names),
    ("word classes", "reticent.detection.names", "data/word-classes.bin", _open_names),
    ("word lists", "reticent.detection.names", "data/word-lists.bin", _open_names),
    ("tagger", _LANGUAGE.package, _LANGUAGE.readers["tagger"], _open_tagger),
    ("patterns", "reticent.detection", "data/patterns.toml", _open_patterns),
    ("invented people", "reticent.vault", "data/people.txt.gz", _open_people),
    ("invented places", "reticent.vault", "data/places.txt.gz", _open_places),
    ("default policy", "reticent.policy", "data/default.toml", _open_policy),
)
"""What ships, where it lies, and how it is opened."""


def _examine_knowledge(name: str, package: str, file: str, open_it: Callable[[], object]) -> ShippedKnowledge:
    place = files(package).joinpath(file)
    shown = f"{package.replace('.', '/')}/{file}"
    try:
        data = place.read_bytes()
    except OSError:
        return ShippedKnowledge(name, shown, 0, "", "the file is missing: install reticent again")
    digest = hashlib.sha256(data)
    problem = _compare_with_record(place, digest.digest()) or find_problem(open_it)
    return ShippedKnowledge(name, shown, len(data), digest.hexdigest(), problem)


def _compare_with_record(place: Traversable, digest: bytes) -> str:
    """Empty when the file has the hash that it was installed with, or when nobody wrote that down."""
    try:
        recorded = metadata.files(PACKAGE) or []
    except metadata.PackageNotFoundError:
        return ""
    here = Path(str(place)).resolve()
    for entry in recorded:
        if entry.hash and entry.name == here.name and Path(str(entry.locate())).resolve() == here:
            value = urlsafe_b64encode(digest).rstrip(b"=").decode()
            same = entry.hash.mode == "sha256" and entry.hash.value == value
            return "" if same else "the file is not the one that was installed: install reticent again"
    return ""
