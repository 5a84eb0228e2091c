"""How a service runs: what its operator says, as values that never change while it runs.

What the service tells its operator: a JSON line an event, with ids, counts and times, never a word of a text.

Counts for Prometheus: requests by path and status, times, queue and memory; no label comes from a request's text.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import re
import resource
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from typing import TextIO

from reticent.errors import InputError, PolicyError
from reticent.policy.recipe import Recipe

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
_POLICY_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


@dataclass(frozen=True, slots=True)
class PolicyFiles:
    """Where the operator's policies are: one file, or a folder of them, each known by its name without the ending."""

    file: Path | None = None
    folder: Path | None = None

    def recipes(self) -> dict[str, Recipe]:
        """The policies by name, as they are on disk now."""
        if (self.file is None) == (self.folder is None):
            raise InputError("name one policy with --policy FILE, or a folder of them with --policies DIR")
        files = [self.file] if self.file else sorted((self.folder or Path()).glob("*.toml"))
        if not files:
            raise PolicyError(f"'{self.folder}' holds no policy: put NAME.toml files there")
        found = {path.stem: Recipe(path) for path in files}
        for name in found:
            if not _POLICY_NAME.fullmatch(name):
                raise PolicyError(
                    f"a policy's name has letters, digits, dots and hyphens: rename '{name}.toml'"
                )
        return found


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of everything a service takes: bytes, seconds, requests."""

    body: int = 10_000_000
    waiting: int = 32
    per_client: int = 16
    header_seconds: float = 10.0
    body_seconds: float = 30.0
    work_seconds: float = 120.0
    drain_seconds: int = 30
    connections: int = 1000


@dataclass(frozen=True, slots=True)
class Settings:
    """All that the operator says."""

    policies: PolicyFiles
    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 1
    limits: Limits = Limits()
    tokens: Path | None = None
    hosts: tuple[str, ...] = ()
    proxy_secret: str | None = field(default=None, repr=False)
    certificate: Path | None = None
    certificate_key: Path | None = None
    overload_finding: bool = True
    signing_keys: tuple[bytes, ...] = field(default=(), repr=False)

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """The names under which requests may ask for this service, without a port."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        return frozenset(each.lower() for each in (*LOOPBACK_HOSTS, own, *self.hosts))


def require_safe(settings: Settings) -> None:
    """Raise when others could reach the service without saying who they are, or could listen to what is said."""
    if (settings.certificate is None) != (settings.certificate_key is None):
        raise InputError("TLS needs both: --certificate FILE and --certificate-key FILE")
    if is_loopback(settings.host):
        return
    if settings.tokens is None:
        raise InputError(
            f"'{settings.host}' can be reached from other machines: say with --tokens FILE who may ask"
            " ('reticent token create' makes them), or leave --host out"
        )
    if settings.certificate is None and settings.proxy_secret is None:
        raise InputError(
            f"'{settings.host}' can be listened to: add --certificate and --certificate-key, or --behind-proxy FILE"
        )


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this machine alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def name_default(recipes: Mapping[str, Recipe]) -> str | None:
    """The policy of requests that name none: the only one, if there is only one."""
    return next(iter(recipes)) if len(recipes) == 1 else None


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


MEDIA = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)
_STATM = Path("/proc/self/statm")


class Metrics:
    """What happened since the start."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._seconds: dict[str, list[int]] = {}
        self._total: Counter[str] = Counter()
        self.reloads = 0

    def count(self, path: str, status: int, seconds: float) -> None:
        """Note a finished request; `path` is one of ours, never what a client wrote."""
        self._requests[path, status] += 1
        buckets = self._seconds.setdefault(path, [0] * (len(BOUNDS) + 1))
        buckets[bisect_left(BOUNDS, seconds)] += 1
        self._total[path] += round(seconds * 1e6)

    def write(self, gauges: Mapping[str, float]) -> str:
        """All of it as text; `gauges` are the numbers of this moment."""
        return (
            "\n".join([*self._write_requests(), *self._write_seconds(), *self._write_gauges(gauges)]) + "\n"
        )

    def _write_requests(self) -> Iterator[str]:
        yield "# TYPE reticent_requests_total counter"
        for (path, status), count in sorted(self._requests.items()):
            yield f'reticent_requests_total{{path="{path}",status="{status}"}} {count}'
        yield "# TYPE reticent_policy_reloads_total counter"
        yield f"reticent_policy_reloads_total {self.reloads}"

    def _write_seconds(self) -> Iterator[str]:
        yield "# TYPE reticent_request_seconds histogram"
        for path, buckets in sorted(self._seconds.items()):
            for bound, count in zip((*BOUNDS, "+Inf"), accumulate(buckets), strict=True):
                yield f'reticent_request_seconds_bucket{{path="{path}",le="{bound}"}} {count}'
            yield f'reticent_request_seconds_sum{{path="{path}"}} {self._total[path] / 1e6:.6f}'
            yield f'reticent_request_seconds_count{{path="{path}"}} {sum(buckets)}'

    def _write_gauges(self, gauges: Mapping[str, float]) -> Iterator[str]:
        for name, value in {**gauges, "memory_bytes": read_memory()}.items():
            yield f"# TYPE reticent_{name} gauge"
            yield f"reticent_{name} {value:g}"


def read_memory() -> int:
    """The memory of this process now, or its highest where the system doesn't say."""
    try:
        return int(_STATM.read_text().split()[1]) * resource.getpagesize()
    except (OSError, IndexError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
