"""Ladders and reasons for library users, without a review."""

from __future__ import annotations

from tests.contracts import reader_worlds
from tests.contracts.cg_worlds import small_world

from reticent import Document, sanitize
from reticent.review.ladder import all_reasons, alternatives, find_ladder
from reticent.review.session import State


def test_a_decision_has_its_alternatives_and_all_its_reasons() -> None:
    model = small_world()
    document = Document("note", "Antiretroviral therapy helps. The test for HIV came back.")
    decisions = model.plan(document).decisions
    for decision in decisions:
        others = [each for each in decisions if each is not decision]
        rungs = alternatives(document, decision, model, others=others)
        assert any(not rung.leaks for rung in rungs) or decision.becomes is None
        reasons = all_reasons(document, decision, model)
        assert reasons
        assert list(decision.evidence["group"]) in [list(reason.group) for reason in reasons]


def test_every_change_that_hides_something_from_readers_says_its_share() -> None:
    """The page shows these reasons: for each word how much of the whole guess it was, for names that they are names."""
    document = Document("note", "Asthma: wheezing, cough and an inhaler, no pollen. The bus was late.")
    plan = sanitize(document, reader_worlds.small_world(6)).plan
    state = State.of_plan(document, plan)
    told = [reason.sentence for each in state.changes for reason in find_ladder((), state, each.id).reasons]
    assert len(told) == len(state.changes) > 2
    assert told[0] == "this is a name of asthma"
    assert all("% of what" in each and "had for asthma" in each for each in told[1:])
