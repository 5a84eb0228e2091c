"""Policies with search engines as readers, and people as candidates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reticent import open_policy
from reticent.errors import AttackerError

PEOPLE = {
    "Ada Kowal": "an engineer who built the old mill by the river",
    "Bea Lund": "a painter who painted a boat on the river",
    "Cyd Marsh": "a dancer at the theatre of the harbour",
    "Dan Ost": "a baker who sang in the harbour choir",
}
POLICY = """
knowledge = ["general"]

[[attackers]]
type = "retrieval"
texts = "people.jsonl"
measure = "bm25"

[[models]]
type = "indistinct"
protect = { "Ada Kowal" = "person" }
k = 2
candidates = ["Ada Kowal", "Bea Lund", "Cyd Marsh", "Dan Ost"]
gaps = "mark"
"""


def write(folder: Path, lines: str) -> Path:
    (folder / "people.jsonl").write_text(lines, "utf-8")
    (folder / "policy.toml").write_text(POLICY, "utf-8")
    return folder / "policy.toml"


def test_a_person_is_hidden_among_others_of_whom_something_is_public(tmp_path: Path) -> None:
    lines = "\n".join(json.dumps({"subject": name, "text": text}) for name, text in PEOPLE.items())
    policy = open_policy(write(tmp_path, lines))
    outcome = policy.sanitize("Ada Kowal built the old mill in 1931.")
    assert not outcome.violations
    assert "mill" not in outcome.text
    assert "Kowal" not in outcome.text
    assert "bm25" in policy.rules.models[0].promise.statement


@pytest.mark.parametrize("lines", ["", "{}", "[1]", '{"subject": "Ada"}', "no JSON"])
def test_a_file_that_says_nothing_of_anybody_is_refused(tmp_path: Path, lines: str) -> None:
    with pytest.raises(AttackerError, match="no text about anybody"):
        _ = open_policy(write(tmp_path, lines)).rules


def test_a_reader_may_suspect_texts_that_nobody_gave(tmp_path: Path) -> None:
    lines = "\n".join(json.dumps({"subject": name, "text": text}) for name, text in PEOPLE.items())
    text = "Ada Kowal went to Lima."
    assert "Lima" in open_policy(write(tmp_path, lines)).sanitize(text).text
    suspects = 'measure = "bm25"\nabout = "Ada Kowal"\nsuspicion = 0.5\n'
    policy = write(tmp_path, lines)
    policy.write_text(POLICY.replace('measure = "bm25"\n', suspects), "utf-8")
    outcome = open_policy(policy).sanitize(text)
    assert not outcome.violations
    assert "Lima" not in outcome.text
