"""What the service tells its operator: a JSON line an event, with ids, counts and times, never a word of a text."""

from __future__ import annotations

import json
import logging
import sys
from contextlib import suppress
from datetime import UTC, datetime
from typing import TextIO

SCHEMA = 1
_QUIET = ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio", "concurrent.futures", "starlette")


def write_event(event: str, *, stream: TextIO | None = None, **facts: str | int | float | None) -> None:
    """One line; a log that can't be written, on a full disk or to nobody, stops no request."""
    line = {
        "reticent": "log",
        "schema": SCHEMA,
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "event": event,
        **facts,
    }
    out = stream or sys.stderr
    with suppress(OSError, ValueError):
        out.write(json.dumps(line) + "\n")
        out.flush()


def silence_libraries() -> None:
    """Keep libraries from logging: what they quote could be a request."""
    for name in _QUIET:
        logger = logging.getLogger(name)
        logger.handlers = [logging.NullHandler()]
        logger.propagate = False
