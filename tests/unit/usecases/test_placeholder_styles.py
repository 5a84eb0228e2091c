"""A second style of placeholders, in every format: released, read again, and accepted by the audit in no other style."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from tests.journeys.test_commands_on_files import FILES, MAIL

from reticent import Document, open_policy
from reticent.engine import Rules
from reticent.errors import PolicyError
from reticent.formats import list_formats
from reticent.formats.converted import ConvertedFile
from reticent.formats.pictures import ImageFile
from reticent.policy.recipe import Recipe
from reticent.rendering.placeholders import (
    CHOICES,
    STYLES,
    find_misnumbered,
    find_placeholders,
    mark_placeholders,
    read_label,
    write_placeholder,
)
from reticent.usecases.audit import audit
from reticent.usecases.release import InputFile, release

POLICY = """
placeholders = "{style}"
[[detectors]]
type = "patterns"
kinds = ["EMAIL"]
[[models]]
type = "redaction"
"""


PEOPLE = """
placeholders = "{style}"
[[detectors]]
type = "names"
[[models]]
type = "redaction"
"""


def make_rules(folder: Path, style: str, policy: str = POLICY) -> Rules:
    file = folder / f"{style}.toml"
    file.write_text(policy.format(style=style))
    return Recipe(file).make_rules()


def test_every_format_is_among_the_files() -> None:
    # What is converted is written as another format, and in a picture a black box stands instead of a placeholder.
    written = [each for each in list_formats() if not isinstance(each, ConvertedFile | ImageFile)]
    assert all(any(f"a{suffix}" in FILES for suffix in each.suffixes) for each in written)


@pytest.mark.parametrize("name", FILES)
def test_every_format_is_released_and_audited_in_angles(name: str, tmp_path: Path) -> None:
    angles, brackets = make_rules(tmp_path, "angles"), make_rules(tmp_path, "brackets")
    released = release(InputFile(name, FILES[name]), angles)
    texts = [outcome.text for outcome in released.outcomes]
    assert any("<EMAIL>" in text for text in texts)
    assert not any("[EMAIL]" in text or MAIL in text for text in texts)
    again = audit(InputFile(name, released.data), angles)
    assert not any(verdict.violations for verdict in again)
    marks = [span.of(each.document.text) for each in again for span in each.document.placeholders]
    assert [mark for mark in marks if "EMAIL" in mark]
    strict = audit(InputFile(name, released.data), brackets)
    marks = [span.of(each.document.text) for each in strict for span in each.document.placeholders]
    assert not [mark for mark in marks if "EMAIL" in mark]


@pytest.mark.parametrize("name", FILES)
def test_every_format_holds_a_numbered_placeholder_in_angles(name: str, tmp_path: Path) -> None:
    angles = make_rules(tmp_path, "angles", PEOPLE)
    released = release(InputFile(name, FILES[name]), angles)
    texts = [outcome.text for outcome in released.outcomes]
    assert any("<PERSON_1>" in text for text in texts)
    assert not any("Thistleshaw" in text for text in texts)
    again = audit(InputFile(name, released.data), angles)
    assert not any(verdict.violations for verdict in again)
    marks = [span.of(each.document.text) for each in again for span in each.document.placeholders]
    assert any("<PERSON_1>" in mark for mark in marks)


def test_markup_holds_them_as_text_and_not_as_tags(tmp_path: Path) -> None:
    angles = make_rules(tmp_path, "angles")
    assert b"&lt;EMAIL&gt;" in release(InputFile("a.html", FILES["a.html"]), angles).data
    assert b"\\<EMAIL>" in release(InputFile("a.md", FILES["a.md"]), angles).data
    for name in ("a.docx", "a.pptx", "a.xlsx", "a.odt", "a.ods", "a.odp"):
        members = zipfile.ZipFile(BytesIO(release(InputFile(name, FILES[name]), angles).data))
        parts = [members.read(part) for part in members.namelist()]
        assert any(b"&lt;EMAIL&gt;" in part for part in parts)
        assert not any(b"<EMAIL>" in part for part in parts)


def test_a_text_under_the_policy_is_in_its_style(tmp_path: Path) -> None:
    make_rules(tmp_path, "angles")
    policy = open_policy(tmp_path / "angles.toml")
    assert policy.sanitize(f"Write to {MAIL}, not to [EMAIL].").text == "Write to <EMAIL>, not to [EMAIL]."


def test_an_unknown_style_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="'brackets' or 'angles'"):
        make_rules(tmp_path, "braces")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("number", [0, 1, 9999])
def test_what_is_written_is_read_again_in_its_style_alone(style: str, number: int) -> None:
    shown = write_placeholder("MEDICAL_RECORD", number, style=style)
    assert read_label(shown) == "MEDICAL RECORD"
    text = f"see {shown}, please"
    assert [span.of(text) for span in find_placeholders(text, ["MEDICAL_RECORD"], style=style)] == [shown]
    for other in CHOICES:
        if STYLES[other].opening != STYLES[style].opening[-1]:
            assert find_placeholders(text, ["MEDICAL_RECORD"], style=other) == []


def test_stand_ins_and_numbers_are_told_in_angles() -> None:
    text = "<PERSON_1> met <Ann_Lee> and <JOHN_SMITH>, <PERSON_3>."
    marked = mark_placeholders(Document("d", text), ["PERSON"], {"Ann Lee"}.__contains__, style="angles")
    assert [span.of(text) for span in marked.placeholders] == ["<PERSON_1>", "<Ann_Lee>", "<PERSON_3>"]
    assert marked.placeholder_style == "angles"
    assert [mark.number for mark in find_misnumbered(text, ["PERSON"], style="angles")] == [3]
