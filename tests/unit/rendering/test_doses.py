"""Doses: what goes with a drug, and what belongs to the next one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.plan import Decision, Plan
from reticent.rendering.doses import take_doses
from reticent.rendering.edits import render
from reticent.text import Document, Span


def release(text: str, *drugs: str, words: dict[str, str] | None = None) -> str:
    """The text without these drugs, with their doses gone, some of them shown by a word."""
    note = Document("note", text)
    decisions = [
        Decision(
            (Span(text.index(drug), text.index(drug) + len(drug)),), "DRUG", becomes=(words or {}).get(drug)
        )
        for drug in drugs
    ]
    taken = take_doses(note, decisions, range(len(decisions)))
    return render(note, Plan.for_document(note, taken, ())).released.text


def test_an_amount_after_and_belongs_to_the_drug_that_follows_it() -> None:
    text = "Sedated with 50 mcg of fentanyl and 2 mg of midazolam."
    assert release(text, "fentanyl") == "Sedated with [DRUG] and 2 mg of midazolam."
    assert release(text, "fentanyl", "midazolam") == "Sedated with [DRUG] and [DRUG]."
    shown = release(text, "fentanyl", "midazolam", words={"midazolam": "medicine"})
    assert shown == "Sedated with [DRUG] and a medicine."


@pytest.mark.parametrize(
    ("text", "drug", "expected"),
    [
        ("aspirin 81 mg, 20 mg lisinopril daily", "aspirin", "[DRUG], 20 mg lisinopril daily"),
        ("aspirin 81 mg given today", "aspirin", "[DRUG] given today"),
        ("insulin 10 units in the morning and 20 units at night.", "insulin", "[DRUG]."),
        ("salbutamol 2 puffs q4h as needed", "salbutamol", "[DRUG]"),
        ("amoxicillin and 2 mg codeine", "amoxicillin", "[DRUG] and 2 mg codeine"),
    ],
)
def test_a_drug_takes_its_own_dose_and_no_other(text: str, drug: str, expected: str) -> None:
    assert release(text, drug) == expected


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["5 mg of ", "2 mg ", "", "1,000 units "]),
            st.sampled_from(["alpha", "beta", "gamma"]),
            st.sampled_from(["", " 10 mg", " BD", " 2 puffs q4h"]),
            st.sampled_from([" and ", ", ", " ", ". ", " with "]),
        ),
        min_size=1,
        max_size=4,
        unique_by=lambda row: row[1],
    ),
    st.sets(st.sampled_from(["alpha", "beta", "gamma"])),
)
def test_no_two_places_meet_and_no_drug_is_left(
    rows: list[tuple[str, str, str, str]], worded: set[str]
) -> None:
    text = "".join("".join(row) for row in rows) + "end."
    drugs = [row[1] for row in rows]
    shown = release(text, *drugs, words=dict.fromkeys(worded, "medicine"))
    assert not any(drug in shown for drug in drugs)
    assert not any(joined in shown for joined in ("]medicine", "medicine[", "]["))
