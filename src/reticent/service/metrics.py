"""Counts for Prometheus: requests by path and status, times, queue and memory; no label comes from a request's text."""

from __future__ import annotations

import resource
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from pathlib import Path

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
