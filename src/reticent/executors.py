"""Where work is done: in this process, in several, or wherever somebody else's executor takes it.

Jobs, results and functions travel, so that they must be small and picklable. What is large, such as a model or an open
store, is made where the work is done, by a function that runs once for every worker.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from reticent.errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

    from _typeshed import DataclassInstance

State = TypeVar("State")
Job = TypeVar("Job")
Result = TypeVar("Result")

_AHEAD = 2
"""Jobs that each worker may have waiting: enough to keep it busy, few enough to bound memory."""

_SELDOM = 50_000
"""New values of a worker after which Python looks for garbage among them; 700 is its own setting."""

_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG in <linux/prctl.h>."""


class Executor(Protocol):
    """Something that does jobs; which one it is changes nothing in the results."""

    def run(
        self, work: Callable[[State, Job], Result], jobs: Iterable[Job], *, set_up: Callable[[], State]
    ) -> Iterator[Result]:
        """`work(state, job)` for each job, in the order of the jobs, which are taken a bounded number ahead.

        Each worker calls `set_up` once, before its first job, and gives what it returns to all its jobs. An error of
        either ends the run and is raised here. Functions are those of modules, or partials and methods of small values.
        """


@dataclass(frozen=True, slots=True)
class Inline:
    """Does one job after another in this process."""

    def run(
        self, work: Callable[[State, Job], Result], jobs: Iterable[Job], *, set_up: Callable[[], State]
    ) -> Iterator[Result]:
        """The results in order; a job is taken when the result before it was."""
        state = set_up()
        for job in jobs:
            yield work(state, job)


@dataclass(frozen=True, slots=True)
class Processes:
    """Does jobs in several new processes, which end when this one does, however it ends."""

    workers: int

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise InputError("the number of workers must be at least 1")

    def run(
        self, work: Callable[[State, Job], Result], jobs: Iterable[Job], *, set_up: Callable[[], State]
    ) -> Iterator[Result]:
        """The results in order; at most two jobs per worker wait, and an error stops the rest.

        A single job is done in this process: it would be over before another one has started.
        """
        from concurrent.futures.process import BrokenProcessPool

        jobs = iter(jobs)
        first = list(islice(jobs, 2))
        if len(first) < 2:
            yield from Inline().run(work, first, set_up=set_up)
            return
        pool = open_pool(self.workers, set_up)
        waiting: deque[Future[Result]] = deque()
        try:
            for job in chain(first, jobs):
                waiting.append(pool.submit(do_job, work, job))
                if len(waiting) >= _AHEAD * self.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise InputError(
                "a worker process was ended from outside, perhaps for lack of memory: use fewer workers"
            ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def open_pool(workers: int, set_up: Callable[[], Any]) -> ProcessPoolExecutor:
    """New processes for `do_job`, which end when this one does, however it ends; each calls `set_up` once."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(
        workers, get_context("spawn"), initializer=_begin_pool_worker, initargs=(set_up, is_bound())
    )


def kill_pool(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once, whatever they do; from Python 3.14 on pools have a method for it."""
    for process in dict(pool._processes or {}).values():
        process.kill()


def choose_executor(workers: int) -> Executor:
    """The executor for so many workers: none but this process for one."""
    return Inline() if workers == 1 else Processes(workers)


def count_processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def map_in_order(
    executor: Executor, function: Callable[[Job], Result], jobs: Iterable[Job]
) -> Iterator[Result]:
    """`map` on an executor, for work that needs nothing but its job."""
    return executor.run(_call, jobs, set_up=partial(_same, function))


def _call(function: Callable[[Job], Result], job: Job) -> Result:
    return function(job)


def _same(function: Callable[[Job], Result]) -> Callable[[Job], Result]:
    return function


_set_ups: list[Callable[[], Any]] = []
_states: list[Any] = []
"""Of this worker: how its state is made, and the state once a job has asked for it."""


def do_job(work: Callable[[Any, Job], Result], job: Job) -> Result:
    """`work(state, job)` in a worker of `open_pool`; the set-up happens here, so that an error of it reaches whoever waits for the result."""
    if not _states:
        _states.append(_set_ups[0]())
        spare_collector()
    return work(_states[0], job)


def spare_collector() -> None:
    """Let a worker look for garbage less often, and never in what was set up, which lives as long as it does.

    Texts make many small values that hold no circles: looking for some takes a tenth of the time otherwise.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_SELDOM)


def is_bound() -> bool:
    """Whether Linux may end a worker with the thread that starts it: right for the main thread alone."""
    return threading.current_thread() is threading.main_thread()


def begin_worker(bound: bool) -> None:
    """What a new process does first: leave interrupts to its parent, and end when that ends, however it ends.

    It multiplies matrices alone: threads of several workers wait for each other, and waiting takes processor time.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported, which is later
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent(bound)


def _begin_pool_worker(set_up: Callable[[], Any], bound: bool) -> None:
    begin_worker(bound)
    _set_ups[:] = [set_up]
    _states.clear()


def _end_with_parent(bound: bool) -> None:
    """See to it that this worker ends when its parent does, even by a signal that nobody can catch."""
    if bound and sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    threading.Thread(target=_await_end_of_parent, daemon=True).start()


def _await_end_of_parent() -> None:
    """Wait for the end of the parent and end at once: nobody is left to take a result."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class TravelsAsSettings:
    """A frozen dataclass that travels to other processes as what it was made with, without what it worked out from that."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        made = cast("DataclassInstance", self)
        settings = {each.name: getattr(made, each.name) for each in fields(made) if each.init}
        return _make_again, (type(self), settings)


def _make_again(made: Callable[..., State], settings: Mapping[str, Any]) -> State:
    return made(**settings)
