"""What titles, written forms and the rest of a document add to what the field says of single words."""

from __future__ import annotations

import numpy as np
import pytest

from reticent.detection.names.cased_text import read_cased
from reticent.detection.names.model import KINDS, Dial, NameGuess, Rule
from reticent.detection.names.passes import find_names
from reticent.detection.names.word_lists import word_classes, word_lists

Likelihoods = dict[int, tuple[str, float]]
EVEN = Dial(dict.fromkeys(KINDS, Rule(0.3)))


def mentions(text: str, likely: Likelihoods | None = None) -> list[tuple[str, str]]:
    """What is found when the words with these numbers have these kinds with these likelihoods."""
    cased = read_cased(text, word_classes())
    present = np.zeros((len(cased), len(KINDS)), np.float32)
    for number, (kind, value) in (likely or {}).items():
        present[number, KINDS.index(kind)] = value
    places = find_names(cased, NameGuess(present, present), EVEN, word_classes(), word_lists())
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


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("BP 146/88 today", 1),
        ("weighs 51.2kg now", 1),
        ("gave 500 mg of it", 1),
        ("a pH of 7.4 then", 3),
        ("closed with 2-Vicryl sutures", 2),
        ("pulse was 93 again", 2),
    ],
)
def test_a_measure_a_pressure_or_a_count_is_a_quantity_and_no_date(text: str, number: int) -> None:
    assert [kind for kind, _ in mentions(text, {number: ("DATETIME", 0.9)})] == ["QUANTITY"]


@pytest.mark.parametrize(
    ("text", "number"),
    [("seen 22/6 again", 1), ("came at 8 today", 2), ("born in 1985 there", 2), ("shut 8.30 today", 1)],
)
def test_a_day_an_hour_and_a_year_stay_dates(text: str, number: int) -> None:
    assert [kind for kind, _ in mentions(text, {number: ("DATETIME", 0.9)})] == ["DATETIME"]


def test_a_number_that_tells_an_age_is_one() -> None:
    assert mentions("had it at age 24 already", {4: ("DATETIME", 0.9)}) == [("AGE", "24")]
    assert mentions("this 59 y/o man", {1: ("CODE", 0.9)}) == [("AGE", "59")]
    assert mentions("44 year old woman", {0: ("DATETIME", 0.9)}) == [("AGE", "44")]
    assert mentions("72F, has asthma", {0: ("CODE", 0.9)}) == [("AGE", "72F")]
    assert mentions("72F High Street", {0: ("CODE", 0.9)}) == [("CODE", "72F")]


def test_a_vertebra_is_no_code() -> None:
    assert mentions("bulge at C5-6 seen", {2: ("CODE", 0.9)}) == []


def test_a_number_that_tells_two_lines_of_the_same_words_apart_is_no_code() -> None:
    assert mentions("2024\n2024 (3)\nx", {3: ("CODE", 0.9)}) == []
    assert mentions("2023\n2024 (3)\nx", {3: ("CODE", 0.9)}) == [("QUANTITY", "3")]
    assert mentions("2024\n2024 (345)\nx", {3: ("CODE", 0.9)}) == [("CODE", "345")]
    assert mentions("2024\n2024 (3) x", {3: ("CODE", 0.9)}) == [("QUANTITY", "3")]


def test_some_hours_are_no_time_of_day() -> None:
    assert mentions("fasted 10 h before") == []
    assert mentions("called at 1430 h again") == [("DATETIME", "1430 h")]


@pytest.mark.parametrize(
    ("text", "named", "whole"),
    [
        ("seen by Y. Kumar today", [4], "Y . Kumar"),
        ("Seen: K Baker, at nine", [3], "K Baker"),
        ("Young N, then others", [0], "Young N"),
        ("it was King, A. again", [2], "King , A"),
        ('we thank Edwin "Ned" Harrow for it', [2], 'Edwin " Ned " Harrow'),
        ("1   Finch, Marion   5", [1], "Finch , Marion"),
    ],
)
def test_initials_nicknames_and_given_names_belong_to_a_name(text: str, named: list[int], whole: str) -> None:
    assert ("PERSON", whole) in mentions(text, dict.fromkeys(named, ("PERSON", 0.9)))


@pytest.mark.parametrize("text", ["Young R knee pain", "Young, but not old", "a Young T cell"])
def test_not_every_letter_behind_a_name_belongs_to_it(text: str) -> None:
    at = text.split().index("Young") if "Young" in text.split() else 0
    assert mentions(text, {at: ("PERSON", 0.9)}) == [("PERSON", "Young")]


def test_a_half_of_the_day_a_zone_and_a_weekday_belong_to_a_time() -> None:
    time: Likelihoods = {1: ("DATETIME", 0.9)}
    assert mentions("Signed 4:57 PM CDT by her", time) == [("DATETIME", "4:57 PM CDT")]
    assert mentions("Wed 2:20 a.m. a call", time) == [("DATETIME", "Wed 2:20 a.m.")]
    assert mentions("until Thursday night then", time) == [("DATETIME", "Thursday night")]


def test_who_speaks_behind_a_time_is_somebody() -> None:
    text = "18:31 mimi: he flew\n[12/09/2023, 14:49:17] Ola: who is this\n18:40 tall pete (porter): ok\n"
    people = [name for kind, name in mentions(text) if kind == "PERSON"]
    assert people == ["mimi", "Ola", "tall pete"]


