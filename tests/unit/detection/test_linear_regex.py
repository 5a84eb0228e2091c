"""No expression of a user can hang, and RE2 finds the same places as `re`."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.detection import Patterns, load_patterns
from reticent.detection.linear_regex import LONGEST, LinearRegex, compile_linear, find_refused
from reticent.errors import PolicyError
from reticent.text import Document

FILE = """
[fragments]
digits = '{fragment}'

[[pattern]]
name = "badge"
kind = "BADGE"
regex = '{regex}'
score = 0.4
cues = ["badge"]
cued = 0.9
matches = ["badge {example}"]
rejects = ["badge none", "{example}"]
"""


def load(folder: Path, regex: str, *, example: str = "B-1234", fragment: str = "[0-9]") -> Patterns:
    path = folder / "badges.toml"
    path.write_text(FILE.format(regex=regex, example=example, fragment=fragment))
    return load_patterns(path)


@pytest.mark.parametrize(
    ("regex", "example"), [("(a+)+b", "aab"), ("(a|a)*b", "aab"), ("(a|aa)+b", "aab"), ("x.*y|x", "xy")]
)
def test_an_expression_that_explodes_elsewhere_ends_soon(tmp_path: Path, regex: str, example: str) -> None:
    detector = load(tmp_path, regex, example=example)
    for text in ("a" * 200_000 + "!", "x" * 30_000, "aé" * 50_000):
        began = time.process_time()
        detector.mentions(Document("d", text))
        assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("regex", "place", "advice"),
    [
        (r"(?<!\w)B-[0-9]{4}", 1, "lookaround is not possible here: match what stands around it too"),
        (r"B-[0-9]{4}(?=\s)", 11, "lookaround"),
        (r"B-[0-9]{4}(?!x)", 11, "lookaround"),
        (r"(?<=x)B-[0-9]{4}", 1, "lookaround"),
        (r"(B)-\1", 5, "a backreference is not possible here: write out the alternatives"),
        (r"(?P<b>B)-(?P=b)", 10, "a backreference"),
        (r"B-[0-9]++", 9, "a possessive quantifier is not needed here: leave the + out"),
        (r"(?>B)-[0-9]+", 1, "an atomic group is not needed here"),
        (r"(B)?(?(1)-|x)", 5, "a condition is not possible here"),
    ],
)
def test_what_needs_backtracking_is_refused_with_its_place(
    tmp_path: Path, regex: str, place: int, advice: str
) -> None:
    with pytest.raises(PolicyError) as caught:
        load(tmp_path, regex)
    assert f"pattern badge: regex: character {place}: {advice}" in str(caught.value)


def test_a_fragment_that_needs_backtracking_is_named(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="fragments: digits: character 6: lookaround"):
        load(tmp_path, "B-(?&digits){4}", fragment="[0-9](?=x)")


@pytest.mark.parametrize(
    "regex", [r"\(?=", r"[(?=]", r"[]\1]", r"\\(a)", "a+", "a{2}?", r"[^](?=]x", "(?i:a)b"]
)
def test_what_only_looks_like_backtracking_is_accepted(regex: str) -> None:
    assert find_refused(regex) is None


def test_cues_mention_and_validator_work_as_in_the_shipped_file(tmp_path: Path) -> None:
    detector = load(tmp_path, "(?:^|[^0-9])(?P<mention>B-(?&digits){4})(?:[^0-9]|$)")
    text = "é badge B-7788 B-7799; " + " " * 50 + "B-1111"
    assert [mention.span.of(text) for mention in detector.mentions(Document("d", text))] == [
        "B-7788",
        "B-7799",
    ]


def test_a_group_that_takes_no_part_points_at_nothing(tmp_path: Path) -> None:
    detector = load(tmp_path, "x|(?P<mention>B-[0-9]{4})")
    assert not detector.mentions(Document("d", "badge x x x"))


def test_a_match_over_the_longest_is_found_in_part() -> None:
    search = compile_linear("a+", ignore_case=False).over("a" * (3 * LONGEST))
    match = search(0, 3 * LONGEST)
    assert match
    assert match.end() >= LONGEST


@given(
    st.text(st.sampled_from("ab1 é€😀\n-\ud800"), max_size=60),
    st.sampled_from(["a+b", r"\bb|1", "a|ab|b1", "(?P<x>a)?b"]),
)
def test_it_finds_what_re_finds(text: str, pattern: str) -> None:
    search = compile_linear(pattern, ignore_case=False).over(text)
    position, found = 0, []
    while match := search(position, len(text)):
        found.append((match.start(), match.end()))
        position = match.end()
    expected = [match.span() for match in re.finditer(pattern, text, re.ASCII)]
    assert found == expected


def test_an_expression_travels_to_other_processes() -> None:
    regex = compile_linear("B-[0-9]+", ignore_case=True)
    assert pickle.loads(pickle.dumps(regex)) == regex == LinearRegex("B-[0-9]+", re.IGNORECASE)  # noqa: S301


def test_re2_loads_where_it_is_used() -> None:
    code = "import sys, reticent; from reticent import patterns; patterns(); sys.exit('re2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("offset", [LONGEST - 7, LONGEST - 3, LONGEST, 2 * LONGEST - 3])
def test_a_match_over_the_end_of_a_window_is_found_whole(offset: int) -> None:
    text = " " * offset + "B-12345" + " " * LONGEST
    match = compile_linear("B-[0-9]+", ignore_case=False).over(text)(0, len(text))
    assert match
    assert (match.start(), match.end()) == (offset, offset + 7)
