"""Every exit code, reached by a command as a user gives it, and the one table that lists them."""

import re
from pathlib import Path

import pytest

from reticent.cli.app import MEANINGS, Exit
from tests.journeys.command import ROOT, reticent

OUT_OF_REACH = """
[[detectors]]
type = "words"
words = ["migraine"]

[[models]]
type = "t-plausibility"
t = 1000000000000000000
"""


def test_the_page_lists_every_code_as_the_commands_say_it() -> None:
    page = (ROOT / "docs/reference/exit-codes.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d) \| ([^|]+) \|", page, re.MULTILINE)
    assert [(int(code), meaning) for code, meaning in rows] == [(c.value, m) for c, m in MEANINGS.items()]
    told = " ".join(reticent("--help").stdout.decode().split())
    for code, meaning in MEANINGS.items():
        assert f"{code.value} {meaning}" in told


@pytest.mark.parametrize("expected", list(Exit))
def test_a_command_ends_with_each_code(expected: Exit, tmp_path: Path) -> None:
    clean, bad, policy = tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "p.toml"
    clean.write_text("A migraine.")
    bad.write_bytes(b"\xff")
    policy.write_text(OUT_OF_REACH)
    (tmp_path / "out").mkdir()
    commands: dict[Exit, tuple[object, ...]] = {
        Exit.FINE: ("sanitize", clean),
        Exit.VIOLATIONS: ("audit", "-"),
        Exit.BAD_INPUT: ("sanitize", bad),
        Exit.PROMISE_NOT_REACHED: ("sanitize", clean, "--policy", policy),
        Exit.RELEASED_IN_PART: ("sanitize", clean, bad, "-o", tmp_path / "out"),
    }
    done = reticent(*commands[expected], stdin=b"write to ann@example.org")  # type: ignore[arg-type]
    assert done.returncode == expected, done.stderr
