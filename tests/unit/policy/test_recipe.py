"""A recipe's fingerprint changes with everything that a run depends on."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent.detection import WordList, several
from reticent.detection.detector import declare_all
from reticent.engine import Rules
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import wordnet
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.indistinct.settings import IndistinctSettings
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import Redaction
from reticent.models.t_plausibility import TPlausibility
from reticent.models.t_plausibility.settings import TPlausibilitySettings
from reticent.policy import assembly
from reticent.policy.recipe import Recipe

POLICY = """
name = "one"

[[detectors]]
type = "words"
kind = "CITY"
file = "cities.txt"

[[detectors]]
type = "words"
kind = "CITY"
file = "more.txt"

[[models]]
type = "redaction"
"""
LISTS = (WordList(["Oslo"], kind="CITY"), WordList(["Rome"], kind="CITY"), WordList(["Oslo"], kind="CITY"))


@pytest.fixture
def recipe(tmp_path: Path) -> Recipe:
    (tmp_path / "cities.txt").write_text("Oslo\n")
    (tmp_path / "more.txt").write_text("Rome\n")
    (tmp_path / "policy.toml").write_text(POLICY)
    return Recipe(tmp_path / "policy.toml")


@pytest.mark.parametrize("name", ["cities.txt", "more.txt"])
def test_a_changed_list_changes_the_fingerprint(recipe: Recipe, tmp_path: Path, name: str) -> None:
    before = recipe.fingerprint
    assert recipe.fingerprint == before
    (tmp_path / name).write_text("Paris\n")
    assert recipe.fingerprint != before


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ('name = "one"', 'name = "two"', True),
        ('type = "redaction"', 'type = "redaction"\ngeneralize = true', False),
        ('kind = "CITY"', 'kind = "TOWN"', False),
        ('name = "one"', 'columns = { age = "keep" }', False),
    ],
)
def test_options_are_part_of_the_fingerprint_and_the_name_is_not(
    recipe: Recipe, tmp_path: Path, old: str, new: str, same: bool
) -> None:
    before = recipe.fingerprint
    (tmp_path / "policy.toml").write_text(POLICY.replace(old, new))
    assert (recipe.fingerprint == before) == same


def test_two_lists_of_one_kind_are_both_declared_and_one_twice_is_one() -> None:
    declared = declare_all(LISTS)
    assert list(declared) == ["word list CITY", "word list CITY 2"]
    assert len(set(declared.values())) == 2
    assert several(*LISTS).declared == declared


@pytest.mark.parametrize(
    "model",
    [
        Redaction(LISTS),
        CorrelationGuard(LISTS, corpus=MemoryCorpus(["Oslo Rome"])),
        TPlausibility(2, taxonomy=wordnet(), detectors=LISTS),
    ],
    ids=["redaction", "correlation guard", "t-plausibility"],
)
def test_a_promise_names_every_detector(model: PrivacyModel) -> None:
    assert declare_all(LISTS).items() <= model.promise.relative_to.items()


def test_what_detectors_and_models_know_is_part_of_the_fingerprint(
    recipe: Recipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fingerprint(made: Rules) -> str:
        monkeypatch.setattr(assembly, "make_rules", lambda policy, folder, key: made)
        return recipe.fingerprint

    oslo, rome, _ = LISTS
    of_detectors = [fingerprint(Rules((), (each,))) for each in (oslo, rome)]
    of_models = [fingerprint(Rules((Redaction((each,)),))) for each in (oslo, rome)]
    assert len({*of_detectors, *of_models}) == 4


def test_the_section_of_the_command_line_comes_before_the_policy(recipe: Recipe) -> None:
    policy = Recipe(
        recipe.policy, section=TPlausibilitySettings.model_validate({"type": "t-plausibility", "t": 2})
    ).read_policy()
    assert policy is not None
    assert [section.type for section in policy.models] == ["t-plausibility", "redaction"]


def test_unseen_holds_for_indistinct_too() -> None:
    section = IndistinctSettings.model_validate({"type": "indistinct", "protect": {"HIV": "virus"}, "k": 5})
    policy = Recipe(section=section, unseen="refuse").read_policy()
    assert policy is not None
    assert [section.unseen for section in policy.models if isinstance(section, IndistinctSettings)] == [
        "refuse"
    ]
