"""What is written like a name and names nobody is no finding; what stands as a name does stays one."""

from __future__ import annotations

import numpy as np
import pytest

from reticent.detection.names.cased_text import read_cased
from reticent.detection.names.model import KINDS, Dial, NameGuess, Rule
from reticent.detection.names.passes import DEMOGRAPHICS, FINDING, JUDGING, find_names
from reticent.detection.names.word_lists import word_classes, word_lists

EVEN = Dial(dict.fromkeys(KINDS, Rule(0.3)))
ALL = frozenset({*JUDGING, *FINDING})


def find(
    text: str, found: str, kind: str, likely: float, *, left_out: frozenset[str]
) -> list[tuple[str, str]]:
    """The kinds and words of what is found where the CRF says so of these words, without some passes."""
    cased = read_cased(text, word_classes())
    present = np.zeros((len(cased), len(KINDS)), np.float32)
    start = text.index(found)
    for number, place in enumerate(cased.starts):
        if start <= place < start + len(found):
            present[number, KINDS.index(kind)] = likely
    guess = NameGuess(present, present)
    places = find_names(cased, guess, EVEN, word_classes(), word_lists(), left_out=left_out)
    return [(KINDS[each.kind], text[cased.starts[each.begin] : cased.ends[each.end - 1]]) for each in places]


@pytest.mark.parametrize(
    ("name", "text", "found", "kind"),
    [
        ("doses", "on Avandia 4 mg daily", "Avandia", "ORGANIZATION"),
        ("doses", "given Telma 40mg nocte", "Telma", "PERSON"),
        ("eponyms of things", "a Philadelphia collar was fitted", "Philadelphia", "LOCATION"),
        ("eponyms of things", "seal ok, Robinson drain in", "Robinson", "PERSON"),
        ("eponyms of things", "a Hawkins IV fracture of it", "Hawkins IV", "ORGANIZATION"),
        ("endings of medicine", "Microretrognathia was seen", "Microretrognathia", "PERSON"),
        ("parts in talks", "We met.\nGuest_family: We went home.", "Guest_family", "PERSON"),
        ("lone letters", "the hepatitis A, B, C viruses", "B, C", "PERSON"),
        ("lone letters", "we sent a C B C today", "C B C", "CODE"),
        ("lone letters", "Was the result phoned? N", "N", "PERSON"),
        ("medicine", "We keep Benzapril going. Benzapril 50 mg weekly", "Benzapril", "PERSON"),
        ("medicine", "What is Poison Ivy, and where is it?", "Ivy", "PERSON"),
        ("classifications", "Anterior fusion, C3-C4 (CPT 22554).", "22554", "CODE"),
        ("classifications", "PROCEDURE CODES: 64640 times two, 64614 once", "64614", "CODE"),
        ("classifications", "dx E11.9 on file", "E11.9", "CODE"),
        ("medicine", "What is Pyle disease? In Pyle disease bones are wide.", "Pyle", "PERSON"),
        ("medicine", "The syndrome of Lin and Gettig is rare.", "Gettig", "PERSON"),
        ("medicine", "Infections with M. malmoense are rare.", "M. malmoense", "PERSON"),
        ("medicine", "one of four genes: SMC1A, SMC3, HDAC8 and RAD21 here", "RAD21", "CODE"),
        ("medicine", "a personal independence payment (PIP) was paid", "PIP", "ORGANIZATION"),
        ("medicine", "the risk of Parkinson's disease goes up", "Parkinson", "PERSON"),
        ("medicine", "The Human Phenotype Ontology (HPO) says so.", "HPO", "ORGANIZATION"),
    ],
)
def test_what_names_nobody_is_no_finding(name: str, text: str, found: str, kind: str) -> None:
    likely = 0.95 if found == "Parkinson" else 0.7
    assert find(text, found, kind, likely, left_out=frozenset({DEMOGRAPHICS})) == []
    assert find(text, found, kind, likely, left_out=ALL - {name}) == []
    assert find(text, found, kind, likely, left_out=ALL) != []


@pytest.mark.parametrize(
    ("text", "found", "kind", "likely"),
    [
        ("gave Mr Avandia 4 mg of it", "Avandia", "PERSON", 0.7),
        ("gave Smith 4 mg of it", "Smith", "PERSON", 0.7),
        ("Maria's disease got worse", "Maria", "PERSON", 0.7),
        ("Maria, Philadelphia needle made", "Philadelphia", "LOCATION", 0.95),
        ("seen by Dr Microretrognathia today", "Microretrognathia", "PERSON", 0.7),
        ("We met.\nMarion: We went home.", "Marion", "PERSON", 0.7),
        ("ask J. Smith about it", "J. Smith", "PERSON", 0.7),
        ("A. Benzapril came. Benzapril 50 mg weekly", "A. Benzapril", "PERSON", 0.7),
        ("account 22554 is closed", "22554", "CODE", 0.7),
        ("the Care Quality Commission (CQC) rang", "CQC", "ORGANIZATION", 0.7),
        ("The Human Phenotype Ontology (HPO) says so.", "HPO", "ORGANIZATION", 0.95),
        ("band no. 7 is lost", "7", "CODE", 0.7),
        ("signed A, B", "B", "PERSON", 0.95),
        ("It is mended now. R", "R", "PERSON", 0.7),
        ("her brother OKON came", "OKON", "PERSON", 0.1),
        ("The post @ifeoma writes of it", "ifeoma", "PERSON", 0.8),
    ],
)
def test_what_stands_as_a_name_stays_one(text: str, found: str, kind: str, likely: float) -> None:
    assert (kind, found) in find(text, found, kind, likely, left_out=frozenset({DEMOGRAPHICS}))


