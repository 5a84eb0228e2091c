"""One judgement of labels: what tells of somebody is found in any spelling, and ordinary words stay."""

from __future__ import annotations

import pytest

from reticent import open_policy
from reticent.detection import WordList
from reticent.engine.labels import LabelJudge
from reticent.engine.rules import Rules
from reticent.models.redaction import Redaction

DEFAULT = LabelJudge(open_policy("default").rules)

ORDINARY = (
    """
week|last_name|first_name|surname|dob|birth_date|age|town|city|phone|ssn|mrn|email|Patient ID|Diagnosis|May|June|January|Q1
2023|Mobile|Address|address_line_1|zip|zipcode|ZIP Code|postcode|state|Country|Full Name|fullName|firstName|lastname
middle_initial|admit_date|visitDate|visit_2|Notes|body|ticketId|Priority|Assignee|updatedAt|Price|unit_price|SKU|product_id
Bill To|acct_no|USD|EUR|lat|lon|latitude|user_agent|username|password_hash|uuid|row_id|Unnamed: 0|file_path|md5|sha256|BP
HR|SpO2|HbA1c|Hb|WBC|Na|K|CRP|eGFR|BMI|ICD10|SNOMED|dose_mg|Ward|GP|Next of kin|case_number|Docket|timestamp|Mon|Sunday|Jan
Sept|Spring|Week 12|Group A|Region|North|EMEA|Branch|emp_id|Home Team|sepal_length|Fare|mpg|horsepower|q1_score|col_17|y_true
prob|epoch|Apgar|Child-Pugh|Charlson|Barthel|Mark|Bill|Rose|Chase|Will|Hope|Art|Max|Min|Norm|Page|Rich text|Cook|Sheet1
Budget|Overview|Raw data|Sales|Marketing|Finance|Grace period|phonenumber|emailaddress|creatinine|troponin|Lead time|Power
patient 3|visit 2.txt|note12.csv|Nurse notes|from date|To Do|by week|β-blocker|µg|α
""".replace("\n", "|")
    .strip("|")
    .split("|")
)

TELLING = (
    """
Anna Kowalska|John Smith|AnnaKowalska|anna_kowalska|john_smith_notes|Notes Anna Kowalska|Kowalska|Okonkwo|Smith, John
SMITH JOHN|ANNA KOWALSKA|Dr. Meyer|Dr Patel|Mrs Brannigan|Adaeze Okonkwo|Wei Zhang|Li Wei|José García|Maria|Priya|Tom|Emily
Mohammed Al-Sayed|Siobhan O'Brien|J. Smith|patient_anna_kowalska|anna.kowalska|Anna's notes|score_john_smith|johnSmithScore
Mark Price|AnnaMeyer|final_ivanova|Jean-Luc Picard|Yuki Tanaka|Mr Green|Dr. Price|Mrs Green.txt|Mr_Price.txt|Sister Rose.txt
patient Young.txt|letter to Mark.txt|for Will.txt|kowalska2.txt|kowalska 2.txt|smith3.txt|Иван Петров|王小明|notes of Иванова
""".replace("\n", "|")
    .strip("|")
    .split("|")
)

FORMS = {
    "jane.doe@example.org": "EMAIL",
    "SSN 219-09-9999": "US_SSN",
    "12 March 2024": "DATE",
    "2024-03-12": "DATE",
    "January 2024": "DATE",
    "212-555-0123": "PHONE",
    "4111 1111 1111 1111": "CREDIT_CARD",
    "Springfield": "LOCATION",
}


@pytest.mark.parametrize("label", ORDINARY)
def test_an_ordinary_label_stays(label: str) -> None:
    assert DEFAULT.find_kind(label) is None


@pytest.mark.parametrize("label", TELLING)
def test_a_name_in_a_label_is_found_in_any_spelling(label: str) -> None:
    assert DEFAULT.find_kind(label) == "PERSON"


@pytest.mark.parametrize(("label", "kind"), FORMS.items())
def test_a_label_is_of_the_kind_that_it_tells(label: str, kind: str) -> None:
    assert DEFAULT.find_kind(label) == kind


def test_placeholders_are_numbered_where_two_would_be_the_same() -> None:
    labels = ["week", "Anna Kowalska", "jane.doe@example.org", "John Smith", "Anna Kowalska"]
    assert DEFAULT.replace(labels) == {
        "Anna Kowalska": "[PERSON 1]",
        "John Smith": "[PERSON 2]",
        "jane.doe@example.org": "[EMAIL]",
    }


def test_a_placeholder_that_stands_there_already_is_not_given_again() -> None:
    assert DEFAULT.replace(["Anna Kowalska", "[person 1]", "[PERSON]"]) == {"Anna Kowalska": "[PERSON 2]"}
    assert DEFAULT.replace(["Anna Kowalska"], taken=["[PERSON]"]) == {"Anna Kowalska": "[PERSON 1]"}


def test_a_word_that_is_also_a_name_goes_beside_two_names() -> None:
    assert "Mark" not in DEFAULT.replace(["Mark", "Anna Kowalska", "Total"])
    changed = DEFAULT.replace(["Mark", "Anna Kowalska", "John Smith", "Total"])
    assert set(changed) == {"Mark", "Anna Kowalska", "John Smith"}


def test_a_word_list_is_followed_to_the_letter() -> None:
    judge = LabelJudge(Rules((Redaction((WordList(["Price"], kind="PERSON"),)),)))
    assert judge.find_kind("unit_price") == "PERSON"
    assert judge.find_kind("Anna Kowalska") is None


def test_a_label_of_an_earlier_release_tells_nothing() -> None:
    assert DEFAULT.replace(["[PERSON 1]", "[PERSON 2]", "[DATE]"]) == {}


def test_a_name_that_is_no_text_tells() -> None:
    assert DEFAULT.tells("\udcff")
