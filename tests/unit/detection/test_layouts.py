"""Every kind of value is found in every layout, whole."""

from __future__ import annotations

import pytest
from tests.unit.detection.layouts import LAYOUTS, VALUES, cases, left_over

from reticent.detection import patterns

CASES = cases()


def test_the_matrix_is_large_and_has_every_pattern() -> None:
    assert len(CASES) >= 400
    # Numbers of the table [numbers] need a word before them: `test_patterns` looks for each by that.
    shaped = {rule.name for rule in patterns().rules if not rule.name.endswith(" of python-stdnum")}
    assert {value.pattern for value in VALUES} == shaped
    assert {value.kind for value in VALUES} == patterns().kinds


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_value_is_found_whole_in_a_layout(layout: str) -> None:
    missed = [
        (value.pattern, text) for name, text, value in CASES if name == layout and left_over(text, value)
    ]
    assert missed == []
