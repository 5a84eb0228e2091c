import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from reticent.errors import DocumentError
from reticent.files import grow_file, one_run, writing

HOLD = """
import sys, time
from pathlib import Path
from reticent.files import one_run
with one_run(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


class Killed(BaseException):
    pass


def hidden(folder: Path) -> list[str]:
    return sorted(found.name for found in folder.iterdir() if found.name.startswith("."))


def fail_after(target: Path, data: bytes, error: BaseException) -> None:
    with grow_file(target) as output:
        output.write(data)
        raise error


def stop_after(target: Path, data: bytes) -> None:
    with pytest.raises(Killed):
        fail_after(target, data, Killed())


def spoil_and_finish(target: Path, spoil: Callable[[Path], object]) -> None:
    with grow_file(target) as output:
        output.write(b"one\n")
        output.sync()
        spoil(target.with_name(f".{target.name}.part"))
        output.finish()


def grow(part: Path) -> None:
    part.write_bytes(part.read_bytes() + b"two\n")


def replace(part: Path) -> None:
    part.rename(part.with_name("moved"))
    part.write_bytes(b"two\n")


def test_a_stopped_run_goes_on_from_what_counts(tmp_path: Path) -> None:
    target = tmp_path / "out"
    stop_after(target, b"one\nhalf a rec")
    assert not target.exists()
    with grow_file(target) as output:
        assert output.size == 14
        output.go_back(4)
        output.write(b"two\n")
        output.finish()
    assert target.read_bytes() == b"one\ntwo\n"
    assert hidden(tmp_path) == []


def test_more_than_a_stopped_run_wrote_cannot_count(tmp_path: Path) -> None:
    stop_after(tmp_path / "out", b"one\n")
    with (
        pytest.raises(DocumentError, match="lost what a stopped run wrote"),
        grow_file(tmp_path / "out") as output,
    ):
        output.go_back(5)
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_ours_leaves_nothing_that_blocks_the_next_run(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="line 3"):
        fail_after(tmp_path / "out", b"one\n", DocumentError("line 3 is wrong"))
    assert list(tmp_path.iterdir()) == []


def test_a_second_run_is_refused_and_the_first_is_not_disturbed(tmp_path: Path) -> None:
    target = tmp_path / "out"
    link = tmp_path / "link"
    link.symlink_to("out")
    with grow_file(target) as output:
        output.write(b"one\n")
        for name in (target, link):
            with pytest.raises(DocumentError, match="another run is writing"), grow_file(name):
                pytest.fail("there are two runs")
        output.write(b"two\n")
        output.finish()
    assert target.read_bytes() == b"one\ntwo\n"
    assert hidden(tmp_path) == []


def test_a_killed_process_lets_go_of_its_lock(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with subprocess.Popen([sys.executable, "-c", HOLD, target], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        with pytest.raises(DocumentError, match="another run"), one_run(target):
            pytest.fail("there are two runs")
        process.kill()
    with one_run(target):
        assert hidden(tmp_path) == [".out.lock"]
    assert hidden(tmp_path) == []


def test_a_folder_is_locked_from_within(tmp_path: Path) -> None:
    with one_run(tmp_path):
        assert hidden(tmp_path) == [".reticent.lock"]
        with pytest.raises(DocumentError, match="another run"), one_run(tmp_path):
            pytest.fail("there are two runs")


def test_where_no_lock_can_be_had_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(handle: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("reticent.files.writing._lock", unsupported)
    with pytest.raises(DocumentError, match="not supported; choose another -o"), one_run(tmp_path / "out"):
        pytest.fail("there is no lock")


@pytest.mark.parametrize("spoil", [grow, replace])
def test_bytes_that_this_run_did_not_write_are_not_released(
    tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    with pytest.raises(DocumentError, match="changed by somebody else"):
        spoil_and_finish(tmp_path / "out", spoil)
    assert not (tmp_path / "out").exists()


def test_a_special_file_gets_the_pieces_at_once(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with path.open("ab") as file, grow_file(Path(f"/dev/fd/{file.fileno()}")) as output:
        output.write(b"one\n")
        output.sync()
        output.finish()
    assert path.read_bytes() == b"one\n"
    assert hidden(tmp_path) == []


def test_a_folder_is_no_output(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="is a directory"), grow_file(tmp_path):
        pytest.fail("it was begun")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="No such file"), grow_file(tmp_path / "none" / "out"):
        pytest.fail("it was begun")


def test_a_lock_that_its_owner_removed_meanwhile_is_taken_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, take = tmp_path / ".out.lock", writing._lock
    taken: list[int] = []

    def take_late(handle: int) -> None:
        take(handle)
        taken.append(handle)
        if len(taken) == 1:
            lock.unlink()

    monkeypatch.setattr(writing, "_lock", take_late)
    with one_run(tmp_path / "out"):
        assert lock.exists()
    assert len(taken) == 2
