"""A plan may name only kinds that somebody declared, and takes what was found as a whole or not at all."""

from __future__ import annotations

import pytest

from reticent import Document, Redaction, Span, WordList
from reticent.audit.exceptions import require_sound
from reticent.errors import PlanError
from reticent.plan import Decision, Plan

DOCUMENT = Document("note", "Ann Lee met Bob Ray.")
MODEL = Redaction((WordList(["Ann Lee"], kind="NAME"), WordList(["Bob Ray"], kind="NAME")))


def check(*decisions: Decision) -> None:
    require_sound(DOCUMENT, Plan.for_document(DOCUMENT, decisions), [MODEL], ["NAME"])


def test_a_plan_that_takes_findings_whole_or_leaves_them_is_sound() -> None:
    check()
    check(Decision((Span(0, 7),), "NAME"))
    check(Decision((Span(0, 3), Span(4, 7)), "NAME"))
    check(Decision((Span(8, 11),), "ANYTHING", "saw"))


def test_a_placeholder_of_a_kind_that_nobody_declared_is_refused() -> None:
    with pytest.raises(PlanError, match="does not declare: use one of NAME") as caught:
        check(Decision((Span(0, 7),), "SECRET_WORDS"))
    assert "SECRET" not in str(caught.value)


@pytest.mark.parametrize("span", [Span(0, 3), Span(4, 7), Span(6, 12), Span(12, 15), Span(18, 19)])
def test_a_plan_that_cuts_a_finding_of_any_detector_is_refused(span: Span) -> None:
    with pytest.raises(PlanError, match=r"only a part of what was found at characters \d+ to \d+ \(NAME\)"):
        check(Decision((span,), "NAME"))
