"""The table of kinds: what may stand in it, and that everybody reads it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reticent import kinds
from reticent.detection.detector import settle
from reticent.detection.names.model import KINDS as OF_NAMES
from reticent.detection.pattern_file import read_patterns
from reticent.detection.patterns import Patterns, patterns
from reticent.detection.presidio import kind_of_spacy
from reticent.engine import Outcome, Pseudonyms, Rules, run_together
from reticent.errors import PolicyError
from reticent.kinds import Kind, find_kind, is_date, linked_kinds, read_kinds, table
from reticent.models.redaction import Redaction
from reticent.policy.policy import PseudonymsSection
from reticent.policy.reading import read_preset
from reticent.text import Document, Mention, Span
from reticent.usecases.presidio import analyze, supported_entities
from reticent.vault.entries import Style
from reticent.vault.store import VaultKey, create_vault, open_vault

KEY = VaultKey(bytes(range(32)))

TOY = """
[kinds.ROBOT_ID]
about = "the number of a robot"
label = "ROBOT NUMBER"
linked = true
invented = "code"
presidio = "MACHINE"
spacy = ["ROBOT"]
safe_harbor = [13]
judged_as = "robot"
"""
TOY_PATTERN = r"""
[[pattern]]
name = "robot"
kind = "ROBOT_ID"
regex = 'RB-\d{6}'
score = 0.9
matches = ["RB-123456"]
rejects = ["RB-12"]
"""


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One more entry in the table."""
    text = kinds._read_shipped() + TOY
    monkeypatch.setattr(kinds, "_read_shipped", lambda: text)
    table.cache_clear()
    yield
    monkeypatch.undo()
    table.cache_clear()


def release(folder: Path, detector: Patterns, style: Style, *texts: str) -> list[str]:
    if not (folder / "v.vault").exists():
        create_vault(folder / "v.vault", KEY)
    pseudonyms = Pseudonyms(open_vault(folder / "v.vault", lambda: KEY), style)
    rules = Rules((Redaction((detector,)),), (detector,), pseudonyms=pseudonyms)
    made = run_together([Document(f"d{n}", text) for n, text in enumerate(texts)], rules)
    return [each.text for each in made if isinstance(each, Outcome)]


@pytest.mark.usefixtures("toy")
def test_one_entry_in_the_table_makes_a_kind_known_everywhere(tmp_path: Path) -> None:
    detector = Patterns(read_patterns(TOY_PATTERN, source="toy"))
    texts = ["RB-123456 broke.", "RB-777777 came, RB-123456 left."]
    assert release(tmp_path, detector, Style(), *texts) == [
        "[ROBOT NUMBER 1] broke.",
        "[ROBOT NUMBER 2] came, [ROBOT NUMBER 1] left.",
    ]
    (invented,) = release(tmp_path, detector, Style("invented"), "RB-424242 broke.")
    assert invented.startswith("[")
    assert invented[3] == "-"
    assert "424242" not in invented
    rules = Rules((Redaction((detector,)),), (detector,))
    assert supported_entities(rules) == ["MACHINE"]
    assert [each.entity_type for each in analyze("RB-123456 broke.", rules)] == ["MACHINE"]
    assert kind_of_spacy("ROBOT") == "ROBOT_ID"
    assert find_kind("ROBOT_ID").judged_as == "robot"
    assert "ROBOT_ID" in PseudonymsSection.model_validate({}).kinds
    (line,) = [line for line in read_preset("health").decode().splitlines() if "ROBOT_ID" in line]
    assert line.startswith("#   13 device identifiers")


def test_numbers_of_patients_citizens_taxes_and_banks_are_linked(tmp_path: Path) -> None:
    """They were found after the list of linked kinds was written, and forgotten there."""
    text = "NHS number 943 476 5919, sort code 20-00-00. SSN 219-09-9999. MRN: 4417738. NINO AB123456C."
    first, second = release(tmp_path, patterns(), Style(), text, "Again NHS number 943 476 5919.")
    assert "[HEALTH ID 1]" in first
    assert "[SORT CODE 1]" in first
    assert "[US SSN 1]" in first
    assert "[MEDICAL RECORD 1]" in first
    assert "[NATIONAL ID 1]" in first
    assert second == "Again NHS number [HEALTH ID 1]."


def test_a_kind_of_somebodys_own_is_linked_with_nothing(tmp_path: Path) -> None:
    detector = Patterns(read_patterns(TOY_PATTERN, source="toy"))
    assert find_kind("ROBOT_ID") == Kind("ROBOT_ID", label="ROBOT ID", presidio="ROBOT_ID")
    released = release(tmp_path, detector, Style("invented"), "RB-123456 broke.", "RB-123456 left.")
    assert released == ["[ROBOT ID] broke.", "[ROBOT ID] left."]


def test_every_kind_that_we_find_is_in_the_table() -> None:
    declared = table().kinds
    assert {rule.kind for rule in patterns().rules} <= set(declared)
    assert set(OF_NAMES) <= set(declared)


def test_a_kind_that_says_less_gives_way_and_dates_are_told_by_the_table() -> None:
    both = [Mention(Span(0, 4), "CODE", 0.9), Mention(Span(0, 4), "POSTCODE", 0.5)]
    assert [each.kind for each in settle(both)] == ["POSTCODE"]
    assert [kind for kind in table().kinds if is_date(kind)] == ["DATE", "DATETIME", "DATE_TIME"]
    assert "AGE" not in linked_kinds()


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ('about = "x"\nlinkd = true', "linkd: no such key"),
        ('about = "x"\nlinked = "yes"', "true or false"),
        ('about = "x"\ninvented = "poem"', "'name', 'place' or 'code'"),
        ('about = "x"\nnumbered = "size"', "'appearance' or 'time'"),
        ('about = "x"\nlabel = "Robot"', "words in capitals"),
        ('about = "x"\nlabel = "ROBOT 7"', "the last not a number"),
        ('about = "x"\nlabel = "PERSON"', "PERSON has the same"),
        ('about = "x"\nsafe_harbor = [19]', "1 to 18"),
        ('about = "x"\njudged_as = "[DRUG]"', "a term in small letters"),
        ("linked = true", "about: this key is missing"),
    ],
)
def test_an_entry_with_a_mistake_is_refused_by_its_name(entry: str, wrong: str) -> None:
    with pytest.raises(PolicyError, match=rf"kinds.toml: ROBOT_ID: .*{wrong}"):
        read_kinds(f"{kinds._read_shipped()}\n[kinds.ROBOT_ID]\n{entry}\n", source="kinds.toml")


def test_the_name_of_a_kind_is_in_capitals() -> None:
    with pytest.raises(PolicyError, match="in capitals with underscores"):
        read_kinds('[kinds.Robot]\nabout = "x"\n', source="kinds.toml")
