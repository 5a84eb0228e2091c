"""What the first look at a text does not show: other readings, and candidates that hide a shorter one."""

from __future__ import annotations

import pytest

from reticent import Document, patterns


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("id12\u200b123-45-6789", "123-45-6789"),
        ("call9\u200b212-555-0123 now", "212-555-0123"),
        ("1234 4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("12 4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("9999 4111111111111111", "4111111111111111"),
        ("GB00 DE89370400440532013000", "DE89370400440532013000"),
    ],
)
def test_a_value_is_found_beside_what_looks_like_a_part_of_it(text: str, found: str) -> None:
    assert [mention.span.of(text) for mention in patterns().mentions(Document("d", text))] == [found]
