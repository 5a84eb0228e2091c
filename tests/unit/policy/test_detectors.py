"""A policy's detector sections become detectors."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent.detection.settings import read_word_list
from reticent.engine import sanitize
from reticent.engine.rules import Rules
from reticent.errors import PolicyError
from reticent.policy.assembly import make_rules
from reticent.policy.reading import default_policy, parse_policy
from reticent.text import Document

NOTE = "The patient has an oncocytoma, said the doctor."


def assembled(section: str) -> Rules:
    text = f'[[detectors]]\n{section}\n[[models]]\ntype = "redaction"\n'
    return make_rules(parse_policy(text, "p"), Path())


def test_informative_terms_are_removed_where_a_policy_asks_for_them() -> None:
    rules = assembled('type = "informativeness"\nbound = 13\nkind = "RARE"')
    outcome = sanitize(Document("d", NOTE), *rules.models)
    assert outcome.text == "The patient has a [RARE], said the doctor."
    assert rules.kinds == {"RARE"}
    (declared,) = rules.detectors[0].declared.items()
    assert declared[0] == "informativeness over 13 bits"
    assert declared[1].startswith("sha256:")


@pytest.mark.parametrize(
    ("bound", "said"), [("0", "bound"), ("-3", "bound"), ('"high"', "bound"), ("99", "bits")]
)
def test_a_bound_that_makes_no_sense_is_refused(bound: str, said: str) -> None:
    with pytest.raises(PolicyError, match=said):
        assembled(f'type = "informativeness"\nbound = {bound}')


def test_informativeness_is_off_by_default() -> None:
    assert "informativeness" not in [section.type for section in default_policy().detectors]


PATTERN = """
[[pattern]]
name = "case number"
kind = "CASE"
regex = '{}'
score = 0.9
matches = ["see C-1234"]
rejects = ["C-12"]
"""


@pytest.mark.parametrize(
    ("regex", "said"),
    [
        (r"\bC-\d{4}(?!\d)", r"character 10: lookaround is not possible here"),
        (r"\bC-(\d)\1{3}", r"character 9: a backreference is not possible here"),
    ],
)
def test_a_pattern_that_could_hang_is_refused_with_its_place(tmp_path: Path, regex: str, said: str) -> None:
    (tmp_path / "cases.toml").write_text(PATTERN.format(regex), encoding="utf-8")
    text = '[[detectors]]\ntype = "patterns"\nfile = "cases.toml"\n[[models]]\ntype = "redaction"\n'
    policy = parse_policy(text, "p")
    with pytest.raises(PolicyError, match=said) as caught:
        make_rules(policy, tmp_path)
    assert "cases.toml" in str(caught.value)
    (tmp_path / "cases.toml").write_text(PATTERN.format(r"\bC-\d{4}\b"), encoding="utf-8")
    assert make_rules(policy, tmp_path).kinds == {"CASE"}


SEVERAL = [
    "LEE, HIV",
    "KIM;LEE",
    "KIM ; LEE",
    "LEE|KIM",
    "LEE\tperson",
    "LEE / KIM",
    "HIV/AIDS",
    "Kowalska, Anna",
    "HIV,",
    '"HIV", "AIDS"',
]
COMMENTED = [
    "HIV  # secret",
    "HIV #secret",
    "HIV // secret",
    "HIV -- secret",
    "Project Falcon (secret)",
    "Falcon [code name]",
]
PATTERNED = ["Falcon*", "*falcon", "Falc?n", "%falcon%", "^Falcon$", r"\bFalcon\b", "Falcon{1}", "(Falcon)"]
VALUED = ["HIV=disease", "HIV -> disease", "HIV → disease", "name: Kowalska", "<Falcon>"]
LISTED = ["1. HIV", "2) HIV", "- HIV", "• HIV", '"HIV', 'HIV"', '""', "***", "-"]
NO_ENTRIES = [*SEVERAL, *COMMENTED, *PATTERNED, *VALUED, *LISTED]


@pytest.mark.parametrize("written", NO_ENTRIES)
def test_an_entry_in_another_syntax_is_refused_in_a_policy_and_in_a_file(
    written: str, tmp_path: Path
) -> None:
    toml = written.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    with pytest.raises(PolicyError, match="entry 2 of the word list") as refused:
        assembled(f'type = "words"\nwords = ["Oslo", "{toml}"]')
    assert "HIV" not in str(refused.value)
    (tmp_path / "list.txt").write_text(f"# names\n\nOslo\n{written}\n", "utf-8")
    with pytest.raises(PolicyError, match=r"line 4 of the word list list\.txt"):
        read_word_list(tmp_path / "list.txt")


def test_what_is_an_entry_is_read_as_it_is_meant(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(
        '\ufeff# a comment\n#\n#metoo\n  Falcon Ridge \n"Kowalska, Anna"\n“Falcon*”\nAT&T\nO\'Neil\nSt. John\nYahoo!\nHIV-1\n',
        "utf-8",
    )
    assert read_word_list(path) == [
        *(
            "#metoo",
            "Falcon Ridge",
            "Kowalska, Anna",
            "Falcon*",
            "AT&T",
            "O'Neil",
            "St. John",
            "Yahoo!",
            "HIV-1",
        )
    ]


@pytest.mark.parametrize(
    ("entry", "text", "released"),
    [
        ("#metoo", "See #metoo and #MeToo.", "See [WORD] and [WORD]."),
        ('\\"Falcon*\\"', "The Falcon* flies.", "The [WORD] flies."),
        ('\\"Kowalska, Anna\\"', "Seen: Kowalska, Anna.", "Seen: [WORD]."),
        ('\\"Falcon*\\"', "The falcon flies.", "The falcon flies."),
        ('\\"C++\\"', "Written in C or C++.", "Written in C or [WORD]."),
        ("Yahoo!", "Yahoo! and Yahoo.", "[WORD]! and [WORD]."),
    ],
)
def test_an_entry_with_signs_stands_for_them_too(entry: str, text: str, released: str) -> None:
    outcome = sanitize(Document("d", text), *assembled(f'type = "words"\nwords = ["{entry}"]').models)
    assert outcome.text == released
