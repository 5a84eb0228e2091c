"""What the service tells its operator: one JSON line per event, and metrics for Prometheus; never a word of a text."""

from __future__ import annotations

import json
import logging
import resource
import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from reticent.errors import needs_extra

with needs_extra("serve", "the service"):
    from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
    from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

SCHEMA = 1
"""The version of a line of the log."""

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


MEDIA = CONTENT_TYPE_PLAIN_0_0_4
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)
"""Bounds of the histogram: Prometheus's own, and two more up to the longest that a request may take."""

_STATM = Path("/proc/self/statm")
_GAUGES = {
    "workers_ready": "Worker processes that are ready",
    "workers_busy": "Worker processes with a job",
    "workers_replaced": "Worker processes that ended and were replaced",
    "requests_waiting": "Requests that wait for a worker",
}


class Metrics:
    """What happened since the start; no label comes from a request's text."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # the library declares no types for it
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "reticent_requests", "Finished requests", ("path", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "reticent_request_seconds",
            "Seconds that a request took",
            ("path",),
            buckets=SECONDS,
            registry=self._registry,
        )
        self.reloads = Counter(
            "reticent_policy_reloads", "Times that the policies were read again", registry=self._registry
        )
        self._gauges = {
            name: Gauge(f"reticent_{name}", about, registry=self._registry) for name, about in _GAUGES.items()
        }
        memory = Gauge("reticent_memory_bytes", "Memory of the server process", registry=self._registry)
        memory.set_function(read_memory)

    def count(self, path: str, status: int, seconds: float) -> None:
        """Note a finished request; `path` is one of ours, never what a client wrote."""
        self._requests.labels(path, str(status)).inc()
        self._seconds.labels(path).observe(seconds)

    def write(self, gauges: Mapping[str, float]) -> bytes:
        """All of it as text; `gauges` are the numbers of this moment."""
        for name, value in gauges.items():
            self._gauges[name].set(value)
        return generate_latest(self._registry)


def read_memory() -> int:
    """The memory of this process now, or its highest where the system doesn't say."""
    try:
        return int(_STATM.read_text().split()[1]) * resource.getpagesize()
    except (OSError, IndexError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
