"""A text that names an entity over and over is read in time that grows with its length."""

from time import process_time

import pytest
from tests.contracts.cg_worlds import small_world

from reticent import Document, sanitize


def seconds(lines: int) -> float:
    model = small_world()
    document = Document("d", "\n".join(f"Line {number}: a test for HIV was done." for number in range(lines)))
    start = process_time()
    outcome = sanitize(document, model)
    assert outcome.text.count("virus") == lines
    return process_time() - start


@pytest.mark.slow
def test_four_times_the_mentions_take_about_four_times_as_long() -> None:
    seconds(10)
    few = min(seconds(300 + number) for number in range(3))
    many = min(seconds(1200 + number) for number in range(2))
    assert many < 9 * few
