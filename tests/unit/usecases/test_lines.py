"""A line is released or refused by itself, and every line has its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reticent.engine.rules import Rules
from reticent.errors import DocumentError
from reticent.policy.recipe import Recipe
from reticent.usecases.lines import Lines, release_lines
from reticent.usecases.records import BadRecord
from reticent.usecases.release import InputFile, release

POLICY = '[[detectors]]\ntype = "patterns"\n\n[[models]]\ntype = "redaction"\n'
FINE = b'{"text": "Mail jo@example.org"}\n'


@pytest.fixture(scope="module")
def recipe(tmp_path_factory: pytest.TempPathFactory) -> Recipe:
    path = tmp_path_factory.mktemp("lines") / "policy.toml"
    path.write_text(POLICY, "utf-8")
    return Recipe(path)


@pytest.fixture(scope="module")
def rules(recipe: Recipe) -> Rules:
    return recipe.make_rules()


def released(data: bytes, recipe: Recipe, rules: Rules, first: int = 1) -> list[bytes | BadRecord]:
    return release_lines(Lines(data, first), rules, recipe, options=rules.options)


def test_lines_that_are_fine_are_released_as_a_file_would_be(recipe: Recipe, rules: Rules) -> None:
    data = b"\xef\xbb\xbf" + FINE * 3 + b"\n" + FINE.rstrip()
    whole = release(InputFile("document.jsonl", data), rules).data
    assert b"".join(each for each in released(data, recipe, rules) if isinstance(each, bytes)) == whole


@pytest.mark.parametrize(
    "bad", [b"{", b"7\n", b'{"text": 7}\n', b'{"other": "a"}\n', b'{"text": "\xff"}\n', b'{"text": "a", "text": "b"}\n']
)  # fmt: skip
def test_a_bad_line_stands_where_it_stood(recipe: Recipe, rules: Rules, bad: bytes) -> None:
    bad = bad if bad.endswith(b"\n") else bad + b"\n"
    found = [each for each in released(FINE + bad + FINE, recipe, rules, first=11) if each != b""]
    assert [each.number if isinstance(each, BadRecord) else json.loads(each)["text"] for each in found] == [
        "Mail [EMAIL]",
        12,
        "Mail [EMAIL]",
    ]
    assert "xff" not in repr(found)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from([FINE, b"{}\n", b"no\n", b"\n"]), max_size=12), st.integers(1, 4))
def test_it_makes_no_difference_how_lines_are_grouped(
    recipe: Recipe, rules: Rules, lines: list[bytes], size: int
) -> None:
    def outcome(first: int, data: bytes) -> list[str]:
        found = released(data, recipe, rules, first)
        told = [
            f"{each.number} {each.error}\n".encode() if isinstance(each, BadRecord) else each
            for each in found
        ]
        return b"".join(told).decode().splitlines()

    together = outcome(1, b"".join(lines))
    apart = [
        line for at in range(0, len(lines), size) for line in outcome(at + 1, b"".join(lines[at : at + size]))
    ]
    assert together == apart


def test_names_that_no_line_has_are_an_error_of_the_whole(recipe: Recipe, rules: Rules) -> None:
    from dataclasses import replace

    options = replace(rules.options, keep=("id",))
    with pytest.raises(DocumentError, match="--keep"):
        release_lines(Lines(FINE, whole=True), rules, recipe, options=options)
    assert release_lines(Lines(FINE), rules, recipe, options=options) == [b'{"text": "Mail [EMAIL]"}\n']
