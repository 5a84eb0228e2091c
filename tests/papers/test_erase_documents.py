"""ERASE on documents: Example 1 as a text, and the letter of section 1 retold on our own diseases."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent import Document, sanitize
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.opening import open_entities
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety

EXAMPLES = Path(__file__).parents[2] / "examples"
CONTEXTS = {
    "e1": "t1 t2 t3",
    "e2": "t2 t4 t5 t6",
    "e3": "t1 t4 t7",
    "f1": "t1 t2 t4 t7",
    "f2": "t3 t5 t6",
    "f3": "t2 t7",
    "f4": "t1 t2 t3 t5 t6 t7",
}


@pytest.mark.paper("erase", "Example 1")
def test_example_1_as_a_text_keeps_its_only_optimum() -> None:
    database = SqliteEntities.in_memory(
        Entity(name, (name,), (), tuple(context.split())) for name, context in CONTEXTS.items()
    )
    outcome = sanitize(Document("D", "t1 t2 t4 t5 t6 t7"), KSafety(database, ["e1", "e2", "e3"], k=2))
    assert outcome.text == "t1 [TERM] [TERM] t5 t6 t7"
    assert outcome.violations == ()


@pytest.mark.paper("erase", "Figure 1", "Figure 2")
def test_the_letter_loses_what_is_specific_and_keeps_what_is_generic() -> None:
    database = open_entities(EXAMPLES / "diseases.jsonl")
    letter = Document("letter", (EXAMPLES / "doctors-letter.txt").read_text("utf-8"))
    model = KSafety(database, categories=["sexual", "heart", "cancer", "mind"], k=10)
    reading = model.read(letter)
    kept = model.safe_subset(reading).kept
    assert {"gonorrhoea", "hepatitis b", "HIV", "unprotected sex"}.isdisjoint(kept)
    assert "fatigue" in kept
    assert len(kept) >= 3
    assert not sanitize(letter, model).violations


def test_sweating_is_common_and_still_goes_when_it_completes_a_protected_disease() -> None:
    database = open_entities(EXAMPLES / "diseases.jsonl")
    model = KSafety(database, ["HIV"], k=10)
    alone = sanitize(Document("note", "There was sweating."), model)
    together = sanitize(Document("note", "There was sweating, weight loss and fatigue."), model)
    assert alone.plan.decisions == ()
    assert len(together.plan.decisions) == 1
    assert together.plan.decisions[0].evidence["shields"] == "HIV"
