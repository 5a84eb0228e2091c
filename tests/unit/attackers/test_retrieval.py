"""Readers who search what is known of candidates."""

from __future__ import annotations

import numpy as np
import pytest

from reticent.attackers import Candidate
from reticent.attackers.retrieval import MEASURES, Library, Measure, Retrieval
from reticent.errors import InputError
from reticent.text import Document

PEOPLE = {
    "Ada": "She wrote of the engine and of music, engines and tables.",
    "Bea": "She painted rivers and boats, and a river again.",
    "Cyd": "She danced in boats and in the theatre.",
}
LIBRARY = Library.of(PEOPLE.items())
CANDIDATES = [Candidate(name, (name,)) for name in (*PEOPLE, "Nobody")]


@pytest.mark.parametrize("measure", MEASURES)
def test_the_text_that_fits_comes_first(measure: Measure) -> None:
    reader = Retrieval(LIBRARY, measure)
    for name, text in PEOPLE.items():
        guesses = reader.guesses(Document("query", text), CANDIDATES)
        assert guesses[0].candidate == name
        assert {each.candidate for each in guesses} == set(PEOPLE)
        assert guesses[0].clues


@pytest.mark.parametrize("measure", MEASURES)
def test_a_search_of_many_and_guesses_agree(measure: Measure) -> None:
    reader, query = Retrieval(LIBRARY, measure), Document("query", "A river, boats and the zither.")
    units = list(reader.units(query))
    summed = reader.weights(units, CANDIDATES[:3]).sum(axis=0)
    assert np.allclose(summed, reader.scores(units), atol=1e-4)
    places = [reader.place_of(name, units) for name in PEOPLE]
    assert places == [int((reader.scores(units) >= score - 1e-9).sum()) for score in reader.scores(units)]


def test_who_shares_a_score_stands_before() -> None:
    reader = Retrieval(LIBRARY)
    assert reader.place_of("Ada", ["zither"]) == 3
    assert reader.place_of("Nobody", ["boats"]) is None


def test_bm25_is_what_the_formula_says() -> None:
    reader = Retrieval(LIBRARY, "bm25")
    lengths = np.array([len(text.replace(",", "").split()) for text in PEOPLE.values()])
    rarity = np.log(4 / 2) + 1  # "river" stands in one of three
    expected = rarity * 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * lengths[1] / lengths.mean()))
    assert reader.scores(["river"])[1] == pytest.approx(expected)


def test_another_measure_is_refused() -> None:
    with pytest.raises(InputError, match="tf-idf"):
        Retrieval(LIBRARY, "magic")  # type: ignore[arg-type]
