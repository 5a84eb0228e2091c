"""The reader who knows a list of hints."""

from __future__ import annotations

import pickle

import pytest

from reticent import Document
from reticent.attackers import Candidate
from reticent.attackers.linear import Hints, LinearAttacker
from reticent.knowledge.conditions import conditions
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


def test_the_list_that_ships_is_known_by_any_sure_name_and_travels_by_name() -> None:
    reader = Hints(conditions())
    sugar = Candidate("diabetes", ("adult onset diabetes",))
    assert reader.considers([Candidate("manic depression", ("manic depression",)), sugar]) == [True, True]
    named = [Candidate(each.name, each.aliases) for each in conditions().listed]
    first = reader.guesses(Document("d", "Lithium level 0.8; Priadel."), named)[0]
    assert first.candidate == "bipolar disorder"
    packed = pickle.dumps(reader)
    assert len(packed) < 1_000
    assert pickle.loads(packed).fingerprint == reader.fingerprint  # noqa: S301 - our own


def test_a_name_of_several_things_means_the_first_and_each_keeps_its_own_hints() -> None:
    reader = Hints({"gout": GOUT, "joint trouble": GOUT, "asthma": ASTHMA, "Joint-Trouble": ASTHMA})
    weights = reader.weights(["allopurinol", "inhaler"], [Candidate("x", ("joint trouble",))])
    assert weights[0, 0] > weights[1, 0] == 0
    assert reader.weights(["inhaler"], CANDIDATES)[0, 1] > 0
