"""What figures say for or against a release."""

from __future__ import annotations

from math import comb

import pytest

from reticent.evaluation.verdict import (
    AUDIENCES,
    CONDITIONS,
    LIMITS,
    UNSOUGHT,
    Audience,
    decide,
    judge_figures,
    list_conditions,
    list_recommended,
    size_sample,
    tell_reading,
)


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


@pytest.mark.parametrize("documents", [1, 40, 199, 200, 201, 399, 400, 1_000, 5_000])
def test_a_sample_without_a_find_bounds_the_share_with_95_percent_confidence(documents: int) -> None:
    limit = LIMITS["public"]["identified"]
    size = size_sample(documents, limit.bad)
    assert 0 < size <= documents
    too_many = next(count for count in range(documents + 1) if limit.judge(count / documents) == "bad")

    def unseen(drawn: int) -> float:
        """The chance that no find is drawn although one document too many has one."""
        return comb(documents - too_many, drawn) / comb(documents, drawn)

    assert unseen(size) <= 0.05
    if too_many > 1:
        assert unseen(size - 1) > 0.05, "one document less would do"
    else:
        assert size == documents


def test_of_many_documents_a_sample_is_the_rule_of_three() -> None:
    assert size_sample(10_000_000, 0.005) == pytest.approx(3 / 0.005, rel=0.01)
    assert size_sample(10_000_000, 0.01) == pytest.approx(3 / 0.01, rel=0.01)


def test_the_condition_says_how_many_documents_are_read_and_what_that_shows() -> None:
    said = tell_reading(200, "public")
    assert "has read 155 of the 200 released documents, drawn at random" in said
    assert "with 95 % confidence that at most 0.5 % of all documents" in said
    assert "has read all 40 released documents and found no name" in tell_reading(40, "public")
    assert "should read all 40 released documents and find no name" in tell_reading(40, "contract")
    assert "drawn at random" not in tell_reading(40, "public")


def test_reading_is_a_condition_where_no_contract_binds_and_advice_where_one_does() -> None:
    for audience in AUDIENCES:
        said, bound = tell_reading(40, audience), audience == "contract"
        assert (said in list_conditions([], audience, 40)) != bound
        assert (list_recommended(audience, 40) == [said]) == bound


@pytest.mark.parametrize("audience", AUDIENCES)
def test_a_figure_is_a_condition_only_between_its_limits_and_then_one_is_written_out(
    audience: Audience,
) -> None:
    for share in (0.0, 0.003, 0.07, 0.3, 1.0):
        shares = dict.fromkeys(LIMITS[audience], share)
        for looks, finds in ((True, True), (False, True), (True, False)):
            grounds = judge_figures(shares, audience, looks_for_people=looks, finds_traits=finds)
            open_ = [each for each in grounds if each.level == "condition"]
            assert all(each.limit.good < each.share <= each.limit.bad for each in open_)
            assert {each.figure for each in open_} <= set(CONDITIONS)
            said = list_conditions(grounds, audience, 40, looks_for_people=looks)
            assert len(said) == len(open_) + 1 + (not looks)
            assert (UNSOUGHT in said) != looks
