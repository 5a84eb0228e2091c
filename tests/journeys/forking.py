"""The process that commands are forked from: it reads what to run, a line of JSON each, and prints the exit code of each."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from typing import Any

SECONDS = 600
"""What a command may take: a line of ten megabytes on a busy machine is the longest."""

TOO_LONG = -1000
"""The answer for one that took longer."""


def main() -> None:
    """Import the program once, then fork it for every line."""
    control, answers = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    import_program()
    while line := control.readline():
        asked = json.loads(line)
        child = os.fork()
        if not child:
            os.close(control.fileno())
            os.close(answers.fileno())
            run(asked)
        answers.write(f"{wait(child)}\n")
        answers.flush()


def import_program() -> None:
    """What commands import and read when they begin."""
    from reticent.cli.app import COMMANDS, load_command

    for name in COMMANDS:
        load_command(name)
    from reticent import open_policy, wordnet

    wordnet()
    open_policy().sanitize("Ada Okonkwo was here.")


def run(asked: dict[str, Any]) -> None:
    """Become the command, with files as its standard streams."""
    from reticent.cli import main as command

    os.setsid()
    folder = asked["folder"]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT
        os.dup2(os.open(os.path.join(folder, name), flags), number)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = ["reticent", *asked["arguments"]]
    command()
    sys.exit()


def wait(child: int) -> int:
    """The exit code of a child, or the signal that ended it below zero."""
    end = time.monotonic() + SECONDS
    pause = 0.001
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(pause)
        pause = min(0.02, 1.5 * pause)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return TOO_LONG


if __name__ == "__main__":
    main()
