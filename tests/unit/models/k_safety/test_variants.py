"""Terms as people write them: derived, misspelt, abbreviated, called by another name; each with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent import Document, sanitize
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.opening import open_entities
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.knowledge.entities.words import medical_names
from reticent.models.k_safety import KSafety
from reticent.models.k_safety._places import make_variants

EXAMPLES = Path(__file__).parents[4] / "examples"


@pytest.mark.parametrize(
    ("text", "term", "reason"),
    [
        ("He has hep B.", "hepatitis b", "another name"),
        ("A gonorrhoeal discharge.", "gonorrhoea", "a derived form"),
        ("A gonnorhea test.", "gonorrhea", "a misspelling"),
        ("She is seropositive.", "HIV infection", "a finding that names it"),
        ("Known asthmatic.", "asthma", "a derived form"),
        ("An epileptic fit.", "epilepsy", "a derived form"),
        ("Long-standing HTN.", "hypertension", "an abbreviation"),
        ("Suspected tuberculossis.", "tuberculosis", "a misspelling"),
        ("Recent chlamydya.", "chlamydia", "a misspelling"),
    ],
)
def test_a_term_is_found_as_people_write_it_and_the_plan_says_how(text: str, term: str, reason: str) -> None:
    diseases = open_entities(EXAMPLES / "diseases.jsonl")
    everything = [category for category in diseases.categories() if category]
    model = KSafety(diseases, categories=everything, k=10, marks=False)
    found = model.read(Document("note", text))
    assert term in found.terms
    assert reason in {found.variants.get(span) for span in found.places[term]}
    outcome = sanitize(Document("note", text), model)
    (decision,) = [each for each in outcome.plan.decisions if each.evidence["term"] == term]
    assert reason in decision.evidence["written"]
    assert reason in decision.reason
    assert text not in outcome.text
    assert outcome.document.placeholders
    plain = KSafety(diseases, categories=everything, k=10, variants=False)
    assert term not in plain.read(Document("note", text)).terms


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("cold", "could"),
        ("hypotension", "hypertension"),
        ("fewer", "fever"),
        ("psychic", "psychosis"),
        ("international", "internationals"),
        ("general", "generals"),
    ],
)
def test_another_word_is_no_misspelling(word: str, known: str) -> None:
    assert make_variants([known]).find(word) is None


def test_the_term_itself_wins_over_any_other_reading() -> None:
    known = SqliteEntities.in_memory(
        [
            Entity("a", ("a1",), (), ("diabetic", "diabetes")),
            Entity("b", ("b1",), (), ("hep b", "hepatitis b")),
        ]
    )
    found = KSafety(known, ["a"], k=1).read(Document("note", "A diabetic with hep B."))
    assert set(found.terms) == {"diabetic", "hep b"}
    assert not found.variants


def test_the_list_of_names_is_in_the_forms_of_a_database() -> None:
    names = medical_names()
    assert len(names) > 5000
    assert any("hepatitis b" in meaning.forms for meaning in names["hep b"])
    assert "BD" not in names
