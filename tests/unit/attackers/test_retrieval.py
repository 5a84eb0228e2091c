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


def test_a_name_that_other_texts_may_hold_counts_in_part_for_whom_it_is_about() -> None:
    text = Document("query", "In Lima she painted a river, and Boats of Cusco. Cusco and cusco.")
    plain, reader = Retrieval(LIBRARY, "bm25"), Retrieval(LIBRARY, "bm25", about="Ada", suspicion=0.25)
    places = reader.units(text)
    assert {unit for unit in places if unit.isupper()} == {"LIMA", "CUSCO", "BOATS"}
    assert len(places["CUSCO"]) == 3
    assert "cusco" not in plain.units(text)
    lengths = LIBRARY.lengths
    once = (np.log(4 / 1) + 1) * 2.2 / (1 + 1.2 * (0.25 + 0.75 * lengths[0] / lengths.mean()))
    weights = reader.weights(["LIMA", "BOATS", "river"], CANDIDATES)
    assert weights[0] == pytest.approx([once / 4, 0, 0, 0], abs=1e-5)
    assert list(weights[1, 1:3]) == list(plain.weights(["boats"], CANDIDATES)[0, 1:3])
    assert weights[1, 0] > 0 == weights[2, 0]
    assert reader.fingerprint != plain.fingerprint
    assert "Ada" not in reader.fingerprint


@pytest.mark.parametrize(
    ("measure", "about", "suspicion"), [("vectors", "Ada", 0.2), ("bm25", "Nobody", 0.2), ("bm25", "Ada", 2)]
)
def test_a_suspicion_of_nobody_is_refused(measure: Measure, about: str, suspicion: float) -> None:
    with pytest.raises(InputError, match="suspicion"):
        Retrieval(LIBRARY, measure, about=about, suspicion=suspicion)
