"""What somebody is called besides their name, who owns what, and what is no part of a name beside it."""

from __future__ import annotations

import pytest
from tests.unit.detection.names.test_findings import Likelihoods, mentions

from reticent.detection.names import names
from reticent.text import Document


@pytest.mark.parametrize(
    "text",
    [
        "MR. VANDERSLOOT: Objection. Please go on.",
        "Then MR. VANDERSLOOT objected again.",
        "We asked Mr VANDERSLOOT again.",
    ],
)
def test_a_name_in_capitals_after_a_title_is_somebody(text: str) -> None:
    assert mentions(text) == [("PERSON", "VANDERSLOOT")]


@pytest.mark.parametrize(
    "text", ["Plan: MR ANGIOGRAM of the head.", "Seen by Dr. XYZ today.", "We changed the MS PROTOCOL today."]
)
def test_what_follows_an_abbreviation_in_capitals_is_nobody(text: str) -> None:
    assert mentions(text) == []


@pytest.mark.parametrize("text", ["Then DS Priest took a statement.", "Ask WPC Priest about it."])
def test_a_listed_name_after_a_rank_is_somebody(text: str) -> None:
    assert mentions(text) == [("PERSON", "Priest")]


@pytest.mark.parametrize("text", ["It is made by DC Comics today.", "Buy a PC Game for it.", "The ds Priest"])
def test_letters_that_are_also_ranks_announce_only_names(text: str) -> None:
    assert mentions(text) == []


@pytest.mark.parametrize("owned", ["Reg's cockerel is loud.", "It was about Reg’s cockerel."])
def test_a_given_name_before_a_possessive_is_somebody(owned: str) -> None:
    assert mentions(owned) == [("PERSON", "Reg")]


def test_a_likely_body_before_a_possessive_is_found() -> None:
    weak: Likelihoods = {2: ("ORGANIZATION", 0.2)}
    assert mentions("He says Pfizer's counsel wants everything.", weak) == [("ORGANIZATION", "Pfizer")]


def test_what_has_an_article_owns_nothing() -> None:
    assert mentions("down through the Scarpa's layer", {3: ("PERSON", 0.3)}) == [("PERSON", "Scarpa")]
    assert mentions("down through the Scarpa's layer", {3: ("PERSON", 0.2)}) == []


def test_an_unlisted_name_owns_no_solution() -> None:
    assert mentions("We used Monsel's solution here.", {2: ("ORGANIZATION", 0.2)}) == []


@pytest.mark.parametrize(
    "text",
    [
        "It was Today's news.",
        "She has Crohn's disease.",
        "We saw Monday's list.",
        "A Baker's cyst was found.",
    ],
)
def test_words_and_eponyms_own_nothing(text: str) -> None:
    assert all(kind != "PERSON" for kind, _ in mentions(text))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("He is known as Duchess.", "Duchess"),
        ("She is best known as Duchess.", "Duchess"),
        ("Known as: Bear", "Bear"),
        ("Answers to 'Duchess'.", "Duchess"),
        ("He goes by Bear now.", "Bear"),
    ],
)
def test_what_announcing_words_call_somebody_is_a_name(text: str, name: str) -> None:
    assert mentions(text) == [("PERSON", name)]


def test_a_nickname_is_somebody_whatever_it_was_taken_for() -> None:
    assert mentions("He is known as Duchess.", {4: ("MISC", 0.98)}) == [("PERSON", "Duchess")]


@pytest.mark.parametrize("text", ["A condition known as Lynch syndrome.", "Answers to Questions are below."])
def test_things_have_no_nicknames(text: str) -> None:
    assert mentions(text) == []


def test_a_handle_is_one_mention() -> None:
    parted: Likelihoods = {3: ("PERSON", 0.9), 4: ("CONTACT", 0.6), 5: ("CONTACT", 0.6)}
    assert mentions("[21:04] jaz_88: fine", parted)[-1] == ("PERSON", "jaz _ 88")
    assert mentions("[21:04] jaz_88: fine", {3: ("PERSON", 0.9)})[-1] == ("PERSON", "jaz _ 88")


def test_a_file_is_no_handle() -> None:
    assert mentions("see hale_88.pdf there", {1: ("PERSON", 0.9)}) == [("PERSON", "Hale")]


def test_who_is_called_by_a_handle_also_speaks_under_it() -> None:
    assert mentions("tvo: see you\nann: thanks @tvo") == [("PERSON", "tvo")]
    assert mentions("all: see you\nann: thanks @all") == []


def test_an_i_that_speaks_is_no_initial() -> None:
    both: Likelihoods = {1: ("PERSON", 0.99), 2: ("PERSON", 0.74)}
    assert mentions("Tell Mbali I said hello.", both) == [("PERSON", "Mbali")]
    assert mentions("We met Mbali I.", {2: ("PERSON", 0.99), 3: ("PERSON", 0.74)}) == [("PERSON", "Mbali I")]


def test_a_greeting_is_no_part_of_a_name() -> None:
    both: Likelihoods = {0: ("PERSON", 0.7), 1: ("PERSON", 0.9)}
    assert mentions("Hi Guadalupe, thank you.", both) == [("PERSON", "Guadalupe")]


def test_two_people_stand_around_the_comma_after_a_titled_one() -> None:
    run: Likelihoods = dict.fromkeys((1, 2, 3), ("PERSON", 0.95))
    assert mentions("Mr Okonjo, Leon is ill.", run) == [("PERSON", "Okonjo"), ("PERSON", "Leon")]


@pytest.mark.parametrize("text", ["She lives on Whittier Blvd.", "She lives on Whittier Blvd. He moved."])
def test_the_stop_at_the_end_of_a_sentence_stays(text: str) -> None:
    found = names().mentions(Document("note", text))
    assert [each.span.of(text) for each in found] == ["Whittier Blvd"]


def test_an_abbreviation_inside_a_sentence_keeps_its_dot() -> None:
    text = "She lives on Whittier Blvd. in Denver."
    assert names().mentions(Document("note", text))[0].span.of(text).startswith("Whittier Blvd.")


@pytest.mark.parametrize(
    ("text", "thing"), [("Grown in a Petri dish.", 3), ("This may be the Hawthorne effect.", 4)]
)
def test_things_of_a_laboratory_are_called_by_names_that_are_nobodys(text: str, thing: int) -> None:
    assert mentions(text, {thing: ("PERSON", 0.8)}) == []


@pytest.mark.parametrize(
    ("text", "thing", "kind"),
    [
        ("Plaster of Paris was mixed.", 2, "LOCATION"),
        ("Give Hartmann's 1 L over 8 h.", 1, "PERSON"),
        ("Give Hartmann's 500ml now.", 1, "PERSON"),
    ],
)
def test_plasters_and_solutions_are_called_by_names_that_are_nobodys(
    text: str, thing: int, kind: str
) -> None:
    assert mentions(text, {thing: (kind, 0.8)}) == []


def test_a_name_with_a_possessive_before_another_number_is_somebodys() -> None:
    assert mentions("We read Hartmann's 2 letters.", {2: ("PERSON", 0.8)}) == [("PERSON", "Hartmann")]