def test_a_title_counts_for_more_than_a_dose_or_a_tool_after_a_name() -> None:
    for name, text, found in (
        ("doses", "gave Mr Avandia 4 mg of it", "Avandia"),
        ("eponyms of things", "lent nurse Halloran needles", "Halloran"),
    ):
        assert find(text, found, "PERSON", 0.7, left_out=ALL - {name}) == [("PERSON", found)]


@pytest.mark.parametrize(
    ("text", "found", "kind"),
    [
        ("a 14-day-old boy", "14-day-old", "QUANTITY"),
        ("obs G3P2 at term", "G3P2", "QUANTITY"),
        ("sats ok BP139/74 now", "BP139/74", "QUANTITY"),
        ("Mrs Vane 78F DVA card", "78F", "AGE"),
        ("VALUES (17, 'F')", "17", "QUANTITY"),
    ],
)
def test_sizes_pregnancies_signs_of_life_and_ages_are_no_codes(text: str, found: str, kind: str) -> None:
    left = [each for each in find(text, found, "CODE", 0.7, left_out=frozenset()) if each[1] == found]
    assert left == [(kind, found)]


@pytest.mark.parametrize(
    ("text", "found", "kind"),
    [
        ("starts around the 10th week of it", "10th", "QUANTITY"),
        ("diagnosed between 60 and 67 years", "60", "QUANTITY"),
        ("a pulse of about 90 and regular", "90", "QUANTITY"),
        ("Small ears 4/4, long arms 4/4, flat feet 3/4, deafness 2/4", "3/4", "QUANTITY"),
        ("she was well in her early 20s and later", "20s", "AGE"),
        ("This 52y/o was moved", "52y", "AGE"),
        ("seen on the 10th of it", "10th", "DATETIME"),
        ("seen about 10 and later", "10", "DATETIME"),
        ("operated 2018  L ear, well", "2018", "DATETIME"),
        ("drank 2 L of it", "2", "QUANTITY"),
        ("seen 11/01\nL ear well", "11/01", "DATETIME"),
        ("a size of 12 Fr was used", "12", "QUANTITY"),
        ("1/4 seen\n2/4 home\n4/4 well\n4/4 rang", "2/4", "DATETIME"),
        ("a song of the 20s and later", "20s", "DATETIME"),
    ],
)
def test_counts_scores_and_decades_of_life_are_no_dates(text: str, found: str, kind: str) -> None:
    assert (kind, found) in find(text, found, "DATETIME", 0.7, left_out=frozenset({DEMOGRAPHICS}))


@pytest.mark.parametrize("text", ["aspirin 2 x 300 mg now", "sent 2 x 300 tablets home"])
def test_an_amount_of_a_drug_is_no_extension(text: str) -> None:
    assert ("CONTACT", "300") not in find(text, "300", "CONTACT", 0.0, left_out=frozenset())
    assert ("QUANTITY", "300") in find(text, "300", "CONTACT", 0.9, left_out=frozenset())


def test_a_code_before_a_word_like_a_unit_is_one() -> None:
    assert find("Raised INC0048120 w/ them", "INC0048120", "CODE", 0.9, left_out=frozenset()) == [
        ("CODE", "INC0048120")
    ]


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("sent by Baker Hale Coatings AB today", "Baker", "Baker Hale Coatings AB"),
        ("rang Malcolm Smith Motors about it", "Malcolm Smith", "Malcolm Smith Motors"),
        ("rang Kelly's Auto about it", "Kelly", "Kelly's Auto"),
        ("at Barry's Auto Tech again", "Barry", "Barry's Auto Tech"),
        ("asked Rosen Freight & Sons Ltd, too", "Rosen", "Rosen Freight & Sons Ltd"),
    ],
)
def test_a_name_that_goes_on_as_bodies_are_called_is_a_body(text: str, found: str, whole: str) -> None:
    assert find(text, found, "PERSON", 0.9, left_out=frozenset()) == [("ORGANIZATION", whole)]


def test_a_word_for_a_body_takes_the_name_before_it_along() -> None:
    assert find("at the Drovers' Court today", "Court", "ORGANIZATION", 0.7, left_out=frozenset()) == [
        ("ORGANIZATION", "Drovers' Court")
    ]


@pytest.mark.parametrize(
    ("text", "found", "likely", "kept"),
    [
        ("FHx brother AMI 47, well", "AMI", 0.1, []),
        ("MR mild, all else well", "mild", 0.0, []),
        ("what Mrs Hale said of it", "Hale said", 0.8, ["Hale"]),
        ("seen by Niamh Tui CNC", "Niamh Tui", 0.8, ["Niamh Tui"]),
        ("seen by Summers RN", "Summers", 0.8, ["Summers"]),
        ("seen by Summers KB", "Summers", 0.8, ["Summers KB"]),
        ("seen by Niamh Tui N", "Niamh Tui", 0.8, ["Niamh Tui N"]),
    ],
)
def test_acronyms_common_words_and_acts_beside_names_are_no_part_of_them(
    text: str, found: str, likely: float, kept: list[str]
) -> None:
    places = find(text, found, "PERSON", likely, left_out=frozenset({DEMOGRAPHICS}))
    assert [each for _, each in places] == kept


def test_a_name_before_a_sentence_about_a_body_is_nobody_but_itself() -> None:
    assert find("I saw Rosen. Motors ran.", "Rosen", "PERSON", 0.9, left_out=frozenset()) == [
        ("PERSON", "Rosen")
    ]
