"""A text that can be read in several ways is read in all of them."""

from __future__ import annotations

import pytest

from reticent.text.matching import matching_views


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("plain", ["plain"]),
        ("Smith-\nson", ["Smithson", "Smith-\nson"]),
        ("12\u200b34", ["1234", "12 34"]),
        (
            "12\u200b34 Smith-\nson",
            ["1234 Smithson", "12 34 Smithson", "1234 Smith-\nson", "12 34 Smith-\nson"],
        ),
    ],
)
def test_every_reading_that_counts_is_there(text: str, readings: list[str]) -> None:
    assert [view.text for view in matching_views(text)] == readings
