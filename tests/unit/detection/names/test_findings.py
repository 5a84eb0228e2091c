"""What titles, written forms and the rest of a document add to what the field says of single words."""

from __future__ import annotations

import numpy as np
import pytest

from reticent.detection.names.cased_text import read_cased
from reticent.detection.names.dial import Dial, Rule
from reticent.detection.names.findings import find_names
from reticent.detection.names.model import KINDS, Guess
from reticent.detection.names.word_classes import word_classes
from reticent.detection.names.word_lists import word_lists

Likelihoods = dict[int, tuple[str, float]]
EVEN = Dial(dict.fromkeys(KINDS, Rule(0.3)))


def mentions(text: str, likely: Likelihoods | None = None) -> list[tuple[str, str]]:
    """What is found when the words with these numbers have these kinds with these likelihoods."""
    cased = read_cased(text, word_classes())
    present = np.zeros((len(cased), len(KINDS)), np.float32)
    for number, (kind, value) in (likely or {}).items():
        present[number, KINDS.index(kind)] = value
    places = find_names(cased, Guess(present, present), EVEN, word_classes(), word_lists())
    return [(KINDS[each.kind], " ".join(cased.words[each.begin : each.end])) for each in places]


def test_one_string_has_one_kind_in_a_document() -> None:
    text = "Jordan rang. Jordan came. Jordan left."
    unsure: Likelihoods = {0: ("PERSON", 0.8), 3: ("PERSON", 0.7), 6: ("LOCATION", 0.6)}
    assert mentions(text, unsure) == [("PERSON", "Jordan")] * 3


def test_a_string_has_another_kind_where_its_context_says_so() -> None:
    text = "Jordan rang. Jordan came. Jordan left."
    sure: Likelihoods = {0: ("PERSON", 0.8), 3: ("PERSON", 0.7), 6: ("LOCATION", 0.97)}
    assert mentions(text, sure) == [("PERSON", "Jordan"), ("PERSON", "Jordan"), ("LOCATION", "Jordan")]


@pytest.mark.parametrize(
    ("text", "name"),
    [("Seen by Dr Okonjo today", "Okonjo"), ("I told mrs patel about it", "patel"), ("Ask Mr. Vane", "Vane")],
)
def test_what_follows_a_title_is_a_name(text: str, name: str) -> None:
    assert mentions(text) == [("PERSON", name)]


@pytest.mark.parametrize("text", ["Ask the Dr. He knows.", "The dr said so", "Mr X came", "a miss is a miss"])
def test_not_every_word_behind_a_title_is_a_name(text: str) -> None:
    assert mentions(text) == []


@pytest.mark.parametrize("word", ["Dr", "Mrs", "Dear", "Regards", "DOB", "Meds", "Name", "Tel"])
def test_titles_greetings_and_names_of_fields_are_no_names(word: str) -> None:
    assert mentions(f"and {word}, then", {1: ("PERSON", 0.95)}) == []


def test_a_ward_alone_is_no_place_and_somebody_may_be_called_so() -> None:
    assert mentions("moved to Ward today", {2: ("LOCATION", 0.9)}) == []
    assert mentions("moved to Ward today", {2: ("PERSON", 0.9)}) == [("PERSON", "Ward")]
    ward: Likelihoods = {2: ("LOCATION", 0.9), 3: ("LOCATION", 0.9)}
    assert mentions("moved to Poppy Ward today", ward) == [("LOCATION", "Poppy Ward")]


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("[08:02] hi all", "08:02"),
        ("meet at 4 pm or so", "4 pm"),
        ("given at 12:20 by her", "12:20"),
        ("review on Tues please", "Tues"),
        ("seen on Sat again", "Sat"),
        ("I missed it tuesday", "tuesday"),
        ("away until 15/8, then", "15/8"),
    ],
)
def test_times_weekdays_and_short_dates_are_found_by_their_form(text: str, time: str) -> None:
    assert mentions(text) == [("DATETIME", time)]


@pytest.mark.parametrize(
    "text",
    [
        "He sat down",
        "Sat out of bed",
        "the sun came",
        "pred 40 for 5/7",
        "off it since 6/52",
        "ratio 2:1",
        "pain 3/10",
    ],
)
def test_what_only_looks_like_a_time_is_none(text: str) -> None:
    assert mentions(text) == []


def test_a_number_behind_a_pager_is_a_contact() -> None:
    assert mentions("ring bleep 2210 at night") == [("CONTACT", "2210")]
    assert mentions("gave 2210 of them") == []


def test_a_name_in_small_letters_needs_to_be_likely() -> None:
    assert mentions("She is in ipoh now", {3: ("LOCATION", 0.9)}) == [("LOCATION", "ipoh")]
    assert mentions("She is in ipoh now", {3: ("LOCATION", 0.5)}) == []
