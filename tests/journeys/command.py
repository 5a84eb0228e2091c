"""Runs a command as a user does: a process with files, pipes and an exit code.

Each is forked from a process that has imported the program already: importing it anew for every command took most of the
time of these tests. What an interpreter does from its very beginning is tested with the wheel and the README's commands.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from tests.journeys.forking import SECONDS, TOO_LONG

ROOT = Path(__file__).parents[2]
_ONE_AT_A_TIME = threading.Lock()


def reticent(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """What `reticent ARGUMENTS` does with this on standard input."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "stdin").write_bytes(stdin)
        given = list(map(str, arguments))
        asked: dict[str, object] = {
            "arguments": given,
            "cwd": str(cwd or ROOT),
            "environment": dict(os.environ),
            "folder": name,
        }
        code = _ask(asked)
        said = (folder / "stdout").read_bytes(), (folder / "stderr").read_bytes()
        return subprocess.CompletedProcess(given, code, *said)


def _ask(asked: dict[str, object]) -> int:
    with _ONE_AT_A_TIME:
        warm = _start()
        assert warm.stdin is not None
        assert warm.stdout is not None
        warm.stdin.write(json.dumps(asked) + "\n")
        warm.stdin.flush()
        answer = warm.stdout.readline()
        if not answer:
            _start.cache_clear()
            raise AssertionError("the process that commands are forked from has ended")
        code = int(answer)
        if code == TOO_LONG:
            raise AssertionError(f"the command took more than {SECONDS} s")
        return code


@functools.cache
def _start() -> subprocess.Popen[str]:
    """The process that all commands of this test run are forked from."""
    warm = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("forking.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # threads would not live on in what is forked
    )
    atexit.register(warm.kill)
    return warm
