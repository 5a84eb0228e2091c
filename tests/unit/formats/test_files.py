import os
import stat
from pathlib import Path

import pytest

from reticent.errors import DocumentError
from reticent.formats import plain
from reticent.formats.files import write_whole
from reticent.text import Document


@pytest.mark.parametrize("data", [b"", b"a\r\nb\n", "\ufeffé🙂\u202e".encode(), b"no newline"])
def test_plain_text_comes_back_byte_for_byte(data: bytes) -> None:
    assert plain.write(plain.read("d", data)) == data


def test_a_new_file_gets_the_usual_permissions_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "released.txt"
    mask = os.umask(0o027)
    try:
        write_whole(path, b"one")
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o600)
    write_whole(path, b"two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_bytes() == b"two"


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "released.txt"
    path.write_bytes(b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DocumentError, match="No space left"):
        write_whole(path, b"new")
    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [("released.txt", b"old")]


def test_half_a_character_is_refused_before_anything_is_written() -> None:
    with pytest.raises(DocumentError, match="lone surrogate at 4"):
        plain.write(Document("d", "text\ud800"))
