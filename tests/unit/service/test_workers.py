"""Workers: started before anybody asks, replaced when they end, and never more waiting than there is room for."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from reticent.errors import PolicyError
from reticent.service.bodies import Job
from reticent.service.settings import PolicyFiles
from reticent.service.worker_state import RequestError, ServiceReply, WorkerState, open_worker_state
from reticent.service.workers import Workers

POLICY = '[[detectors]]\ntype = "patterns"\n\n[[models]]\ntype = "redaction"\n'
SHORT = Job("sanitize", "policy", b'{"text": "Mail jo@example.org."}')


@pytest.fixture
def set_up(tmp_path: Path) -> Callable[[], WorkerState]:
    path = tmp_path / "policy.toml"
    path.write_text(POLICY, "utf-8")
    return partial(open_worker_state, PolicyFiles(file=path).recipes(), ())


def run(
    set_up: Callable[[], WorkerState],
    act: Callable[[Workers], Awaitable[None]],
    *,
    waiting: int = 2,
    seconds: float = 60,
) -> None:
    async def main() -> None:
        workers = Workers(1, set_up, waiting=waiting, seconds=seconds)
        await workers.start()
        try:
            await act(workers)
        finally:
            await workers.close(patient=False)

    asyncio.run(main())


def test_jobs_are_done_and_what_does_not_fit_the_queue_is_refused_at_once(
    set_up: Callable[[], WorkerState],
) -> None:
    async def act(workers: Workers) -> None:
        assert b"[EMAIL]" in (await workers.do(SHORT)).body
        found = await asyncio.gather(*(workers.do(SHORT) for _ in range(8)), return_exceptions=True)
        refused = [each for each in found if isinstance(each, RequestError)]
        assert len(refused) == 5
        assert {(each.status, each.code) for each in refused} == {(503, "overloaded")}
        patient = await asyncio.gather(*(workers.do(SHORT, patient=True) for _ in range(8)))
        assert [reply.status for reply in patient] == [200] * 8
        assert (workers.waiting, workers.busy) == (0, 0)
        assert await workers.test()

    run(set_up, act)


def begin_on_stopped(workers: Workers) -> tuple[int, asyncio.Task[ServiceReply]]:
    """A job of the only worker, which stands still until it is ended or let go on: no job takes longer."""
    (pid,) = workers.pids
    os.kill(pid, signal.SIGSTOP)
    return pid, asyncio.create_task(workers.do(SHORT))


def test_a_worker_that_ends_is_replaced_and_its_job_done_again(set_up: Callable[[], WorkerState]) -> None:
    async def act(workers: Workers) -> None:
        pid, under_way = begin_on_stopped(workers)
        while not workers.busy:
            await asyncio.sleep(0.01)
        os.kill(pid, signal.SIGKILL)
        assert b"[EMAIL]" in (await under_way).body
        assert workers.replaced == 1
        assert workers.pids != [pid]

    run(set_up, act)


def test_a_job_that_takes_too_long_is_ended_and_the_next_is_done(set_up: Callable[[], WorkerState]) -> None:
    async def act(workers: Workers) -> None:
        _, under_way = begin_on_stopped(workers)
        reply = await under_way
        assert (reply.status, reply.code) == (503, "too_slow")
        assert (await workers.do(SHORT)).status == 200

    run(set_up, act, seconds=2)


def test_an_end_that_is_not_patient_waits_for_nobody(set_up: Callable[[], WorkerState]) -> None:
    async def act(workers: Workers) -> None:
        pid, under_way = begin_on_stopped(workers)
        while not workers.busy:
            await asyncio.sleep(0.01)
        await asyncio.wait_for(workers.close(patient=False), 60)
        assert not Path(f"/proc/{pid}").exists()
        with pytest.raises(asyncio.CancelledError):
            await under_way

    run(set_up, act, seconds=600)


def test_a_patient_end_waits_for_jobs_and_streams(set_up: Callable[[], WorkerState]) -> None:
    async def act(workers: Workers) -> None:
        pid, under_way = begin_on_stopped(workers)
        with workers.stay():
            await asyncio.sleep(0.01)
            closing = asyncio.create_task(workers.close())
            await asyncio.sleep(0.1)
            assert not under_way.done()
            os.kill(pid, signal.SIGCONT)
            assert (await under_way).status == 200
            await asyncio.sleep(0.1)
            assert not closing.done()
            assert (await workers.do(SHORT)).status == 200
        await closing
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers.pids)

    run(set_up, act)


def test_a_policy_that_can_not_be_opened_is_told_to_whoever_starts(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text("no policy", "utf-8")
    with pytest.raises(PolicyError):
        run(partial(open_worker_state, PolicyFiles(file=path).recipes(), ()), asyncio.sleep)  # type: ignore[arg-type]
