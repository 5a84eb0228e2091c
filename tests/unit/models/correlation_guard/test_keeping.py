"""What a person keeps stays under the correlation guard too, and something else is given up for it."""

from __future__ import annotations

from dataclasses import replace

from tests.contracts.guard_worlds import removing

from reticent import Document, Plan, Span, sanitize
from reticent.plan import Keep

DOCUMENT = Document("note", "HIV was found. The blood test and the virus. Antiretroviral drugs.")


def test_the_guard_plans_around_kept_places_or_says_that_it_can_not() -> None:
    model = removing()
    for decision in sanitize(DOCUMENT, model).plan.decisions:
        kept = decision.spans[0]
        begun = replace(Plan.for_document(DOCUMENT), keep=(Keep((kept,)),))
        outcome = sanitize(DOCUMENT, model, begun=begun)
        assert not any(kept.overlaps(span) for each in outcome.plan.decisions for span in each.spans)
        assert bool(outcome.violations) == bool(model.violations(outcome.release))


def test_a_secret_that_is_kept_is_a_violation_and_nothing_else() -> None:
    begun = replace(Plan.for_document(DOCUMENT), keep=(Keep((Span(0, 3),)),))
    outcome = sanitize(DOCUMENT, removing(), begun=begun)
    assert outcome.release.released.text.startswith("HIV")
    assert outcome.violations
