"""Our own work on Spark: an executor whose jobs are Spark's tasks, done again by the cluster when one is lost."""

from __future__ import annotations

import os
import secrets
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from reticent.errors import InputError, MissingExtraError, ReticentError
from reticent.executors import Job, Result, State

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CONFIGURED = "spark"
"""Names the master that Spark's own settings name, or all cores of this machine where they name none."""

_A_SLOT = 2
"""Jobs of a wave for each core, so that a short one leaves no core idle."""

_WAVES = 2
"""Waves under way at once: the next one begins while the last jobs of this one end."""


@dataclass(frozen=True, slots=True)
class SparkExecutor:
    """Does jobs on the cluster of a session, some for each core at a time; a lost job is done again.

    Jobs may write files, so that these have to be on a disk that all machines share.
    """

    session: SparkSession

    def run(
        self, work: Callable[[State, Job], Result], jobs: Iterable[Job], *, set_up: Callable[[], State]
    ) -> Iterator[Result]:
        """The results in order; an error of ours or of the disk ends the run and is raised here."""
        do = _Task(secrets.token_hex(8), work, set_up)
        waves = _take_waves(jobs, _A_SLOT * self.session.sparkContext.defaultParallelism)
        waiting: deque[Future[list[_Answer]]] = deque()
        with ThreadPoolExecutor(_WAVES) as threads:
            try:
                for wave in waves:
                    waiting.append(threads.submit(self._do, do, wave))
                    if len(waiting) == _WAVES:
                        yield from _take_results(waiting.popleft().result())
                while waiting:
                    yield from _take_results(waiting.popleft().result())
            finally:
                if waiting:
                    self.session.sparkContext.cancelJobGroup(do.run)

    def _do(self, do: _Task, wave: list[Any]) -> list[_Answer]:
        from py4j.protocol import Py4JJavaError

        context = self.session.sparkContext
        context.setJobGroup(do.run, "reticent")
        try:
            answers: list[_Answer] = context.parallelize(wave, len(wave)).map(do).collect()
            return answers
        except Py4JJavaError:
            raise InputError(
                "the cluster gave up on a task after several attempts: see its log, give executors more memory, and run again"
            ) from None


def open_session(master: str) -> SparkSession:
    """A session on the cluster that `master` names, such as spark://host:7077 or local[2]; 'spark' for the usual one."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingExtraError("spark", "work on Spark") from None
    builder = SparkSession.builder.appName("reticent")
    if master.startswith("local"):  # the same machine has the same Python
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    if master != CONFIGURED:
        builder = builder.master(master)
    try:
        return builder.getOrCreate()
    except Exception as error:  # of Java, of the network, of the settings: Spark has told the details
        raise InputError(
            f"no Spark could be reached at '{master}' ({type(error).__name__}): Java has to be installed, and a master"
            " is written like spark://host:7077 or local[2]"
        ) from None


@dataclass(frozen=True, slots=True)
class _Done:
    value: Any = field(repr=False)


_Answer = _Done | ReticentError | OSError


@dataclass(frozen=True, slots=True)
class _Task:
    """One job on an executor, with the state that its process keeps for the run."""

    run: str
    work: Callable[[Any, Any], Any]
    set_up: Callable[[], Any]

    def __call__(self, job: Any) -> _Answer:
        """What came of a job; an error that would come again travels as a value, so that nobody tries it again."""
        try:
            return _Done(self.work(_state_of(self.run, self.set_up), job))
        except (ReticentError, OSError) as error:
            return error


_states: dict[str, Any] = {}
"""Of this Python process on an executor: the state of the run that it works for."""


def _state_of(run: str, set_up: Callable[[], Any]) -> Any:
    if run not in _states:
        _states.clear()
        _states[run] = set_up()
    return _states[run]


def _take_waves(jobs: Iterable[Job], size: int) -> Iterator[list[Job]]:
    left = iter(jobs)
    return iter(partial(_take, left, size), [])


def _take(left: Iterator[Job], size: int) -> list[Job]:
    return list(islice(left, size))


def _take_results(answers: list[_Answer]) -> Iterator[Any]:
    for answer in answers:
        if not isinstance(answer, _Done):
            raise answer
        yield answer.value