@pytest.mark.parametrize(
    "text",
    ["18:31 agent: hello", "10:15 Meds: given", "18:31 he flew: no", "0:01 Speaker 1: yes", "18:31 ok"],
)
def test_a_part_a_field_or_a_sentence_behind_a_time_is_nobody(text: str) -> None:
    assert [name for kind, name in mentions(text) if kind == "PERSON"] == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("deltoid lot 4H8TR given", "4H8TR"),
        ("use acct 40817 please", "40817"),
        ("Reg. No. QRT/BX/51407 here", "QRT / BX / 51407"),
        ("her passport K7PQ31M2D was", "K7PQ31M2D"),
        ("order no. 417 came", "417"),
        ("filed Z-204517 then", "Z-204517"),
    ],
)
def test_a_code_is_found_behind_the_name_of_its_field_or_by_its_form(text: str, code: str) -> None:
    assert mentions(text) == [("CODE", code)]


@pytest.mark.parametrize(
    "text",
    ["in order 12 times", "the case of 1998 was", "file in 2 parts", "order of 12/03/2019", "job well done"],
)
def test_not_every_number_behind_such_a_word_is_a_code(text: str) -> None:
    assert [kind for kind, _ in mentions(text) if kind == "CODE"] == []


def test_a_word_that_tells_makes_a_less_likely_name_one() -> None:
    unsure: Likelihoods = {2: ("ORGANIZATION", 0.2), 3: ("ORGANIZATION", 0.2)}
    assert mentions("sent to Vale Pathology today", unsure) == [("ORGANIZATION", "Vale Pathology")]
    assert mentions("sent to Vale Rover today", unsure) == []
    assert mentions("from RN Wilma today", {2: ("PERSON", 0.2)}) == [("PERSON", "Wilma")]
    assert mentions("from red Wilma today", {2: ("PERSON", 0.2)}) == []


@pytest.mark.parametrize(
    ("text", "kind"), [("see t.csv there", "PERSON"), ("see note7.txt there", "CONTACT")]
)
def test_what_a_file_is_called_is_no_person_and_no_contact(text: str, kind: str) -> None:
    assert mentions(text, {1: (kind, 0.9)}) == []
    assert mentions(text, {1: (kind, 0.9), 2: (kind, 0.9), 3: (kind, 0.9)}) == []


def test_a_name_that_a_file_is_called_by_is_found() -> None:
    assert mentions("see Martha.docx there", {1: ("PERSON", 0.9)}) == [("PERSON", "Martha")]


def test_parties_against_each_other_are_two() -> None:
    both: Likelihoods = dict.fromkeys(range(3), ("PERSON", 0.9))
    assert mentions("Holloway v Thamesview was cited.", both) == [
        ("PERSON", "Holloway"),
        ("PERSON", "Thamesview"),
    ]
    people = [name for _, name in mentions("Holloway vs. Finch was cited.", both)]
    assert people == ["Holloway", "Finch"]


def test_an_initial_parts_no_name() -> None:
    whole: Likelihoods = dict.fromkeys(range(3), ("PERSON", 0.9))
    assert mentions("Marion V Finch was here.", whole) == [("PERSON", "Marion V Finch")]


@pytest.mark.parametrize(
    ("text", "named", "found"),
    [
        ("son Tomek (Tomasz) drives", [1, 2, 3], ["Tomek ( Tomasz )"]),
        ("so (Ned) Harrow came", [2, 3, 4], ["( Ned ) Harrow"]),
        ("for Mo (Analyn is off) today", [1, 2, 3], ["Mo", "Analyn"]),
        ("Harrow) came", [0, 1], ["Harrow"]),
        ("Tomek (Tomasz) Hill came", [0, 1, 2, 3, 4], ["Tomek ( Tomasz ) Hill"]),
    ],
)
def test_no_mention_has_half_a_pair_of_brackets(text: str, named: list[int], found: list[str]) -> None:
    assert [name for _, name in mentions(text, dict.fromkeys(named, ("PERSON", 0.9)))] == found


@pytest.mark.parametrize("text", ["Started Rexulti today", "takes Epivir, daily"])
def test_a_brand_of_a_drug_alone_is_nobody(text: str) -> None:
    assert mentions(text, {1: ("PERSON", 0.9)}) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("saw Mr Rexulti today", "Rexulti"),
        ("saw nurse Rexulti today", "Rexulti"),
        ("then Marion Rexulti", "Rexulti"),
    ],
)
def test_a_brand_of_a_drug_may_be_somebody_with_a_title_or_a_name_beside_it(text: str, name: str) -> None:
    assert ("PERSON", name) in mentions(text, {2: ("PERSON", 0.9)})


def test_a_plant_may_be_somebody() -> None:
    assert mentions("veggie: me, Tansy, Arjun", {4: ("PERSON", 0.9)}) == [("PERSON", "Tansy")]


def test_somebody_before_the_body_that_they_work_for_stays_somebody() -> None:
    likely: Likelihoods = {
        **dict.fromkeys((0, 1), ("PERSON", 0.8)),
        **dict.fromkeys((2, 3, 4), ("ORGANIZATION", 0.8)),
    }
    assert mentions("Rosa Hale Kestrel Freight Services", likely) == [
        ("PERSON", "Rosa Hale"),
        ("ORGANIZATION", "Kestrel Freight Services"),
    ]


def test_a_grade_after_a_name_makes_no_body_of_somebody() -> None:
    likely: Likelihoods = dict.fromkeys((0, 1), ("PERSON", 0.8))
    assert mentions("Rosa Hale Group 6, here", likely) == [("PERSON", "Rosa Hale")]
    assert mentions("Rosa Hale Group, here", likely) == [("ORGANIZATION", "Rosa Hale Group")]


def test_names_in_two_cells_are_two() -> None:
    text = "Baker, Simon      Baker Hale Coatings AB"
    assert mentions(text, dict.fromkeys((0, 1, 2, 3), ("PERSON", 0.8))) == [
        ("PERSON", "Baker , Simon"),
        ("ORGANIZATION", "Baker Hale Coatings AB"),
    ]
