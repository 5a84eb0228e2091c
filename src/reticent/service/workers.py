"""Worker processes for requests: started before the first one, each with one job at a time, replaced when it ends.

The inside of a worker process: jobs come over a socket, one at a time, and replies go back.

A frame is its length in eight bytes and a pickled value. Only the service and the process that it started hold the
two ends of the socket, so that nobody else's bytes are unpickled.
"""

from __future__ import annotations

import asyncio
import gc
import pickle
import signal
import socket
import struct
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from typing import Any, BinaryIO

from reticent.errors import InputError, ReticentError, name_origin
from reticent.executors import begin_worker, is_bound
from reticent.service.bodies import Job
from reticent.service.jobs import answer
from reticent.service.worker_state import Reply, RequestError, WorkerState, refuse, run_self_test

HEADER = struct.Struct("!Q")
SELF_TEST = Job("test", "")


def write_frame(value: Any) -> bytes:
    """A value as it travels."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(data)) + data


def work(channel: socket.socket, set_up: Callable[[], WorkerState], bound: bool) -> None:
    """Open everything, say whether that went well, and do jobs until the other end is closed."""
    begin_worker(bound)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # running work is finished; the parent ends us
    with channel, channel.makefile("rb") as incoming:
        try:
            state = set_up()
            ready: Reply | ReticentError = run_self_test(state)
        except ReticentError as error:
            ready = error
        except Exception as error:  # its own words could quote a file
            ready = InputError(f"a worker could not start: {name_origin(error)}; please report this line")
        channel.sendall(write_frame(ready))
        if isinstance(ready, ReticentError):
            return
        gc.freeze()  # what is open now stays open: no collection needs to look at it again
        while (job := _read_job(incoming)) is not None:
            channel.sendall(write_frame(_do(state, job)))


def _do(state: WorkerState, job: Job) -> Reply:
    if job.verb != SELF_TEST.verb:
        return answer(state, job)
    try:
        return run_self_test(state)
    except Exception as error:
        return refuse(503, "self_test", f"the self-test failed: {name_origin(error)}")


def _read_job(incoming: BinaryIO) -> Job | None:
    """The next job; None when there will be none."""
    header = incoming.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (size,) = HEADER.unpack(header)
    data = incoming.read(size)
    if len(data) < size:
        return None
    job: Job = pickle.loads(data)  # noqa: S301 - from the process that started this one
    return job


_TRIES = 2
"""A worker may be ended from outside; a document that ends two of them is to blame itself."""

_END_SECONDS = 5.0
"""How long an idle worker may take to end before it is ended."""


class WorkerEndedError(Exception):
    """The process of a worker is gone."""


class Worker:
    """One process with everything open, and our end of the socket to it."""

    def __init__(self, set_up: Callable[[], WorkerState]) -> None:
        ours, theirs = socket.socketpair()
        self._process = get_context("spawn").Process(
            target=work, args=(theirs, set_up, is_bound()), daemon=True
        )
        self._ours, self._theirs = ours, theirs
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.pid = 0

    async def start(self) -> None:
        """Have it open everything and release a text; an error of ours when it can't."""
        self._process.start()
        self._theirs.close()
        self._streams = await asyncio.open_connection(sock=self._ours)
        try:
            ready = await self._receive()
        except WorkerEndedError:
            raise InputError("a worker process ended while it started: is there enough memory?") from None
        if isinstance(ready, ReticentError):
            raise ready
        self.pid = self._process.pid or 0

    async def do(self, job: Job) -> Reply:
        """The reply to a job; a WorkerEndedError when there is nobody to give it."""
        if self._streams is None:
            raise WorkerEndedError
        writer = self._streams[1]
        try:
            writer.write(write_frame(job))
            await writer.drain()
        except ConnectionError:
            raise WorkerEndedError from None
        reply: Reply = await self._receive()
        return reply

    async def _receive(self) -> Any:
        if self._streams is None:
            raise WorkerEndedError
        reader = self._streams[0]
        try:
            (size,) = HEADER.unpack(await reader.readexactly(HEADER.size))
            return pickle.loads(await reader.readexactly(size))  # noqa: S301 - from our own process
        except (asyncio.IncompleteReadError, ConnectionError):
            raise WorkerEndedError from None

    def kill(self) -> None:
        """End it at once."""
        if self._process.pid is not None:
            self._process.kill()

    async def close(self) -> None:
        """Tell it that no more jobs come, and wait for its end."""
        self._theirs.close()
        if self._streams is None:
            self._ours.close()
        else:
            self._streams[1].close()
            with suppress(ConnectionError):
                await self._streams[1].wait_closed()
        if self._process.pid is not None:
            await asyncio.to_thread(self._process.join, _END_SECONDS)
            self.kill()
            await asyncio.to_thread(self._process.join)


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

    async def do(self, job: Job, *, patient: bool = False) -> Reply:
        """The reply to a job; a RequestError (503) when too many wait already, unless it is `patient`."""
        if not patient and self.waiting >= self._most_waiting + self._free.qsize():
            raise RequestError(503, "overloaded", "too many requests are waiting: try again soon", retry=1)
        self.waiting += 1
        # A client that goes away must not take a busy worker with it.
        return await asyncio.shield(hold_task(self._turns, self._take_turn(job)))

    async def test(self) -> bool:
        """Whether a worker still does what it is there for."""
        return (await self.do(SELF_TEST)).status == 200

    async def _take_turn(self, job: Job) -> Reply:
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
                await asyncio.sleep(1)  # told by /readyz; the policies may be mended meanwhile
                continue
            self._all.append(worker)
            self._free.put_nowait(worker)
            return

    async def close(self, *, patient: bool = True) -> None:
        """End all workers; a `patient` end waits until they have done what they are doing and what waits for them."""
        while patient and (self.waiting or self.busy or self._streams):
            await asyncio.sleep(0.02)
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
