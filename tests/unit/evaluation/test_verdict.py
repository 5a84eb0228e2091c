"""What figures say for or against a release."""

from __future__ import annotations

import pytest

from reticent.evaluation.verdict import AUDIENCES, LIMITS, Audience, decide, judge_figures


@pytest.mark.parametrize("audience", AUDIENCES)
def test_one_figure_that_is_too_high_is_enough_to_say_no(audience: Audience) -> None:
    for figure, limit in LIMITS[audience].items():
        fine = dict.fromkeys(LIMITS[audience], 0.0)
        assert decide(judge_figures(fine, audience)) == "good"
        if limit.bad < 1:
            assert decide(judge_figures(fine | {figure: 1.0}, audience)) == "bad"
        between = (limit.good + limit.bad) / 2
        if limit.good < limit.bad:
            assert decide(judge_figures(fine | {figure: between}, audience)) == "condition"


def test_who_can_search_is_judged_at_least_as_strictly() -> None:
    for looser, stricter in zip(AUDIENCES[1:], AUDIENCES, strict=False):
        for figure, limit in LIMITS[stricter].items():
            assert limit.bad <= LIMITS[looser][figure].bad
            assert limit.good <= LIMITS[looser][figure].good


def test_grounds_against_come_first_and_what_was_not_measured_is_none() -> None:
    grounds = judge_figures({"broken": 0.0, "identified": 0.5}, "public")
    assert [each.level for each in grounds] == ["bad", "good"]
    assert "50 %" in grounds[0].sentence
