"""t-plausibility and K-safety promise the same in Spanish, with Spanish names and articles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reticent import Document
from reticent.engine.documents import sanitize
from reticent.errors import LanguageError
from reticent.knowledge.entities.opening import open_entities
from reticent.knowledge.taxonomy.opening import open_taxonomies
from reticent.knowledge.taxonomy.taxonomy import Taxonomy
from reticent.models.k_safety import KSafety
from reticent.models.t_plausibility import TPlausibility

NOTE = "La paciente sufre una gripe y tiene un cáncer de hígado."


@pytest.fixture(scope="module")
def spanish() -> Taxonomy:
    return open_taxonomies(["wordnet-es"], Path())


def test_what_stands_for_a_noun_has_its_gender(spanish: Taxonomy) -> None:
    model = TPlausibility(500, taxonomy=spanish, language="es")
    outcome = sanitize(Document("nota", NOTE, language="es"), model)
    assert not outcome.violations
    assert "una enfermedad" in outcome.text
    assert "gripe" not in outcome.text


def test_a_model_that_reads_english_refuses_spanish(spanish: Taxonomy) -> None:
    with pytest.raises(LanguageError):
        sanitize(Document("nota", NOTE, language="es"), TPlausibility(500, taxonomy=spanish))


def test_a_disease_is_hidden_among_others_by_its_spanish_symptoms(tmp_path: Path) -> None:
    symptoms = {
        "gripe": ["fiebre", "tos", "escalofrío"],
        "neumonía": ["fiebre", "tos"],
        "bronquitis": ["tos"],
    }
    rows = [{"id": name, "names": [name], "context": terms} for name, terms in symptoms.items()]
    file = tmp_path / "enfermedades.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    model = KSafety(open_entities(file), ["gripe"], 1, language="es")
    text = "El paciente presenta fiebre, tos y escalofríos desde hace tres días."
    outcome = sanitize(Document("nota", text, language="es"), model)
    assert not outcome.violations
    assert "escalofríos" not in outcome.text
    assert "fiebre, tos" in outcome.text
