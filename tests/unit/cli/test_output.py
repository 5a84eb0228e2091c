"""Where a release goes: files, and directories that are made when there are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.commands import Command


@pytest.fixture(name="letters")
def write_letters(tmp_path: Path) -> list[Path]:
    places = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for place in places:
        place.write_text("Write to ann@example.org.")
    return places


@pytest.mark.parametrize("written", ["released", "released/", "new/released"])
def test_several_files_go_into_a_directory_that_is_made(
    command: Command, letters: list[Path], tmp_path: Path, written: str
) -> None:
    done = command("sanitize", *letters, "-o", written, "--quiet")
    assert done.code == 0, done.err
    assert {path.name: path.read_text() for path in (tmp_path / written).iterdir()} == {
        "a.txt": "Write to [EMAIL].",
        "b.txt": "Write to [EMAIL].",
    }


def test_one_file_goes_into_a_directory_that_ends_with_a_slash(
    command: Command, letters: list[Path], tmp_path: Path
) -> None:
    assert command("sanitize", letters[0], "-o", "released/", "--quiet").code == 0
    assert (tmp_path / "released/a.txt").read_text() == "Write to [EMAIL]."


def test_a_file_in_the_place_of_a_directory_is_refused(
    command: Command, letters: list[Path], tmp_path: Path
) -> None:
    done = command("sanitize", *letters, "-o", "a.txt")
    assert (done.code, done.err) == (2, "reticent: 'a.txt' is a file: name a directory with -o\n")
    assert letters[0].read_text() == "Write to ann@example.org."
