"""What could stand behind a released word."""

from __future__ import annotations

import pytest

from reticent.knowledge.taxonomy import Hierarchy, HierarchyEntry
from reticent.models.t_plausibility._tally import Readings, WordDomain

TREE = Hierarchy(
    [
        HierarchyEntry("opiate", ("opiate", "narcotic"), {"drug": "a line"}),
        HierarchyEntry("drug", ("drug",)),
        HierarchyEntry("heroin", ("heroin", "diacetylmorphine"), {"opiate": "a line"}),
        HierarchyEntry("morphine", ("morphine",), {"opiate": "a line"}),
        HierarchyEntry("aspirin", ("aspirin",), {"drug": "a line"}),
    ]
)


@pytest.mark.paper("t-plausibility", "Definition 1")
@pytest.mark.parametrize(
    ("form", "released", "words"),
    [
        ("heroin", "opiate", 2),
        ("heroin", "narcotic", 2),
        ("heroin", "Opiates", 2),
        ("heroin", "an opiate's", 2),
        ("heroin", "a drug", 3),
        ("heroin", "diacetylmorphine", 1),
        ("heroin", "morphine", 1),
        ("heroin", "heroin", 1),
        ("heroin", "table", 1),
        ("aspirin", "opiate", 1),
        ("opiate", "narcotic", 1),
        ("opiate", "drug", 2),
        ("unheard", "drug", 1),
    ],
)
def test_only_what_is_above_the_original_stands_for_more_than_one_word(
    form: str, released: str, words: int
) -> None:
    assert Readings(WordDomain(TREE)).plausible(form, released) == words


def test_a_name_that_two_concepts_share_stands_for_the_fewer_words() -> None:
    shared = Hierarchy(
        [
            HierarchyEntry("wide", ("stuff",)),
            HierarchyEntry("narrow", ("stuff", "thing"), {"wide": "a line"}),
            HierarchyEntry("a", ("ash",), {"narrow": "a line"}),
            HierarchyEntry("b", ("birch",), {"narrow": "a line"}),
            HierarchyEntry("c", ("cedar",), {"wide": "a line"}),
        ]
    )
    readings = Readings(WordDomain(shared))
    assert readings.plausible("ash", "stuff") == 2
    assert readings.plausible("cedar", "stuff") == 3
