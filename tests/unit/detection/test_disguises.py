"""Identifiers under their labels are found in nearly every layout and disguise, of those that rules were chosen on and of others."""

from __future__ import annotations

import pytest
from tests.unit.detection.disguises import (
    DISGUISES,
    IDENTIFIERS,
    LAYOUTS,
    SURROUNDINGS,
    Case,
    disguise,
    lay_out,
    left_over,
)

from reticent.detection import patterns
from reticent.text import Document

LAID_OUT, DISGUISED = lay_out(), disguise()


def _share_left(cases: list[Case]) -> float:
    detector = patterns()
    taken = cases[::3]
    return sum(bool(left_over(case, detector.mentions(Document("d", case.text)))) for case in taken) / len(
        taken
    )


def test_the_matrices_are_large() -> None:
    assert len(IDENTIFIERS) >= 60
    assert len(LAYOUTS) >= 100
    assert len(DISGUISES) + len(SURROUNDINGS) >= 120


@pytest.mark.parametrize("held_out", [False, True])
def test_patterns_leave_few_identifiers_in_layouts(held_out: bool) -> None:
    assert _share_left([case for case in LAID_OUT if case.held_out is held_out]) < 0.04


@pytest.mark.parametrize("held_out", [False, True])
def test_patterns_leave_few_identifiers_in_disguise(held_out: bool) -> None:
    assert _share_left([case for case in DISGUISED if case.held_out is held_out]) < 0.08
