"""Worker processes for requests: started before the first one, each with one job at a time, replaced when it ends."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

from reticent.errors import InputError
from reticent.executors import do_job, open_pool
from reticent.service.bodies import Job
from reticent.service.jobs import Office, answer, run_self_test
from reticent.service.replies import Reply, RequestError, refuse

_TRIES = 2
"""A worker may be ended from outside; a document that ends two of them is to blame itself."""

_TEST = Job("test", "")


class Worker:
    """One process with everything open."""

    def __init__(self, set_up: Callable[[], Office]) -> None:
        self._pool: ProcessPoolExecutor = open_pool(1, set_up)
        self.pid = 0

    async def start(self) -> None:
        """Have it open everything and release a text; an InputError when it can't."""
        try:
            reply = await asyncio.wrap_future(self._pool.submit(do_job, run_self_test, _TEST))
        except BrokenProcessPool:
            raise InputError("a worker process ended while it started: is there enough memory?") from None
        self.pid = json.loads(reply.body)["pid"]

    async def do(self, job: Job) -> Reply:
        """The reply to a job."""
        work = run_self_test if job is _TEST else answer
        return await asyncio.wrap_future(self._pool.submit(do_job, work, job))

    def kill(self) -> None:
        """End it at once."""
        with suppress(ProcessLookupError):
            if self.pid:
                os.kill(self.pid, signal.SIGKILL)
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """End it when it is done, and wait for that."""
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


class Workers:
    """All workers of one set of policies, and the queue before them."""

    def __init__(self, number: int, set_up: Callable[[], Office], *, waiting: int, seconds: float) -> None:
        self._set_up, self._most_waiting, self._seconds = set_up, waiting, seconds
        self._all = [Worker(set_up) for _ in range(number)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._starting: set[asyncio.Task[None]] = set()
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
            raise
        for worker in self._all:
            self._free.put_nowait(worker)

    async def do(self, job: Job) -> Reply:
        """The reply to a job; a RequestError (503) when too many wait already."""
        if self._free.empty() and self.waiting >= self._most_waiting:
            raise RequestError(503, "overloaded", "too many requests are waiting: try again soon", retry=1)
        # A client that goes away must not take a busy worker with it.
        turn = asyncio.create_task(self._take_turn(job))
        self._keep(turn)
        return await asyncio.shield(turn)

    async def test(self) -> bool:
        """Whether a worker still does what it is there for."""
        return (await self.do(_TEST)).status == 200

    async def _take_turn(self, job: Job) -> Reply:
        for _ in range(_TRIES):
            self.waiting += 1
            try:
                worker = await self._free.get()
            finally:
                self.waiting -= 1
            self.busy += 1
            try:
                reply = await asyncio.wait_for(worker.do(job), self._seconds)
            except BrokenProcessPool:
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
        self._keep(asyncio.create_task(worker.close()))
        starting = asyncio.create_task(self._add())
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)

    async def _add(self) -> None:
        """Another worker; tried until it starts, because without workers there is no service."""
        while True:
            worker = Worker(self._set_up)
            try:
                await worker.start()
            except Exception:  # told by /readyz; the policies may be mended meanwhile
                worker.kill()
                await asyncio.sleep(1)
                continue
            self._all.append(worker)
            self._free.put_nowait(worker)
            return

    def _keep(self, task: asyncio.Task[Any]) -> None:
        """Hold a task until it is done: a loop alone forgets those that nobody holds."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End all workers, each when it has done what it is doing."""
        while self.waiting or self.busy:
            await asyncio.sleep(0.02)
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._all))
