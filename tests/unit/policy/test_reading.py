from pathlib import Path

import pytest

from reticent.errors import InputError, PolicyError
from reticent.formats.seam.options import ColumnRule, FormatOptions
from reticent.models.redaction.settings import RedactionSettings
from reticent.policy.assembly import make_rules
from reticent.policy.reading import default_policy, parse_policy

GOOD = """
[[detectors]]
type = "words"
kind = "CITY"
words = ["Zxqvcanary"]

[[models]]
type = "redaction"
"""


def test_the_default_policy_is_one() -> None:
    assert default_policy().models[0].type == "redaction"


def test_defaults_are_filled_in() -> None:
    policy = parse_policy(GOOD, "p")
    assert policy.taxonomies is None
    model = policy.models[0]
    assert isinstance(model, RedactionSettings)
    assert model.model_dump() == {
        "type": "redaction",
        "generalize": False,
        "dates": "remove",
        "day_first": False,
    }


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "CITY"', 'kind = "city"', r"detectors\[0\]\.kind: a kind is written in capitals"),
        ('kind = "CITY"', "kind = 7", r"detectors\[0\]\.kind: "),
        (
            'kind = "CITY"',
            'knid = "CITY"',
            r"detectors\[0\]\.knid: there is no such key; did you mean 'kind'\?",
        ),
        ('words = ["Zxqvcanary"]', 'words = "Zxqvcanary"', r"detectors\[0\]\.words: "),
        ('words = ["Zxqvcanary"]', 'words = ["Zxqvcanary", 7]', r"detectors\[0\]\.words\[1\]: "),
        ('type = "redaction"', 'type = "reduction"', r"models\[0\]\.type: must be one of 'redaction'"),
        ('type = "redaction"', "", r"models\[0\]\.type: must be one of 'redaction'"),
        ('type = "redaction"', 'type = "redaction"\ngeneralise = true', r"did you mean 'generalize'\?"),
        ('type = "redaction"', 'type = "redaction"\nxyz = 1', r"known here: dates, day_first, generalize"),
        ("[[models]]", "[[model]]", r"model: there is no such key; did you mean 'models'\?"),
        ('type = "words"', "type =", r"not TOML \(at line 3"),
        ("[[models]]", '[columns]\nage = "hide"\n[[models]]', r"columns: 'age': a column's rule is sanitize"),
        ("[[models]]", '[format]\nfeilds = ["text"]\n[[models]]', r"format\.feilds: .*did you mean 'fields'"),
        ("[[models]]", '[format]\nnumbers = "drop"\n[[models]]', r"format\.numbers: "),
    ],
)
def test_a_mistake_is_named_by_key_problem_and_fix(old: str, new: str, said: str) -> None:
    with pytest.raises(PolicyError, match=said) as caught:
        parse_policy(GOOD.replace(old, new), "p")
    assert "canary" not in str(caught.value)


def test_every_mistake_is_told_at_once() -> None:
    with pytest.raises(PolicyError) as caught:
        parse_policy(GOOD.replace("words =", "wrods =").replace('"redaction"', '"x"'), "p")
    assert len(str(caught.value).splitlines()) == 2


def test_a_policy_says_how_files_are_read() -> None:
    said = """
[format]
name = "csv"
fields = ["body", "meta.subject"]
keep = ["id"]
numbers = "keep"

[columns]
site = "constant:A"
age = "drop"
"""
    assert parse_policy(GOOD, "p").format_options() == FormatOptions()
    assert parse_policy(GOOD + said, "p").format_options() == FormatOptions(
        "csv",
        ("body", "meta.subject"),
        ("id",),
        {"site": ColumnRule("constant", "A"), "age": ColumnRule("drop")},
        "keep",
    )


def test_a_policy_for_a_format_that_nobody_reads_is_refused() -> None:
    policy = parse_policy(GOOD + '[format]\nname = "papyrus"\n', "p")
    with pytest.raises(InputError, match="no format 'papyrus'"):
        make_rules(policy, Path())


SAYS_NOTHING = {
    "kinds of patterns": '[[detectors]]\ntype = "patterns"\nkinds = []\n\n[[models]]\ntype = "redaction"\n',
    "kinds of names": '[[detectors]]\ntype = "names"\nkinds = []\n\n[[models]]\ntype = "redaction"\n',
    "kinds of another's names": '[[detectors]]\ntype = "spacy"\nkinds = []\n\n[[models]]\ntype = "redaction"\n',
    "kinds of stand-ins": f"{GOOD}[pseudonyms]\nkinds = []\n",
    "words": GOOD.replace('["Zxqvcanary"]', "[]"),
    "a blank word": GOOD.replace('["Zxqvcanary"]', '["Oslo", " "]'),
    "a file without entries": GOOD.replace('words = ["Zxqvcanary"]', 'file = "empty.txt"'),
    "a file of remarks": GOOD.replace('words = ["Zxqvcanary"]', 'file = "remarks.txt"'),
    "a file without entries beside words": GOOD.replace('["Zxqvcanary"]', '["Oslo"]\nfile = "empty.txt"'),
    "models": "models = []\n",
    "nothing": "",
    "entities": '[[models]]\ntype = "cg-sanitization"\nprotect = {}\n',
    "generalizations": '[[models]]\ntype = "cg-sanitization"\nprotect = {"HIV" = []}\n',
    "candidates": '[[models]]\ntype = "indistinct"\nprotect = {"HIV" = "virus"}\ncandidates_file = "empty.txt"\n',
    "one text": '[[models]]\ntype = "t-plausibility"\nt = 1\n',
    "a score that nothing has": '[[detectors]]\ntype = "names"\nat_least = 1.0\n\n[[models]]\ntype = "redaction"\n',
    "detectors that nobody asks": GOOD.replace(
        'type = "redaction"', 'type = "cg-sanitization"\nprotect = {"HIV" = "virus"}'
    ),
}


@pytest.mark.parametrize("text", SAYS_NOTHING.values(), ids=SAYS_NOTHING)
def test_a_policy_with_a_part_that_says_nothing_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "remarks.txt").write_text("# cities\n\n  \n")
    with pytest.raises(InputError) as caught:
        make_rules(parse_policy(text, "p"), tmp_path)
    assert "\n" not in str(caught.value)


def test_a_policy_that_uses_its_detectors_in_one_model_of_several_is_taken(tmp_path: Path) -> None:
    text = GOOD + '[[models]]\ntype = "cg-sanitization"\nprotect = {"HIV" = "virus"}\n'
    assert len(parse_policy(text, "p").models) == 2
    assert parse_policy(GOOD.replace('type = "redaction"', 'type = "t-plausibility"\nt = 1'), "p").models
