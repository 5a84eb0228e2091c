"""How a command ends: exit codes, and complaints on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from enum import IntEnum

from reticent.errors import PromiseError, ReticentError


class Exit(IntEnum):
    """Every exit code, with what it says."""

    FINE = 0
    VIOLATIONS = 1
    BAD_INPUT = 2
    PROMISE_NOT_REACHED = 3
    RELEASED_IN_PART = 4


MEANINGS = {
    Exit.FINE: "fine",
    Exit.VIOLATIONS: "violations found",
    Exit.BAD_INPUT: "bad input, or cannot tell",
    Exit.PROMISE_NOT_REACHED: "promise not reached",
    Exit.RELEASED_IN_PART: "released in part",
}


def exit_for(error: ReticentError) -> Exit:
    """The exit code that an error of ours ends with."""
    return Exit.PROMISE_NOT_REACHED if isinstance(error, PromiseError) else Exit.BAD_INPUT


def complain(message: str) -> None:
    """Say on standard error what went wrong."""
    for line in message.splitlines():
        print(f"reticent: {line}", file=sys.stderr)  # noqa: T201


def warn(messages: Iterable[str]) -> None:
    """Say on standard error what a user may want to think about again."""
    for message in messages:
        say(f"reticent: note that {message}")


def say(message: str) -> None:
    """Say on standard error how it went."""
    print(message, file=sys.stderr)  # noqa: T201
