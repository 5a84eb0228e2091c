"""Which words become mentions, where those end, and what they are called."""

from __future__ import annotations

import numpy as np

from reticent.detection.names.cased_text import read_cased
from reticent.detection.names.model import KINDS, SETTINGS, Dial, NameGuess, Rule
from reticent.detection.names.spans import find_ranges
from reticent.detection.names.word_lists import word_classes

Likelihoods = dict[str, tuple[str, float]]
EVEN = Dial(dict.fromkeys(KINDS, Rule(0.3)))


def mentions(
    text: str, likely: Likelihoods, dial: Dial = EVEN, *, masked: float = 1.0
) -> list[tuple[str, str]]:
    """What is found when the words in `likely` have this kind with this likelihood, of which so much is masked."""
    cased = read_cased(text, word_classes())
    present = np.zeros((len(cased), len(KINDS)), np.float32)
    for number, word in enumerate(cased.words):
        if word in likely:
            kind, value = likely[word]
            present[number, KINDS.index(kind)] = value
    places = find_ranges(cased, NameGuess(present, present * np.float32(masked)), dial)
    return [(KINDS[each.kind], " ".join(cased.words[each.begin : each.end])) for each in places]


def test_a_date_ends_where_it_is_sure() -> None:
    date = {"12": ("DATETIME", 0.99), "March": ("DATETIME", 0.99), "2024": ("DATETIME", 0.9)}
    text = "Admitted 12 March 2024 again"
    assert mentions(text, {**date, "Admitted": ("DATETIME", 0.7), "again": ("DATETIME", 0.5)}) == [
        ("DATETIME", "12 March 2024")
    ]
    unsure: Likelihoods = {"that": ("DATETIME", 0.5), "winter": ("DATETIME", 0.6)}
    assert mentions("In that winter", unsure) == [("DATETIME", "that winter")]


def test_a_number_names_nobody() -> None:
    assert mentions("Smith, 45, came", {"Smith": ("PERSON", 0.9), "45": ("LOCATION", 0.8)}) == [
        ("PERSON", "Smith"),
        ("DATETIME", "45"),
    ]
    street: Likelihoods = {"12": ("LOCATION", 0.8), "Elm": ("LOCATION", 0.9), "Street": ("LOCATION", 0.9)}
    assert mentions("at 12 Elm Street", street) == [("LOCATION", "12 Elm Street")]


def test_people_and_places_in_small_letters_are_none_unless_everything_is() -> None:
    likely: Likelihoods = {"gonorrhoea": ("LOCATION", 0.6), "Oslo": ("LOCATION", 0.9)}
    assert mentions("Treated for gonorrhoea in Oslo.", likely) == [("LOCATION", "Oslo")]
    assert mentions("treated for gonorrhoea", likely) == [("LOCATION", "gonorrhoea")]
    assert mentions("He told the union.", {"union": ("ORGANIZATION", 0.6)}) == [("ORGANIZATION", "union")]


def test_of_links_the_parts_of_a_body_and_not_two_people() -> None:
    body: Likelihoods = {"Bank": ("ORGANIZATION", 0.9), "Norway": ("ORGANIZATION", 0.9)}
    assert mentions("The Bank of Norway paid.", body) == [("ORGANIZATION", "Bank of Norway")]
    people: Likelihoods = {"Lopez": ("PERSON", 0.9), "Oslo": ("PERSON", 0.9)}
    assert mentions("Maria Lopez of Oslo", people) == [("PERSON", "Lopez"), ("PERSON", "Oslo")]
    assert mentions("Jan van Dyk", {"Jan": ("PERSON", 0.9), "Dyk": ("PERSON", 0.9)}) == [
        ("PERSON", "Jan van Dyk")
    ]


def test_a_lenient_rule_takes_what_readers_would_leave() -> None:
    body: Likelihoods = {"Supreme": ("ORGANIZATION", 0.9), "Court": ("ORGANIZATION", 0.3)}
    assert mentions("The Supreme Court held", body, EVEN, masked=0.005) == []
    dial = Dial({**EVEN.rules, "ORGANIZATION": Rule(0.2, lenience=1.0)})
    assert mentions("The Supreme Court held", body, dial, masked=0.005) == [("ORGANIZATION", "Supreme Court")]


def test_careful_asks_no_kind_for_more_than_balanced_does() -> None:
    for kind in KINDS:
        careful, balanced = SETTINGS["careful"].rules[kind], SETTINGS["balanced"].rules[kind]
        assert careful.least <= balanced.least
        assert careful.lenience >= balanced.lenience
