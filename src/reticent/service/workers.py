"""Worker processes for requests: started before the first one, each with one job at a time, replaced when it ends."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import Any

from reticent.errors import InputError, ReticentError, name_origin
from reticent.executors import do_job, kill_pool, open_pool
from reticent.service.bodies import Job
from reticent.service.jobs import answer
from reticent.service.worker_state import RequestError, ServiceReply, WorkerState, refuse, run_self_test

SELF_TEST = Job("test", "")
_TRIES = 2
"""A worker may be ended from outside; a document that ends two of them is to blame itself."""

_START_AGAIN_SECONDS = 1
"""Between two tries to start a worker: chosen by hand, so that a policy that can't be opened costs little."""

_POLL_SECONDS = 0.02
"""How often a patient end looks whether everything is done: chosen by hand, too short to be noticed."""


def _open_state(set_up: Callable[[], WorkerState]) -> WorkerState:
    """Everything opened and tried once, in a worker; whatever fails is an error of ours that quotes no file."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # running work is finished; the parent ends us
    try:
        state = set_up()
        run_self_test(state)
    except ReticentError:
        raise
    except Exception as error:
        raise InputError(f"a worker could not start: {name_origin(error)}; please report this line") from None
    return state


def _name_process(state: WorkerState, _: None) -> int:
    return os.getpid()


def _do(state: WorkerState, job: Job) -> ServiceReply:
    if job.verb != SELF_TEST.verb:
        return answer(state, job)
    try:
        return run_self_test(state)
    except Exception as error:
        return refuse(503, "self_test", f"the self-test failed: {name_origin(error)}")


class WorkerEndedError(Exception):
    """The process of a worker is gone."""


class Worker:
    """One process with everything open: a pool of one, so that it can be ended without the others."""

    def __init__(self, set_up: Callable[[], WorkerState]) -> None:
        self._pool = open_pool(1, partial(_open_state, set_up))
        self.pid = 0

    async def start(self) -> None:
        """Have it open everything and release a text; an error of ours when it can't."""
        try:
            self.pid = await asyncio.wrap_future(self._pool.submit(do_job, _name_process, None))
        except BrokenProcessPool:
            raise InputError("a worker process ended while it started: is there enough memory?") from None

    async def do(self, job: Job) -> ServiceReply:
        """The reply to a job; a WorkerEndedError when there is nobody to give it."""
        try:
            return await asyncio.wrap_future(self._pool.submit(do_job, _do, job))
        except (BrokenProcessPool, RuntimeError):  # a pool that was shut down says the latter
            raise WorkerEndedError from None

    def kill(self) -> None:
        """End it at once."""
        kill_pool(self._pool)

    async def close(self) -> None:
        """Tell it that no more jobs come, and wait for its end."""
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


class Workers:
    """All workers of one set of policies, and the queue before them."""

    def __init__(
        self, number: int, set_up: Callable[[], WorkerState], *, waiting: int, seconds: float
    ) -> None:
        self._set_up, self._most_waiting, self._seconds = set_up, waiting, seconds
        self._all = [Worker(set_up) for _ in range(number)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._turns: set[asyncio.Task[Any]] = set()
        self._starting: set[asyncio.Task[Any]] = set()
        self._ending: set[asyncio.Task[Any]] = set()
        self._streams = 0
        self.waiting = 0
        self.busy = 0
        self.replaced = 0

    @property
    def pids(self) -> list[int]:
        """The processes that are ready."""
        return [worker.pid for worker in self._all if worker.pid]

    async def start(self) -> None:
        """Start all of them; an error of one is raised."""
        try:
            await asyncio.gather(*(worker.start() for worker in self._all))
        except BaseException:
            for worker in self._all:
                worker.kill()
            await asyncio.gather(*(worker.close() for worker in self._all))
            raise
        for worker in self._all:
            self._free.put_nowait(worker)

    @contextmanager
    def stay(self) -> Iterator[None]:
        """Keep the workers while a stream has jobs for them now and then, even when others take their place."""
        self._streams += 1
        try:
            yield
        finally:
            self._streams -= 1

    async def do(self, job: Job, *, patient: bool = False) -> ServiceReply:
        """The reply to a job; a RequestError (503) when too many wait already, unless it is `patient`."""
        if not patient and self.waiting >= self._most_waiting + self._free.qsize():
            raise RequestError(503, "overloaded", "too many requests are waiting: try again soon", retry=1)
        self.waiting += 1
        # A client that goes away must not take a busy worker with it.
        return await asyncio.shield(hold_task(self._turns, self._take_turn(job)))

    async def test(self) -> bool:
        """Whether a worker still does what it is there for."""
        return (await self.do(SELF_TEST)).status == 200

    async def _take_turn(self, job: Job) -> ServiceReply:
        for turn in range(_TRIES):
            self.waiting += turn > 0
            try:
                worker = await self._free.get()
            finally:
                self.waiting -= 1
            self.busy += 1
            try:
                reply = await asyncio.wait_for(worker.do(job), self._seconds)
            except WorkerEndedError:
                self._replace(worker)
                continue
            except TimeoutError:
                self._replace(worker)
                return refuse(
                    503, "too_slow", "this took too long and was stopped: send less at once", retry=60
                )
            except Exception:
                self._replace(worker)
                raise
            finally:
                self.busy -= 1
            self._free.put_nowait(worker)
            return reply
        return refuse(503, "worker_ended", "the worker ended on this document: send less at once", retry=5)

    def _replace(self, worker: Worker) -> None:
        worker.kill()
        self.replaced += 1
        self._all.remove(worker)
        hold_task(self._ending, worker.close())
        hold_task(self._starting, self._add())

    async def _add(self) -> None:
        """Another worker; tried until it starts, because without workers there is no service."""
        while True:
            worker = Worker(self._set_up)
            try:
                await worker.start()
            except BaseException as error:
                worker.kill()
                await worker.close()
                if not isinstance(error, Exception):
                    raise
                await asyncio.sleep(
                    _START_AGAIN_SECONDS
                )  # /readyz reports it; the policies may be mended meanwhile
                continue
            self._all.append(worker)
            self._free.put_nowait(worker)
            return

    async def close(self, *, patient: bool = True) -> None:
        """End all workers; a `patient` end waits until they have done what they are doing and what waits for them."""
        while patient and (self.waiting or self.busy or self._streams):
            await asyncio.sleep(_POLL_SECONDS)
        for task in (*self._starting, *self._turns):
            task.cancel()
        if self.busy:
            for worker in self._all:
                worker.kill()
        await asyncio.gather(*self._starting, *self._turns, *self._ending, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._all))


def hold_task(tasks: set[asyncio.Task[Any]], work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """A task that is held until it is done: a loop alone forgets those that nobody holds."""
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task
