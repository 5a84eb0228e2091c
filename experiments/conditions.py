"""How many of the commonest conditions of general practice can be protected, with which knowledge.

python -m experiments.conditions [--quick] [--json FILE]

The hundred conditions, and what may be told of each, stand in `general_practice.tsv`; they were written down before anything
was counted.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from experiments.harness import run
from experiments.needs import Needs
from reticent.errors import KnowledgeError, ReticentError
from reticent.knowledge import Corpus, open_knowledge
from reticent.knowledge.taxonomy import Taxonomy, open_taxonomies, taxonomies_beside
from reticent.models.cg_sanitization._entities import EntityMeasure, entity_of

LIST = Path(__file__).parent / "general_practice.tsv"
SETTINGS: Mapping[str, Sequence[str]] = {
    "general": (),
    "general and texts of medicine": ("medicine-texts",),
    "general and medicine": ("medicine",),
}
KINDS = ("unknown", "otherwise", "guessed")
"""Refused as never seen; refused otherwise; protected, but counted by the words of its names alone."""

NEEDS = Needs()
QUICK = 20


def measure(quick: bool) -> dict[str, Any]:
    """The conditions that each knowledge refuses, by why."""
    rows = read_list()[: QUICK if quick else None]
    return {
        "conditions": len(rows),
        "settings": [{"knowledge": name, **refusals(rows, choices)} for name, choices in SETTINGS.items()],
    }


def read_list() -> list[tuple[str, str]]:
    """Each condition with what may be told of it."""
    with LIST.open(encoding="utf-8", newline="") as lines:
        return [(row["condition"], row["general"]) for row in csv.DictReader(lines, delimiter="\t")]


def refusals(rows: Sequence[tuple[str, str]], choices: Sequence[str]) -> dict[str, list[str]]:
    """The conditions that were never seen, those that are refused otherwise, and those with no count of a whole name."""
    corpus = open_knowledge(*choices)
    taxonomy = open_taxonomies(taxonomies_beside(choices), Path())
    reasons = {condition: _refusal(condition, general, corpus, taxonomy) for condition, general in rows}
    return {kind: [condition for condition, reason in reasons.items() if reason == kind] for kind in KINDS}


def _refusal(condition: str, general: str, corpus: Corpus, taxonomy: Taxonomy) -> str:
    try:
        entity = entity_of(condition, general, by=EntityMeasure(corpus, taxonomy))
    except KnowledgeError as error:
        return "unknown" if f"never seen '{condition}'" in str(error) else "otherwise"
    except ReticentError:
        return "otherwise"
    return "" if "exact" in corpus.known(sorted(entity.terms)) else "guessed"


def show(figures: Mapping[str, Any]) -> None:
    """A line for each knowledge, and the conditions behind it."""
    print(f"{figures['conditions']} conditions of general practice\n")
    print(f"{'knowledge':34}{'refused as unknown':>20}{'refused otherwise':>20}{'counted by words':>20}")
    for row in figures["settings"]:
        print(f"{row['knowledge']:34}" + "".join(f"{len(row[kind]):>20}" for kind in KINDS))
    for row in figures["settings"]:
        for kind in KINDS:
            print(f"\n{row['knowledge']}, {kind}: {', '.join(row[kind]) or 'none'}")


if __name__ == "__main__":
    run("conditions", NEEDS, measure, show)
