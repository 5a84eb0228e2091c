"""German documents from end to end: what is found in them, how a replacement is written, and how compounds are read."""

from __future__ import annotations

import pytest

from reticent import open_policy
from reticent.detection.names import names
from reticent.detection.patterns import patterns
from reticent.detection.word_list import WordList
from reticent.formats.seam.options import change_options
from reticent.language.passages import divide_by_language, find_main_language
from reticent.plan import Decision, Plan
from reticent.rendering.edits import render
from reticent.text import Document, Span, analyze, terms
from reticent.usecases.release import InputFile, release

LETTER = """Sehr geehrter Herr Kollege Brandmüller,

wir berichten über Frau Ilse Hagenbeck-Roth, geb. am 14.02.1948, wohnhaft Kastanienallee 17, 06114 Halle (Saale), die vom
3. bis zum 12. Mai 2021 in unserer stationären Behandlung war. Ihre Tochter Svenja ist unter 0345 5512-884 erreichbar.
Versichertennummer K482915506. Die Lungenentzündung heilte unter Amoxicillin aus.

Mit freundlichen Grüßen
Dr. med. Tarik Özdemir
"""


def _write(text: str) -> Document:
    return Document("brief", text, language="de")


def _render(text: str, old: str, new: str) -> str:
    document = _write(text)
    places = [Span(at, at + len(old)) for at in range(len(text)) if text.startswith(old, at)]
    plan = Plan.for_document(document, (Decision(tuple(places), "TERM", becomes=new),))
    return render(document, plan).released.text


def test_a_german_letter_is_told_by_its_words() -> None:
    assert find_main_language(LETTER, {"en", "de", "es"}) == "de"
    assert find_main_language("Patient: John Smith. Name of the GP: Dr Lee.", {"en", "de"}) == "en"


def test_paragraphs_in_english_stay_english() -> None:
    english = "The patient was seen in our clinic last week, and she was well. She will come again in three months, and we would be glad"
    english += " to hear from you before that if there is anything that we should know about her.\n\n"
    parts = divide_by_language(english + LETTER, {"en", "de"})
    assert {part.code for part in parts} == {"en", "de"}


def test_names_of_a_letter_are_found() -> None:
    found = {each.span.of(LETTER) for each in names().mentions(_write(LETTER)) if each.kind == "PERSON"}
    assert {"Brandmüller", "Ilse Hagenbeck-Roth", "Svenja", "Tarik Özdemir"} <= found
    assert not any("Lungenentzündung" in each or "Amoxicillin" in each for each in found)


@pytest.mark.parametrize("title", ["Arztbrief", "Entlassungsbrief", "Gutachten", "Vollmacht"])
def test_the_title_of_a_document_is_nobody(title: str) -> None:
    assert names().mentions(Document("title", title)) == []


def test_what_somebody_does_is_no_part_of_a_name() -> None:
    document = Document("note", "Frau Katrin Beyer weiß, dass die Kosten nicht übernommen werden.")
    assert [each.span.of(document.text) for each in names().mentions(document)] == ["Katrin Beyer"]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("14.02.1948", "DATE"),
        ("3. bis zum 12. Mai 2021", "DATE"),
        ("Kastanienallee 17", "LOCATION"),
        ("06114 Halle (Saale)", "LOCATION"),
        ("0345 5512-884", "PHONE"),
        ("K482915506", "HEALTH_ID"),
    ],
)
def test_what_has_a_form_of_its_own_is_found(value: str, kind: str) -> None:
    found = [(each.span.of(LETTER), each.kind) for each in patterns().mentions(_write(LETTER))]
    assert any(value in text and kind == named for text, named in found)


