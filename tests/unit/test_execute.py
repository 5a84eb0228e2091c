"""A plan that somebody changed is carried out only where it is sound, and judged like any other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reticent import Document, Redaction, Span, WordList
from reticent.engine import execute
from reticent.errors import PlanError
from reticent.plan import Decision, DeclaredException, Plan

DOCUMENT = Document("note", "Ann Lee met Bob Ray.")
MODEL = Redaction((WordList(["Ann Lee", "Bob Ray"], kind="NAME"),))


def plan(*decisions: Decision, keep: tuple[Span, ...] = ()) -> Plan:
    exceptions = tuple(DeclaredException((span,)) for span in keep)
    return Plan(DOCUMENT.id, DOCUMENT.fingerprint, decisions, exceptions=exceptions)


def test_a_plan_that_cuts_a_finding_is_not_carried_out() -> None:
    with pytest.raises(PlanError, match="only a part"):
        execute(DOCUMENT, plan(Decision((Span(0, 3), Span(12, 19)), "NAME")), MODEL)


def test_a_plan_can_not_declare_the_kinds_that_it_uses() -> None:
    with pytest.raises(PlanError, match="does not declare"):
        execute(DOCUMENT, plan(Decision((Span(0, 7),), "ANN_LEE")), MODEL)


def test_an_exception_excuses_its_own_place_and_no_other() -> None:
    outcome = execute(DOCUMENT, plan(keep=(Span(0, 7),)), MODEL)
    assert [violation.span for violation in outcome.violations] == [Span(12, 19)]
    both = execute(DOCUMENT, plan(keep=(Span(0, 7), Span(12, 19))), MODEL)
    assert both.text == DOCUMENT.text


def test_what_is_left_without_an_exception_is_a_violation() -> None:
    outcome = execute(DOCUMENT, plan(Decision((Span(12, 19),), "NAME")), MODEL)
    assert [violation.span for violation in outcome.violations] == [Span(0, 7)]


def test_a_plan_that_promises_more_than_the_models_hold_is_not_carried_out() -> None:
    other = Redaction((WordList(["Ann Lee", "Bob Ray", "Cy"], kind="NAME"),))
    wider = Redaction((WordList(["Ann Lee"], kind="NAME"), WordList(["note"], kind="THING")))
    for promising in (other, wider):
        promised = replace(plan(Decision((Span(0, 7),), "NAME")), promises=(promising.promise,))
        with pytest.raises(PlanError, match="makes promises that none of the models keeps"):
            execute(DOCUMENT, promised, MODEL)


def test_the_outcome_states_the_promises_that_were_judged() -> None:
    whole = plan(Decision((Span(0, 7),), "NAME"), Decision((Span(12, 19),), "NAME"))
    assert execute(DOCUMENT, whole, MODEL).plan.promises == (MODEL.promise,)
