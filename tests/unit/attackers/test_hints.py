"""The reader who knows a list of hints."""

from __future__ import annotations

import pickle

import pytest

from reticent import Document
from reticent.attackers import Candidate
from reticent.attackers.hints import Hints
from reticent.attackers.linear import LinearAttacker
from reticent.text import Span

GOUT = {"allopurinol": 3, "big toe": 2, "pain": 1}
ASTHMA = {"wheezes": 2, "inhaler": 2, "pain": 1}
READER = Hints({"gout": GOUT, "podagra": GOUT, "asthma": ASTHMA})
CANDIDATES = (Candidate("gout", ("gout",)), Candidate("asthma", ("asthma",)), Candidate("mumps", ("mumps",)))


def test_it_adds_up() -> None:
    assert isinstance(READER, LinearAttacker)


def test_a_hint_is_found_as_a_phrase_in_any_case_and_number_with_all_its_places() -> None:
    text = "Big toes hurt. A wheeze. The BIG TOE again."
    units = READER.units(Document("d", text))
    assert [span.of(text) for span in units["big toe"]] == ["Big toes", "BIG TOE"]
    assert [span.of(text) for span in units["wheeze"]] == ["wheeze"]


def test_one_strong_hint_outweighs_weak_ones_that_others_share() -> None:
    first, second = READER.guesses(Document("d", "Pain, wheeze; takes allopurinol."), CANDIDATES)
    assert (first.candidate, second.candidate) == ("gout", "asthma")
    assert first.score > second.score > 0
    text = "Pain, wheeze; takes allopurinol."
    assert first.clues[0].span.of(text) == "allopurinol"


def test_a_candidate_is_known_by_any_name_and_one_that_is_not_listed_is_never_guessed() -> None:
    assert READER.considers([Candidate("tophi", ("tophi", "podagra")), Candidate("mumps", ("mumps",))]) == [
        True,
        False,
    ]
    assert {guess.candidate for guess in READER.guesses(Document("d", "pain"), CANDIDATES)} == {
        "gout",
        "asthma",
    }


def test_two_names_of_one_thing_do_not_make_its_hints_commoner() -> None:
    once = Hints({"gout": GOUT, "asthma": ASTHMA}).weights(["allopurinol"], CANDIDATES)
    assert once.tolist() == READER.weights(["allopurinol"], CANDIDATES).tolist()


def test_words_of_a_placeholder_are_no_hints() -> None:
    text = "[ALLOPURINOL] again"
    assert READER.units(Document("d", text, placeholders=(Span(0, 13),))) == {}


def test_its_fingerprint_names_the_list() -> None:
    other = Hints({"gout": {**GOUT, "tophus": 3}, "podagra": GOUT, "asthma": ASTHMA})
    assert other.fingerprint != READER.fingerprint
    assert Hints({"gout": GOUT, "podagra": GOUT, "asthma": ASTHMA}).fingerprint == READER.fingerprint


def test_it_travels_to_other_processes() -> None:
    document = Document("d", "Allopurinol for the toe.")
    copy = pickle.loads(pickle.dumps(READER))  # noqa: S301 - our own
    assert copy.guesses(document, CANDIDATES) == READER.guesses(document, CANDIDATES)


@pytest.mark.parametrize("text", ["", "Nothing of the kind."])
def test_a_text_without_hints_makes_all_alike(text: str) -> None:
    assert {guess.score for guess in READER.guesses(Document("d", text), CANDIDATES)} == {0.0}
