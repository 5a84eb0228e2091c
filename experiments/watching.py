"""A command with all processes that it starts: their memory and processor time, and what others used meanwhile."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.service_load import processor_seconds

_EVERY = 1.0
"""Seconds between two looks at the processes: looking takes its time too."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What a process and all its children took, from the moment that the work began."""

    seconds: float
    processor_seconds: float
    processor_seconds_of_others: float
    peak_megabytes: float
    peak_megabytes_python: float


def run_watched(command: list[str]) -> Watched:
    """Run a command and watch the memory and processor time of its whole family; start-up isn't timed if it says when it ends."""
    began = time.monotonic()
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as running:
        assert running.stdout is not None
        family = Family(running.pid)
        watch = threading.Thread(target=family.watch, daemon=True)
        watch.start()
        told: dict[str, Any] = {}
        for line in running.stdout:
            told |= json.loads(line)
            if "seconds" not in told:
                family.forget_time()
            elif not family.ended:
                family.look()
                family.ended = True
    family.ended = True
    if running.returncode:
        raise SystemExit(f"{' '.join(command)[-200:]} ended with {running.returncode}")
    seconds = told.get("seconds", time.monotonic() - began)
    spent = family.spent()
    return Watched(seconds, spent, family.machine_spent - spent, family.peak, family.peak_python)


class Family:
    """The processes below one, as they come and go."""

    def __init__(self, pid: int) -> None:
        self.pid, self.ended = pid, False
        self.peak = self.peak_python = 0.0
        self.machine_spent = 0.0
        self._begun = machine_seconds()
        self._first: dict[int, float] = {}
        self._last: dict[int, float] = {}

    def watch(self) -> None:
        """Look at all of them, several times a second, until the work has ended."""
        while not self.ended:
            self.look()
            time.sleep(_EVERY)

    def look(self) -> None:
        """Take down what they hold and have spent."""
        whole = python = 0.0
        self.machine_spent = machine_seconds() - self._begun
        for pid in family_of(self.pid):
            try:
                megabytes, spent = proportional_megabytes(pid), processor_seconds(pid)
                is_python = b"python" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]
            except OSError:
                continue
            whole += megabytes
            python += megabytes if is_python else 0
            self._first.setdefault(pid, 0.0)
            self._last[pid] = spent
        self.peak, self.peak_python = max(self.peak, whole), max(self.peak_python, python)

    def forget_time(self) -> None:
        """Count processor time from now on."""
        self.look()
        self._first = dict(self._last)
        self._begun = machine_seconds()

    def spent(self) -> float:
        """Processor seconds of all of them, those that are gone included."""
        return sum(last - self._first.get(pid, 0.0) for pid, last in self._last.items())


def family_of(pid: int) -> list[int]:
    """A process and everything below it."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            children.setdefault(int(parent), []).append(int(entry.name))
    found = [pid]
    for each in found:
        found += children.get(each, [])
    return found


def machine_seconds() -> float:
    """What all programs have taken of all cores so far."""
    user, nice, system, *_ = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def proportional_megabytes(pid: int) -> float:
    """The memory of a process, what it shares with others counted in part."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0
