"""What the command line tells of itself: panels, completion, what a misspelt word may mean."""

import pytest
from typer.testing import CliRunner

from reticent.cli.app import COMMANDS, PANELS, app, load_command

RUN = CliRunner()
MOST = 15
"""Options of the first two panels that a newcomer reads."""


def test_the_first_two_panels_of_sanitize_are_short() -> None:
    first, second, *_ = PANELS
    panels = [getattr(each, "rich_help_panel", None) for each in load_command("sanitize").params]
    assert 0 < sum(panel in {first, second} for panel in panels) <= MOST


def test_every_option_of_sanitize_has_a_panel() -> None:
    options = [each for each in load_command("sanitize").params if each.param_type_name == "option"]
    assert [each.opts[0] for each in options if each.rich_help_panel is None] == []


def test_every_option_of_a_panel_is_one_of_some_command() -> None:
    known = {name for command in COMMANDS for each in load_command(command).params for name in each.opts}
    shared = [name for names in PANELS.values() for name in names if name != "--help"]
    assert [name for name in shared if name not in known] == []
    assert len(shared) == len({*shared})


def test_the_help_page_shows_the_panels_in_their_order() -> None:
    shown = RUN.invoke(app, ["sanitize", "--help"]).output
    places = [shown.index(f"{panel}:") for panel in PANELS]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("said", "meant"), [(["sanitise", "x"], "sanitize"), (["sanitize", "--polcy", "x"], "--policy")]
)
def test_a_misspelt_word_is_told_with_what_may_be_meant(said: list[str], meant: str) -> None:
    done = RUN.invoke(app, said)
    assert done.exit_code == 2
    assert "Did you mean" in done.output
    assert meant in done.output


@pytest.mark.parametrize(
    ("words", "number", "offered"),
    [
        ("reticent san", 1, "sanitize"),
        ("reticent sanitize --policy he", 3, "health"),
        ("reticent sanitize --format js", 3, "jsonl"),
        ("reticent sanitize --set cg-sanitization.max", 3, "cg-sanitization.max_group="),
        ("reticent sanitize --dates y", 3, "year"),
    ],
)
def test_a_shell_completes(words: str, number: int, offered: str) -> None:
    asked = {"_RETICENT_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(number)}
    done = RUN.invoke(app, [], env=asked, prog_name="reticent")
    assert offered in done.output.split()


def test_completion_can_be_shown_for_a_shell() -> None:
    assert "--install-completion" in RUN.invoke(app, ["--help"]).output
