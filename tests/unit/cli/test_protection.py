"""What `--protect` and the options that go with it ask for, and what is refused because it would be ignored."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent.cli._options import Protection
from reticent.errors import InputError
from reticent.models.cg_sanitization.settings import CgSanitizationSettings
from reticent.models.indistinct.settings import IndistinctSettings


@pytest.mark.parametrize("said", ["=virus", "HIV=", "HIV= ", "="])
def test_half_of_a_pair_is_refused_rather_than_taken_for_the_loosest_promise(said: str) -> None:
    with pytest.raises(InputError, match="ENTITY=GENERAL"):
        Protection([said]).section()


def test_nothing_is_asked_for_when_nothing_is_said() -> None:
    assert Protection().section() is None


@pytest.mark.parametrize(
    "said",
    [
        Protection(alias=["HIV=x"]),
        Protection(knowledge=["medicine"]),
        Protection(max_group=1),
        Protection(context="sentence"),
        Protection(min_support=3),
        Protection(setting="paper"),
        Protection(indistinct=3),
    ],
)
def test_options_that_would_do_nothing_without_an_entity_are_refused(said: Protection) -> None:
    with pytest.raises(InputError, match="--protect"):
        said.section()


@pytest.mark.parametrize(
    "said",
    [
        Protection(["HIV=virus"], indistinct=3, max_group=1),
        Protection(["HIV=virus"], indistinct=3, evidence="strict"),
        Protection(["HIV=virus"], indistinct=3, setting="paper"),
    ],
)
def test_options_that_indistinct_would_ignore_are_refused(said: Protection) -> None:
    with pytest.raises(InputError, match="leave them out"):
        said.section()


def test_candidates_need_to_know_how_many_of_them_count() -> None:
    with pytest.raises(InputError, match="--indistinct"):
        Protection(["HIV=virus"], candidates=Path("names.txt")).section()


def test_all_generalizations_of_an_entity_hold() -> None:
    section = Protection(["HIV=virus", "HIV = disease"], ["HIV=human virus"]).section()
    assert isinstance(section, CgSanitizationSettings)
    assert section.protect == {"HIV": ["virus", "disease"]}
    assert section.aliases == {"HIV": ["human virus"]}
    assert (section.max_group, section.context) == (2, "document")


def test_an_entity_is_hidden_below_one_generalization() -> None:
    section = Protection(["HIV=virus"], indistinct=3).section()
    assert isinstance(section, IndistinctSettings)
    assert (section.k, section.protect) == (3, {"HIV": "virus"})
    with pytest.raises(InputError, match="one --protect only"):
        Protection(["HIV=virus", "HIV=disease"], indistinct=3).section()


@pytest.mark.parametrize("said", [Protection(["=virus"]), Protection(["HIV=virus"], ["HIV"])])
def test_an_option_of_another_form_is_refused_with_its_form(said: Protection) -> None:
    with pytest.raises(InputError, match="is written ENTITY="):
        said.section()
