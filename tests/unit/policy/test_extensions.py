"""Detectors and models of other packages, named in a policy by their type."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from reticent.engine import sanitize
from reticent.errors import InputError, MissingExtraError, PolicyError, install_line
from reticent.files.extensions import list_extensions
from reticent.policy.policy import Policy
from reticent.policy.reading import parse_policy, read_policy
from reticent.policy.recipe import Recipe
from reticent.text import Document

PARTS = '''
    from dataclasses import dataclass
    from typing import ClassVar, Literal

    from reticent.detection.word_list import WordList
    from reticent.models.redaction import Redaction
    from reticent.policy import Parts, Section

    class ShoutSection(Section):
        """A detector of words that are shouted."""

        type: Literal["shouts"]
        words: list[str]

        def build(self, parts: Parts) -> WordList:
            return WordList([word.upper() for word in self.words], kind="SHOUT")

    class QuietSection(Section):
        """A model that leaves nothing that is shouted."""

        needs_detectors: ClassVar[bool] = True
        type: Literal["quiet"]

        def build(self, parts: Parts) -> Redaction:
            return Redaction(parts.detectors)

    class Misnamed(Section):
        type: Literal["other"]

        def build(self, parts: Parts) -> WordList:
            return WordList(["x"])

    class PatternsSettings(Misnamed):
        type: Literal["patterns"]

    no_section = 7
'''
ENTRY_POINTS = """
    [reticent.detectors]
    shouts = megaphone:ShoutSection
    misnamed = megaphone:Misnamed
    number = megaphone:no_section
    broken = megaphone:nothing_of_that_name
    patterns = megaphone:PatternsSettings

    [reticent.models]
    quiet = megaphone:QuietSection
"""
POLICY = """
[[detectors]]
type = "shouts"
words = ["canary"]

[[models]]
type = "quiet"
"""


def install(folder: Path, name: str, entry_points: str) -> None:
    information = folder / f"{name}-1.5.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")
    (information / "entry_points.txt").write_text(textwrap.dedent(entry_points))


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with somebody else's distribution on the path."""
    folder = tmp_path / "site"
    install(folder, "megaphone", ENTRY_POINTS)
    (folder / "megaphone.py").write_text(textwrap.dedent(PARTS))
    monkeypatch.syspath_prepend(folder)
    yield folder
    sys.modules.pop("megaphone", None)


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    file = tmp_path / "policy.toml"
    file.write_text(POLICY)
    return file


@pytest.mark.usefixtures("installed")
def test_a_policy_can_name_the_detector_and_the_model_of_another_package(policy: Path) -> None:
    rules = Recipe(policy).make_rules()
    outcome = sanitize(Document("d", "He cried CANARY! twice."), *rules.models)
    assert outcome.text == "He cried [SHOUT]! twice."
    assert rules.kinds == {"SHOUT"}


def test_a_command_uses_them_as_well(installed: Path, policy: Path, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("He cried CANARY! twice.")
    code = f"import sys; sys.path.insert(0, {str(installed)!r}); from reticent.cli import main; main()"
    command = [sys.executable, "-c", code, "sanitize", str(tmp_path / "text.txt"), "-p", str(policy)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "He cried [SHOUT]! twice."


@pytest.mark.usefixtures("installed")
def test_mistakes_in_their_sections_are_named_as_in_ours() -> None:
    with pytest.raises(
        PolicyError, match=r"detectors\[0\]\.wrods: there is no such key; did you mean 'words'"
    ):
        parse_policy(POLICY.replace("words =", "wrods ="), "p")
    with pytest.raises(PolicyError, match=r"quiet needs at least one \[\[detectors\]\]"):
        parse_policy('[[models]]\ntype = "quiet"', "p")


@pytest.mark.usefixtures("installed")
def test_an_unknown_type_is_told_which_there_are() -> None:
    with pytest.raises(
        PolicyError, match=r"detectors\[0\]\.type: must be one of 'patterns', .*'spacy', .*'shouts'"
    ):
        parse_policy(POLICY.replace('"shouts"', '"whispers"'), "p")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("misnamed", r"must have the field type: Literal\[\"misnamed\"\]"),
        ("number", "is not a section"),
        ("broken", r"of the package megaphone can't be loaded \(AttributeError\)"),
    ],
)
def test_a_part_that_is_no_section_is_refused_with_its_package(name: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse_policy(POLICY.replace('"shouts"', f'"{name}"'), "p")


@pytest.mark.usefixtures("installed")
def test_nobody_can_replace_a_part_of_ours() -> None:
    policy = parse_policy('[[detectors]]\ntype = "patterns"\n[[models]]\ntype = "redaction"', "p")
    assert type(policy.detectors[0]).__module__ == "reticent.detection.settings"


def test_two_packages_with_one_name_are_refused(installed: Path) -> None:
    install(installed, "loudspeaker", "[reticent.detectors]\nshouts = megaphone:ShoutSection\n")
    with pytest.raises(InputError, match="offered by loudspeaker and megaphone: uninstall"):
        parse_policy(POLICY, "p")


@pytest.mark.usefixtures("installed")
def test_what_is_installed_is_listed_with_package_and_version() -> None:
    found = [(each.name, each.package, each.version) for each in list_extensions("reticent.models")]
    assert ("quiet", "megaphone", "1.5") in found


def test_the_schema_names_the_parts_of_others(installed: Path) -> None:
    (installed / "megaphone-1.5.dist-info" / "entry_points.txt").write_text(
        "[reticent.detectors]\nshouts = megaphone:ShoutSection\n"
    )
    assert '"shouts"' in json.dumps(Policy.model_json_schema())


@pytest.mark.parametrize(("name", "extra"), [("presidio", "presidio"), ("spacy", "spacy")])
def test_an_adapter_without_its_library_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    monkeypatch.setitem(sys.modules, "presidio_analyzer", None)
    file = tmp_path / "policy.toml"
    file.write_text(f'[[detectors]]\ntype = "{name}"\n[[models]]\ntype = "redaction"\n')
    assert read_policy(file).detectors[0].type == name
    with pytest.raises(MissingExtraError, match=re.escape(install_line(extra))):
        Recipe(file).make_rules()
