"""Hints: what would happen if a term stayed, and what else could stand in its place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contracts.cg_worlds import WORDS, invented_worlds, small_world

from reticent import Document, Plan, Span, sanitize
from reticent.models.cg_sanitization import CgSanitization
from reticent.plan import Decision, Keep
from reticent.rendering.edits import render

TEXT = "Antiretroviral therapy helps. The test for HIV came back."


def place(words: str) -> Span:
    return Span(TEXT.index(words), TEXT.index(words) + len(words))


def test_all_reasons_are_the_smallest_groups_with_their_figures() -> None:
    hints = small_world().hints(Document("note", TEXT))
    reasons = hints.after([]).reasons([place("HIV")])
    assert [reason.group for reason in reasons] == [("HIV",)]
    assert reasons[0].about == "HIV"
    assert reasons[0].evidence["bits"] > reasons[0].evidence["bits_allowed"]
    assert "HIV" not in repr(reasons[0]).replace(reasons[0].sentence, "")


def test_the_ladder_says_which_rungs_leak_and_what_each_tells() -> None:
    hints = small_world().hints(Document("note", TEXT))
    rungs = hints.after([]).alternatives([place("Antiretroviral therapy")])
    assert [(rung.text, rung.leaks) for rung in rungs if rung.becomes] == [
        ("Antiretroviral procedure", True),
        ("therapy", False),
        ("procedure", False),
    ] or all(rung.leaks == ("ntiretroviral" in rung.text) for rung in rungs)
    assert [rung.bits for rung in rungs] == sorted((rung.bits for rung in rungs), reverse=True)


def test_a_place_that_is_no_phrase_has_no_ladder() -> None:
    hints = small_world().hints(Document("note", TEXT))
    assert hints.after([]).alternatives([place(".")]) == []
    assert hints.after([]).reasons([place(".")]) == []


def test_more_is_lost_where_more_goes() -> None:
    hints = small_world().hints(Document("note", TEXT))
    gone = Decision((place("Antiretroviral therapy"),), "REMOVED")
    assert 0 < hints.loss([replace(gone, becomes="therapy")]) < hints.loss([gone])
    assert hints.loss([replace(gone, spans=(place("Antiretroviral"),))]) > 0
    assert hints.loss([]) == 0


def test_what_is_kept_stays_and_something_else_goes() -> None:
    model = small_world()
    document = Document("note", "A test with blood. Antiretroviral drugs.")
    for words in ("test", "blood", "drugs"):
        at = Span(document.text.index(words), document.text.index(words) + len(words))
        outcome = sanitize(document, model, begun=replace(Plan.for_document(document), keep=(Keep((at,)),)))
        assert not any(at.overlaps(edit.span) for edit in outcome.release.edits)
        assert outcome.plan.keep == (Keep((at,)),)
        if not outcome.violations:
            assert model.violations(render(document, outcome.plan)) == []


@settings(deadline=None)
@given(
    invented_worlds(),
    st.lists(st.sampled_from([*WORDS, "ash", "."]), min_size=1, max_size=10),
    st.integers(0, 9),
)
def test_planning_never_changes_a_kept_place_and_keeps_its_promise_or_says_so(
    model: CgSanitization, words: list[str], number: int
) -> None:
    document = Document("text", " ".join(words))
    word = words[number % len(words)]
    start = len(" ".join(words[: number % len(words)])) + (number % len(words) > 0)
    kept = Span(start, start + len(word))
    assert kept.of(document.text) == word
    outcome = sanitize(document, model, begun=replace(Plan.for_document(document), keep=(Keep((kept,)),)))
    assert not any(kept.overlaps(span) for each in outcome.plan.decisions for span in each.spans)
    again = model.violations(outcome.release)
    assert bool(again) == bool(outcome.violations)


@given(invented_worlds(), st.lists(st.sampled_from([*WORDS, "ash"]), min_size=1, max_size=8))
def test_the_hint_names_every_group_that_the_audit_finds_in_an_unchanged_text(
    model: CgSanitization, words: list[str]
) -> None:
    document = Document("text", ". ".join(words))
    hints = model.hints(document)
    found = {
        (each.about, frozenset(each.group))
        for each in model.violations(render(document, Plan.for_document(document)))
    }
    smallest = {
        (about, group)
        for about, group in found
        if not any(about == other and less < group for other, less in found)
    }
    whole = [Span(0, len(document.text))]
    told = {(each.about, frozenset(each.group)) for each in hints.after([]).reasons(whole)}
    assert {group for group in smallest if model.context == "document"} <= told | {("", frozenset())}


@pytest.mark.parametrize("words", ["Antiretroviral therapy", "HIV"])
def test_a_hint_takes_microseconds_once_it_is_indexed(words: str) -> None:
    hints = small_world().hints(Document("note", TEXT))
    assert hints.after([]).reasons([place(words)]) == hints.after([]).reasons([place(words)])
