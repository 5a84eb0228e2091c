"""Single settings said on the command line."""

from pathlib import Path

import pytest

from reticent.errors import PolicyError
from reticent.models.redaction.settings import RedactionSettings
from reticent.policy.changes import change_settings, list_settings
from reticent.policy.reading import default_policy, list_options, recall, remember
from reticent.policy.recipe import Recipe


@pytest.mark.parametrize(
    ("said", "place", "key", "value"),
    [
        ("redaction.dates=year", "models", "dates", "year"),
        ('redaction.dates = "year"', "models", "dates", "year"),
        ("redaction.day-first=true", "models", "day_first", True),
        ("names.allow=['Rome', \"Anna\"]", "detectors", "allow", ["Rome", "Anna"]),
        ("names.at_least=0.5", "detectors", "at_least", 0.5),
    ],
)
def test_a_setting_of_a_part_is_changed(said: str, place: str, key: str, value: object) -> None:
    changed = change_settings(default_policy(), [said])
    (section,) = [each for each in getattr(changed, place) if each.type == said.partition(".")[0]]
    assert getattr(section, key) == value


def test_the_policy_itself_and_its_tables_can_be_set() -> None:
    changed = change_settings(default_policy(), ["policy.gaps=close", "format.numbers=keep"])
    assert (changed.gaps, changed.format.numbers) == ("close", "keep")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("redacton.dates=year", "did you mean 'redaction'"),
        ("redaction.date=year", "did you mean 'dates'? known here: generalize, dates, day_first"),
        ("redaction.type=names", "no such key"),
        ("redaction.dates=never", "'remove', 'year'"),
        ("redaction.dates=[", "not a value in TOML"),
        ("redaction.day_first=1", "boolean"),
        ("k-safety.k=3", "has no k-safety (it has redaction, patterns, names)"),
        ("k-safety.database=x.db", "no such key"),
        ("dates=year", "MODEL.KEY=VALUE"),
        ("policy.models=[]", "no such key"),
    ],
)
def test_what_is_none_is_refused_with_the_way_out(said: str, told: str) -> None:
    with pytest.raises(PolicyError) as refused:
        change_settings(default_policy(), [said])
    assert told in str(refused.value)


def test_a_plan_remembers_what_was_set() -> None:
    recipe = Recipe(settings=("redaction.dates=year",))
    made_under = remember(recipe)
    assert list_options(made_under) == ["--policy default", "--set 'redaction.dates=year'"]
    again = recall(made_under).read_policy()
    assert again is not None
    assert any(isinstance(each, RedactionSettings) and each.dates == "year" for each in again.models)


def test_what_is_set_counts_for_the_fingerprint() -> None:
    assert Recipe(settings=("redaction.dates=year",)).fingerprint == Recipe(dates="year").fingerprint


def test_a_setting_goes_with_no_trained_model_alone() -> None:
    with pytest.raises(PolicyError, match="--set"):
        Recipe(model=Path("x.model"), settings=("redaction.dates=year",)).read_policy()


def test_all_settings_are_listed() -> None:
    listed = [*list_settings()]
    assert {"cg-sanitization.max_group", "names.setting", "chat.url", "policy.gaps"} <= {*listed}
    assert "k-safety.database" not in listed  # an address may hold a password
