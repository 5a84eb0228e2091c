"""Every kind of value is found in every layout, whole."""

from __future__ import annotations

import re

import pytest

from reticent.detection import patterns
from reticent.text import Document
from tests.unit.detection.layouts import LAYOUTS, VALUES, cases

CASES = cases()


def left_over(text: str, value: str, kind: str) -> str:
    """The letters and digits of a value, wherever it stands in a text, that no mention of some kind covers."""
    mentions = patterns().mentions(Document("d", text))
    covered = {place for mention in mentions for place in range(mention.span.start, mention.span.end)}
    places = {at for hit in re.finditer(re.escape(value), text) for at in range(hit.start(), hit.end())}
    if not any(mention.kind == kind for mention in mentions):
        return value
    return "".join(text[at] for at in sorted(places - covered) if text[at].isalnum())


def test_the_matrix_is_large_and_has_every_pattern() -> None:
    assert len(CASES) >= 400
    assert {value.pattern for value in VALUES} == {rule.name for rule in patterns().rules}
    assert {value.kind for value in VALUES} == patterns().kinds


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_value_is_found_whole_in_a_layout(layout: str) -> None:
    missed = [
        (value.pattern, text)
        for name, text, value in CASES
        if name == layout and left_over(text, value.secret or value.text, value.kind)
    ]
    assert missed == []
