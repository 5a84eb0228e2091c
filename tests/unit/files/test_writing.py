import os
import stat
import threading
from pathlib import Path

import pytest

from reticent.errors import DocumentError, KnowledgeError
from reticent.files import PRIVATE, is_special, mode_of, whole_file, write_whole


def names_in(folder: Path) -> list[str]:
    return sorted(found.name for found in folder.iterdir())


def test_a_new_file_gets_the_usual_permissions_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "released.txt"
    mask = os.umask(0o027)
    try:
        write_whole(path, b"one")
    finally:
        os.umask(mask)
    assert mode_of(path) == 0o640
    path.chmod(0o604)
    write_whole(path, b"two")
    assert mode_of(path) == 0o604
    assert path.read_bytes() == b"two"


def test_a_private_file_is_private_whatever_stood_there(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_bytes(b"old")
    path.chmod(0o644)
    with whole_file(path, mode=PRIVATE) as temporary:
        assert mode_of(temporary) == PRIVATE
    assert mode_of(path) == PRIVATE


def test_a_system_without_modes_refuses_a_private_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plan.json"
    monkeypatch.setattr("reticent.files.writing.os.name", "nt")
    with pytest.raises(DocumentError, match="no file modes"):
        write_whole(path, b"secret", mode=PRIVATE)
    monkeypatch.undo()
    assert names_in(tmp_path) == []


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "released.txt"
    path.write_bytes(b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(KnowledgeError, match="No space left"):
        write_whole(path, b"new", error=KnowledgeError)
    assert names_in(tmp_path) == ["released.txt"]
    assert path.read_bytes() == b"old"


def write_half(path: Path) -> None:
    with whole_file(path) as temporary:
        temporary.write_bytes(b"half")
        raise ZeroDivisionError


def test_a_block_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        write_half(tmp_path / "x")
    assert names_in(tmp_path) == []


def test_a_link_stays_a_link_and_its_end_is_replaced_at_once(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    end, link = tmp_path / "far" / "end.txt", tmp_path / "link.txt"
    link.symlink_to("far/end.txt")
    write_whole(link, b"one")
    first = end.stat().st_ino
    write_whole(link, b"two")
    assert link.is_symlink()
    assert end.read_bytes() == b"two"
    assert end.stat().st_ino != first
    assert names_in(tmp_path / "far") == ["end.txt"]


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(DocumentError, match="can't be written"):
        write_whole(tmp_path / "a", b"x")
    assert names_in(tmp_path) == ["a", "b"]


def test_a_pipe_is_written_through(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"through")
    reader.join(10)
    assert received == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_through(tmp_path: Path) -> None:
    link = tmp_path / "nothing"
    link.symlink_to("/dev/null")
    write_whole(link, b"gone")
    assert link.is_symlink()
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_what_a_process_has_open_is_added_to_and_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"before ")
    with path.open("ab") as file:
        write_whole(Path(f"/dev/fd/{file.fileno()}"), b"and after")
    assert path.read_bytes() == b"before and after"


def test_an_ordinary_file_is_not_special_and_a_pipe_is(tmp_path: Path) -> None:
    assert not is_special(tmp_path / "new")
    assert not is_special(tmp_path)
    (tmp_path / "old").touch()
    assert not is_special(tmp_path / "old")
    os.mkfifo(tmp_path / "pipe")
    assert is_special(tmp_path / "pipe")
    assert is_special(Path("/dev/stdout"))
