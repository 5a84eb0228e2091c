"""A plan is carried out under what it was made under, or under options that hold all that it promises."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.commands import Command

from reticent.knowledge import open_corpus

LETTER = "The patient has HIV. Ask Zorblat at ann@example.org.\n"
POLICY = """
[[detectors]]
type = "patterns"

[[detectors]]
type = "words"
kind = "NAME"
file = "names.txt"

[[models]]
type = "redaction"
"""
WITH = ("--policy", "ward.toml")
HIV = ("--protect", "HIV=disease")
EARLIER = Path(__file__).parent / "data" / "plan-of-0.3.0.json"
Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def ward(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text(LETTER)
    (tmp_path / "ward.toml").write_text(POLICY)
    (tmp_path / "names.txt").write_text("Zorblat\nQuux\n")
    return tmp_path


def change(path: Path, *changes: Change) -> None:
    content = json.loads(path.read_text())
    for each in changes:
        each(content)
    path.write_text(json.dumps(content))


def without(word: str) -> Change:
    """The plan without what it decides about a word."""

    def leave_out(content: dict[str, Any]) -> None:
        content["decisions"] = [each for each in content["decisions"] if each["what"] != word]

    return leave_out


def forget(*keys: str) -> Change:
    def leave_out(content: dict[str, Any]) -> None:
        for key in keys:
            del content[key]

    return leave_out


def _relative_to(corpus: str) -> Change:
    """The plan as if it had been made relative to another corpus."""

    def move(content: dict[str, Any]) -> None:
        for promise in content["promises"]:
            if "corpus" in promise["relative_to"]:
                promise["relative_to"]["corpus"] = corpus

    return move


def test_a_plan_is_carried_out_under_what_it_was_made_under(command: Command, ward: Path) -> None:
    assert command("plan", "a.txt", *WITH, *HIV, "--unseen", "remove", "--json", "-o", "p.json").code == 0
    noted = json.loads((ward / "p.json").read_text())["made_under"]
    assert noted["policy"] == str(ward / "ward.toml")
    assert noted["rules"]["unseen"] == "remove"
    done = command("apply", "p.json", "a.txt", "-o", "out.txt")
    assert done.code == 0, done.err
    assert (ward / "out.txt").read_text() == "The patient has a disease. Ask [NAME] at [EMAIL].\n"


@pytest.mark.parametrize("word", ["HIV", "Zorblat", "ann@example.org"])
def test_a_plan_that_lost_a_decision_releases_nothing(command: Command, ward: Path, word: str) -> None:
    command("plan", "a.txt", *WITH, *HIV, "--json", "-o", "p.json")
    change(ward / "p.json", without(word))
    done = command("apply", "p.json", "a.txt", "-o", "out.txt")
    assert done.code == 3
    assert not (ward / "out.txt").exists()


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        (WITH, '--protect "HIV=disease"'),
        (HIV, "--policy"),
        ((*WITH, "--protect", "HIV=virus"), '--protect "HIV=disease"'),
        ((*WITH, "--protect", "HIV"), '--protect "HIV=disease"'),
        ((*WITH, *HIV), "--unseen remove"),
        ((*WITH, *HIV, "--unseen", "remove", "--max-group", "1"), "plan again"),
        ((*WITH, *HIV, "--unseen", "remove", "--knowledge", "general"), "plan again"),
        (("--policy", "health", *HIV, "--unseen", "remove"), "--policy"),
    ],
)
def test_options_that_hold_less_than_the_plan_promises_are_refused_and_the_missing_one_is_named(
    command: Command, ward: Path, options: tuple[str, ...], missing: str
) -> None:
    command("plan", "a.txt", *WITH, *HIV, "--unseen", "remove", "--json", "-o", "p.json")
    done = command("apply", "p.json", "a.txt", "-o", "out.txt", *options)
    assert done.code == 2
    assert missing in done.err
    assert not (ward / "out.txt").exists()


@pytest.mark.parametrize("more", [(), ("--protect", "whale=animal")])
def test_options_that_hold_all_promises_or_more_are_taken(
    command: Command, ward: Path, more: tuple[str, ...]
) -> None:
    command("plan", "a.txt", *WITH, *HIV, "--json", "-o", "p.json")
    done = command("apply", "p.json", "a.txt", *WITH, *HIV, *more)
    assert (done.code, "a disease" in done.out) == (0, True), done.err


def test_how_the_file_was_read_is_remembered_too(command: Command, ward: Path) -> None:
    (ward / "t.csv").write_text("id,note\n7,Ask Zorblat\n8,Ask nobody\n")
    command("plan", "t.csv", *WITH, "--column", "id=drop", "--json", "-o", "p.json")
    done = command("apply", "p.json", "t.csv")
    assert done.code == 0, done.err
    assert "7" not in done.out
    assert "Zorblat" not in done.out


def _weaken(content: dict[str, Any]) -> None:
    content["made_under"]["rules"] = {}


def _promise_less(content: dict[str, Any]) -> None:
    content["promises"] = [each for each in content["promises"] if each["model"] != "cg-sanitization"]


def _promise_otherwise(content: dict[str, Any]) -> None:
    content["promises"][0]["statement"] = "Nothing is promised."


def _unseal(content: dict[str, Any]) -> None:
    del content["made_under"]["seal"]


@pytest.mark.parametrize("options", [(), WITH])
@pytest.mark.parametrize(
    "changes",
    [
        [_weaken],
        [_promise_less],
        [_weaken, _promise_less],
        [_promise_otherwise],
        [_unseal, _weaken, _promise_less],
    ],
)
def test_a_plan_whose_rules_or_promises_were_changed_lets_nothing_out(
    command: Command, ward: Path, changes: list[Change], options: tuple[str, ...]
) -> None:
    command("plan", "a.txt", *WITH, *HIV, "--json", "-o", "p.json")
    change(ward / "p.json", without("HIV"), *changes)
    done = command("apply", "p.json", "a.txt", "-o", "out.txt", *options)
    assert done.code == 2
    assert "plan again" in done.err
    assert not (ward / "out.txt").exists()


@pytest.mark.parametrize(
    ("changes", "options", "told"),
    [
        ([forget("made_under")], (), '--protect "HIV=disease"'),
        ([forget("made_under")], WITH, '--protect "HIV=disease"'),
        ([forget("made_under"), _promise_less], (), "--policy"),
        ([forget("made_under", "promises")], (), "--policy"),
    ],
)
def test_a_plan_that_does_not_say_what_it_was_made_under_needs_to_be_told(
    command: Command, ward: Path, changes: list[Change], options: tuple[str, ...], told: str
) -> None:
    command("plan", "a.txt", *WITH, *HIV, "--json", "-o", "p.json")
    change(ward / "p.json", without("HIV"), *changes)
    done = command("apply", "p.json", "a.txt", "-o", "out.txt", *options)
    assert done.code == 2
    assert told in done.err
    assert not (ward / "out.txt").exists()


def test_a_plan_under_a_policy_that_was_changed_since_says_what_to_do(command: Command, ward: Path) -> None:
    command("plan", "a.txt", *WITH, "--json", "-o", "p.json")
    (ward / "ward.toml").write_text(POLICY + "# a remark\n")
    done = command("apply", "p.json", "a.txt")
    assert (done.code, "was changed after the plan" in done.err) == (2, True)
    assert command("apply", "p.json", "a.txt", *WITH).code == 0


def test_a_plan_under_a_policy_that_has_moved_says_what_to_do(command: Command, ward: Path) -> None:
    command("plan", "a.txt", *WITH, "--json", "-o", "p.json")
    (ward / "ward.toml").rename(ward / "moved.toml")
    done = command("apply", "p.json", "a.txt")
    assert (done.code, "which is not there" in done.err) == (2, True)
    assert command("apply", "p.json", "a.txt", "--policy", "moved.toml").code == 0


@pytest.mark.parametrize("options", [(), WITH])
def test_a_word_list_that_lost_an_entry_does_not_hold_what_the_plan_promises(
    command: Command, ward: Path, options: tuple[str, ...]
) -> None:
    command("plan", "a.txt", *WITH, "--json", "-o", "p.json")
    (ward / "names.txt").write_text("Quux\n")
    change(ward / "p.json", without("Zorblat"))
    done = command("apply", "p.json", "a.txt", *options)
    assert (done.code, done.out) == (2, "")
    assert "plan again" in done.err


def test_a_plan_of_an_earlier_version_is_held_to_its_promises(command: Command, ward: Path) -> None:
    text = "The patient Anna Kowalska has HIV and lives in Paris. Call 212-555-0123.\n"
    (ward / "b.txt").write_text(text)
    (ward / "p.json").write_text(EARLIER.read_text())
    refused = command("apply", "p.json", "b.txt")
    assert (refused.code, '--protect "HIV=disease"' in refused.err) == (2, True)
    general = (*HIV, "--knowledge", "general")  # what an earlier version asked when nothing was said
    done = command("apply", "p.json", "b.txt", *general)
    assert (done.code, done.out) == (2, "")
    assert "has changed since, so plan again" in done.err, "its knowledge ships no more"
    change(ward / "p.json", _relative_to(open_corpus().fingerprint))
    done = command("apply", "p.json", "b.txt", *general)
    assert (done.code, "HIV" in done.out) == (0, False), done.err
    change(ward / "p.json", without("HIV"))
    assert command("apply", "p.json", "b.txt", *general).code == 3
    change(ward / "p.json", _promise_less)
    assert command("apply", "p.json", "b.txt").code == 0  # it never promised more than the default policy


def test_plans_of_a_folder_are_carried_out_under_what_they_were_made_under(
    command: Command, ward: Path
) -> None:
    (ward / "notes").mkdir()
    for name in ("a.txt", "b.txt"):
        (ward / "notes" / name).write_text(LETTER)
    assert command("plan", "notes", *WITH, *HIV, "-o", "plans", "--workers", "1", "-q").code == 0
    assert command("apply", "plans", "notes", "-o", "one", "--workers", "1", "-q").code == 0
    assert "HIV" not in (ward / "one" / "b.txt").read_text()
    change(ward / "plans" / "b.txt.plan.json", without("HIV"))
    assert command("apply", "plans", "notes", "-o", "two", "--workers", "1", "-q").code == 3
    assert command("apply", "plans", "notes", "-o", "two", *WITH, "--workers", "1", "-q").code == 2
    assert not (ward / "two").exists()


def test_a_folder_of_plans_made_under_several_policies_is_not_carried_out_under_one_of_them(
    command: Command, ward: Path
) -> None:
    (ward / "notes").mkdir()
    for name in ("a.txt", "b.txt"):
        (ward / "notes" / name).write_text(LETTER)
    command("plan", "notes", *WITH, "-o", "plans", "--workers", "1", "-q")
    command("plan", "a.txt", *WITH, *HIV, "--json", "-o", "plans/b.txt.plan.json", "--overwrite")
    done = command("apply", "plans", "notes", "-o", "out", "--workers", "1", "-q")
    assert (done.code, '--protect "HIV=disease"' in done.err) == (2, True)


def test_the_plan_beside_a_release_remembers_too(command: Command, ward: Path) -> None:
    assert command("sanitize", "a.txt", *WITH, *HIV, "--plan", "p.json", "-o", "first.txt").code == 0
    change(ward / "p.json", without("HIV"))
    assert command("apply", "p.json", "a.txt").code == 3
    shown = json.loads(command("sanitize", "a.txt", *WITH, *HIV, "--json").out)
    (ward / "q.json").write_text(json.dumps(shown["documents"][0]["plan"]))
    assert command("apply", "q.json", "a.txt").out == (ward / "first.txt").read_text()
