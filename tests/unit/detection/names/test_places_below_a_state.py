"""Towns that are called like a country or a state, where a policy lets states and countries stand."""

from __future__ import annotations

import pytest

from reticent.detection.names import names
from reticent.text import Document

SMALL = names(kinds=["LOCATION"], places="state")
TOWNS = ["Norway", "Mexico", "Peru", "Poland", "China", "Lebanon", "Denmark", "Nevada", "Wyoming", "Georgia"]
FRAMES = [
    "She lives in {}, Maine.",
    "{}, Maine",
    "{}, ME 04268",
    "{} (Maine)",
    "Born in {}, Me., in 1950.",
    "the town of {}",
    "the City of {}, IN",
    "village of {}, Wisconsin",
    "{}, Oxford County, Maine",
    "{}, Maine, USA",
    "City: {}",
    '{{"city": "{}", "state": "ME"}}',
    "From {}, Maine to Boston. Back in {} she fell.",
    "lives in {}, ontario",
    "{}, Queensland, Australia",
]
LARGE = [
    "He moved from Peru to Indiana.",
    "Texas, USA",
    "Ontario, Canada",
    "Georgia, USA",
    "Visited Germany, France, Spain and Italy.",
    "We sell in Ohio, Texas and Maine.",
    "States: Ohio, Texas, Maine.",
    "Visited Germany, Georgia and Armenia.",
    "In March, Texas passed a law.",
    "However, Texas is hot.",
    "the State of Maine",
    "COME IN, OR STAY",
]


def find_places(text: str) -> list[str]:
    return [each.span.of(text) for each in SMALL.mentions(Document("d", text))]


@pytest.mark.parametrize("town", TOWNS)
def test_a_town_goes_although_a_country_or_a_state_has_its_name(town: str) -> None:
    for frame in FRAMES:
        text = frame.format(town, town)
        found = find_places(text)
        assert sum(town in each for each in found) == text.count(town), text


@pytest.mark.parametrize("text", LARGE)
def test_states_and_countries_stay_alone_and_in_lists(text: str) -> None:
    assert find_places(text) == []


@pytest.mark.parametrize("town", ["Bath", "Mobile", "Normal", "Orange", "Reading", "Spring"])
def test_a_town_that_is_called_like_a_common_word_goes_before_its_state(town: str) -> None:
    assert town in find_places(f"She came from {town}, Maine.")
