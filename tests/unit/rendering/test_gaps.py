"""Gaps that don't tell: slots, labels and fixed phrases go with what stood in them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent import Document
from reticent.plan import Decision, Plan
from reticent.rendering.edits import render
from reticent.rendering.gaps import close_gaps, join_gaps
from reticent.text import Span
from reticent.text.tokens import tokenize

KINDS = frozenset({"REMOVED"})


def release(text: str, *removed: str, others: tuple[Decision, ...] = ()) -> str:
    """The text with these words removed at all their places, and the gaps closed."""
    document = Document("note", text)
    decisions = [
        Decision(tuple(Span(*found.span()) for found in re.finditer(re.escape(word), text)), "REMOVED")
        for word in removed
    ]
    closed = close_gaps(document, [*others, *decisions], kinds=KINDS)
    return render(document, Plan.for_document(document, closed)).released.text


@pytest.mark.parametrize(
    ("text", "removed", "expected"),
    [
        ("ECG: fibrillation/flutter seen.", "fibrillation", "ECG: flutter seen."),
        ("ECG: flutter/fibrillation seen.", "fibrillation", "ECG: flutter seen."),
        ("He denies hep B/C or HIV.", "HIV", "He denies hep B/C."),
        ("She had fever, sweats, and a cough.", "sweats", "She had fever and a cough."),
        ("She had fever, sweats and a cough.", "sweats", "She had fever and a cough."),
        ("She had fever, a cough, and sweats.", "sweats", "She had fever, a cough."),
        ("She had sweats, fever and a cough.", "sweats", "She had fever and a cough."),
        ("She had fever, a rash, sweats, and a cough.", "a rash", "She had fever, sweats, and a cough."),
        ("A test (ELISA) was done.", "ELISA", "A test was done."),
        ("No sweats/fever were seen.", "sweats", "No fever were seen."),
        ("He had a rash, a fever and sweats.", "rash", "He had a fever and sweats."),
        ("She has no sweats or fever.", "sweats", "She has no fever."),
    ],
)
def test_a_slot_of_a_list_goes_with_its_separator(text: str, removed: str, expected: str) -> None:
    assert release(text, removed) == expected


@pytest.mark.parametrize(
    ("text", "removed", "expected"),
    [
        ("Denies HIV, hepatitis.", "HIV", "Denies [REMOVED], hepatitis."),
        ("Absent reflexes and sensation.", "reflexes", "Absent [REMOVED] and sensation."),
        ("Rule out HIV; asthma.", "HIV", "Rule out [REMOVED]; asthma."),
        (
            "He cannot tolerate zidovudine, aspirin ok",
            "zidovudine",
            "He cannot tolerate [REMOVED], aspirin ok",
        ),
        ("Patient has no (HIV), asthma", "HIV", "Patient has no ([REMOVED]), asthma"),
        ("Stopped zidovudine, aspirin.", "zidovudine", "Stopped [REMOVED], aspirin."),
        ("No history of HIV, asthma or cancer.", "HIV", "No history of asthma or cancer."),
        ("Load 88,000 copies/ml today.", "copies", "Load 88,000 [REMOVED]/ml today."),
        ("He takes 5 mg/kilo daily.", "kilo", "He takes 5 mg/[REMOVED] daily."),
    ],
)
def test_what_is_left_never_says_the_opposite(text: str, removed: str, expected: str) -> None:
    assert release(text, removed) == expected


def test_an_either_goes_with_the_first_of_two() -> None:
    assert release("It was either HIV or hepatitis.", "HIV") == "It was hepatitis."


@pytest.mark.parametrize(
    ("text", "removed", "expected"),
    [
        ("Seen today.\nHR: 80\nRR: 16\n", "80", "Seen today.\n\nRR: 16\n"),
        ("BP 120/70, HR: 80, RR: 16", "80", "BP 120/70, RR: 16"),
        ("HR: 80, RR 16", "80", "RR 16"),
        ("Plan:\n- lamivudine\n- rest\n", "lamivudine", "Plan:\n\n- rest\n"),
        ("Text.\n\nViral load\n40 copies\n\nEnd.", "40 copies", "Text.\n\nViral load\n[REMOVED]\n\nEnd."),
        ("Text.\n\nViral Load\n40 copies\n\nEnd.", "40 copies", "Text.\n\n\n\n\nEnd."),
    ],
)
def test_a_label_or_heading_goes_with_the_only_thing_under_it(text: str, removed: str, expected: str) -> None:
    assert release(text, removed) == expected


@pytest.mark.parametrize(
    ("text", "removed", "expected"),
    [
        ("He had nocturnal dyspnea again.", "dyspnea", "He had [REMOVED] again."),
        ("An antiretroviral drug was given.", "antiretroviral", "A [REMOVED] was given."),
        ("He had severe dyspnea again.", "dyspnea", "He had severe [REMOVED] again."),
    ],
)
def test_a_fixed_phrase_goes_with_the_gap_in_it(text: str, removed: str, expected: str) -> None:
    assert release(text, removed) == expected


@pytest.mark.parametrize(
    ("text", "removed"),
    [
        ("He has sweats and takes aspirin.", "sweats"),
        ("He has sweats and the doctor left.", "sweats"),
        ("He had sweats, which were treated.", "sweats"),
        ("He had no sweats and fever.", "sweats"),
        ("He had sweats, the doctor said.", "sweats"),
        ("The patient has fever and sweats were seen.", "sweats"),
    ],
)
def test_a_clause_is_no_slot_of_a_list(text: str, removed: str) -> None:
    assert release(text, removed) == text.replace(removed, "[REMOVED]")


def test_a_list_of_gaps_goes_with_its_label() -> None:
    assert (
        release("Stable.\nMeds: lamivudine, zidovudine\nRest.", "lamivudine", "zidovudine")
        == "Stable.\n\nRest."
    )


def test_placeholders_of_other_kinds_stay_as_they_are() -> None:
    text = "Present: Ann, Bob and Carl."
    document = Document("note", text)
    decisions = [Decision((Span(14, 17),), "PERSON")]
    assert close_gaps(document, decisions, kinds=KINDS) == tuple(decisions)


def test_a_word_that_another_decision_changes_is_not_taken() -> None:
    text = "He had nocturnal dyspnea."
    other = Decision((Span(7, 16),), "REMOVED", becomes="nightly")
    assert release(text, "dyspnea", others=(other,)) == "He had nightly [REMOVED]."


WORDS = st.sampled_from(
    ["fever", "nocturnal", "cough", "HR", ":", ",", ";", "/", "and", "or", "the", "a", "(", ")", ".", "-", "\n",
     "\n\n", "has", "was", "80", "severe", "test", "of", "Plan", "[REMOVED]", "HIV"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=30), st.sets(st.integers(0, 29), max_size=8))
def test_closing_removes_no_less_adds_no_word_and_keeps_the_lines(words: list[str], gone: set[int]) -> None:
    text = " ".join(words)
    places, at = [], 0
    for word in words:
        places.append(Span(at, at + len(word)))
        at += len(word) + 1
    spans = [places[number] for number in sorted(gone) if number < len(places) and "\n" not in words[number]]
    document = Document("note", text)
    decisions = [Decision((span,), "REMOVED") for span in spans]
    before = render(document, Plan.for_document(document, tuple(decisions))).released.text
    closed = close_gaps(document, decisions, kinds=KINDS)
    after = render(document, Plan.for_document(document, closed)).released.text
    covered = [span for each in closed for span in each.spans]
    assert all(any(wide.covers(span) for wide in covered) for span in spans)
    assert _count_words(after) <= _count_words(before)
    assert after.count("\n") == before.count("\n")
    assert {word.text for word in tokenize(after)} <= {word.text for word in tokenize(before)} | {
        "A",
        "An",
        "an",
    }


def _count_words(text: str) -> int:
    return len(re.findall(r"\w+", text))


@pytest.mark.parametrize(
    ("text", "gone", "expected"),
    [
        ("The anti-HIV drug.", ["anti", "HIV", "drug"], ["The anti-HIV drug"]),
        ("It is a flu.", ["flu"], ["a flu"]),
        ("the flu test was done", ["flu"], ["flu"]),
        ("the flu was bad", ["flu"], ["the flu"]),
        ("the flu-like illness", ["flu"], ["flu"]),
        ("gave 15 mg daily", ["15"], ["15 mg"]),
        ("the flu\nvirus", ["flu", "virus"], ["the flu", "virus"]),
        ("flu, virus", ["flu", "virus"], ["flu", "virus"]),
        ("flu - virus", ["flu", "virus"], ["flu", "virus"]),
    ],
)
def test_gaps_that_touch_are_one_with_article_and_unit(
    text: str, gone: list[str], expected: list[str]
) -> None:
    document = Document("note", text)
    decisions = [
        Decision((Span(text.index(word), text.index(word) + len(word)),), "REMOVED") for word in gone
    ]
    joined = join_gaps(document, decisions, kinds=KINDS)
    assert [span.of(text) for each in joined for span in each.spans] == expected
    assert join_gaps(document, joined, kinds=KINDS) == joined


def test_a_joined_gap_leaves_alone_what_is_kept() -> None:
    document = Document("note", "It is the flu.")
    decision = Decision((Span(10, 13),), "REMOVED")
    assert join_gaps(document, [decision], kinds=KINDS, kept=[Span(6, 9)]) == (decision,)


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        ("The Babinski's are positive.", "Babinski", "[REMOVED] are positive."),
        ("She has Crohn's, too.", "Crohn", "She has [REMOVED], too."),
        ("She has Crohn's disease.", "Crohn", "She has [REMOVED]'s disease."),
    ],
)
def test_a_gap_takes_the_possessive_that_no_noun_follows(text: str, gone: str, left: str) -> None:
    note = Document("note", text)
    start = text.index(gone)
    joined = join_gaps(note, [Decision((Span(start, start + len(gone)),), "REMOVED")], kinds=["REMOVED"])
    assert render(note, Plan.for_document(note, joined, ())).released.text == left
