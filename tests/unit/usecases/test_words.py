"""Plans that are read and changed by their words."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.detection.word_list import WordList
from reticent.engine.rules import Rules
from reticent.errors import PlanError
from reticent.models.redaction import Redaction
from reticent.plan import Decision, DeclaredException, Keep, Plan, plan_from_json, plan_to_json
from reticent.text import Document, Span
from reticent.usecases.apply import apply
from reticent.usecases.release import InputFile
from reticent.usecases.words import find_words, note_words, occurrences, place_plan

NOTE = Document("note", "Ann Lee saw Ann.\nThen ann\nlee left for Annville.")
BOTH = Decision((Span(12, 15),), "PERSON", what=("Ann",))
WHOLE = Decision((Span(0, 7),), "PERSON", what=("Ann Lee",))


def plan_of(*decisions: Decision, document: Document = NOTE) -> Plan:
    return Plan.for_document(document, decisions)


def test_the_words_of_every_place_are_noted() -> None:
    noted = note_words(
        replace(
            plan_of(Decision((Span(0, 7), Span(12, 15)), "PERSON")),
            exceptions=(DeclaredException((Span(22, 29),)),),
            keep=(Keep((Span(39, 47),)),),
        ),
        NOTE,
    )
    assert noted.decisions[0].what == ("Ann Lee", "Ann")
    assert noted.exceptions[0].what == ("ann\nlee",)
    assert noted.keep[0].what == ("Annville",)


def test_a_plan_with_words_comes_back_from_its_file_with_them() -> None:
    noted = note_words(plan_of(Decision((Span(0, 3), Span(12, 15)), "PERSON"), WHOLE), NOTE)
    again = plan_from_json(plan_to_json(noted))
    assert again == noted
    assert {each.what for each in again.decisions} == {("Ann",), ("Ann Lee",)}
    assert json.loads(plan_to_json(noted))["decisions"][0]["what"] == "Ann"


def test_words_are_found_whole_in_any_case_and_over_line_ends() -> None:
    assert [place.of(NOTE.text) for place in occurrences(NOTE, Span(0, 7))] == ["Ann Lee", "ann\nlee"]
    assert [place.of(NOTE.text) for place in occurrences(NOTE, Span(12, 15))] == ["Ann", "Ann", "ann"]
    assert find_words(NOTE, "  ") == ()


def test_what_a_placeholder_hides_is_no_word() -> None:
    hidden = Document("note", "[ANN] Ann", (Span(0, 5),))
    assert find_words(hidden, "Ann", any_case=True) == (Span(6, 9),)


def test_a_plan_that_fits_is_left_as_it_is() -> None:
    plan = plan_of(WHOLE, BOTH)
    assert place_plan(plan, NOTE) is plan


def test_lost_places_are_found_by_their_words_the_longer_ones_first() -> None:
    moved = Document("note", "Yesterday " + NOTE.text)
    placed = place_plan(plan_of(WHOLE, BOTH), moved)
    assert [span.of(moved.text) for each in placed.decisions for span in each.spans] == ["Ann Lee", "Ann"]
    assert placed.fingerprint == moved.fingerprint


def test_words_without_places_mean_all_their_places() -> None:
    content = json.loads(plan_to_json(plan_of()))
    content["decisions"] = [{"what": "Ann", "kind": "PERSON"}]
    placed = place_plan(plan_from_json(json.dumps(content)), NOTE)
    assert placed.decisions[0].spans == (Span(0, 3), Span(12, 15))


@pytest.mark.parametrize(
    ("text", "told"),
    [("Ann saw Ann.", "stand at 2 places, not 1"), ("Nobody.", "stand at 0 places, not 1")],
)
def test_words_that_do_not_say_which_places_are_meant_are_refused_in_one_line(text: str, told: str) -> None:
    with pytest.raises(PlanError, match=told) as caught:
        place_plan(plan_of(BOTH), Document("other", text))
    assert "Ann" not in str(caught.value).replace("'other'", "")
    assert "\n" not in str(caught.value)


def test_a_plan_without_words_for_another_text_is_refused_as_before() -> None:
    with pytest.raises(PlanError, match="made for another text"):
        place_plan(plan_of(replace(WHOLE, what=())), Document("other", "Ann Lee"))


def test_words_and_places_that_disagree_are_refused() -> None:
    with pytest.raises(PlanError, match="doesn't name the words at its places"):
        place_plan(plan_of(replace(WHOLE, what=("Ann Leen",))), NOTE)


def test_a_decision_with_neither_places_nor_words_is_refused() -> None:
    content = json.loads(plan_to_json(plan_of()))
    for bad in ({"kind": "PERSON", "spans": []}, {"kind": "PERSON", "what": " "}):
        with pytest.raises(PlanError, match=r"decisions\.0"):
            plan_from_json(json.dumps({**content, "decisions": [bad]}))


def test_half_a_character_is_no_word_that_can_be_written() -> None:
    odd = Document("odd", "x\ud800y")
    noted = note_words(plan_of(Decision((Span(0, 3),), "PERSON"), document=odd), odd)
    assert noted.decisions[0].what == ()
    assert plan_from_json(plan_to_json(noted)) == noted


def test_apply_carries_out_a_plan_whose_places_are_gone() -> None:
    rules = Rules((Redaction((WordList(["Ann Lee"], kind="PERSON"),)),))
    plan = plan_of(Decision((Span(0, 7), Span(22, 29)), "PERSON", what=("Ann Lee", "ann\nlee")))
    applied = apply(InputFile("note.txt", ("So: " + NOTE.text).encode()), [plan], rules)
    assert applied.released is not None
    assert applied.released.data == b"So: [PERSON] saw Ann.\nThen [PERSON] left for Annville."


@given(st.lists(st.sampled_from(["Ann", "Lee", "saw", "\n", "Bob", "'s"]), max_size=12), st.integers(0, 11))
def test_every_place_of_words_is_one_of_their_occurrences(words: list[str], number: int) -> None:
    document = Document("note", " ".join(words))
    spans = [
        Span(document.text.index(word), document.text.index(word) + len(word))
        for word in words
        if word.isalpha()
    ]
    for span in spans[: number + 1]:
        assert span in occurrences(document, span)
