"""Runs a command as a user does, with files, standard streams and an exit code: in this process, or in one of its own.

Most run in this process, where what the program has imported and read once stays. `forked` is for what needs a process
of its own, such as a Spark session beside that of the tests; it is forked from one that has imported the program already.
What an interpreter does from its very beginning is tested with the wheel; pipes, signals and kills with real processes.
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
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path
from unittest.mock import patch

from tests.journeys.forking import SECONDS, TOO_LONG

ROOT = Path(__file__).parents[2]
_ONE_AT_A_TIME = threading.Lock()


def reticent(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """What `reticent ARGUMENTS` does with this on standard input."""
    given = list(map(str, arguments))
    with tempfile.TemporaryFile() as into, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        into.write(stdin)
        into.seek(0)
        with chdir(cwd or ROOT), _streams(into.fileno(), out.fileno(), err.fileno()):
            code = _run(given)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(given, code, out.read(), err.read())


def _run(arguments: list[str]) -> int:
    """The exit code of a command in this process, as on a machine with one processor: worker processes are asked for.

    Its warnings are those of a program and no errors.
    """
    from reticent.cli import main

    with (
        patch.object(sys, "argv", ["reticent", *arguments]),
        patch.object(os, "sched_getaffinity", lambda _: {0}),
        patch.object(os, "cpu_count", lambda: 1),
        warnings.catch_warnings(),
    ):
        warnings.resetwarnings()
        for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
            warnings.simplefilter("ignore", category)
        try:
            main()
        except SystemExit as ended:
            return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        return 0


@contextmanager
def _streams(*files: int) -> Iterator[None]:
    """The standard streams are these files, for Python and for the system, until the block ends."""
    with ExitStack() as stack:
        for number, (name, file) in enumerate(zip(("stdin", "stdout", "stderr"), files, strict=True)):
            kept = os.dup(number)
            stack.callback(os.close, kept)
            stack.callback(os.dup2, kept, number)
            os.dup2(file, number)
            mode, errors = (
                ("r" if name == "stdin" else "w"),
                "backslashreplace" if name == "stderr" else "strict",
            )
            stream = stack.enter_context(open(number, mode, encoding="utf-8", errors=errors, closefd=False))
            stack.enter_context(patch.object(sys, name, stream))
        yield


def forked(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """What `reticent ARGUMENTS` does with this on standard input, as a process of its own."""
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
