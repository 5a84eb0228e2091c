"""What an attacker can find at most, in numbers that were worked out by hand."""

from __future__ import annotations

import pytest

from reticent.models.greedy_sanitize.model import HitCounts, bounds, most_found, share


def test_the_bound_takes_the_fewest_sensitive_words_that_the_sample_allows() -> None:
    sensitive, left = HitCounts.of([(100, 20)] * 20), HitCounts.of([(100, 19)] * 20)
    found = bounds(sensitive, left, words=1000, leak_cost=10, removal_cost=1)
    low = share(sensitive).low
    assert low < 0.2
    assert found.found_at_most == pytest.approx((1000 - low * 1000) / 10)


def test_no_more_is_found_than_is_left() -> None:
    sensitive, left = HitCounts.of([(100, 20)] * 20), HitCounts.of([(100, 0)] * 20)
    found = bounds(sensitive, left, words=1000, leak_cost=1, removal_cost=1)
    assert found.found_at_most == pytest.approx(found.left.high)
    assert most_found(1, 1, 800) == 800
