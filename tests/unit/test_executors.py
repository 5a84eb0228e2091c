"""Whoever does the work, the results are the same; and nobody works on for a parent that is gone."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent import errors
from reticent.errors import InputError, MissingExtraError, ReticentError, ReviewError
from reticent.executors import Executor, Inline, Processes, choose_executor, map_in_order

EXECUTORS = [Inline(), Processes(2)]
executors = pytest.mark.parametrize("executor", EXECUTORS, ids=["inline", "processes"])


def note_start(folder: Path) -> int:
    """A state that leaves a file for every time that it is made."""
    (folder / f"{os.getpid()}-{time.monotonic_ns()}").touch()
    return 100


def add(state: int, job: int) -> int:
    return state + job


def refuse(state: int, job: int) -> int:
    if job == 3:
        raise MissingExtraError("spacy", "job 3")
    return job


def fail_to_start() -> int:
    raise InputError("no state to be had")


def end_worker(state: int, job: int) -> int:
    os._exit(7)


def square(number: int) -> int:
    return number * number


def threads_of_matrices(job: int) -> str | None:
    return os.environ.get("OPENBLAS_NUM_THREADS")


def test_a_worker_multiplies_matrices_alone_unless_somebody_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    assert set(map_in_order(Processes(2), threads_of_matrices, range(3))) == {"1"}
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    assert set(map_in_order(Processes(2), threads_of_matrices, range(3))) == {"2"}


@executors
def test_results_come_in_the_order_of_the_jobs_and_workers_are_set_up_once(
    executor: Executor, tmp_path: Path
) -> None:
    results = executor.run(add, range(20), set_up=partial(note_start, tmp_path))
    assert list(results) == [100 + job for job in range(20)]
    workers = {name.partition("-")[0] for name in os.listdir(tmp_path)}
    assert 1 <= len(os.listdir(tmp_path)) == len(workers) <= 2


def test_a_single_job_needs_no_other_process(tmp_path: Path) -> None:
    assert list(Processes(2).run(add, [1], set_up=partial(note_start, tmp_path))) == [101]
    assert [name.partition("-")[0] for name in os.listdir(tmp_path)] == [str(os.getpid())]


@executors
def test_jobs_are_taken_only_as_far_ahead_as_the_workers_need(executor: Executor, tmp_path: Path) -> None:
    taken: list[int] = []

    def jobs() -> Iterator[int]:
        for job in range(10_000):
            taken.append(job)
            yield job

    results = executor.run(add, jobs(), set_up=partial(note_start, tmp_path))
    assert next(results) == 100
    assert len(taken) <= 4
    results.close()  # type: ignore[attr-defined]


@executors
def test_an_error_of_a_job_or_of_the_set_up_is_raised_as_it_was(executor: Executor, tmp_path: Path) -> None:
    results = executor.run(refuse, range(9), set_up=partial(note_start, tmp_path))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(MissingExtraError, match=r"job 3 needs .*\[spacy\]"):
        next(results)
    with pytest.raises(InputError, match="no state to be had"):
        list(executor.run(add, range(3), set_up=fail_to_start))


def test_a_worker_that_is_ended_from_outside_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="fewer workers"):
        list(Processes(2).run(end_worker, range(3), set_up=partial(note_start, tmp_path)))


@executors
def test_no_jobs_have_no_results(executor: Executor) -> None:
    assert list(executor.run(add, [], set_up=partial(int, 1))) == []


@settings(max_examples=20)
@given(jobs=st.lists(st.integers()))
def test_a_map_gives_what_map_gives(jobs: list[int]) -> None:
    assert list(map_in_order(Inline(), square, jobs)) == list(map(square, jobs))


def test_one_worker_is_this_process_and_none_is_refused() -> None:
    assert choose_executor(1) == Inline()
    assert choose_executor(3) == Processes(3)
    with pytest.raises(InputError, match="at least 1"):
        choose_executor(0)


@pytest.mark.parametrize(
    "error",
    [
        kind("one", "other") if kind in {MissingExtraError, ReviewError} else kind("what to do next")
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, ReticentError)
    ],
    ids=lambda error: type(error).__name__,
)
def test_every_error_can_travel(error: ReticentError) -> None:
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (type(copy), str(copy)) == (type(error), str(error))


PARENT = """
    import sys, threading, time
    from functools import partial
    from pathlib import Path
    from reticent.executors import Processes

    def beat(folder, job):
        for _ in range(3000):  # a minute, should nobody end it
            with (folder / f"beat-{job}").open("a") as file:
                file.write(".")
            time.sleep(0.02)

    def work():
        list(Processes(2).run(beat, range(2), set_up=partial(Path, sys.argv[1])))

    if __name__ == "__main__":
        if sys.argv[2] == "main":
            work()
        else:
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
@pytest.mark.parametrize("thread", ["main", "other"])
def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path, thread: str) -> None:
    script = tmp_path / "parent.py"
    script.write_text(textwrap.dedent(PARENT), encoding="utf-8")
    parent = subprocess.Popen([sys.executable, script, tmp_path, thread])
    beats = [tmp_path / "beat-0", tmp_path / "beat-1"]
    try:
        _wait_until(lambda: all(beat.exists() and beat.stat().st_size > 1 for beat in beats))
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    _wait_until(lambda: _are_still(beats))


def _are_still(beats: list[Path]) -> bool:
    before = [beat.stat().st_size for beat in beats]
    time.sleep(0.3)
    return before == [beat.stat().st_size for beat in beats]


def _wait_until(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not reached():
        assert time.monotonic() < end
        time.sleep(0.05)
