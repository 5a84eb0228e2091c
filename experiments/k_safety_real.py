"""K-safety on real data: a doctor's letter, 10,760 diseases, and texts that describe symptoms.

python -m experiments.k_safety_real [--quick] [--json docs/figures/k-safety-real.json]

The letter and its database are our own (`examples/`). The diseases are those of the Human Phenotype Ontology's
annotations (HPO terms of use); the texts are answers of MedQuAD (CC BY 4.0). Neither is part of the project.
"""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean, median
from typing import Any

from experiments.harness import data, run
from experiments.needs import Needs
from reticent import Document, sanitize
from reticent.knowledge.entities.entities import Entity, EntityDatabase
from reticent.knowledge.entities.opening import build_entities, open_entities
from reticent.knowledge.entities.source import read_entities
from reticent.models.k_safety import KSafety

DISEASES = "entities/hpo-diseases.jsonl"
ANSWERS = "entities/medquad-symptom-answers.jsonl"
NEEDS = Needs(data=(DISEASES, ANSWERS))
K = 10
SERIOUS = {
    "cancer": r"cancer|carcinoma|sarcoma|tumou?r|leuk[a]?emia|lymphoma|blastoma|neoplas|melanoma",
    "heart": r"cardi|heart|ventric|atrial|aort|long qt",
    "kidney": r"renal|nephr|kidney",
    "liver": r"hepat|liver|cholesta",
    "thyroid": r"thyroid",
    "ovary": r"ovar",
    "mind": r"mental|schizo|autis|depressi|bipolar|dementia|alzheimer|intellectual",
}
"""Categories by words in the names of diseases, after those that the paper's example protects."""


def measure(quick: bool) -> dict[str, Any]:
    """All figures; `quick` takes fewer documents."""
    number = 30 if quick else 120
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "hpo.db"
        start = time.process_time()
        build_entities(with_categories(data(DISEASES)), place)
        seconds = time.process_time() - start
        database = open_entities(place)
        model = KSafety(database, categories=[*SERIOUS], k=K, variants=False)
        return {
            "letter": _letter(),
            "database": {
                "entities": database.size,
                "protected": sum(database.categories().get(name, 0) for name in SERIOUS),
                "build_seconds": round(seconds, 2),
                "megabytes": round(place.stat().st_size / 1e6, 1),
            },
            "medquad": _documents(answers(number), model),
            "phenotypes": _documents(_phenotypes(number), model),
        }


# paper: erase, Figure 2
def _letter() -> dict[str, Any]:
    """Section 1 of the paper retold: which symptoms are generic, and which give a protected disease away."""
    database: EntityDatabase = open_entities("examples/diseases.jsonl")
    letter = Document("letter", Path("examples/doctors-letter.txt").read_text("utf-8"))
    rows = {}
    for k in (3, 5, 10):
        model = KSafety(database, categories=["sexual", "heart", "cancer", "mind"], k=k, variants=False)
        subset = model.safe_subset(model.read(letter))
        rows[f"K={k}"] = {
            "kept": sorted(subset.kept),
            "deleted": sorted(subset.deleted),
            "proven": subset.proven,
        }
    return rows


def _documents(documents: Sequence[Document], model: KSafety) -> dict[str, Any]:
    rows = [_document(document, model) for document in documents]
    told = [row for row in rows if row["terms"]]
    return {
        "documents": len(rows),
        "with_terms": len(told),
        "terms_median": median(row["terms"] for row in told),
        "terms_most": max(row["terms"] for row in told),
        "deleted_mean": round(mean(row["deleted"] for row in told), 2),
        "deleted_mean_btop": round(mean(row["deleted_btop"] for row in told), 2),
        "proven": sum(row["proven"] for row in told),
        "exact_better_than_btop": sum(row["deleted"] < row["deleted_btop"] for row in told),
        "gap_mean_of_the_rest": round(mean([row["gap"] for row in told if not row["proven"]] or [0]), 2),
        "k_reached_least": min(row["k_reached"] for row in told),
        "k_reached_median": median(row["k_reached"] for row in told),
        "violations": sum(row["violations"] for row in rows),
        "ms_plan_median": round(1000 * median(row["plan"] for row in rows), 1),
        "ms_release_median": round(1000 * median(row["release"] for row in rows), 1),
        "ms_release_btop_median": round(1000 * median(row["release_btop"] for row in rows), 1),
        "ms_release_slowest": round(1000 * max(row["release"] for row in rows), 1),
    }


def _document(document: Document, model: KSafety) -> dict[str, Any]:
    """The figures of one document; times are processor seconds."""
    greedy = replace(model, search="btop")
    reading = model.read(document)
    exact, btop = model.safe_subset(reading), greedy.safe_subset(reading)
    start = time.process_time()
    model.plan(document)
    planned = time.process_time()
    outcome = sanitize(document, model)
    released = time.process_time()
    sanitize(document, greedy)
    end = time.process_time()
    return {
        "terms": len(reading.terms),
        "deleted": len(exact.deleted),
        "deleted_btop": len(btop.deleted),
        "proven": exact.proven,
        "gap": exact.gap,
        "k_reached": _companions_reached(model, outcome.release.released),
        "violations": len(outcome.violations),
        "plan": planned - start,
        "release": released - planned,
        "release_btop": end - released,
    }


def _companions_reached(model: KSafety, document: Document) -> int:
    """The fewest companions that a protected entity has in a text, by counting; all others where none is told of."""
    crowd = model.read(document).crowd()
    protected = model.database.inside([*SERIOUS]).tolist()
    told = {crowd.known[entity] for entity in protected if entity in crowd.known}
    return min((crowd.companions(each) for each in told), default=crowd.size - 1)


def with_categories(path: Path) -> Iterator[Entity]:
    """The diseases of a file, with a category by words in their names."""
    for entity in read_entities(path):
        names = " ".join(entity.names).lower()
        found = (name for name, words in SERIOUS.items() if re.search(words, names))
        yield replace(entity, categories=(next(found, "other"),))


def answers(number: int) -> list[Document]:
    """So many answers of MedQuAD, spread over all."""
    lines = data(ANSWERS).read_text("utf-8").splitlines()
    chosen = lines[:: len(lines) // number][:number]
    return [Document(f"answer {at}", json.loads(line)["text"]) for at, line in enumerate(chosen)]


def _phenotypes(number: int) -> list[Document]:
    entities = list(with_categories(data(DISEASES)))
    protected = [entity for entity in entities if entity.categories[0] in SERIOUS]
    chosen = protected[:: len(protected) // number][:number]
    return [Document(f"phenotypes {at}", ". ".join(entity.context) + ".") for at, entity in enumerate(chosen)]


def show(figures: dict[str, Any]) -> None:
    """The figures as tables."""
    for k, row in figures["letter"].items():
        print(f"letter, {k}: kept {', '.join(row['kept'])}; deleted {', '.join(row['deleted'])}")
    print(f"\ndatabase: {figures['database']}\n")
    print(f"{'':26}{'medquad':>12}{'phenotypes':>12}")
    for name in figures["medquad"]:
        print(f"{name:26}{figures['medquad'][name]:>12}{figures['phenotypes'][name]:>12}")


if __name__ == "__main__":
    run("k_safety_real", NEEDS, measure, show)
