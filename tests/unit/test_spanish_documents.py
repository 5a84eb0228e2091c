"""Spanish text goes through every door as English does, and documents of several languages by their parts."""

from __future__ import annotations

import pytest
from tests.language_samples import SAMPLES

from reticent import Document, open_policy
from reticent.engine.documents import run_one, run_together
from reticent.engine.languages import speak_rules
from reticent.errors import LanguageError
from reticent.formats.seam.options import change_options
from reticent.review.review import open_review
from reticent.review.showing import show_document
from reticent.usecases.release import InputFile, release

LETTER = (
    "Estimada señora Quintela:\n\nLe escribo porque mi hijo Mateo Fernández Ruiz, de Zaragoza, ingresó el 3 de mayo de 2019 en"
    " el hospital con fiebre muy alta. Su teléfono es el 655 018 234 y su DNI el 12345678-Z. No sabemos todavía qué tiene,"
    " pero los médicos dicen que hay que esperar hasta el lunes.\n\nUn saludo,\nMarisa Couto"
)
ENGLISH = (
    "Dear doctor, I am writing to you because my mother, Ann Smith, was admitted to the hospital last night with a very high"
    " fever. We do not know yet what it is, but they say that we have to wait until Monday."
)
SECRETS = ("Mateo", "Fernández", "Zaragoza", "3 de mayo", "655 018", "12345678", "Couto")


def test_a_spanish_letter_is_released_without_its_names() -> None:
    outcome = open_policy().sanitize(Document("carta", LETTER))
    assert not outcome.violations
    assert [secret for secret in SECRETS if secret in outcome.text] == []
    assert "fiebre muy alta" in outcome.text
    assert outcome.release.original.language == "es"


def test_paragraphs_of_two_languages_are_both_read() -> None:
    outcome = open_policy().sanitize(Document("cartas", f"{ENGLISH}\n\n{LETTER}\n\n{ENGLISH}"))
    assert not outcome.violations
    assert [secret for secret in (*SECRETS, "Smith") if secret in outcome.text] == []


def test_short_records_have_the_language_of_the_others() -> None:
    rules = open_policy().rules
    documents = [
        Document("uno", LETTER),
        Document("dos", "Gutiérrez"),
        Document("tres", "alta el 4 de junio"),
    ]
    outcomes = run_together(documents, rules)
    languages = [each.release.original.language for each in outcomes]  # type: ignore[union-attr]
    assert languages == ["es", "es", "es"]


def test_a_language_that_somebody_names_is_believed() -> None:
    rules = speak_rules(open_policy().rules, "es")
    outcome = run_one(Document("nota", "Avisado Dr. Otero, 4ª planta"), rules)
    assert outcome.release.original.language == "es"
    assert "Otero" not in outcome.text


def test_a_language_that_nobody_reads_is_still_refused() -> None:
    with pytest.raises(LanguageError, match="Polish"):
        open_policy().sanitize(Document("list", SAMPLES["pl"]))


def test_english_documents_stay_english() -> None:
    rules = open_policy().rules
    (outcome,) = run_together([Document("letter", ENGLISH)], rules)
    assert outcome.release.original.language == "en"  # type: ignore[union-attr]


def test_a_review_says_the_language() -> None:
    review = open_review([InputFile("carta.txt", LETTER.encode())], open_policy().rules)
    assert show_document(review, review.numbers[0])["language"] == "Spanish"
    review = open_review([InputFile("letter.txt", ENGLISH.encode())], open_policy().rules)
    assert show_document(review, review.numbers[0])["language"] == ""


def test_headers_of_columns_are_read_in_spanish() -> None:
    table = (
        "NHC,Apellidos,Ciudad,Edad,Diagnóstico\n739146,verde,la vega,93,asma\n118842,rosa,el campo,45,gripe\n"
    )
    rules = open_policy().rules
    options = change_options(rules.options, columns=["NHC=sanitize", "Edad=sanitize"])
    released = release(InputFile("tabla.csv", table.encode()), rules, options=options).data.decode()
    for secret in ("739146", "verde", "la vega", "93", "rosa", "el campo"):
        assert secret not in released
    assert "asma" in released
    assert "45" in released
