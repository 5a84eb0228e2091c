import pytest

from reticent.errors import PolicyError
from reticent.policy.reading import default_policy, parse_policy
from reticent.policy.sections.redaction import RedactionSection

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
    assert policy.taxonomies == ["wordnet"]
    model = policy.models[0]
    assert isinstance(model, RedactionSection)
    assert model.model_dump() == {"type": "redaction", "generalize": False}


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
        ('type = "redaction"', 'type = "redaction"\nxyz = 1', r"known here: generalize"),
        ("[[models]]", "[[model]]", r"model: there is no such key; did you mean 'models'\?"),
        ('type = "words"', "type =", r"not TOML \(at line 3"),
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
