"""The policies that ship with the package, and how they are named."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from reticent import open_policy
from reticent.cli.app import app
from reticent.errors import PolicyError
from reticent.policy.policy import Policy
from reticent.policy.reading import PRESETS, read_policy, read_preset
from reticent.policy.recipe import Recipe


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_a_policy_of_its_name(name: str) -> None:
    rules = Recipe(Path(name)).make_rules()
    assert rules.name == name
    assert {"PERSON", "LOCATION", "ORGANIZATION", "CODE", "CONTACT", "AGE", "EMAIL"} <= rules.kinds


def test_a_file_that_is_called_like_a_preset_is_given_with_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "health"
    file.write_bytes(read_preset("court"))
    assert read_policy(file).name == "court"


def test_a_policy_that_is_neither_file_nor_preset_is_refused_with_the_presets_named() -> None:
    with pytest.raises(PolicyError, match="one of default, health, court, support"):
        open_policy("hospital")


def test_the_default_finds_ages_over_89_alone_and_all_when_asked() -> None:
    text = "A 45-year-old woman, and her mother, who is 93 years old."
    assert open_policy().sanitize(text).text.count("[AGE") == 1
    assert open_policy("court").sanitize(text).text.count("[AGE") == 2


def test_health_lets_states_and_countries_stand() -> None:
    text = "She moved from Austin, Texas, to Toronto, Canada, with her family in the spring."
    released = open_policy("health").sanitize(text).text
    assert "Texas" in released
    assert "Canada" in released
    assert "Austin" not in released
    assert "Toronto" not in released


def test_health_lists_the_eighteen_kinds_of_safe_harbor() -> None:
    numbered = [line.lstrip("# ").split(" ")[0] for line in read_preset("health").decode().splitlines()]
    assert [word for word in numbered if word.isdecimal()] == [str(number) for number in range(1, 19)]


def test_health_names_only_kinds_that_its_detectors_know() -> None:
    listed = {
        word.strip(",;")
        for line in read_preset("health").decode().splitlines()
        if line.startswith("#") and line.lstrip("# ").split(" ")[0].isdecimal()
        for word in line.split()
    }
    kinds = {word for word in listed if len(word) > 1 and word.replace("_", "").isupper()}
    assert kinds <= Recipe(Path("health")).make_rules().kinds


def test_support_lets_the_time_of_the_trouble_stand() -> None:
    released = open_policy("support").sanitize("It broke on Monday at 10:30, writes jane@example.org.").text
    assert released == "It broke on Monday at 10:30, writes [EMAIL]."


def test_init_writes_a_preset_to_start_from(tmp_path: Path) -> None:
    target = tmp_path / "ward.toml"
    done = CliRunner().invoke(app, ["policy", "init", "--preset", "health", "-o", str(target)])
    assert done.exit_code == 0
    assert target.read_bytes() == read_preset("health")
    assert isinstance(read_policy(target), Policy)


def test_init_writes_to_standard_output_when_no_file_is_named() -> None:
    done = CliRunner().invoke(app, ["policy", "init"])
    assert done.exit_code == 0
    assert done.stdout.encode() == read_preset("default")


def test_init_never_overwrites(tmp_path: Path) -> None:
    target = tmp_path / "mine.toml"
    target.write_text("precious")
    done = CliRunner().invoke(app, ["policy", "init", "-o", str(target)])
    assert done.exit_code != 0
    assert target.read_text() == "precious"


def test_init_names_the_presets_when_asked_for_an_unknown_one() -> None:
    done = CliRunner().invoke(app, ["policy", "init", "--preset", "bank"])
    assert done.exit_code != 0
    assert isinstance(done.exception, PolicyError)
    assert "default, health, court, support" in str(done.exception)


def test_of_dates_the_health_preset_leaves_the_year_alone() -> None:
    released = open_policy("health").sanitize("Seen on 12 March 2024, again in April 2024.").text
    assert released == "Seen in 2024, again in 2024."


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("DOB 03/07/1925, lives alone.", "1925"),
        ("DOB: 1925-03-07", "1925"),
        ("She was born in 1925.", "1925"),
        ("The patient is in her nineties.", "nineties"),
        ("We went to his 95th birthday.", "95th"),
        ("94M with chest pain.", "94"),
        ("A nonagenarian from the ward.", "nonagenarian"),
        ("She is ninety-four.", "ninety"),
        ("Seen 3/7 for cough.", "3/7"),
        ("Labs 11/30 were fine.", "11/30"),
        ("Write to P.O. Box 1187.", "1187"),
        ("The car, reg. AB12 CDE, was seen.", "CDE"),
        ("Born third of May, 1961.", "third"),
        ("Her grandma is 96 now.", "96"),
        ("Pt 92, frail.", "92"),
        ("Device 00:1B:44:11:3A:B7 was read.", "B7"),
    ],
)
def test_health_removes_what_safe_harbor_names_however_it_is_written(text: str, gone: str) -> None:
    assert gone not in open_policy("health").sanitize(text).text


def test_health_keeps_the_year_of_a_younger_birth() -> None:
    assert open_policy("health").sanitize("DOB 03/07/1961.").text == "DOB 1961."


def test_court_removes_every_age_in_words_too() -> None:
    text = "The child was six years old. A six-year-old boy. Then aged six. She is forty. In his forties."
    left = open_policy("court").sanitize(text).text
    assert "six" not in left
    assert "fort" not in left


def test_support_removes_a_day_and_a_month_in_numbers() -> None:
    left = open_policy("support").sanitize("due 14/2, moved to 15/3 and then 1 March. On 3/4 it broke.").text
    assert left.count("[DATE") == 4
