"""A standalone Spark cluster on this machine: a master and two workers as processes, stopped when the block ends."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

import reticent

SOURCES = Path(reticent.__file__).parents[1]
"""Where the executors find the package that is tested."""

WORKERS = 2
_PATIENCE = 60


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where the master listens, and the processes of the workers."""

    master: str
    workers: tuple[int, ...]

    def executors(self) -> list[int]:
        """The processes in which the workers do the work of a session."""
        return [pid for pid, parent in _parents() if parent in self.workers and _is_executor(pid)]


@contextmanager
def open_cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster of two workers with one core each, which keeps its files in `folder`."""
    port = _free_port()
    master = f"spark://127.0.0.1:{port}"
    deploy = "org.apache.spark.deploy"
    with ExitStack() as stack:
        stack.enter_context(
            _process(folder, "master", f"{deploy}.master.Master", "--host", "127.0.0.1", "--port", f"{port}")
        )
        _await_port(port)
        own = ("--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--work-dir", str(folder / "work"))
        names = [f"worker-{number}" for number in range(WORKERS)]
        begun = [
            stack.enter_context(_process(folder, name, f"{deploy}.worker.Worker", *own, master))
            for name in names
        ]
        for name in names:
            _await_line(folder / f"{name}.log", "Successfully registered with master")
        yield Cluster(master, tuple(begun))


@contextmanager
def open_session(master: str, **settings: str) -> Iterator[SparkSession]:
    """A session whose executors use this Python and these sources; `executor_memory` is spark.executor.memory."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = (
        SparkSession.builder.master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.executorEnv.PYTHONPATH", str(SOURCES))
        .config("spark.sql.shuffle.partitions", "4")
    )
    for name, value in settings.items():
        builder = builder.config("spark." + name.replace("_", "."), value)
    session = builder.getOrCreate()
    try:
        session.sparkContext.setLogLevel("ERROR")
        yield session
    finally:
        session.stop()


@contextmanager
def _process(folder: Path, name: str, *arguments: str) -> Iterator[int]:
    """A Java process of Spark; `spark-class` becomes it, so that its number is Java's."""
    program = Path(pyspark.__file__).parent / "bin" / "spark-class"
    settings = {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1"}
    kind, *rest = arguments
    with (folder / f"{name}.log").open("wb") as log:
        begun = subprocess.Popen(
            [str(program), kind, "--webui-port", "0", *rest],
            env={**os.environ, **settings},
            stdout=log,
            stderr=log,
        )
    try:
        yield begun.pid
    finally:
        begun.terminate()
        begun.wait(_PATIENCE)


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _await_port(port: int) -> None:
    for _ in range(_PATIENCE * 10):
        with socket.socket() as asked:
            if asked.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("the master did not start")


def _await_line(log: Path, line: str) -> None:
    for _ in range(_PATIENCE * 10):
        if line in log.read_text("utf-8", "replace"):
            return
        time.sleep(0.1)
    raise TimeoutError(f"{log.name} never says '{line}'")


def _parents() -> Iterator[tuple[int, int]]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state = (entry / "stat").read_text()
            except OSError:
                continue
            yield int(entry.name), int(state.rpartition(")")[2].split()[1])


def _is_executor(pid: int) -> bool:
    try:
        return b"CoarseGrainedExecutorBackend" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
