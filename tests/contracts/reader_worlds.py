"""A small world of illnesses for attackers and for what hides from them: texts that say which signs go with which."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from reticent.attackers import Candidate
from reticent.knowledge import IndexCorpus
from reticent.knowledge.corpus.index_file import IndexFile
from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.indistinct import Indistinct

SIGNS = {
    "asthma": ("wheezing", "cough", "pollen", "inhaler"),
    "bronchitis": ("cough", "phlegm", "wheezing", "smoke"),
    "pneumonia": ("cough", "fever", "phlegm", "chill"),
    "influenza": ("fever", "chill", "headache", "fatigue"),
    "measles": ("rash", "fever", "cough", "vaccine"),
    "eczema": ("rash", "itch", "cream", "pollen"),
    "gout": ("toe", "swelling", "beer", "kidney"),
    "arthritis": ("swelling", "joint", "stiffness", "knee"),
    "diabetes": ("sugar", "thirst", "insulin", "kidney"),
    "anemia": ("fatigue", "iron", "paleness", "headache"),
}
OTHERS = (
    "The river runs through the town.", "A lamp stands on the table.", "The bus leaves at noon.",
    "The town has a bus and a lamp.", "Rain falls on the river.", "The table is old.", "Noon is hot in the town.",
)  # fmt: skip
ABOVE = (
    *((name, "illness") for name in SIGNS), ("illness", "trouble"), ("cough", "symptom"), ("fever", "symptom"),
    ("inhaler", "device"), ("lamp", "device"), ("hay asthma", "asthma"),
)  # fmt: skip
CANDIDATES = tuple(Candidate(name, (name,)) for name in SIGNS)


POLICY = """
[[models]]
type = "indistinct"
protect = { asthma = "disease" }
k = 3
knowledge = ["none", "world.index"]
candidates_file = "illnesses.txt"
"""
NAMES_NEARLY_ALL = f"Asthma, not {', '.join(list(SIGNS)[1:8])}. The bus was late."
"""A note that names so many candidates that three others are not left."""


@cache
def indexed() -> IndexCorpus:
    """The texts as an index."""
    with TemporaryDirectory() as folder:
        return IndexCorpus([IndexFile(write_index(Path(folder)))])


def write_index(folder: Path) -> Path:
    """The texts as an index in a folder."""
    texts = [
        f"{name} comes with {one} and {two}."
        for name, signs in SIGNS.items()
        for one, two in combinations(signs, 2)
    ]
    texts += [*OTHERS, "A symptom is no device.", "The symptom and the device."]
    source = folder / "texts.jsonl"
    source.write_text("\n".join(json.dumps({"text": text}) for text in texts), encoding="utf-8")
    build([source], folder / "world.index", options=BuildOptions(min_documents=1))
    return folder / "world.index"


def write_policy(folder: Path) -> Path:
    """A policy that hides asthma among three of nine others, with what it needs beside it."""
    write_index(folder)
    (folder / "illnesses.txt").write_text("\n".join(SIGNS), encoding="utf-8")
    (folder / "ward.toml").write_text(POLICY, encoding="utf-8")
    return folder / "ward.toml"


@cache
def taxonomy() -> Hierarchy:
    """What the illnesses are, and a few other things."""
    return Hierarchy.from_pairs(ABOVE)


def small_world(k: int = 3) -> Indistinct:
    """Asthma among ten illnesses."""
    return Indistinct({"asthma": "illness"}, corpus=indexed(), taxonomy=taxonomy(), k=k)
