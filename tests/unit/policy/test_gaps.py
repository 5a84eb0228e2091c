"""What a policy and a command say of gaps reaches the release."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent import open_policy
from reticent.errors import PolicyError
from reticent.policy.recipe import Recipe

POLICY = """
name = "notes"
{}

[[models]]
type = "cg-sanitization"
protect = {{ HIV = "virus" }}
max_group = 1
unseen = "keep"
"""
NOTE = "Seen today.\nTests: no HIV\nThere was no HIV/measles."


def policy(folder: Path, lines: str) -> Path:
    path = folder / "policy.toml"
    path.write_text(POLICY.format(lines))
    return path


def test_gaps_are_marked_unless_a_policy_says_otherwise(tmp_path: Path) -> None:
    assert "[CONDITION 1]/measles" in open_policy(policy(tmp_path, "")).sanitize(NOTE).text


def test_a_policy_can_close_them(tmp_path: Path) -> None:
    released = open_policy(policy(tmp_path, 'gaps = "close"')).sanitize(NOTE)
    assert released.text == "Seen today.\n\nThere was no measles."
    assert released.violations == ()


def test_a_command_comes_before_the_policy(tmp_path: Path) -> None:
    path = policy(tmp_path, 'gaps = "close"')
    assert Recipe(path, gaps="mark").make_rules().gaps == "mark"
    assert Recipe(path).make_rules().gaps == "close"


def test_invented_content_has_to_be_allowed(tmp_path: Path) -> None:
    assert open_policy(policy(tmp_path, "invent = true")).rules.invent
    assert not open_policy(policy(tmp_path, "")).rules.invent


def test_another_word_for_gaps_is_an_error_that_names_the_two(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=r"mark.*close"):
        open_policy(policy(tmp_path, 'gaps = "shut"')).rules  # noqa: B018
