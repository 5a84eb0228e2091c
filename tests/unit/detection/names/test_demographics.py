"""Demographic attributes where a policy asks for all of them."""

from __future__ import annotations

import pytest

from reticent.detection import names
from reticent.policy.assembly import make_rules
from reticent.policy.reading import parse_policy
from reticent.text import Document

ALL = names(kinds=["DEM"])


def found(text: str) -> list[str]:
    return [mention.span.of(text) for mention in ALL.mentions(Document("note", text))]


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("My wife called the shop twice about it.", "wife"),
        ("I am a freelance journalist with 30 years of experience.", "freelance journalist"),
        ("Never before has the seamstress done a better job.", "seamstress"),
        ("She was raised by nuns and is a Methodist now.", "Methodist"),
        ("Bo works as a crane operator at the docks.", "crane operator"),
        ("will they talk to me if i am mexican ?", "mexican"),
        ("A Palestinian journalist wrote the letter.", "Palestinian journalist"),
        ("An old woman opened the door.", "woman"),
    ],
)
def test_what_somebody_is_is_found(text: str, attribute: str) -> None:
    assert any(attribute in each for each in found(text))


@pytest.mark.parametrize(
    "text",
    [
        "Good Italian food at a fair price.",
        "The parent company sold its Mexican plants.",
        "It was translated into French and read in English.",
        "Bakers and brewers were chartered in the town.",
        "The Swedish newspaper printed it.",
    ],
)
def test_what_is_said_of_nobody_stays(text: str) -> None:
    assert not found(text)


def test_readers_leave_kin_so_that_identifying_attributes_are_fewer() -> None:
    text = "His wife, a doctor, met the landlord."
    few = names(kinds=["DEM"], demographics="identifying")
    assert not few.mentions(Document("note", text))
    assert found(text) == ["wife", "doctor"]


def test_all_attributes_are_found_only_where_the_kind_is_asked_for() -> None:
    text = "My wife is a nurse."
    assert not names(kinds=["PERSON"]).mentions(Document("note", text))
    assert names().demographics == "identifying"
    assert names(kinds=["DEM"]).demographics == "all"


def test_what_is_asked_for_is_declared() -> None:
    assert names(kinds=["DEM"]).declared != names(kinds=["DEM"], demographics="identifying").declared


def test_a_policy_asks_for_attributes(tmp_path: object) -> None:
    from pathlib import Path

    text = '[[detectors]]\ntype = "names"\nkinds = ["DEM"]\n[[models]]\ntype = "redaction"\n'
    rules = make_rules(parse_policy(text, "policy.toml"), Path("."))
    assert rules.detectors[0].demographics == "all"  # type: ignore[attr-defined]
