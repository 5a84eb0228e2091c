"""How a command ends: exit codes, and complaints on standard error."""

from __future__ import annotations

import sys
from enum import IntEnum


class Exit(IntEnum):
    """Exit codes, worst last."""

    FINE = 0
    VIOLATIONS = 1
    BAD_INPUT = 2
    PROMISE_NOT_REACHED = 3


def complain(message: str) -> None:
    """Say on standard error what went wrong."""
    for line in message.splitlines():
        print(f"reticent: {line}", file=sys.stderr)  # noqa: T201


def say(message: str) -> None:
    """Say on standard error how it went."""
    print(message, file=sys.stderr)  # noqa: T201
