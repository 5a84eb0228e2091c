"""Runs `reticent serve` as an operator does: a process on a loopback port, with its log in a file."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

PROGRAM = [sys.executable, "-c", "from reticent.cli import main; main()"]
SECONDS = 300
"""What anything may take before a test gives up: far more than it takes, because a busy machine proves nothing."""

PLAIN = """
name = "plain"
scope = "collection"
[[detectors]]
type = "patterns"
[[detectors]]
type = "words"
kind = "CONDITION"
words = ["measles"]
[[models]]
type = "redaction"
"""


@dataclass(frozen=True, slots=True)
class Running:
    """A service that answers."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def events(self) -> list[dict[str, Any]]:
        """What it logged."""
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]

    def connect(self) -> socket.socket:
        """A connection to it; where it takes none, what became of it is told."""
        try:
            return socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)
        except ConnectionRefusedError:
            said = self.log.read_text("utf-8")[-2000:] if self.log.exists() else ""
            raise AssertionError(f"the service is gone ({self.process.poll()}): {said}") from None

    def end(self, ending: signal.Signals = signal.SIGTERM) -> int:
        """Its exit code after a signal."""
        self.process.send_signal(ending)
        return self.process.wait(SECONDS)

    def worker_pids(self) -> list[int]:
        """Its child processes that do jobs."""
        found = []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                started = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if parent == str(self.process.pid) and b"spawn_main" in started:
                found.append(int(entry.name))
        return found


@contextmanager
def serving(folder: Path, *options: str | Path, log: Path | None = None) -> Iterator[Running]:
    """A service with these options, until the block ends."""
    place = folder / "service.log"
    arguments = [*PROGRAM, "serve", "--port", "0", "--workers", "1", *map(str, options)]
    with (log or place).open("ab") as out:
        process = subprocess.Popen(arguments, stderr=out, stdout=out, cwd=folder)
    try:
        yield Running(process, _find_port(process, place), place)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(SECONDS)


def _find_port(process: subprocess.Popen[bytes], log: Path) -> int:
    """The port, from the log, or where there is none from the system."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        if process.poll() is not None:
            raise AssertionError(log.read_text("utf-8") if log.exists() else "ended")
        for line in log.read_text("utf-8").splitlines() if log.exists() else ():
            if '"started"' in line:
                return int(json.loads(line)["port"])
        if not log.exists() and (port := _listening(process.pid)):
            return port
        time.sleep(0.05)
    raise AssertionError("the service did not start")


def wait_until(reached: Callable[[], bool], otherwise: str) -> None:
    """Wait for what must come, however busy the machine is; `otherwise` says what it means that it never does."""
    until = time.monotonic() + SECONDS
    while not reached():
        assert time.monotonic() < until, otherwise
        time.sleep(0.02)


def _listening(pid: int) -> int | None:
    """The port that a process listens at on 127.0.0.1, as Linux tells it."""
    inodes = set()
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        try:
            inodes.add(os.readlink(handle))
        except OSError:
            continue
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[3] == "0A" and f"socket:[{fields[9]}]" in inodes:
            return int(fields[1].partition(":")[2], 16)
    return None


def client(running: Running, **options: Any) -> httpx.Client:
    """A client of the service that trusts no environment.

    It opens a connection for every request: on a busy machine one that is kept may be closed just as it is used again.
    """
    options.setdefault("limits", httpx.Limits(max_keepalive_connections=0))
    return httpx.Client(base_url=running.url, timeout=SECONDS, trust_env=False, **options)


def write_policy(folder: Path, name: str = "plain", text: str = PLAIN) -> Path:
    """A policy file."""
    path = folder / f"{name}.toml"
    path.write_text(text, "utf-8")
    return path