@pytest.mark.parametrize(
    "number",
    [
        "Steuer-ID 86 095 742 719",
        "Steuernummer 257/123/45678",
        "USt-IdNr. DE136695976",
        "Rentenversicherungsnummer 13 240543 K 512",
        "Krankenversichertennummer A123456780",
        "Personalausweis L8VHT0R3P",
        "Reisepass C01X0006H",
        "IBAN DE89 3704 0044 0532 0130 00",
        "SVNR 1237 010180",
        "UID ATU13585627",
        "AHV-Nr. 756.9217.0769.85",
    ],
)
def test_no_national_number_is_left(number: str) -> None:
    text = f"Die Angaben des Antragstellers wurden geprüft und sind vollständig: {number} liegt vor."
    digits = {at for at, char in enumerate(text) if char.isdigit()}
    seen = {at for each in patterns().mentions(_write(text)) for at in range(each.span.start, each.span.end)}
    assert digits <= seen


def test_protected_names_are_found_in_compounds_and_in_other_forms() -> None:
    text = "Der Tumorpatient kam nach der Lungenkrebs-OP; zwei Tumoren, kein Hautkrebs, ein Tumult."
    found = WordList(["Krebs", "Tumor"], parted=True).mentions(_write(text))
    assert [each.span.of(text) for each in found] == [
        "Tumorpatient",
        "Lungenkrebs-OP",
        "Tumoren",
        "Hautkrebs",
    ]
    english = WordList(["Krebs", "Tumor"], parted=True).mentions(Document("note", text))
    assert "Tumoren" not in [each.span.of(text) for each in english]


@pytest.mark.parametrize(
    ("text", "old", "new", "released"),
    [
        ("Er hat einen bösartigen Tumor.", "Tumor", "Krankheit", "Er hat eine bösartige Krankheit."),
        ("Er starb am Krebs.", "Krebs", "Krankheit", "Er starb an der Krankheit."),
        ("Die schwere Lungenentzündung heilte.", "Lungenentzündung", "Leiden", "Das schwere Leiden heilte."),
        ("Zeichen der Pneumonie", "Pneumonie", "Leiden", "Zeichen des Leidens"),
        ("Sie hat Krebs.", "Krebs", "krankheit", "Sie hat eine Krankheit."),
        ("Sie kam mit Depressionen.", "Depressionen", "krankheit", "Sie kam mit Krankheiten."),
    ],
)
def test_a_replacement_has_its_gender_and_its_case(text: str, old: str, new: str, released: str) -> None:
    assert _render(text, old, new) == released


def test_terms_have_their_base_forms() -> None:
    found = {term.form for term in terms(_write("Die schweren Lungenentzündungen der Patientinnen heilten."))}
    assert found == {"schwer lungenentzündung", "patientin"}


def test_ordinals_and_abbreviations_end_no_sentence() -> None:
    text = "Am 12. Mai kam Frau Dr. Weber z. B. wegen Husten. Sie ging am 3. Juni."
    analysis = analyze(_write(text))
    assert [span.of(text) for span in analysis.sentences] == [text[:49], text[50:]]


def test_headers_of_columns_are_read_in_german() -> None:
    table = "Fallnummer,Nachname,Wohnort,Alter,Diagnose\n739146,grün,neustadt,93,Asthma\n118842,klein,burg,45,Grippe\n"
    rules = open_policy().rules
    options = change_options(rules.options, columns=["Fallnummer=sanitize", "Alter=sanitize"])
    released = release(InputFile("tabelle.csv", table.encode()), rules, options=options).data.decode()
    for secret in ("739146", "grün", "neustadt", "93", "klein", "burg"):
        assert secret not in released
    assert "Asthma" in released
    assert released.startswith("Fallnummer,Nachname,Wohnort,Alter,Diagnose")


@pytest.mark.parametrize(
    ("text", "districts"),
    [
        ("Er lebt in Köln-Nippes und arbeitet in Berlin-Neukölln.", ["Köln-Nippes", "Berlin-Neukölln"]),
        ("Er lief im Berlin-Marathon mit und fährt nach Hause.", []),
    ],
)
def test_a_town_with_its_district_is_a_place(text: str, districts: list[str]) -> None:
    found = names().mentions(Document("note", text, language="de"))
    assert [each.span.of(text) for each in found if each.kind == "LOCATION"] == districts
