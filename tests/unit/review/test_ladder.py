"""Ladders and reasons for library users, without a review."""

from __future__ import annotations

from tests.contracts.cg_worlds import small_world

from reticent import Document
from reticent.review.ladder import all_reasons, alternatives


def test_a_decision_has_its_alternatives_and_all_its_reasons() -> None:
    model = small_world()
    document = Document("note", "Antiretroviral therapy helps. The test for HIV came back.")
    for decision in model.plan(document).decisions:
        rungs = alternatives(document, decision, model)
        assert any(not rung.leaks for rung in rungs) or decision.becomes is None
        reasons = all_reasons(document, decision, model)
        assert reasons
        assert list(decision.evidence["group"]) in [list(reason.group) for reason in reasons]
