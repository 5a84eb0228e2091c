"""What a user gives is read by the format that its name and its bytes agree on."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent.errors import DocumentError
from reticent.formats.seam.options import FormatOptions
from reticent.usecases.release import InputFile, read_file, read_input


def test_placeholders_of_an_earlier_release_are_known_as_such() -> None:
    (document,) = read_input(InputFile("a.txt", b"[NAME] met [ANN]"), ["NAME"], FormatOptions()).documents
    assert [span.of(document.text) for span in document.placeholders] == ["[NAME]"]


def test_bytes_that_are_something_else_than_their_name_says_are_refused() -> None:
    with pytest.raises(DocumentError, match="a PDF file"):
        read_input(InputFile("a.txt", b"%PDF-1.7\n"), [], FormatOptions())


@pytest.mark.parametrize("mode", [0o600, 0o644])
def test_a_file_comes_with_who_may_read_it(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"text")
    path.chmod(mode)
    assert read_file(str(path)) == InputFile(str(path), b"text", mode)
