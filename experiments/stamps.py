"""When, where and with which code a file of figures was made."""

from __future__ import annotations

import datetime
import hashlib
import os
import platform
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from experiments.data_sets import data_sets
from experiments.needs import Needs
from reticent import __version__

MADE = "made"
"""The key of a file of figures under which its stamp stands."""

_CODE = ("src", "experiments", "training")
_START_TIME = 19  # field 22 of proc(5), counted from the field after the name, which may hold spaces
_DIGITS = 12  # of a checksum: enough to tell two versions of a file apart, short enough to read


def stamp(needs: Needs, folder: Path) -> dict[str, Any]:
    """Version, commit, day, machine, hours of processor time, and the checksums of the data that was read."""
    spent = os.times()
    seconds = spent.user + spent.system + spent.children_user + spent.children_system
    return {
        "version": __version__,
        "commit": _commit(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}",
        "processor_hours": round(seconds / 3600, 3),
        "clock_hours": round((time.time() - _began()) / 3600, 3),
        "data": {name: _checksum(data_sets()[name].path(folder)) for name in needs.data},
    }


def stamped(figures: Mapping[str, Any], needs: Needs, folder: Path) -> dict[str, Any]:
    """The figures with their stamp in front of them."""
    return {MADE: stamp(needs, folder), **{key: value for key, value in figures.items() if key != MADE}}


def is_of_this_code(made: Mapping[str, Any]) -> bool:
    """Whether figures with this stamp were made by the code as it stands here: the same folders, committed."""
    commit = str(made.get("commit", ""))
    if not commit or commit.endswith("+") or _git("status", "--porcelain", "--", *_CODE):
        return False
    trees = [_git("rev-parse", *(f"{each}:{folder}" for folder in _CODE)) for each in (commit, "HEAD")]
    return bool(trees[0]) and trees[0] == trees[1]


def _commit() -> str:
    """The commit that the code is of, with "+" where something of the code was changed since."""
    short = _git("rev-parse", "--short=8", "HEAD")
    return short + ("+" if short and _git("status", "--porcelain", "--", *_CODE) else "")


def _git(*arguments: str) -> str:
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _began() -> float:
    """When this process was started, by the kernel's own record; elsewhere now.

    The time of the folder under /proc is no such record: the kernel makes it when somebody first looks.
    """
    record, uptime = Path("/proc/self/stat"), Path("/proc/uptime")
    if not (record.exists() and uptime.exists()):
        return time.time()
    after_name = record.read_text("utf-8").rpartition(")")[2].split()
    ticks = int(after_name[_START_TIME])
    running = float(uptime.read_text("utf-8").split()[0]) - ticks / os.sysconf("SC_CLK_TCK")
    return time.time() - running


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:_DIGITS]
